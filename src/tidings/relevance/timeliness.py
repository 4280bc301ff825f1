"""How well the days of a page fit the event: when it was published, and whether it speaks of the event's own days."""

from __future__ import annotations

import math
from datetime import timedelta

from tidings.model import Dating, Evidence, Page, TimeSpan
from tidings.relevance.likeness import Judged
from tidings.relevance.mentions import EventDays

_AFTER, _BEFORE = 0.7, 1.5
"""How steeply likelihood falls with the days after and before the event, as a power of them: the talk about an event
dies away fast and never ends, and hardly begins before it."""
_SILENT = 3.4
"""Log-odds against a page that does not speak of the event's day; all three fitted to news articles."""
_UNKNOWN = 14.0
"""Days from the event that an undated page is taken to be."""
_UNTOLD = 0.5
"""What silence counts in an undated page, of which nobody knows what it means by Tuesday."""
_FAR = 8.0
"""The log-odds against a page at which its part in the explanation is 0."""
_DAY = timedelta(days=1)
_WEEK = timedelta(days=7)


class DayCloseness:
    """Compares the publication and the days a page speaks of with the days of the event.

    Its ``breadth`` is 1 for a day, more for longer events, whose days say less: nearly all is of some day of a year.
    """

    def __init__(self, when: TimeSpan) -> None:
        self._when = when
        self.breadth = 1.0 + math.log(max(1.0, (when.end - when.start) / _DAY))
        self._long = when.end - when.start > _WEEK
        self._scale = math.sqrt(1.0 + when.cooldown / _DAY)
        self._silent = _SILENT / self.breadth
        self._own = EventDays(when)

    def judge(self, page: Page, *, look: bool) -> Judged:
        """Return how well the days fit; the text is searched only if it is worth a ``look``."""
        published = page.published
        odds, evidence = self._published(published) if published else self._undated()
        if not self._goes_without_saying(published):
            moment = published.moment if published else None
            day = self._own.mentioned(page.text, page.language, moment) if look else None
            if day is None:
                odds -= self._silent if published else self._silent * _UNTOLD
            else:
                evidence = (*evidence, Evidence("date", f"speaks of {day.day} {day:%B %Y}", 1.0))
        return Judged(max(0.0, 1.0 + odds / _FAR), odds, evidence)

    def _goes_without_saying(self, published: Dating | None) -> bool:
        """Tell whether a page is of the time of an event that lasts for weeks."""
        return (
            published is not None
            and self._long
            and self._when.start <= published.moment <= self._when.end
        )

    def _undated(self) -> tuple[float, tuple[Evidence, ...]]:
        return -_AFTER * math.log1p(_UNKNOWN / self._scale), (Evidence("date", "undated", 0.0),)

    def _published(self, published: Dating) -> tuple[float, tuple[Evidence, ...]]:
        moment, when = published.moment, self._when
        before, after = (when.start - when.lead - moment) / _DAY, (moment - when.end) / _DAY
        if published.precision == "month":
            before -= 31.0  # any day of it
        odds, note = 0.0, "on the day"
        if before > 0:
            odds, note = -_BEFORE * math.log1p(before), _days(before, "before")
        elif after > 0:
            odds, note = -_AFTER * math.log1p(after / self._scale), _days(after, "after")
        note = f"{note}, read from {published.source}"
        return odds, (Evidence("date", f"{moment:%Y-%m-%d}", max(0.0, 1.0 + odds / _FAR), note),)


def _days(distance: float, side: str) -> str:
    days = math.ceil(distance)
    return f"{days} day{'s' if days > 1 else ''} {side}"
