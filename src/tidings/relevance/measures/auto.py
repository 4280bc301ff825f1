"""The auto measure: the probability that a page is about the event, from its words, places and days together.

Each aspect adds log-odds, so strong words can make up for a missing place, and no single aspect is required. An aspect
that the event does not have adds nothing. If a kind of page is sought, its terms count in addition.
"""

from __future__ import annotations

import math

from tidings.model import LOG_ODDS, EventModel, Evidence, Page, Score
from tidings.odds import probability
from tidings.relevance.aspects.closeness import PlaceCloseness
from tidings.relevance.aspects.kind import Kind, KindLikeness
from tidings.relevance.aspects.likeness import WordLikeness
from tidings.relevance.aspects.names import SharedNames
from tidings.relevance.aspects.timeliness import DayCloseness
from tidings.relevance.measures.event import considered
from tidings.relevance.weights import AUTO, AutoWeights
from tidings.settings import RelevanceSettings

_BREAKS_OFF = ("...", "\u2026")
"""How a teaser ends."""
_NO_KIND = Kind({}, {}, ())


class AutoRelevance:
    """Judges a page by the summed log-odds of its words, places and days."""

    def __init__(
        self, model: EventModel, settings: RelevanceSettings, weights: AutoWeights = AUTO
    ) -> None:
        model = considered(model, settings)
        is_given = {name: name not in model.derived for name in ("places", "when")}
        trust = {name: model.trust(name) for name in is_given}
        self._days = (
            DayCloseness(model.when, weights, given=is_given["when"], trust=trust["when"])
            if model.when and trust["when"]
            else None
        )
        breadth = self._days.breadth if self._days else 1.0
        self._places = (
            PlaceCloseness(
                model.places, breadth, weights, given=is_given["places"], trust=trust["places"]
            )
            if model.places and trust["places"]
            else None
        )
        self._words = WordLikeness(model, breadth, weights)
        self._names = SharedNames(model.vocabulary, breadth, weights)
        self._sections, self._section_gain = model.sections, weights.section_gain
        self._kind = KindLikeness(model, settings, weights) if any(model.genre) else None
        self._is_kind_only = self._kind is not None and not (model.places or model.when)
        self._topic_share = weights.kind_only_share if self._is_kind_only else 1.0
        decided = max(
            self._places.share if self._places else 0.0, trust["when"] if self._days else 0.0
        )
        self._base = weights.base + weights.breadth_penalty * (1.0 - breadth)
        if any(model.vocabulary.values()) and not self._kind:
            self._base -= weights.open_penalty * (1.0 - decided)
        self._hopeless, self._list_penalty = weights.hopeless, weights.list_penalty
        self._list_from, self._list_full = weights.list_from, weights.list_full
        others = {"place": self._places, "date": self._days}
        self._nothing = dict.fromkeys([name for name, one in others.items() if one], 0.0)

    def score(self, page: Page) -> Score:
        """Return the probability, with the part and the log-odds of each aspect."""
        likeness, topic, evidence = self._words.judge(page)
        kind = self._kind.judge(page) if self._kind else _NO_KIND
        parts = {"topic": min(1.0, likeness), **kind.parts}
        if topic == -math.inf and not any(kind.parts.values()):
            return Score(0.0, {**parts, **self._nothing}, ())
        log_odds = {"topic": topic + self._base}
        if self._kind:
            topic = self._topic_share * max(log_odds["topic"], self._hopeless)
            log_odds = {"topic": topic, **kind.log_odds}
            evidence = (*evidence, *kind.evidence)
        is_inside = bool(self._sections) and page.url.startswith(self._sections)
        if self._places:
            parts["place"], log_odds["place"], reasons = self._places.judge(page, likeness)
            evidence = (*evidence, *reasons)
        if is_inside:
            log_odds["topic"] += self._section_gain
            below = Evidence("topic", "a reference or a page below one", 1.0, "speaks for it")
            evidence = (below, *evidence)
            if self._places:  # where the reference is
                parts["place"], log_odds["place"] = 1.0, 0.0
        listed = 0.0 if self._kind else self._listed(page)  # a kind that is sought may be a list
        if listed:
            log_odds["topic"] -= self._list_penalty * listed
            evidence = (Evidence("topic", "list of links", listed, "speaks against it"), *evidence)
        # Names and days are searched for in the whole text: only where they could still change the outcome.
        if sum(log_odds.values()) > self._hopeless and not self._is_kind_only:
            names, reasons = self._names.judge(page)
            log_odds["topic"] += names
            evidence = (*reasons, *evidence)
        if self._days:
            search = sum(log_odds.values()) > self._hopeless
            parts["date"], log_odds["date"], reasons = self._days.judge(page, search=search)
            evidence = (*evidence, *reasons)
        sums = [Evidence(LOG_ODDS, aspect, amount) for aspect, amount in log_odds.items()]
        total = sum(log_odds.values())
        of_list = probability(total + self._list_penalty * listed) if listed else None
        return Score(probability(total), parts, (*evidence, *sums), of_list)

    def _listed(self, page: Page) -> float:
        """Return how much a page is a list of links, from 0 to 1: its headlines, and teasers that break off."""
        length = sum([len(link.anchor) for link in page.links if link.in_body])
        if any(mark in page.text for mark in _BREAKS_OFF):
            lines = page.text.splitlines()
            length += sum([len(line) for line in lines if line.rstrip().endswith(_BREAKS_OFF)])
        share = length / (len(page.text) or 1)
        return min(1.0, max(0.0, (share - self._list_from) / (self._list_full - self._list_from)))
