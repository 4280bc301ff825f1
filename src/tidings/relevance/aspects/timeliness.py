"""How well the days of a page fit the event: when it was published, and whether it speaks of the event's own days."""

from __future__ import annotations

import math
from datetime import date, datetime, timedelta

from tidings.model import Dating, Evidence, Page, TimeSpan
from tidings.relevance.aspects.days import EventDays
from tidings.relevance.aspects.likeness import Opinion
from tidings.relevance.aspects.months import EventMonths

_AFTER, _BEFORE = 0.7, 1.5
"""How steeply probability falls with the days after and before the event, as a power of them: the talk about an event
dies away fast and never ends, and hardly begins before it."""
_SILENT, _TOO_SOON = 1.2, 3.4
"""Log-odds against a page that does not speak of the event's day, and against one from before that does not; all four
fitted to news articles."""
_UNKNOWN = 2.0
"""Days after the event that an undated page is taken to be."""
_FAR = 8.0
"""The log-odds against a page at which its part in the explanation is 0."""
_DAY = timedelta(days=1)
_WEEK = timedelta(days=7)


class DayCloseness:
    """Compares the publication and the days a page speaks of with the days of the event.

    The talk about an event dies away, but who speaks of its day speaks of it, however late; who is silent is soon past it,
    later if it names the month.
    Its ``breadth`` is 1 for a day, more for longer events, whose days say less: nearly all is of some day of a year.
    """

    def __init__(self, when: TimeSpan) -> None:
        self._when = when
        self.breadth = 1.0 + math.log(max(1.0, (when.end - when.start) / _DAY))
        self._long = when.end - when.start > _WEEK
        self._scale = math.sqrt(1.0 + when.cooldown / _DAY)
        self._own, self._months = EventDays(when), EventMonths(when)

    def judge(self, page: Page, *, look: bool) -> Opinion:
        """Return how well the days fit; the text is searched only if it is worth a ``look``."""
        published = page.published
        before, after = self._distance(published) if published else (0.0, _UNKNOWN)
        late = _AFTER * math.log1p(after / self._scale)
        odds = -_BEFORE * math.log1p(before) - late
        evidence: tuple[Evidence, ...] = (_evidence(published, before, after, odds),)
        if not self._goes_without_saying(published):
            moment = published.moment if published else None
            if look and (day := self._own.mentioned(page.text, page.language, moment)):
                odds += late / self.breadth
                evidence = (*evidence, Evidence("date", f"speaks of {day.day} {day:%B %Y}", 1.0))
            elif look and after and (day := self._month(page, moment)):
                odds -= _SILENT / self.breadth
                evidence = (*evidence, Evidence("date", f"speaks of {day:%B %Y}", 1.0))
            else:
                odds -= (late + (_TOO_SOON if before else _SILENT)) / self.breadth
        return Opinion(max(0.0, 1.0 + odds / _FAR), odds, evidence)

    def _month(self, page: Page, moment: datetime | None) -> date | None:
        text = f"{page.title}\n{page.text}"
        return self._months.mentioned(text, page.language, moment)

    def _goes_without_saying(self, published: Dating | None) -> bool:
        """Tell whether a page is of the time of an event that lasts for weeks."""
        return (
            published is not None
            and self._long
            and self._when.start <= published.moment <= self._when.end
        )

    def _distance(self, published: Dating) -> tuple[float, float]:
        """Return the days before and after the event; of a month it is any day."""
        moment, when = published.moment, self._when
        before = (when.start - when.lead - moment) / _DAY
        if published.precision == "month":
            before -= 31.0
        return max(0.0, before), 0.0 if before > 0 else max(0.0, (moment - when.end) / _DAY)


def _evidence(published: Dating | None, before: float, after: float, odds: float) -> Evidence:
    if published is None:
        return Evidence("date", "undated", 0.0)
    side = _days(before, "before") if before else _days(after, "after") if after else "on the day"
    amount = max(0.0, 1.0 + odds / _FAR)
    return Evidence(
        "date", f"{published.moment:%Y-%m-%d}", amount, f"{side}, read from {published.evidence}"
    )


def _days(distance: float, side: str) -> str:
    days = math.ceil(distance)
    return f"{days} day{'s' if days > 1 else ''} {side}"
