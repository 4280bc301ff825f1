"""Alarms: a feed, stream, host, language or the whole crawl that has fallen silent, and hosts that show walls.

The gaps between arrivals of each subject say what is usual. A gap that chance explains in one of ten million cases
is an alarm: for a regular source soon, for one that comes in bursts later.
"""

from __future__ import annotations

import math
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from statistics import fmean, pvariance
from typing import NamedTuple

from tidings.collection.reading import CollectionReader
from tidings.collection.summary.news import fate_of
from tidings.frontier.coming_back.phases import phase_of
from tidings.model import EventPhase, NewVisit, Outcome, Reason, State, TimeSpan

LOOKED_BACK = 30 * 86_400.0
"""Seconds whose visits are looked at."""
_GAPS = 120
"""The last gaps that say what is usual."""
_FEWEST = 8
"""Gaps without which nothing is expected."""
_RARE = 5.2
"""Standard deviations of one case in ten million: there are many subjects and many hours."""
_LONGER = 1.25
"""Factor on the longest gap seen, which an alarm must also exceed."""
_HARDLY_LONGER = 1.1
"""The same on the longest silence that ended: it is long because a feed is asked now and then, not by chance."""
_LEAST = 900.0
"""Seconds of silence below which there is no alarm."""
_WALLS = frozenset({Reason.CONSENT, Reason.LOGIN, Reason.SCRIPTS, Reason.SOFT_404})
_WALLS_IN_A_ROW, _READ_BEFORE = 2, 3
"""Walls in a row that raise an alarm, for a host with at least this many pages read before."""
_FAILURES = 5
"""Failures in a row of a host."""
_READ = frozenset({Outcome.KEPT, Outcome.REJECTED})
_SLOWER = {EventPhase.BEFORE: 4.0, EventPhase.DURING: 1.0, EventPhase.COOL_DOWN: 2.0}
"""Factor on what is usual in a phase; after the event silence is no alarm."""


class Alarm(NamedTuple):
    """Something that is not as expected."""

    kind: str
    """``feed``, ``stream``, ``host``, ``language``, ``wall``, ``failing`` or ``crawl``."""
    name: str
    expected: str
    """In words."""
    fact: str
    since: datetime
    """When it began."""

    def sentence(self) -> str:
        """Return it as a sentence."""
        return f"{self.kind} {self.name}: {self.fact}; expected: {self.expected}"


@dataclass(slots=True)
class Arrivals:
    """The gaps between arrivals from one subject."""

    last: float = 0.0
    gaps: deque[float] = field(default_factory=lambda: deque(maxlen=_GAPS))
    waits: deque[float] = field(default_factory=lambda: deque(maxlen=_GAPS))
    """The silences seen before each arrival: longer than the gaps if it is seen some time after it happened."""

    def note(self, at: float, seen: float = 0.0) -> None:
        """Note an arrival, and when it was ``seen`` if that was later; those of the same moment are one."""
        seen = max(at, seen)
        at = at if at > self.last else seen
        if self.last and at > self.last:
            self.gaps.append(at - self.last)
            self.waits.append(seen - self.last)
        self.last = max(self.last, at)

    def limit(self) -> float:
        """Return the seconds of silence from which there is an alarm, infinite if too little is known."""
        if len(self.gaps) < _FEWEST:
            return math.inf
        return max(self._rare(), _LONGER * max(self.gaps), _HARDLY_LONGER * max(self.waits), _LEAST)

    def _rare(self) -> float:
        """Return a gap that a gamma distribution with this mean and variance hardly ever exceeds.

        By the approximation of Wilson and Hilferty. With few gaps, more variance is assumed.
        """
        mean, count = fmean(self.gaps), len(self.gaps)
        spread = max(pvariance(self.gaps) / mean**2, 0.01) * (count + 2 * _FEWEST) / count
        ninth = spread / 9
        return mean * (1 - ninth + _RARE * math.sqrt(ninth)) ** 3


