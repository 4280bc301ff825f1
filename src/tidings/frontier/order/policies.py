"""Orders that learn nothing: a judged page may pass its score on to its own links and to sibling links."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tidings.model import Candidate, Link, Visit
from tidings.ports import History


class AsScored:
    """Lets every link wait with the score it was given when its page was judged."""

    def children(self, page: Link, visit: Visit) -> Sequence[Candidate]:
        """Return the links of a page unchanged."""
        return visit.links

    def siblings(self, page: Link, visit: Visit) -> float | None:
        """Leave the scores of sibling links."""
        return None

    def again(self, candidate: Candidate) -> float:
        """Return the score a link waits with."""
        return candidate.score

    def hear(self, url: str, score: float) -> None:
        """Do nothing."""

    def restore(self, history: History) -> None:
        """Do nothing."""

    def state(self) -> str:
        """Return nothing to save."""
        return ""

    def forget(self) -> None:
        """Do nothing."""


@dataclass(frozen=True, slots=True)
class PassedOn:
    """Lets links wait at 0 until a page passes its score on: to its children, its siblings or both (de Assis, 2008).

    A seed has no siblings, so it passes its score on to its children only.
    """

    to_children: bool = False
    to_siblings: bool = False
    least: float = 0.0
    """A page with a lower score passes nothing on."""

    def children(self, page: Link, visit: Visit) -> Sequence[Candidate]:
        """Return the links of a page with its score, or with 0."""
        score = self._passed_on(visit) if self.to_children else None
        return [candidate._replace(score=score or 0.0) for candidate in visit.links]

    def siblings(self, page: Link, visit: Visit) -> float | None:
        """Return the score of the page, which replaces that of its siblings even if they sink.

        The thesis *changes* the scores to the new one: after a poor page, another list is tried.
        """
        return self._passed_on(visit) if self.to_siblings and page.depth else None

    def again(self, candidate: Candidate) -> float:
        """Return the score a link waits with."""
        return candidate.score

    def hear(self, url: str, score: float) -> None:
        """Do nothing."""

    def restore(self, history: History) -> None:
        """Do nothing: scores are passed on once."""

    def state(self) -> str:
        """Return nothing to save."""
        return ""

    def forget(self) -> None:
        """Do nothing."""

    def _passed_on(self, visit: Visit) -> float | None:
        if visit.score is None or visit.score.value < self.least:
            return None
        return visit.score.value
