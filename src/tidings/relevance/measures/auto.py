"""The auto measure: how likely a page is about the event, from its words, its places and its days together.

Each aspect says how much more or less likely it makes the page, as log-odds, and these are summed: strong words
make up for a missing place, and no aspect is needed. An aspect the event lacks says nothing. If a kind of page is
sought, what its terms say comes in addition.
"""

from __future__ import annotations

import math

from tidings.model import EventModel, Evidence, Page, Score
from tidings.odds import probability
from tidings.relevance.aspects.closeness import PlaceCloseness
from tidings.relevance.aspects.kind import Kind, KindLikeness
from tidings.relevance.aspects.likeness import WordLikeness
from tidings.relevance.aspects.names import SharedNames
from tidings.relevance.aspects.timeliness import DayCloseness
from tidings.relevance.explain import ODDS
from tidings.settings import RelevanceSettings

_BASE = 2.1
"""Log-odds of a page like the references, of the event's place and days: calibrated so that ``relevance.threshold``
as it comes, 0.4, keeps the best set (F1) for news articles told from one reference, a town and a day."""
_WIDE = 0.35
"""Log-odds against every page for each unit of breadth: being of the time of a long event says little."""
_HOPELESS = -7.0
"""Under these odds a page is one in a thousand; its text is not searched for the event's names and days."""
_EXAMPLES = 0.25
"""What the words say of a page that is only to be of a kind: the references are examples then, and their names tell nothing."""
_LIST = 3.0
"""Log-odds against a page that is a list of links: it says the words of all reports it leads to and is about none of them."""
_SOME, _MOST = 0.4, 0.8
"""Characters of links in its text, by all of the text, from which on a page begins to be a list, and is one. Of real
articles 4 and 2 of 100 have as much, of the lists of news sites nearly all."""

_NO_KIND = Kind({}, {}, ())


class AutoRelevance:
    """Judges a page by the sum of what its words, places and days say."""

    def __init__(self, model: EventModel, settings: RelevanceSettings) -> None:
        self._days = DayCloseness(model.when) if model.when else None
        breadth = self._days.breadth if self._days else 1.0
        self._places = PlaceCloseness(model.places, breadth) if model.places else None
        self._words = WordLikeness(model, breadth)
        self._names = SharedNames(model.vocabulary, breadth)
        self._base = _BASE + _WIDE * (1.0 - breadth)
        self._kind = KindLikeness(model, settings) if any(model.genre) else None
        self._of_a_kind_only = self._kind is not None and not (model.places or model.when)
        others = {"place": self._places, "date": self._days}
        self._nothing = dict.fromkeys([name for name, one in others.items() if one], 0.0)

    def score(self, page: Page) -> Score:
        """Return the probability, with how far each aspect speaks for the page."""
        alike, odds, evidence = self._words.judge(page)
        kind = self._kind.judge(page) if self._kind else _NO_KIND
        parts = {"topic": min(1.0, alike), **kind.parts}
        if odds == -math.inf and not any(kind.parts.values()):
            return Score(0.0, {**parts, **self._nothing}, ())
        said = {"topic": odds + self._base}
        if self._kind:
            share = _EXAMPLES if self._of_a_kind_only else 1.0
            said = {"topic": share * max(said["topic"], _HOPELESS), **kind.said}
            evidence = (*evidence, *kind.evidence)
        if self._places:
            parts["place"], said["place"], reasons = self._places.judge(page, alike)
            evidence = (*evidence, *reasons)
        if not self._kind and (linked := _linked(page)):  # else a list may be what is sought
            said["topic"] -= _LIST * linked
            evidence = (Evidence("topic", "list of links", linked, "speaks against it"), *evidence)
        if sum(said.values()) > _HOPELESS and not self._of_a_kind_only:
            more, reasons = self._names.judge(page)
            said["topic"] += more
            evidence = (*reasons, *evidence)
        if self._days:
            look = sum(said.values()) > _HOPELESS
            parts["date"], said["date"], reasons = self._days.judge(page, look=look)
            evidence = (*evidence, *reasons)
        told = [Evidence(ODDS, aspect, odds) for aspect, odds in said.items()]
        return Score(probability(sum(said.values())), parts, (*evidence, *told))


def _linked(page: Page) -> float:
    """Return how far a page is a list of links: 0 not at all, 1 wholly."""
    length = sum([len(link.anchor) for link in page.links if link.in_body])
    return min(1.0, max(0.0, (length / (len(page.text) or 1) - _SOME) / (_MOST - _SOME)))
