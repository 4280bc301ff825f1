"""The budget of requests a day: never more than that in any 24 hours, and spread over them."""

from __future__ import annotations

from tidings.model import RequestsLeft, Waiting


class Allowance:
    """Counts the requests of a crawl: each takes one out of a bucket that fills steadily."""

    def __init__(self, per_day: int, state: str = "") -> None:
        """Begin with a full bucket, or where an earlier run stopped; without a budget, everything is allowed."""
        self.per_day = per_day
        self._bucket = RequestsLeft.from_text(per_day, state)
        self.is_noted = False
        """Whether its state is stored."""

    def to_text(self) -> str:
        """Return its state."""
        return self._bucket.to_text()

    def has(self, now: float) -> bool:
        """Return whether one more request is allowed."""
        if not self.per_day:
            return True
        self._bucket = self._bucket.filled(now)
        return self._bucket.left >= 1.0

    def counted(self, waiting: Waiting | None) -> Waiting | None:
        """Count the request for a link, if there is one, and return the link."""
        if waiting and self.per_day:
            self._bucket = self._bucket.less(1)
            self.is_noted = False
        return waiting


class Portion(Allowance):
    """The requests that a crawl may make of a budget of several crawls, until it hears of the others again."""

    def __init__(self, per_day: int) -> None:
        """Begin with nothing."""
        super().__init__(per_day)
        self.is_noted = True
        self._left = self._made = 0

    def has(self, now: float) -> bool:
        """Return whether one more request is allowed."""
        return self._left > 0 or not self.per_day

    def counted(self, waiting: Waiting | None) -> Waiting | None:
        """Count the request for a link, if there is one, and return the link."""
        if waiting and self.per_day:
            self._left -= 1
            self._made += 1
        return waiting

    def handed_over(self) -> int:
        """Give back what is left, and return the requests made since the last time."""
        made, self._made, self._left = self._made, 0, 0
        return made

    def receive(self, requests: int) -> None:
        """Allow some requests."""
        self._left += requests
