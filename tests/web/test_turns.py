"""Turns at hosts, shared by processes: never two at once, never too early, and free again after a kill."""

from __future__ import annotations

import asyncio
import itertools
import sys
import time
from pathlib import Path

import pytest

from tests.hostile.server import HostileServer
from tidings.errors import TryLater
from tidings.model import Link
from tidings.web import turns
from tidings.web.turns import Turns, shared_turns

HOLD = """
import asyncio, sys
from pathlib import Path
from tidings.web.turns import Turns
async def main():
    await Turns(Path(sys.argv[1])).take("a.example", 0)
    print("held", flush=True)
    await asyncio.sleep(600)
asyncio.run(main())
"""
DELAY = 0.05


async def test_two_crawls_ask_one_host_in_turn(fetcher_with) -> None:
    """Locks belong to open files, so two fetchers in one process are two to each other."""
    async with HostileServer(robots="User-agent: *\nDisallow: /no") as server:
        fetchers = [fetcher_with(delay=DELAY) for _ in range(2)]

        async def crawl(number: int) -> None:
            for page in range(8):
                await fetchers[number].fetch(Link(server.url(f"/ok/{number}-{page}")))

        await asyncio.gather(crawl(0), crawl(1))
        assert len(server.paths()) == 18
        assert min(server.gaps()) >= DELAY
        assert {seen.path[4] for seen in server.log[4:10] if "robots" not in seen.path} == {
            "0",
            "1",
        }


async def test_parts_of_pages_are_seen_by_other_crawls(tmp_path: Path) -> None:
    one, other = Turns(tmp_path / "turns"), Turns(tmp_path / "turns")
    begun = time.monotonic()
    await one.take("a.example", 0.3)
    one.give_back("a.example")
    await other.take("a.example", 0.1, 0.1)
    other.give_back("a.example", part=True)
    await one.take("a.example", 0.3, 0.1)
    assert time.monotonic() - begun >= 0.3
    one.give_back("a.example", part=True)
    begun = time.monotonic()
    await other.take("a.example", 0.1, 0.1)
    assert time.monotonic() - begun >= 0.1
    one.close()
    other.close()


async def test_other_hosts_do_not_wait(tmp_path: Path) -> None:
    one, other = Turns(tmp_path / "turns"), Turns(tmp_path / "turns")
    await one.take("a.example", 0)
    await other.take("b.example", 100)
    one.give_back("a.example")
    other.give_back("b.example")
    one.close()
    other.close()


async def test_a_killed_process_gives_its_turn_back(tmp_path: Path) -> None:
    path = tmp_path / "turns"
    holder = await asyncio.create_subprocess_exec(
        sys.executable, "-c", HOLD, str(path), stdout=asyncio.subprocess.PIPE
    )
    assert holder.stdout
    assert await holder.stdout.readline() == b"held\n"
    mine = Turns(path)
    turn = asyncio.ensure_future(mine.take("a.example", 0))
    done, _ = await asyncio.wait({turn}, timeout=0.1)
    assert not done
    holder.kill()
    await holder.wait()
    await asyncio.wait_for(turn, 60)
    mine.give_back("a.example")
    mine.close()


async def test_a_host_that_another_process_holds_for_long_is_tried_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "PATIENCE", 0.05)
    one, other = Turns(tmp_path / "turns"), Turns(tmp_path / "turns")
    await one.take("a.example", 0)
    with pytest.raises(TryLater, match="host held by another crawl: on this computer"):
        await other.take("a.example", 0)
    one.close()  # a fetcher that is closed gives everything back
    await other.take("a.example", 0)
    other.close()


async def test_a_clock_that_was_set_back_costs_one_delay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Turns(tmp_path / "turns")
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 1e6)
    await table.take("a.example", 1)
    table.give_back("a.example")
    monkeypatch.undo()
    ticks = itertools.count(step=0.5)
    monkeypatch.setattr(time, "time", lambda: now + next(ticks))
    assert table._rest(turns._slot("a.example"), 1.0) <= 1.001
    table.close()


def test_a_folder_that_others_may_write_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    (tmp_path / "tidings").mkdir()
    (tmp_path / "tidings").chmod(0o777)
    assert shared_turns() is None
    assert "other crawls on this computer are not seen" in caplog.text
    (tmp_path / "tidings").chmod(0o700)
    table = shared_turns()
    assert table
    table.close()
