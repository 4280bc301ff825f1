"""The limits that a benchmark must meet."""

from __future__ import annotations

from typing import NamedTuple


class Floor(NamedTuple):
    """A figure and its limit."""

    name: str
    value: float
    limit: float
    unit: str
    at_most: bool = False

    @property
    def holds(self) -> bool:
        """Return whether the figure is good enough."""
        return self.value < self.limit if self.at_most else self.value >= self.limit

    def __str__(self) -> str:
        sign = "<" if self.at_most else ">="
        verdict = "ok" if self.holds else "MISSED"
        value = f"{self.value:8.{2 if self.limit < 2 else 1}f}{self.unit:<6}"
        return f"  {self.name:<52} {value} {sign} {self.limit:g}{self.unit:<6} {verdict}"
