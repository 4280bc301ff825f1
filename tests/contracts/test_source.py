"""What every Source must do, whether it pushes links or captures."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from pathlib import Path

import pytest

from tests.contracts.small_web import CAPTURES, FLOOD, STORM, local_holdings
from tidings.model import Capture, Link, Snapshot
from tidings.ports import Countable, Source
from tidings.sources.scan import Scan
from tidings.sources.seeds import Seeds
from tidings.urls import normalise


def _seeds(_: Path) -> Source:
    return Seeds([FLOOD, STORM])


def _scan(folder: Path) -> Source:
    return Scan(local_holdings(folder, CAPTURES.values()), None, lambda _: False)


IMPLEMENTATIONS: list[Callable[[Path], Source]] = [_seeds, _scan]
EMPTY: list[Callable[[Path], Source]] = [
    lambda _: Seeds([]),
    lambda folder: Scan(local_holdings(folder, ()), None, lambda _: False),
    lambda folder: Scan(local_holdings(folder, CAPTURES.values()), None, lambda _: True),
]


@pytest.fixture(params=IMPLEMENTATIONS)
def source(request: pytest.FixtureRequest, tmp_path: Path) -> Source:
    make: Callable[[Path], Source] = request.param
    return make(tmp_path)


async def pushed(source: Source) -> list[Link | Capture | Snapshot]:
    return [each async for each in source]


async def test_a_scan_counts_the_captures_it_passes(tmp_path: Path) -> None:
    scan = Scan(local_holdings(tmp_path, CAPTURES.values()), None, lambda url: url == FLOOD)
    assert isinstance(scan, Countable)
    assert (scan.passed, scan.total) == (0, 0)
    counts = [(scan.passed, scan.total) async for _ in scan]
    assert counts == sorted(counts)
    assert (scan.passed, scan.total) == (len(CAPTURES), len(CAPTURES))


async def test_it_pushes_links_or_captures_and_ends(source: Source) -> None:
    found = await pushed(source)
    assert all(isinstance(each, Link | Capture | Snapshot) for each in found)
    assert [each.url for each in found] == [FLOOD, STORM]


async def test_urls_are_in_their_normal_form(source: Source) -> None:
    assert all(each.url == normalise(each.url) for each in await pushed(source))


async def test_it_can_be_asked_again_from_the_beginning(source: Source) -> None:
    assert await pushed(source) == await pushed(source)


async def test_it_can_be_left_in_the_middle(source: Source) -> None:
    iterator: AsyncIterator[Link | Capture | Snapshot] = aiter(source)
    async with aclosing(iterator):  # type: ignore[type-var]
        assert (await anext(iterator)).url == FLOOD
    assert len(await pushed(source)) == 2


@pytest.mark.parametrize("make", EMPTY, ids=["no seeds", "no captures", "all known"])
async def test_a_source_with_nothing_ends_at_once(
    make: Callable[[Path], Source], tmp_path: Path
) -> None:
    assert await pushed(make(tmp_path)) == []
