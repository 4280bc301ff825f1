"""Check the place names that a person wrote: which place each stands for, which others it may mean, what was meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher
from heapq import nlargest
from typing import NamedTuple

from tidings.model import Place
from tidings.read.places.find import Finder
from tidings.read.places.geonames import gazetteer

_ALIKE = 0.84
"""Ratio of common letters from which a name is proposed: "Phillipines" has 0.91, "Sprigfield" 0.95."""
_LENGTHS = 2
"""Letters by which a proposed name may be longer or shorter."""
_PROPOSED = 3
"""Names proposed at most."""


class CheckedName(NamedTuple):
    """A name, the place it was taken for, and what else it may mean."""

    name: str
    place: Place
    others: tuple[Place, ...] = ()
    """Other places of that name. Pages about another large city count as well, those about another region do not."""
    similar: tuple[str, ...] = ()
    """Known names that are spelled alike, for an unknown name."""

    @property
    def is_known(self) -> bool:
        """Return whether the gazetteer has the name."""
        return self.place.latitude is not None


def check_names(names: Iterable[str]) -> list[CheckedName]:
    """Return each name with what it was taken for; names settle each other, as Spain settles Valencia."""
    finder = Finder(names)
    rivals = finder.rivals()
    return [
        CheckedName(
            name,
            place,
            tuple(rivals.get(name, ())),
            () if place.latitude is not None else similar(name),
        )
        for name, place in finder.places().items()
    ]


def similar(name: str) -> tuple[str, ...]:
    """Return known names of places that are spelled nearly like one, the likeliest first."""
    matcher = SequenceMatcher(b=name.casefold(), autojunk=False)
    ratios: dict[str, tuple[float, float]] = {}
    for known, rank in gazetteer().ranked_names():
        if known[:1].casefold() != name[:1].casefold() or abs(len(known) - len(name)) > _LENGTHS:
            continue
        matcher.set_seq1(known.casefold())
        if matcher.quick_ratio() >= _ALIKE and (ratio := matcher.ratio()) >= _ALIKE:
            ratios[known] = max((ratio, rank), ratios.get(known, (0.0, 0.0)))
    return tuple(nlargest(_PROPOSED, ratios, key=lambda known: _likely(*ratios[known])))


def _likely(ratio: float, rank: float) -> float:
    """Return how likely a name was meant: a large place may be spelled a little less alike."""
    return ratio + rank / 50
