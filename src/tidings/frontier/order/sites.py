"""Sites within a site: homes, blogs or sections that a host keeps side by side, told by its addresses alone."""

from __future__ import annotations

from collections.abc import Iterator

from tidings.frontier.seen import forget

_WIDE = 10
"""Directories side by side from which on each is a site of its own."""
_DEEPEST, _LONGEST = 8, 300
"""Directories of an address that are looked at, and characters of these: more are traps or data."""
_REMEMBERED = 20_000
"""Directories of which it is known what lies in them, and sites that were visited; the oldest are forgotten."""


class Sites:
    """Learns from the addresses it meets where hosts branch widely, and remembers which branches were visited."""

    def __init__(self) -> None:
        self._steps: dict[str, set[str]] = {}
        """What lies side by side in each directory, while that is little."""
        self._wide: dict[str, None] = {}
        self._visited: dict[str, None] = {}

    def meet(self, url: str) -> None:
        """Take note of the directories an address lies in, down to the first that branches widely."""
        for directory, step in _levels(url):
            if directory in self._wide:
                return
            steps = self._steps.setdefault(directory, set())
            steps.add(step)
            if len(steps) >= _WIDE:
                del self._steps[directory]
                self._wide[directory] = None
                forget(self._wide, _REMEMBERED)
        forget(self._steps, _REMEMBERED)

    def of(self, url: str) -> str:
        """Return the site within its host that an address belongs to, empty if it belongs to none."""
        for directory, step in _levels(url):
            if directory in self._wide:
                return f"{directory}/{step}"
        return ""

    def visit(self, url: str) -> None:
        """Take note that a page was visited."""
        if site := self.of(url):
            self._visited[site] = None
            forget(self._visited, _REMEMBERED)

    def is_known(self, site: str) -> bool:
        """Tell whether a page of a site was visited."""
        return site in self._visited


def _levels(url: str) -> Iterator[tuple[str, str]]:
    """Yield each directory of an address with the step taken in it; a last step with a dot is a file."""
    directory, _, path = url.partition("//")[2].partition("?")[0].partition("/")
    *steps, last = path[:_LONGEST].split("/", _DEEPEST)
    for step in steps:
        yield directory, step
        directory = f"{directory}/{step}"
    if last and "." not in last and "/" not in last:
        yield directory, last
