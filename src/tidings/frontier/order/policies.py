"""What the score of a judged page does to waiting links: to its own, and to those found beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tidings.model import Candidate, Judged, Link
from tidings.ports import Policy
from tidings.settings import OrderSettings


class AsScored:
    """Lets every link wait with the score it was given when its page was judged."""

    def children(self, page: Link, judged: Judged) -> Sequence[Candidate]:
        """Return the links of a page as they are."""
        return judged.links

    def siblings(self, page: Link, judged: Judged) -> float | None:
        """Leave what waits beside a page alone."""
        return None

    def again(self, candidate: Candidate) -> float:
        """Return the score a link waits with."""
        return candidate.score


@dataclass(frozen=True, slots=True)
class PassedOn:
    """Lets links wait at 0 until a page passes its score on: to its children, its siblings or both (de Assis, 2008).

    A seed passes nothing on: it was given, not found, and seldom is about the event itself.
    """

    to_children: bool = False
    to_siblings: bool = False
    least: float = 0.0
    """A page with a lower score passes nothing on."""

    def children(self, page: Link, judged: Judged) -> Sequence[Candidate]:
        """Return the links of a page with its score, or with 0."""
        passed = self._passed_on(page, judged) if self.to_children else None
        return [candidate._replace(score=passed or 0.0) for candidate in judged.links]

    def siblings(self, page: Link, judged: Judged) -> float | None:
        """Return the score of the page: what waits beside it gets it even if it sinks by that.

        The thesis *changes* the scores to the new one; a list whose last page was poor is left for another.
        """
        return self._passed_on(page, judged) if self.to_siblings else None

    def again(self, candidate: Candidate) -> float:
        """Return the score a link waits with."""
        return candidate.score

    def _passed_on(self, page: Link, judged: Judged) -> float | None:
        if page.depth == 0 or judged.score is None or judged.score.value < self.least:
            return None
        return judged.score.value


POLICIES: dict[str, Callable[[OrderSettings], Policy]] = {
    "best-first": lambda order: AsScored(),
    "breadth-first": lambda order: AsScored(),
    "PS": lambda order: PassedOn(to_children=True),
    "FS-1": lambda order: PassedOn(to_siblings=True),
    "FS-2": lambda order: PassedOn(to_siblings=True, least=order.change_threshold),
    "PFS-1": lambda order: PassedOn(to_children=True, to_siblings=True),
    "PFS-2": lambda order: PassedOn(
        to_children=True, to_siblings=True, least=order.change_threshold
    ),
}
"""How waiting links are ordered, by ``order.policy``, if nothing is learned."""

LEARNING = ("auto", "link-model")
"""Policies that learn, above this."""


def keeps_scores(order: OrderSettings) -> bool:
    """Tell whether links wait with the scores their pages gave them, so that only a higher one is news."""
    return order.policy in LEARNING or isinstance(POLICIES[order.policy](order), AsScored)


def check_order(order: OrderSettings) -> None:
    """Refuse a least score under which nothing could be followed, with a ValueError."""
    if order.min_score and not keeps_scores(order):
        raise ValueError(
            f"found {order.min_score:g}; allowed: 0, because links begin at 0 under {order.policy}"
        )
