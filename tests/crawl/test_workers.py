"""Worker processes: answers belong to their captures; a crash or a hang costs no page, twice it costs one."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import struct
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from multiprocessing import forkserver
from pathlib import Path
from typing import Any

import pytest

from tidings.crawl.pipeline import Pipeline
from tidings.crawl.workers import ProcessWorkers
from tidings.crawl.workers import processes as workers
from tidings.crawl.workers.inline import InlineWorkers
from tidings.crawl.workers.tasks import Setup
from tidings.errors import TidingsError, Unreadable
from tidings.learn.page_model import untaught
from tidings.model import Capture, Event, EventModel, Link, Visit
from tidings.ports import Workers
from tidings.settings import RelevanceSettings, Settings
from tidings.urls import url_id

SETTINGS = Settings(
    Event("Flood", {"flood": 1.0}),
    ("http://a.example/",),
    relevance=RelevanceSettings(measure="topic"),
)
MODEL = EventModel({"flood": 1.0}, {}, None)
SETUP = Setup(SETTINGS, MODEL)
SERVE = workers.serve


def serve_fragile(connection: socket.socket, *setup: Any) -> None:
    """Live the life of a worker that does what the path of an address tells it to."""
    process = Pipeline.process

    def fragile(
        self: Pipeline, link: Link, capture: Capture, parts: Sequence[Capture] = ()
    ) -> Visit:
        if "crash" in link.url:
            os.kill(os.getpid(), signal.SIGKILL)
        if "hang" in link.url:
            time.sleep(60)
        while "spin" in link.url:
            pass
        if "devour" in link.url:
            bytearray(3 << 30)
        if "lie" in link.url:
            connection.sendall(struct.pack("!I", 5) + b"no pickle"[:5])
            time.sleep(60)
        if "raise" in link.url:
            raise RecursionError("too deep")
        return process(self, link, capture, parts)

    Pipeline.process = fragile  # type: ignore[method-assign]
    SERVE(connection, *setup)


def serve_slowly(connection: socket.socket, *setup: Any) -> None:
    time.sleep(1)
    SERVE(connection, *setup)


def die_at_once(connection: socket.socket, *setup: Any) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def die_once(trace: Path, connection: socket.socket, *setup: Any) -> None:
    if not trace.exists():
        trace.touch()
        die_at_once(connection)
    SERVE(connection, *setup)


def capture(url: str) -> Capture:
    body = f"<html><title>{url}</title><p>The flood of {url}</p></html>".encode()
    return Capture(
        url, datetime(2024, 5, 1, tzinfo=UTC), 200, (("Content-Type", "text/html"),), body
    )


@pytest.fixture
async def pool(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(workers, "serve", serve_fragile)
    pool = ProcessWorkers(SETUP, 1)
    await pool.start()
    yield pool
    await pool.close()


async def answer(pool: Workers, url: str) -> Visit:
    return await pool.submit(Link(url), capture(url))


async def answers(pool: Workers, *urls: str) -> list[str]:
    """Return the titles of the judged pages, or why there is none."""
    found = await asyncio.gather(*(answer(pool, url) for url in urls), return_exceptions=True)
    return [one.title if isinstance(one, Visit) else str(one) for one in found]


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start again without a pause."""
    monkeypatch.setattr(workers, "PAUSES", (0.0,) * len(workers.PAUSES))


async def test_processes_judge_as_this_process_does(pool: ProcessWorkers) -> None:
    url = "http://a.example/1"
    inline = await answer(InlineWorkers(SETUP), url)
    there = await answer(pool, url)
    assert (there.verdict, there.score, there.digest) == (
        inline.verdict,
        inline.score,
        inline.digest,
    )


async def test_every_answer_belongs_to_its_capture(pool: ProcessWorkers) -> None:
    urls = [f"http://a.example/{number}" for number in range(50)]
    assert await answers(pool, *urls) == urls
    assert pool.outstanding == 0


async def test_a_page_that_kills_its_process_is_lost_alone(
    pool: ProcessWorkers, caplog: pytest.LogCaptureFixture
) -> None:
    urls = ["http://a.example/1", "http://a.example/crash", "http://a.example/2"]
    assert await answers(pool, *urls) == [urls[0], "reading crashed", urls[2]]
    assert caplog.messages == 2 * ["a worker is replaced: reading crashed"]


async def test_a_worker_that_is_killed_from_outside_costs_no_page(pool: ProcessWorkers) -> None:
    """The kernel kills processes when memory is short, whatever they are doing."""
    for batch in range(5):
        urls = [f"http://a.example/{batch}/{number}" for number in range(10)]
        tasks = [asyncio.ensure_future(answer(pool, url)) for url in urls]
        await tasks[batch]
        process = pool._workers[0]._process
        assert process
        process.kill()
        assert [visit.title for visit in await asyncio.gather(*tasks)] == urls
    assert pool.outstanding == 0


