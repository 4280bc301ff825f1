"""The snapshot chosen for a URL: the earliest inside the span, else the closest, and only good ones."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tidings.archive.selection import choose, choose_several, closest
from tidings.model import Pointer, Snapshot, TimeSpan


def day(number: int) -> datetime:
    return datetime(2016, 7, 1, tzinfo=UTC) + timedelta(days=number - 1)


def snapshot(number: int, status: int = 200, digest: str = "") -> Snapshot:
    return Snapshot(
        "http://a.example/", day(number), "text/html", status, digest, Pointer("a", number, 1)
    )


def days(*numbers: int) -> list[Snapshot]:
    return [snapshot(number) for number in numbers]


SPAN = TimeSpan(day(10), day(20), lead=timedelta(days=5), cooldown=timedelta(days=30))


@pytest.mark.parametrize(
    ("held", "chosen"),
    [
        ([1, 12, 15, 30], 12),
        ([15, 12, 1], 12),
        ([9, 10, 11], 10),
        ([20, 21], 20),
        ([1, 8, 23, 40], 8),
        ([6, 23], 23),
        ([5, 25], 5),
        ([30, 40], 30),
        ([1, 2], 2),
    ],
)
def test_earliest_inside_else_closest(held: list[int], chosen: int) -> None:
    found = choose(days(*held), SPAN)
    assert found
    assert found.captured_at == day(chosen)


@pytest.mark.parametrize(
    ("held", "chosen"),
    [
        ([15, 101], 15),  # both inside: the earliest
        ([25, 103], 103),  # 5 days after the first period; inside the second
        ([30, 95], 95),  # 10 days after the first, 5 days before the second
        ([30, 120], 30),  # 10 days after the first, 15 after the second
        ([1, 4, 5], 4),  # inside the third, which the file names last
    ],
)
def test_of_several_periods_any_counts(held: list[int], chosen: int) -> None:
    span = SPAN._replace(also=((day(100), day(105)), (day(3), day(4))))
    found = choose(days(*held), span)
    assert found
    assert found.captured_at == day(chosen)


def test_only_good_captures_count() -> None:
    held = [snapshot(12, 404), snapshot(13, 301), snapshot(14, 0), snapshot(30)]
    assert choose(held, SPAN) == snapshot(30)
    assert choose(held, SPAN, redirects=True) == snapshot(30)
    assert choose(held[:3], SPAN) is None
    assert choose(held[:3], SPAN, redirects=True) == snapshot(14, 0)
    assert choose(held[:2], SPAN, redirects=True) == snapshot(13, 301)
    assert choose([], SPAN, redirects=True) is None


def test_a_moment_is_a_span_too() -> None:
    assert choose(days(3, 9), TimeSpan(day(10), day(10))) == snapshot(9)


def test_versions_are_different_and_spread() -> None:
    held = [snapshot(number, digest=str(number)) for number in (1, 10, 11, 14, 19, 40)]
    assert [each.captured_at for each in choose_several(held, SPAN, 1)] == [day(10)]
    assert [each.captured_at for each in choose_several(held, SPAN, 3)] == [
        day(10),
        day(14),
        day(19),
    ]
    assert choose_several(held, SPAN, 9) == held
    same = [snapshot(number, digest="x") for number in (10, 11, 12)]
    assert choose_several(same, SPAN, 3) == same[:1]
    assert choose_several([snapshot(10, 404)], SPAN, 3) == []


def test_closest_takes_the_earlier_on_a_tie() -> None:
    assert closest(days(1, 5, 9), day(7)) == snapshot(5)
    assert closest([], day(7)) is None
