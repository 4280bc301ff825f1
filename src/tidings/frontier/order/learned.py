"""Orders that learn the worth of links from the judged pages they led to."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import deque
from collections.abc import Sequence
from heapq import nlargest
from typing import NamedTuple

from tidings.frontier.order.subsites import Subsites
from tidings.frontier.seen import SeenCache, forget, link_key
from tidings.learn.link_model import LinkModel, bucket, link_features, page_features, site_features
from tidings.model import Candidate, Link, Visit
from tidings.odds import log_odds, probability
from tidings.ports import History
from tidings.urls import host_of, url_id

RESTORED = 200_000
"""URLs of an earlier run that are learned again on resuming: takes a second or two, more than is remembered of them."""
REMEMBERED = 50_000
"""Waiting links whose features are remembered until they are visited, and hosts with a record: about 20 MB."""
AHEAD_SHARE, BEST_LINKS = 0.7, 3
"""A link is also worth this share of the mean score of the best new links on its page, as they are one step further."""
_MAX_CORRECTION = 2.0
"""Log-odds by which learning may raise or lower the score of a link."""
_VISITED_SUBSITE = -1.0
"""Log-odds of a link into a subsite that was visited, when pages of a genre are sought. A subsite, such as a
home page, has one or two of them. Reports of an event gather in one section: 0."""
_WORTH_POSTPONING = 0.1
"""Log-odds a link must have lost while it waited to be postponed."""
_MET_PROBES = 32
"""A link forgotten by ``_met`` would be scored again by a later state of the model, so the table must not forget."""
_RECENT_SCORES = 500
"""Page scores from which a good score is determined."""
_GOOD_QUANTILE = 0.95
_LEAST_GOOD_SCORE = 0.05


class Learning(NamedTuple):
    """How far a learning order trusts what it is given and what it learns."""

    trust: float = 1.0
    """Weight of the score that a link comes with."""
    caution: int = 200
    """Lessons after which the model has half its weight: more where there is a given score to rely on."""


_TRUSTING = Learning()


class LinkMemory(NamedTuple):
    """The features of a waiting link, to score it again when its turn comes."""

    given: float
    """The log-odds it came with, times the trust in them."""
    features: list[int]
    subsite: str
    odds: float = 0.0
    """Its log-odds when it was last scored."""
    experts: tuple[float, ...] = ()
    """What each expert of the link scorer adds to them."""


class LearnedOrder:
    """A policy that corrects the scores of links by the worth of links visited before."""

    def __init__(
        self,
        model: LinkModel,
        learning: Learning = _TRUSTING,
        *,
        spread: bool = False,
        how: str = "online",
        remembered: int = REMEMBERED,
    ) -> None:
        """Start from a model; ``spread`` prefers subsites that were not visited, ``how`` is ``order.learning``."""
        self.model = model
        self._how = how
        self._learning = learning
        self._remembered = remembered
        self._visited_subsite = _VISITED_SUBSITE if spread else 0.0
        self._met = SeenCache(probes=_MET_PROBES)
        self._waiting: dict[int, LinkMemory] = {}
        self._records: dict[str, tuple[int, float]] = {}
        """Visits and mean worth of each host."""
        self._subsites = Subsites()
        self._scale = Scale()

    def restore(self, history: History) -> None:
        """Learn from an earlier run which URLs there are, which were visited, and their scores."""
        for url in history.followed(RESTORED):
            self._subsites.meet(url)
        for url, score in history.visited(RESTORED):
            self._subsites.visit(url)
            self._count(url, self._scale.of(score))

    def state(self) -> str:
        """Return the link model as text."""
        return self.model.to_text()

    def forget(self) -> None:
        """Treat every link as new again, because another page model moved the waiting links."""
        self._met = SeenCache(probes=_MET_PROBES)
        if self._how == "anew":  # its lessons came from the other page model
            self.model = LinkModel()

    def children(self, page: Link, visit: Visit) -> Sequence[Candidate]:
        """Return the new links of a page with corrected scores, and learn from the page."""
        if visit.redirect:
            self._pass_on(page.url, visit.redirect)
            return []
        self._subsites.visit(page.url)
        shared = [*page_features(visit.score), bucket(f"from {visit.url}")]
        news = [each for each in visit.links if self._is_news(each)]
        for each in news:
            if each.score:
                self._subsites.meet(each.link.url)
        links = [self._scored(each, shared) for each in news]
        self._learn(page, visit, [link.score for link in links])
        return links

    def _pass_on(self, url: str, target: str) -> None:
        """Let the target of a redirect take the place of the link that led to it."""
        if memory := self._waiting.pop(url_id(url), None):
            self._waiting.setdefault(url_id(target), memory)

    def siblings(self, page: Link, visit: Visit) -> float | None:
        """Leave the scores of sibling links: ``again`` corrects them when their turn comes."""
        return None

    def again(self, candidate: Candidate) -> float:
        """Return the score of a link by what was learned while it waited, if that is clearly lower."""
        memory = self._waiting.get(candidate.id)
        if memory is None:
            return candidate.score
        odds = self._odds(memory)
        if odds >= memory.odds - _WORTH_POSTPONING:
            return candidate.score
        self._waiting[candidate.id] = memory._replace(odds=odds)
        # Subtract the loss instead of returning ``odds``: judgements may have moved the score too, and that must stay.
        lost = memory.odds - odds
        return probability(log_odds(candidate.score) - lost)

    def _is_news(self, candidate: Candidate) -> bool:
        """Return whether a link is new at its depth, has a better score than before, or is not to be followed.

        Workers leave out other links, so with any number of workers the same links are scored at the same time.
        """
        if not candidate.score:  # not worth remembering: most lead to URLs found only once
            return True
        return self._met.is_news(link_key(candidate), candidate.score)

    def _scored(self, candidate: Candidate, shared: list[int]) -> Candidate:
        """Return a link with its corrected score, and remember its features until it is visited."""
        if not candidate.score:  # it will not be followed
            return candidate
        given, link = log_odds(candidate.score), candidate.link
        subsite = self._subsites.of(link.url)
        features = [
            *shared,
            *link_features(link, given, self._record(link.url)),
            *site_features(subsite, visited=self._subsites.is_visited(subsite)),
        ]
        experts = candidate.experts if self._learning.trust else ()
        if experts:
            self.model.mixture.meet(experts)
        trusted = self._learning.trust * given
        odds = best = self._odds_of(trusted, features, subsite, experts)
        before = self._waiting.get(candidate.id)
        if before:
            best = max(odds, before.odds)
        if before is None or self._odds(before) < odds:  # it waits with the best it was found with
            self._waiting[candidate.id] = LinkMemory(trusted, features, subsite, best, experts)
        return Candidate(candidate.id, probability(odds), link, candidate.experts)

    def _odds(self, memory: LinkMemory) -> float:
        """Return the log-odds of a waiting link now."""
        return self._odds_of(memory.given, memory.features, memory.subsite, memory.experts)

    def _odds_of(
        self, given: float, features: list[int], subsite: str, experts: tuple[float, ...]
    ) -> float:
        visited = self._subsites.is_visited(subsite)
        given += self.model.mixture.correction(experts)
        return given + self._correction(features) + self._visited_subsite * visited

    def _correction(self, features: Sequence[int]) -> float:
        """Return the log-odds the model adds, weighted by how much it has learned."""
        odds, lessons = self.model.log_odds_above_mean(features), self.model.lessons
        weight = lessons / (lessons + self._learning.caution)
        return max(-_MAX_CORRECTION, min(_MAX_CORRECTION, weight * odds))

    def _learn(self, page: Link, visit: Visit, scores: Sequence[float]) -> None:
        """Teach the worth of the link to a page: that of the page itself, or of the best links on it."""
        worth = self._scale.of(visit.score.value if visit.score else 0.0)
        self._count(page.url, worth)
        ahead = AHEAD_SHARE * sum(nlargest(BEST_LINKS, scores)) / BEST_LINKS
        self._teach(page.url, max(worth, ahead))

    def hear(self, url: str, score: float) -> None:
        """Learn from a page that another crawl has judged, if a link to it was found here."""
        self._subsites.visit(url)
        worth = self._scale.of(score)
        self._count(url, worth)
        self._teach(url, worth)

    def _teach(self, url: str, target: float) -> None:
        memory = self._waiting.pop(url_id(url), None)
        if memory and self._how != "frozen":
            mixture = self.model.mixture
            mixture.learn(memory.experts, memory.given, target)
            given = memory.given + mixture.correction(memory.experts)
            self.model.learn(memory.features, given, target)
        forget(self._waiting, self._remembered)

    def _record(self, url: str) -> str:
        """Return the record of a link's host as a coarse feature."""
        visits, mean = self._records.get(host_of(url), (0, 0.0))
        return f"{min(visits, 3)} {min(int(6 * mean), 5)}" if visits else "new"

    def _count(self, url: str, worth: float) -> None:
        host = host_of(url)
        # Popped and added again at the end, so that ``forget`` drops idle hosts first.
        visits, mean = self._records.pop(host, (0, 0.0))
        self._records[host] = visits + 1, mean + (worth - mean) / min(visits + 1, 20)
        forget(self._records, self._remembered)


class Scale:
    """Rates scores against those of recent pages, because measures differ in what they give a good page."""

    def __init__(self) -> None:
        self._recent: deque[float] = deque()
        self._sorted: list[float] = []

    def of(self, score: float) -> float:
        """Return a score as a share of a good score, at most 1, and take it into account."""
        self._recent.append(score)
        insort(self._sorted, score)
        if len(self._recent) > _RECENT_SCORES:
            del self._sorted[bisect_left(self._sorted, self._recent.popleft())]
        good = max(self._sorted[int(_GOOD_QUANTILE * (len(self._sorted) - 1))], _LEAST_GOOD_SCORE)
        return min(1.0, score / good)


def learned_order(
    state: str, learning: Learning, *, spread: bool, how: str = "online"
) -> LearnedOrder:
    """Return a learning order that goes on from a saved link model, if there is one; raise ValueError."""
    model = LinkModel.from_text(state) if state else LinkModel()
    return LearnedOrder(model, learning, spread=spread, how=how)
