"""Own fields in memory, for tests and for collections that are not kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any


class MemoryOwnFields:
    """The values of own fields of pages, by URL."""

    def __init__(self) -> None:
        self._values: dict[str, dict[str, Any]] = {}
        self._changed = 0

    def of(self, url: str) -> Mapping[str, Any]:
        """Return the values of a page by field."""
        return dict(self._values.get(url, {}))

    def all(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Yield every page that ever had a value, with its values."""
        yield from ((url, dict(values)) for url, values in sorted(self._values.items()))

    def save(self, changes: Iterable[tuple[str, Mapping[str, Any]]], at: datetime) -> None:
        """Set values of pages; None removes one."""
        for url, values in changes:
            kept = self._values.setdefault(url, {})
            for name, value in values.items():
                self._changed += 1
                kept[name] = value
                if value is None:
                    del kept[name]

    def last_change(self) -> int:
        """Return a number that grows with every change, 0 at the beginning."""
        return self._changed

    def close(self) -> None:
        """Forget nothing."""
