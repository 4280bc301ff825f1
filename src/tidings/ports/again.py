"""The seam of a store for pages that come back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from tidings.model import Pass, Totals, Tracked


class TrackedPages(Protocol):
    """What is remembered of pages that come back."""

    def load(self, link: int) -> Tracked | None:
        """Return what is remembered of a page, None for nothing."""

    def save(self, page: Tracked) -> None:
        """Remember a page."""

    def activate(self) -> None:
        """Let every finished page with a rhythm come back at its moment, unless it is due already."""

    def replan(self, factor: float, least: float, most: float) -> None:
        """Move the next visits: each rhythm is multiplied by a factor, within limits."""

    def visits_per_second(self) -> float:
        """Return the visits that all rhythms together ask for."""

    def schedule_all(self, due_at: float) -> int:
        """Let every page that was read come back at a moment; return how many there are."""

    def kept(self, since: float = 0.0) -> Iterator[tuple[int, float | None]]:
        """Yield the id of every kept page and when it was published, None if that is not known.

        With ``since``, only pages whose current visit was entered since that moment.
        """

    def edges(self) -> Iterator[tuple[int, bytes]]:
        """Yield the number of every link that was read, and the ids of the links on it when it was read last."""

    def lists(self, since: float) -> Iterator[tuple[int, bytes]]:
        """Yield the same of pages without a date of publication that were read since a moment: lists, not articles."""

    def known(self, ids: Iterable[int]) -> Sequence[int]:
        """Return the numbers of those links that were found."""

    def found_on(self, link: int, change: Callable[[int, bool], None]) -> None:
        """Call ``change`` with number and whether it is finished of the visited page that a link was found on.

        If another crawl may have visited it, that happens with the next commit.
        """

    def join(self, what: str, now: float, before: Totals) -> Pass:
        """Begin a pass over pages that come back, or take part in one that other crawls have begun; return it."""

    def planning(self, fact: str) -> AbstractContextManager[bool]:
        """Plan for all crawls, all or nothing; a fact says that it was done, False that another crawl was first."""
