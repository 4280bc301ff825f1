"""How well a page fits the event's time: its publication date, and whether it mentions the event's days."""

from __future__ import annotations

import math
from datetime import UTC, date, datetime, time, timedelta

from tidings.model import Dating, Evidence, Page, TimeSpan
from tidings.read.dates.in_url import year_in_url
from tidings.relevance.aspects.days import EventDays
from tidings.relevance.aspects.likeness import Opinion
from tidings.relevance.aspects.months import EventMonths
from tidings.relevance.weights import AUTO, AutoWeights

_DAY = timedelta(days=1)
_LENGTHS = {"month": 31.0, "year": 366.0}
"""Days that a date of a coarse precision may mean."""
_FORMS = {"month": "%Y-%m", "year": "%Y"}
"""How a date is written, by its precision."""
_SURE_DATE = 0.9
"""Confidence of a date from which it is taken for certain."""
_SPOKEN = 0.8
"""Confidence in the day of an undated page that is taken from its text; each further day adds to it."""
_FAR_POWER = 1.5
"""Power of the doubt in a day that gives the doubt in its month. Of 487 days of confidence 0.89, 45 were wrong and 18
more than a month off."""


class DayCloseness:
    """Compares a page's publication date and the days it mentions with the days of the event.

    Odds fall with the days since the event, unless the page mentions its day. Naming only the month helps less.
    ``breadth`` is 1 for an event of one day and grows with its length, because the date of a longer event says less.
    """

    def __init__(
        self,
        when: TimeSpan,
        weights: AutoWeights = AUTO,
        *,
        given: bool = True,
        trust: float = 1.0,
    ) -> None:
        """Compare with days that are ``given``, or else on which the references agree, as days of publication."""
        self._when, self._is_given, self._trust = when, given, trust
        lengths = [period.end - period.start for period in when.periods]
        self.breadth = 1.0 + math.log(max(1.0, sum(lengths, timedelta(0)) / _DAY))
        self._longest_short = timedelta(days=weights.long_event_days)
        self._is_long = max(lengths) > self._longest_short
        self._lead_scale = math.sqrt(1.0 + when.lead / _DAY)
        self._scale = math.sqrt(1.0 + when.cooldown / _DAY)
        self._days, self._months = EventDays(when), EventMonths(when)
        self._decay_before, self._decay_after = weights.decay_before, weights.decay_after
        if not given:  # the event may be older than its reference, and reports before that one too
            self._decay_before = self._decay_after
        self._silent, self._silent_before = weights.silent, weights.silent_before
        self._derived_day = -weights.silent / 2
        self._undated_days, self._zero = weights.undated_days, weights.date_zero

    def judge(self, page: Page, *, search: bool) -> Opinion:
        """Return the opinion about a page's dates; its text is read only with ``search``, because that is slow."""
        published = page.published or year_in_url(page.url)
        if published is None and search and self._is_given:
            published = self._spoken(page)
        undated = 0.0, self._undated_days / self._scale
        before, away = self._distance(published) if published else undated
        late = self._decay_after * math.log1p(away)
        log_odds = -self._decay_before * math.log1p(before) - late
        evidence: tuple[Evidence, ...] = (self._evidence(published, log_odds),)
        if self._is_given and not self._is_during_long_event(published):
            moment = page.published.moment if page.published else None
            if search and (day := self._days.mentioned(page.text, page.language, moment)):
                log_odds += late / self.breadth
                evidence = (*evidence, Evidence("date", f"speaks of {day.day} {day:%B %Y}", 1.0))
            elif search and away and (day := self._month(page, moment)):
                log_odds -= self._silent / self.breadth
                evidence = (*evidence, Evidence("date", f"speaks of {day:%B %Y}", 1.0))
            else:
                silence = self._silent_before if before else self._silent
                # Reports of the weeks after a long event are about those weeks, unless they name a day of it.
                is_outside = self._is_long and published is not None
                log_odds -= (late + silence) / (1.0 if is_outside else self.breadth)
        if not self._is_given:
            log_odds += self._derived_day
        log_odds = self._trust * self._doubted(log_odds, published)
        return Opinion(self._part(log_odds), log_odds, evidence)

    def _spoken(self, page: Page) -> Dating | None:
        """Return the day nearest to the event that an undated page speaks of: posts of a thread, reports of a year."""
        day, days = self._days.nearest(page.text, page.language)
        if day is None:
            return None
        moment = datetime.combine(day, time(12), UTC)
        return Dating(moment, "text", 1.0 - (1.0 - _SPOKEN) ** days)

    def _doubted(self, log_odds: float, published: Dating | None) -> float:
        """Return the log-odds of a date that may be far off: those of an undated page in that case."""
        confidence = _SURE_DATE if published is None else _confidence(published)
        if confidence >= _SURE_DATE:
            return log_odds
        far = (1 - confidence) ** _FAR_POWER
        late = self._decay_after * math.log1p(self._undated_days / self._scale)
        unconfirmed = -(late + self._silent) / self.breadth if self._is_given else self._derived_day
        undated = unconfirmed - late
        other = max(log_odds, undated)
        return math.log((1 - far) * math.exp(log_odds) + far * math.exp(other))

    def _part(self, log_odds: float) -> float:
        """Return log-odds as the part from 0 to 1 that an explanation shows."""
        return max(0.0, 1.0 + log_odds / self._zero)

    def _month(self, page: Page, moment: datetime | None) -> date | None:
        text = f"{page.title}\n{page.text}"
        return self._months.mentioned(text, page.language, moment)

    def _is_during_long_event(self, published: Dating | None) -> bool:
        """Return whether a page was published during an event of weeks, whose days it need not mention."""
        if published is None or self._when.distance(published.moment):
            return False
        period = self._when.nearest(published.moment)
        return period.end - period.start > self._longest_short

    def _distance(self, published: Dating) -> tuple[float, float]:
        """Return the days before the lead, and how far away a moment is within or after it, as a share of its scale.

        A date known to the month or year may be any day of it.
        """
        moment, when = published.moment, self._when.nearest(published.moment)
        before = (when.start - moment) / _DAY - _LENGTHS.get(published.precision, 0.0)
        lead = when.lead / _DAY
        if before > lead:
            return before - lead, 0.0
        if before > 0:
            return 0.0, before / self._lead_scale
        return 0.0, max(0.0, (moment - when.end) / _DAY) / self._scale

    def _evidence(self, published: Dating | None, log_odds: float) -> Evidence:
        if published is None:
            return Evidence("date", "undated", 0.0)
        moment, when = published.moment, self._when.nearest(published.moment)
        before = (when.start - moment) / _DAY - _LENGTHS.get(published.precision, 0.0)
        distance = (
            _days(before, "before")
            if before > 0
            else _days(max(0.0, (moment - when.end) / _DAY), "after")
        )
        note = f"{distance}, read from {published.evidence}"
        day = f"{published.moment:{_FORMS.get(published.precision, '%Y-%m-%d')}}"
        return Evidence("date", day, self._part(log_odds), note)


def _confidence(published: Dating) -> float:
    """Return the confidence of a date; the month and the year in a URL are as sure as they are coarse."""
    return 1.0 if published.precision in _LENGTHS else published.confidence


def _days(distance: float, side: str) -> str:
    if not distance:
        return "on the day"
    days = math.ceil(distance)
    return f"{days} day{'s' if days > 1 else ''} {side}"
