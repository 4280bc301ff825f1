"""The orders that learn: each page that was judged teaches what lies behind links like the one that led to it."""

from __future__ import annotations

from array import array
from bisect import bisect_left, insort
from collections import deque
from collections.abc import Iterable, Sequence
from heapq import nlargest
from typing import NamedTuple

from tidings.frontier.order.policies import LEARNING, POLICIES
from tidings.frontier.order.sites import Sites
from tidings.frontier.seen import forget
from tidings.learn.link_model import LinkModel, bucket, link_features, page_features, site_features
from tidings.model import Candidate, Genre, Judged, Link
from tidings.odds import log_odds, probability
from tidings.ports import Policy
from tidings.settings import OrderSettings
from tidings.urls import host_of, url_id

_TRUST = {"auto": 1.0, "link-model": 0.0}
"""How much the score that a link comes with counts, by the name of the order."""
LINK_MODEL = "link model"
"""The fact of a collection that holds what was learned about links."""
REMEMBERED = 50_000
"""Waiting links whose features are remembered until they are visited: about 20 MB; older ones teach nothing."""
HOSTS = 50_000
"""Hosts whose record is remembered."""
AHEAD, BEST = 0.7, 3
"""What lies behind a page counts for the link to it: the mean of its best new links, a little less for being further."""
_CAUTION = {"auto": 200, "link-model": 20}
"""Lessons after which half of what was learned is believed: more where there is something else to believe."""
_MOST = 2.0
"""Log-odds that learning may take from the score of a link, or give to it."""
_KNOWN = -1.0
"""Log-odds for one more page of a site within a site when pages of a kind are sought: a home or a course has one or
two of them, and the rest of it reads alike. Reports of an event pile up in one section, and lose nothing."""
_LESS = 0.1
"""Log-odds that a link must have lost while it waited to wait again."""
_SPREAD = 0x9E3779B1
"""Gives what is remembered of a link at each depth a place of its own."""
_PROBES = 32
_LATELY = 500
"""Pages that say what a good score is."""
_GOOD = 0.95
_LEAST = 0.05


class Promise(NamedTuple):
    """What is remembered of a waiting link, to say anew what it promises."""

    given: float
    """The log-odds it came with, as far as they are trusted."""
    features: list[int]
    site: str
    odds: float = 0.0
    """What it promised when it was last looked at."""


