"""Which of several snapshots stands for an address: a rule over what an index tells, local or remote, without I/O."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

from tidings.model import REDIRECTS, Snapshot, TimeSpan

Choice = Callable[[Sequence[Snapshot], TimeSpan], Snapshot | None]
"""A rule that takes one of several snapshots, or none."""

ANY_TIME = TimeSpan(datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC))
"""For an event without a time: every capture is inside, so the earliest is taken."""

_UNTOLD = frozenset({0})


def choose(
    snapshots: Sequence[Snapshot], when: TimeSpan, *, redirects: bool = False
) -> Snapshot | None:
    """Return the earliest good snapshot inside the span, else the one closest to it, on a tie the earlier.

    Good is status 200; with ``redirects``, an address that has nothing better may be answered by a capture whose
    status the archive does not tell, or by a redirect.
    Lead and cooldown do not count: they say how long people talk, not when it happened.
    """
    for accepted in ({200}, _UNTOLD, REDIRECTS) if redirects else ({200},):
        good = (each for each in snapshots if each.status in accepted)
        if found := min(good, key=_preference(when), default=None):
            return found
    return None


def choose_versions(
    snapshots: Sequence[Snapshot], when: TimeSpan, count: int, *, redirects: bool = False
) -> list[Snapshot]:
    """Return up to so many different versions in the order of time, spread over the span.

    The one ``choose`` takes is among them; then, again and again, the one farthest in time from all taken, inside the
    span before outside. Snapshots with the same digest are one version.
    """
    first = choose(snapshots, when, redirects=redirects)
    if not first:
        return []
    taken = [first]
    left = [each for each in snapshots if each.status == first.status]
    while len(taken) < count:
        left = [each for each in left if not any(_same(each, other) for other in taken)]
        if not left:
            break
        taken.append(max(left, key=lambda each: _spread(each, taken, when)))
    return sorted(taken, key=lambda each: each.captured_at)


def closest(snapshots: Sequence[Snapshot], moment: datetime) -> Snapshot | None:
    """Return the snapshot closest to a moment, whatever its status, on a tie the earlier."""
    return min(
        snapshots,
        key=lambda each: (abs(each.captured_at - moment), each.captured_at),
        default=None,
    )


def _preference(when: TimeSpan) -> Callable[[Snapshot], tuple[timedelta, datetime]]:
    span = TimeSpan(when.start, when.end)
    return lambda each: (span.distance(each.captured_at), each.captured_at)


def _spread(each: Snapshot, taken: Sequence[Snapshot], when: TimeSpan) -> tuple[bool, timedelta]:
    inside = when.start <= each.captured_at <= when.end
    return inside, min(abs(each.captured_at - other.captured_at) for other in taken)


def _same(one: Snapshot, other: Snapshot) -> bool:
    return one.captured_at == other.captured_at or (one.digest != "" and one.digest == other.digest)
