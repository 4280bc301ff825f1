"""Subsites: personal home pages, blogs or sections that a host keeps side by side, recognised by URLs alone."""

from __future__ import annotations

from collections.abc import Iterator

from tidings.frontier.seen import forget

_WIDE = 10
"""Steps in one directory from which on each of them is a subsite."""
_MAX_STEPS, _MAX_PATH = 8, 300
"""Steps and characters of a path that are looked at; longer paths are traps or data."""
_MAX_REMEMBERED = 20_000
"""Directories, wide directories and visited subsites that are remembered; the oldest are forgotten."""


class Subsites:
    """Learns from the URLs it meets in which directories a host branches widely, and which branches were visited."""

    def __init__(self, limit: int = _MAX_REMEMBERED) -> None:
        self._limit = limit
        self._steps: dict[str, set[str]] = {}
        """The steps found in each directory, until there are enough for a wide one."""
        self._wide: dict[str, None] = {}
        self._visited: dict[str, None] = {}

    def meet(self, url: str) -> None:
        """Note the steps of a URL, down to the first wide directory."""
        for directory, step in _levels(url):
            if directory in self._wide:
                return
            steps = self._steps.setdefault(directory, set())
            steps.add(step)
            if len(steps) >= _WIDE:
                del self._steps[directory]
                self._wide[directory] = None
                forget(self._wide, self._limit)
        forget(self._steps, self._limit)

    def of(self, url: str) -> str:
        """Return the subsite of a URL, empty if it is in none."""
        for directory, step in _levels(url):
            if directory in self._wide:
                return f"{directory}/{step}"
        return ""

    def visit(self, url: str) -> None:
        """Note that a page was visited."""
        if subsite := self.of(url):
            self._visited[subsite] = None
            forget(self._visited, self._limit)

    def is_visited(self, subsite: str) -> bool:
        """Return whether a page of a subsite was visited."""
        return subsite in self._visited


def _levels(url: str) -> Iterator[tuple[str, str]]:
    """Yield each directory of a URL with the step that follows it; a last step with a dot is a file."""
    directory, _, path = url.partition("//")[2].partition("?")[0].partition("/")
    *steps, last = path[:_MAX_PATH].split("/", _MAX_STEPS)
    for step in steps:
        yield directory, step
        directory = f"{directory}/{step}"
    if last and "." not in last and "/" not in last:
        yield directory, last