class Lookout:
    """Takes in visits in their order, and says what is not as expected."""

    def __init__(self) -> None:
        self._arrivals: defaultdict[tuple[str, str], Arrivals] = defaultdict(Arrivals)
        self._read: defaultdict[str, int] = defaultdict(int)
        self._walls: defaultdict[str, list[NewVisit]] = defaultdict(list)

    def take(self, visit: NewVisit) -> None:
        """Take in a visit."""
        for subject in _subjects(visit):
            self._arrivals[subject].note(_arrived(visit), visit.entered_at)
        if visit.outcome in _READ:
            self._read[visit.host] += 1
            self._walls[visit.host].clear()
        elif visit.reason in _WALLS or (visit.before and visit.outcome is Outcome.REDIRECTED):
            self._walls[visit.host].append(visit)

    def alarms(self, now: float, factor: float = 1.0) -> Iterator[Alarm]:
        """Yield the alarms at a moment; a factor allows longer silences, 0 any."""
        for (kind, name), arrivals in sorted(self._arrivals.items()) if factor else ():
            silent, limit = now - arrivals.last, arrivals.limit() * factor
            if silent > limit:
                usual = f"something new every {_time(fmean(arrivals.gaps))}, at most {_time(limit)} apart"
                yield Alarm(
                    kind, name, usual, f"nothing for {_time(silent)}", _moment(arrivals.last)
                )
        for host, walls in sorted(self._walls.items()):
            if len(walls) >= _WALLS_IN_A_ROW and self._read[host] >= _READ_BEFORE:
                expected = f"pages that can be read, as {self._read[host]:,} before"
                fact = f"the last {len(walls)} visits found a page that {fate_of(walls[-1])}"
                yield Alarm("wall", host, expected, fact, _moment(walls[0].entered_at))


def _arrived(visit: NewVisit) -> float:
    """Return when something arrived: the newest entry of a feed when it was published, all else when it was entered."""
    is_feed = visit.channel == "listing" and visit.published
    return min(visit.published or 0.0, visit.entered_at) if is_feed else visit.entered_at


def _subjects(visit: NewVisit) -> Iterator[tuple[str, str]]:
    """Yield the subjects that a visit is a sign of life of."""
    if visit.channel == "listing":
        if visit.outcome is Outcome.LISTED:
            yield "feed", visit.url
        return
    if visit.channel == "post" and visit.reason is not Reason.HTTP:
        yield "stream", visit.host
    if visit.outcome is Outcome.KEPT and not visit.before:
        yield "host", visit.host
        yield "crawl", "as a whole"
        if visit.language:
            yield "language", visit.language


def alarms_of(reader: CollectionReader, now: datetime) -> list[Alarm]:
    """Return the alarms of a collection; one that was stopped is judged by its last moment."""
    status, last = reader.status(counted=False), reader.news.last_entered()
    if last is None:
        return []
    when = reader.event.when if reader.event else None
    alive = status.is_running or status.is_broken_off
    at = now.timestamp() if alive else last
    alarms = list(alarms_at(reader.news.since(at - LOOKED_BACK), when, at))
    for host, times in reader.news.failing(_FAILURES):
        expected, fact = "answers", f"{times} failures in a row"
        alarms.append(Alarm("failing", host, expected, fact, _moment(last)))
    if status.is_broken_off:
        fact = f"it ended without being stopped, {_time(at - last)} after the last page"
        state = status.state or State.RUNNING
        alarms.append(Alarm("crawl", "as a whole", f"that it is {state}", fact, _moment(last)))
    return alarms


def alarms_at(visits: Iterable[NewVisit], when: TimeSpan | None, at: float) -> Iterator[Alarm]:
    """Yield the alarms at a moment, by the visits before it."""
    watch = Lookout()
    for visit in visits:
        if visit.entered_at <= at:
            watch.take(visit)
    yield from watch.alarms(at, _SLOWER.get(phase_of(when, _moment(at)), 0.0))


def _moment(at: float) -> datetime:
    return datetime.fromtimestamp(at, UTC)


def _time(seconds: float) -> str:
    if seconds < 5400:
        return f"{seconds / 60:.0f} minutes"
    return f"{seconds / 3600:.1f} hours" if seconds < 172_800 else f"{seconds / 86_400:.1f} days"