class LearnedOrder:
    """A policy that corrects the scores of links by what the links visited before were worth."""

    def __init__(self, model: LinkModel, policy: str = "auto", *, spread: bool = False) -> None:
        self.model = model
        self._known = _KNOWN if spread else 0.0
        self._trust, self._caution = _TRUST[policy], _CAUTION[policy]
        self._met = Met()
        self._waiting: dict[int, Promise] = {}
        self._records: dict[str, tuple[int, float]] = {}
        self._sites = Sites()
        self._scale = Scale()

    def recall(self, followed: Iterable[str], visited: Iterable[tuple[str, float]]) -> None:
        """Learn again of an earlier run which addresses there are, and which pages were visited, with their scores."""
        for url in followed:
            self._sites.meet(url)
        for url, score in visited:
            self._sites.visit(url)
            self._count(url, self._scale.of(score))

    def children(self, page: Link, judged: Judged) -> Sequence[Candidate]:
        """Return the links of a page that are news with what they promise, and learn from the page."""
        if judged.redirect:
            self._pass_on(page.url, judged.redirect)
            return []
        self._sites.visit(page.url)
        shared = [*page_features(judged.score), bucket(f"from {judged.url}")]
        news = [each for each in judged.links if self._is_news(each)]
        for each in news:
            if each.score:
                self._sites.meet(each.link.url)
        links = [self._promise(each, shared) for each in news]
        self._learn(page, judged, [link.score for link in links])
        return links

    def _pass_on(self, url: str, target: str) -> None:
        """Let what a redirect leads to be what the link was followed for."""
        if known := self._waiting.pop(url_id(url), None):
            self._waiting.setdefault(url_id(target), known)

    def siblings(self, page: Link, judged: Judged) -> float | None:
        """Leave what waits beside a page as it is until its turn comes; what the page taught counts then."""
        return None

    def again(self, candidate: Candidate) -> float:
        """Return what a link promises by what was learned while it waited, if that is clearly less."""
        known = self._waiting.get(candidate.id)
        if known is None:
            return candidate.score
        odds = self._odds(known)
        if odds >= known.odds - _LESS:
            return candidate.score
        self._waiting[candidate.id] = known._replace(odds=odds)
        lost = known.odds - odds  # what people judged meanwhile moved the score too, and stays
        return probability(log_odds(candidate.score) - lost)

    def forget_met(self) -> None:
        """Let all links be news again: those that wait were moved, and may be found in a better place."""
        self._met = Met()

    def _is_news(self, candidate: Candidate) -> bool:
        """Tell whether a link comes for the first time from so deep, or with a better score than before, or is not to be followed.

        Workers tell of no others, so that with any number of them the same links are scored at the same time.
        """
        if not candidate.score:  # not worth remembering: most lead away to addresses of their own
            return True
        link = candidate.link
        key = candidate.id ^ _SPREAD * (2 * link.depth + (link.origin != "link"))
        return self._met.is_news(key, candidate.score)

    def _promise(self, candidate: Candidate, shared: list[int]) -> Candidate:
        if not candidate.score:  # it will not be followed
            return candidate
        odds, link = log_odds(candidate.score), candidate.link
        site = self._sites.of(link.url)
        features = [
            *shared,
            *link_features(link, odds, self._record(link.url)),
            *site_features(site, known=self._sites.is_known(site)),
        ]
        known = Promise(self._trust * odds, features, site)
        promised = self._odds(known)
        before = self._waiting.get(candidate.id)
        if before is None:
            self._waiting[candidate.id] = known._replace(odds=promised)
        elif self._odds(before) < promised:  # it waits with the best score it was ever found with
            self._waiting[candidate.id] = known._replace(odds=max(promised, before.odds))
        return candidate._replace(score=probability(promised))

    def _odds(self, link: Promise) -> float:
        """Return what a link promises now."""
        known = self._sites.is_known(link.site)
        return link.given + self._learned(link.features) + self._known * known

    def _learned(self, features: Sequence[int]) -> float:
        """Return what the model says, the less the less it has learned."""
        said = self.model.beyond_usual(features)
        belief = self.model.lessons / (self.model.lessons + self._caution)
        return max(-_MOST, min(_MOST, belief * said))

    def _learn(self, page: Link, judged: Judged, promised: Sequence[float]) -> None:
        """Teach what the link to a page was worth: the page itself, or what its best links promise."""
        worth = self._scale.of(judged.score.value if judged.score else 0.0)
        self._count(page.url, worth)
        known = self._waiting.pop(url_id(page.url), None)
        if known:
            ahead = AHEAD * sum(nlargest(BEST, promised)) / BEST
            self.model.learn(known.features, known.given, max(worth, ahead))
        forget(self._waiting, REMEMBERED)

    def _record(self, url: str) -> str:
        """Return how the host of a link did so far, in few words."""
        visits, mean = self._records.get(host_of(url), (0, 0.0))
        return f"{min(visits, 3)} {min(int(6 * mean), 5)}" if visits else "new"

    def _count(self, url: str, worth: float) -> None:
        host = host_of(url)
        visits, mean = self._records.pop(host, (0, 0.0))
        self._records[host] = visits + 1, mean + (worth - mean) / min(visits + 1, 20)
        forget(self._records, HOSTS)


class Met:
    """Remembers links and their best scores; forgets none before half a million are met, sixteen bytes each.

    That is why it is no ``SeenCache``: a link that was forgotten would be scored anew, by what is known by then.
    """

    def __init__(self, slots_log2: int = 20) -> None:
        self._mask = (1 << slots_log2) - 1
        self._keys = array("q", bytes(8 << slots_log2))
        self._scores = array("d", bytes(8 << slots_log2))

    def is_news(self, key: int, score: float) -> bool:
        """Tell whether a link was not met with at least this score, and take note of it."""
        keys, slot = self._keys, key & self._mask
        for _ in range(_PROBES):
            if keys[slot] == key:
                if self._scores[slot] >= score:
                    return False
                break
            if not keys[slot]:
                break
            slot = (slot + 1) & self._mask
        keys[slot], self._scores[slot] = key, score
        return True


class Scale:
    """Tells how good a score is among those of late: measures differ in what they give a good page."""

    def __init__(self) -> None:
        self._lately: deque[float] = deque()
        self._sorted: list[float] = []

    def of(self, score: float) -> float:
        """Return a score as a share of a good one, and take note of it."""
        self._lately.append(score)
        insort(self._sorted, score)
        if len(self._lately) > _LATELY:
            del self._sorted[bisect_left(self._sorted, self._lately.popleft())]
        good = max(self._sorted[int(_GOOD * (len(self._sorted) - 1))], _LEAST)
        return min(1.0, score / good)


_NO_GENRE = Genre()


def order_of(order: OrderSettings, learned: str = "", genre: Genre = _NO_GENRE) -> Policy:
    """Return the policy that the settings of a crawl name, with what it learned before; raise ValueError."""
    if order.policy not in LEARNING:
        return POLICIES[order.policy](order)
    model = LinkModel.from_text(learned) if learned else LinkModel()
    return LearnedOrder(model, order.policy, spread=any(genre))