async def test_a_worker_that_ends_while_it_starts_is_started_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(workers, "serve", partial(die_once, tmp_path / "died"))
    pool = ProcessWorkers(SETUP, 1)
    await pool.start()
    assert await answers(pool, "http://a.example/1") == ["http://a.example/1"]
    await pool.close()
    assert (tmp_path / "died").exists()


async def test_a_process_that_is_stopped_for_a_while_loses_no_page(
    pool: ProcessWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "READ_SECONDS", 0.2)
    process = pool._workers[0]._process
    assert process
    os.kill(process.pid, signal.SIGSTOP)
    task = asyncio.ensure_future(answer(pool, "http://a.example/1"))
    await asyncio.sleep(0.6)
    assert not task.done()
    os.kill(process.pid, signal.SIGCONT)
    assert (await task).title == "http://a.example/1"
    assert pool._workers[0]._process is process


async def test_captures_that_come_while_a_process_starts_again_are_judged_once(
    pool: ProcessWorkers,
) -> None:
    crash = asyncio.ensure_future(answer(pool, "http://a.example/crash"))
    with pytest.raises(Unreadable):
        await crash
    urls = [f"http://a.example/{number}" for number in range(30)]
    tasks = []
    for url in urls:  # some before, some during, some after the start
        tasks.append(asyncio.ensure_future(answer(pool, url)))
        await asyncio.sleep(0.02)
    assert [visit.title for visit in await asyncio.gather(*tasks)] == urls
    assert pool.outstanding == 0


async def test_a_page_that_hangs_its_process_is_given_up(
    pool: ProcessWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "STALL_SECONDS", 3.0)  # a busy machine starts a process in it
    urls = ["http://a.example/hang", "http://a.example/1"]
    assert await answers(pool, *urls) == ["reading took over 3 s", urls[1]]


