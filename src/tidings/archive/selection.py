"""Chooses among the snapshots of a URL by what an index says about them, without I/O."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

from tidings.model import REDIRECTS, Snapshot, TimeSpan

ANY_TIME = TimeSpan(datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC))
"""The span of an event without a time: every snapshot is inside, so the earliest is chosen."""

_UNKNOWN_STATUS = frozenset({0})


def choose(
    snapshots: Sequence[Snapshot], when: TimeSpan, *, redirects: bool = False
) -> Snapshot | None:
    """Return the earliest good snapshot inside the span, else the closest one, on a tie the earlier.

    Good is status 200. With ``redirects``, a snapshot of unknown status will do where there is no good one,
    and after that a redirect.
    Of several periods, any counts. Lead and cooldown do not: they say how long people talk about an event, not when
    it happened.
    """
    for accepted in ({200}, _UNKNOWN_STATUS, REDIRECTS) if redirects else ({200},):
        good = (each for each in snapshots if each.status in accepted)
        if best := min(good, key=_preference(when), default=None):
            return best
    return None


def choose_several(
    snapshots: Sequence[Snapshot], when: TimeSpan, count: int, *, redirects: bool = False
) -> list[Snapshot]:
    """Return up to ``count`` different snapshots, oldest first, spread over the span.

    The first is that of ``choose``. Each further one is the farthest in time from those taken, inside the span
    before outside. Of snapshots with the same digest only one is taken.
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
    return lambda each: (when.distance(each.captured_at), each.captured_at)


def _spread(each: Snapshot, taken: Sequence[Snapshot], when: TimeSpan) -> tuple[bool, timedelta]:
    inside = not when.distance(each.captured_at)
    return inside, min(abs(each.captured_at - other.captured_at) for other in taken)


def _same(one: Snapshot, other: Snapshot) -> bool:
    return one.captured_at == other.captured_at or (one.digest != "" and one.digest == other.digest)
