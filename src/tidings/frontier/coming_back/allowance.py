"""The budget of requests a day: never more than that in any 24 hours, and spread over them."""

from __future__ import annotations

from tidings.model import Waiting

_DAY = 86_400.0
_BURST = 8
"""An eighth of the budget, three hours of it, may be used at once."""


class Allowance:
    """A bucket that fills steadily; a request takes one out.

    What it holds and what flows in during 24 hours is together less than one request above the budget, so no 24 hours
    can bring more.
    """

    def __init__(self, per_day: int, state: str = "") -> None:
        """Begin with a full bucket, or where an earlier run stopped; without a budget, everything is allowed."""
        self.per_day = per_day
        self._most = max(1.0, per_day / _BURST)
        self._flow = max(per_day - self._most, 0.5) / _DAY
        self._left, self._at = self._most, 0.0
        self.is_noted = False
        """Whether its state is stored."""
        if state:
            left, at, before = (float(word) for word in state.split())
            self._left, self._at = (left if before == per_day else min(left, self._most)), at

    def to_text(self) -> str:
        """Return its state."""
        return f"{self._left!r} {self._at!r} {self.per_day}"

    def has(self, now: float) -> bool:
        """Return whether one more request is allowed."""
        if not self.per_day:
            return True
        if now > self._at:
            flowed = (now - self._at) * self._flow if self._at else 0.0
            self._left, self._at = min(self._most, self._left + flowed), now
        return self._left >= 1.0

    def counted(self, waiting: Waiting | None) -> Waiting | None:
        """Count the request for a link, if there is one, and return the link."""
        if waiting and self.per_day:
            self._left -= 1.0
            self.is_noted = False
        return waiting