async def test_a_page_that_takes_too_much_cpu_time_is_given_up_at_once(
    pool: ProcessWorkers, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(workers, "READ_SECONDS", 1.0)
    urls = ["http://a.example/spin", "http://a.example/1"]
    assert await answers(pool, *urls) == ["reading took over 1 s", urls[1]]
    assert caplog.messages == ["a worker is replaced: reading took over 1 s"]


@pytest.mark.parametrize("processes", [True, False])
async def test_an_odd_page_is_a_reason_not_an_end(
    pool: ProcessWorkers, processes: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def odd(self: Pipeline, link: Link, capture: Capture, parts: object) -> Visit:
        raise RecursionError("too deep")

    inline = InlineWorkers(SETUP)
    inline._worker._pipeline.process = odd.__get__(inline._worker._pipeline)  # type: ignore[method-assign]
    with pytest.raises(Unreadable, match="reading failed: RecursionError: too deep"):
        await answer(pool if processes else inline, "http://a.example/raise")


async def test_processes_that_cannot_start_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "serve", die_at_once)
    pool = ProcessWorkers(SETUP, 1)
    with pytest.raises(TidingsError, match="could not start"):
        await pool.start()
    await pool.close()


async def test_workers_whose_fork_server_takes_time_to_die_start_in_the_end(
    pool: ProcessWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It closes its socket first, and is still there for those who look for it."""
    start, refusals = workers._CONTEXT.Process.start, iter(range(workers.STARTS - 1))

    def refused_at_first(process: Any) -> None:
        if next(refusals, None) is not None:
            raise ConnectionRefusedError
        start(process)

    monkeypatch.setattr(workers._CONTEXT.Process, "start", refused_at_first)
    async with asyncio.timeout(60):
        urls = [f"http://a.example/{number}" for number in range(5)]
        tasks = [asyncio.ensure_future(answer(pool, url)) for url in urls]
        process = pool._workers[0]._process
        assert process
        process.kill()
        assert [visit.title for visit in await asyncio.gather(*tasks)] == urls


async def test_workers_without_anything_to_fork_from_are_reported(
    pool: ProcessWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when a signal meant for the crawl reaches all its processes."""

    def gone(process: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr(workers._CONTEXT.Process, "start", gone)
    async with asyncio.timeout(60):
        found = await answers(pool, "http://a.example/crash", "http://a.example/1")
    assert all("could not start" in reason for reason in found)


async def test_a_process_that_cannot_start_again_leaves_no_capture_unanswered(
    pool: ProcessWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "serve", die_at_once)
    urls = ["http://a.example/crash", "http://a.example/1", "http://a.example/2"]
    async with asyncio.timeout(60):
        found = await answers(pool, *urls)
        later = await answers(pool, "http://a.example/3")
    assert all("could not start" in reason for reason in [*found, *later])


async def test_a_link_is_told_once_unless_it_may_rise(pool: ProcessWorkers) -> None:
    poor, rich = (
        capture(url)._replace(body=f"<p>{words}</p><a href='/x'>{words}</a>".encode())
        for url, words in (("http://a.example/1", "nothing"), ("http://a.example/2", "flood"))
    )
    sent = []
    for page in (poor, poor, rich):
        visit = await pool.submit(Link(page.url), page)
        sent.append([candidate.link.url for candidate in visit.links])
    assert sent == [["http://a.example/x"], [], ["http://a.example/x"]]


async def test_a_page_that_devours_memory_is_given_up_and_its_process_lives_on(
    pool: ProcessWorkers,
) -> None:
    process = pool._workers[0]._process
    urls = ["http://a.example/devour", "http://a.example/1"]
    assert await answers(pool, *urls) == ["reading failed: MemoryError", urls[1]]
    assert pool._workers[0]._process is process


async def test_an_answer_that_is_none_costs_one_page_and_its_process(pool: ProcessWorkers) -> None:
    process = pool._workers[0]._process
    urls = ["http://a.example/1", "http://a.example/lie", "http://a.example/2"]
    async with asyncio.timeout(60):
        assert await answers(pool, *urls) == [urls[0], "reading crashed", urls[2]]
    assert process
    await asyncio.to_thread(process.join, 60)
    assert process.exitcode is not None


async def test_a_process_that_starts_again_has_all_its_time(
    pool: ProcessWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "serve", serve_slowly)
    monkeypatch.setattr(workers, "READ_SECONDS", 0.4)
    crash = asyncio.ensure_future(answer(pool, "http://a.example/crash"))
    waiting = asyncio.ensure_future(answer(pool, "http://a.example/1"))
    assert (await crash).title == "http://a.example/crash"  # its new process is not fragile
    assert await answers(pool, "http://a.example/2") == ["http://a.example/2"]
    assert (await waiting).title == "http://a.example/1"


@pytest.mark.parametrize("count", [0, 2])
async def test_workers_judge_by_the_model_they_were_taught_last(count: int) -> None:
    urls = [f"http://a.example/{n}" for n in range(6)]
    pool = ProcessWorkers(SETUP, count) if count else InlineWorkers(SETUP)
    if isinstance(pool, ProcessWorkers):
        await pool.start()
    before = [pool.submit(Link(url), capture(url)) for url in urls]
    pool.adopt(replace(untaught(0.4), revision=3, judged={url_id(url): False for url in urls}))
    after = [pool.submit(Link(url), capture(url)) for url in urls]
    visit = await asyncio.gather(*before, *after)
    await pool.close()
    assert [one.revision for one in visit] == [0] * 6 + [3] * 6
    assert [one.verdict.outcome for one in visit] == ["kept"] * 6 + ["rejected"] * 6
    assert visit[-1].base == visit[0].base > 0.4


async def test_a_process_that_starts_again_knows_what_it_was_taught(pool: ProcessWorkers) -> None:
    pool.adopt(replace(untaught(0.4), revision=3))
    url = "http://a.example/after"
    await answers(pool, "http://a.example/crash")
    assert (await answer(pool, url)).revision == 3


def signals_blocked_in(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1], 16) for line in lines if line.startswith("SigBlk"))


async def test_what_workers_are_forked_from_does_not_hear_a_ctrl_c(pool: ProcessWorkers) -> None:
    """A terminal sends it to all processes, and who loads its modules then would die."""
    pid = forkserver._forkserver._forkserver_pid  # type: ignore[attr-defined]
    assert signals_blocked_in(pid) >> (signal.SIGINT - 1) & 1
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


async def test_workers_that_cannot_start_during_an_interrupt_are_not_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def start(worker: object) -> None:
        starting.cancel()
        raise TidingsError("could not start")

    monkeypatch.setattr(workers._Worker, "start", start)
    starting = asyncio.ensure_future(ProcessWorkers(SETUP, 1).start())
    with pytest.raises(asyncio.CancelledError):
        await starting


async def test_a_start_that_is_given_up_does_not_keep_its_processes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workers, "serve", serve_slowly)
    pool = ProcessWorkers(SETUP, 1)
    starting = asyncio.ensure_future(pool.start())
    for _ in range(1_000):
        if pool._workers and pool._workers[0]._process:
            break
        await asyncio.sleep(0.01)
    starting.cancel()
    await asyncio.gather(starting, return_exceptions=True)
    process = pool._workers[0]._process
    assert process
    await asyncio.to_thread(process.join, 60)
    assert process.exitcode == 0  # it ended by itself, because nobody is at the other end
    await pool.close()
