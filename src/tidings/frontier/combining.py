"""Lets links rise that several pages link to (Gossen, Demidova and Risse, 2015); it knows scores, but no hosts."""

from __future__ import annotations

from array import array

from tidings.frontier.seen import SeenCache, forget
from tidings.model import Visit
from tidings.ports import LinkStore

MAX_SETTLED = 200_000
"""Links remembered as risen for good: about 20 MB."""
WEAK = 0.05
"""Link scores under this are not combined: they would change the order by less than a hundredth."""


class Combining:
    """Combines the scores that several pages give to one waiting link."""

    def __init__(self, links: LinkStore) -> None:
        self._links = links
        self._settled: dict[int, None] = {}
        """Links that no further page can raise, so that the store need not be asked about them again."""

    def found_again(self, visit: Visit, seen: SeenCache) -> list[tuple[int, float]]:
        """Return the waiting links that a page links to once more, each with the lower of its two scores."""
        if not visit.edge_scores:
            return []
        again = []
        for id_, score in zip(array("q", visit.edges), array("f", visit.edge_scores), strict=True):
            if score >= WEAK and id_ not in self._settled:
                waiting = seen.score(id_)
                if waiting is not None and WEAK <= waiting <= 1.0:
                    again.append((id_, min(score, waiting)))
        return again

    def combine(self, id_: int, score: float) -> tuple[int, int, float] | None:
        """Raise a waiting link; return its number, its host and its new score, None if it cannot rise."""
        combined = self._links.combine(id_, score)
        if combined is None:
            self._settled[id_] = None
            forget(self._settled, MAX_SETTLED)
        return combined
