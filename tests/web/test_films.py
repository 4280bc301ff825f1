"""Films are fetched by a program of the user's, which never outlives its time or the crawl."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.hostile.server import HostileServer
from tests.web.conftest import ManualClock
from tests.web.processes import is_running
from tidings.archive.write.records import response_records
from tidings.crawl.requisites.reading import RequisiteReader
from tidings.errors import Failed, FetchError, Refused
from tidings.model import Capture, Channel, Event, Link, Outcome, Reason, Use
from tidings.settings import ArchiveSettings, Settings
from tidings.web.browser.films import FilmFetcher, _dying_with_us, check_helper

GOOD = """printf 'film bytes' > film.mp4
echo '{"title": "The flood", "upload_date": "20260301", "duration": 12.5, "uploader": null, "formats": []}'"""
WAIT = "echo $$ > PIDS; sleep 1000 & echo $! >> PIDS; wait"
PART = {"anchor": Use.FILM.value, "channel": Channel.REQUISITE}


def helper(folder: Path, script: str) -> str:
    """Write a program that stands for yt-dlp; it notes that it ran."""
    program = folder / "yt-dlp"
    script = script.replace("PIDS", str(folder / "pids"))
    program.write_text(f'#!/bin/sh\necho "$@" > {folder}/asked\n{script}\n', encoding="utf-8")
    program.chmod(0o755)
    return str(program)


def wait_until(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.05)


async def film(fetcher_with, folder: Path, script: str, path: str = "/f.mp4", **limits: float):
    """Fetch a film with a program, from a server on loopback."""
    async with HostileServer(robots="User-agent: *\nDisallow: /private") as server:
        live = fetcher_with(delay=0, connect=(server.connect(),))
        settings = ArchiveSettings(film_helper=helper(folder, script), **limits)
        fetcher = FilmFetcher(live, settings, ManualClock())
        return (await fetcher.fetch(Link(f"http://a.example{path}", **PART))).capture


async def test_a_film_is_recorded_with_what_is_known_about_it(fetcher_with, tmp_path: Path) -> None:
    capture = await film(fetcher_with, tmp_path, GOOD)
    assert (capture.url, capture.body) == ("urn:film:http://a.example/f.mp4", b"film bytes")
    asked = (tmp_path / "asked").read_text(encoding="utf-8")
    assert asked.endswith("--max-filesize 50000000 -- http://a.example/f.mp4\n")
    assert "--ignore-config" in asked
    facts: list[dict[str, str]] = []

    def recorder(given: Capture, said: dict[str, str]) -> tuple[bytes, int, str]:
        facts.append(dict(said))
        return response_records(given, said)

    settings = Settings(Event("Flood"), (), archive=ArchiveSettings(film_helper="x"))
    visit = RequisiteReader(settings, recorder).visit(
        Link("http://a.example/f.mp4", **PART), capture
    )
    assert (visit.verdict.outcome, visit.mime) == (Outcome.KEPT, "video/mp4")
    assert facts == [
        {"requisite": "film", "film-title": "The flood", "film-upload-date": "20260301", "film-duration": "12.5"}
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("script", "reason", "detail"),
    [
        ("echo 'ERROR: Unsupported URL' >&2; exit 1", Reason.FETCHING_FAILED, "yt-dlp: ERROR: Unsupported URL"),
        ("exit 3", Reason.FETCHING_FAILED, "yt-dlp: exit code 3"),
        ("echo '{}'", Reason.FETCHING_FAILED, "no film, or one that is too large"),
        ("head -c 2000000 /dev/zero > film.mp4", Reason.TOO_LARGE, "1 MB"),
        (f"head -c 9000000 /dev/zero > film.mp4; {WAIT}", Reason.TOO_LARGE, "1 MB"),
        (WAIT, Reason.TIMEOUT, "1 s for a film"),
    ],
)  # fmt: skip
async def test_whatever_the_program_does_leaves_a_reason(
    fetcher_with, tmp_path: Path, script: str, reason: Reason, detail: str
) -> None:
    seconds = 1.0 if script == WAIT else 60.0
    with pytest.raises(Failed) as raised:
        await film(fetcher_with, tmp_path, script, film_megabytes=1.0, film_seconds=seconds)
    assert (raised.value.reason, raised.value.detail, raised.value.retry) == (reason, detail, False)
    if (tmp_path / "pids").exists():
        pids = (tmp_path / "pids").read_text(encoding="ascii").split()
        wait_until(lambda: not any(map(is_running, pids)))


async def test_pieces_may_come_and_go(fetcher_with, tmp_path: Path) -> None:
    busy = "for piece in $(seq 300); do echo x > piece$piece; mv piece$piece gone; rm gone; done"
    assert (await film(fetcher_with, tmp_path, f"{busy}\n{GOOD}")).body == b"film bytes"


async def test_what_is_said_may_be_anything(fetcher_with, tmp_path: Path) -> None:
    for said in ("[1]", "no JSON", '{"title": ["a"]}'):
        capture = await film(fetcher_with, tmp_path, f"echo x > film.webm; echo '{said}'")
        assert capture.headers == (("Content-Type", "video/webm"),)


@pytest.mark.parametrize("url", ["http://a.example/private/f.mp4", "http://169.254.169.254/f.mp4"])
async def test_the_program_is_not_asked_for_what_is_forbidden(
    fetcher_with, tmp_path: Path, url: str
) -> None:
    async with HostileServer(robots="User-agent: *\nDisallow: /private") as server:
        live = fetcher_with(delay=0, connect=(server.connect(),))
        settings = ArchiveSettings(film_helper=helper(tmp_path, GOOD))
        with pytest.raises(FetchError) as raised:
            await FilmFetcher(live, settings, ManualClock()).fetch(Link(url, **PART))
    assert isinstance(raised.value, Refused)
    assert not (tmp_path / "asked").exists()


async def test_the_program_ends_with_the_crawl(fetcher_with, tmp_path: Path) -> None:
    task = asyncio.create_task(film(fetcher_with, tmp_path, WAIT))
    pids: list[str] = []
    async with asyncio.timeout(60):
        while len(pids) < 2:
            await asyncio.sleep(0.05)
            found = tmp_path / "pids"
            pids = found.read_text(encoding="ascii").split() if found.exists() else []
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    wait_until(lambda: not any(map(is_running, pids)))


def test_the_program_dies_with_a_killed_crawl() -> None:
    if not (command := _dying_with_us()):
        pytest.skip("setpriv (util-linux) is not there")
    starts = (
        "import subprocess, sys, time; p = subprocess.Popen(sys.argv[1:], start_new_session=True);"
        "print(p.pid, flush=True); time.sleep(1000)"
    )
    crawl = subprocess.Popen([sys.executable, "-c", starts, *command, "sleep", "1000"], stdout=subprocess.PIPE, text=True)  # fmt: skip
    assert crawl.stdout
    pid = crawl.stdout.readline().strip()
    comm = Path(f"/proc/{pid}/comm")
    wait_until(lambda: comm.read_text(encoding="ascii") == "sleep\n")  # the signal is set by now
    os.kill(crawl.pid, signal.SIGKILL)
    crawl.wait()
    crawl.stdout.close()
    wait_until(lambda: not is_running(pid))


def test_a_program_that_is_named_must_be_there() -> None:
    check_helper("")
    check_helper("sh")
    with pytest.raises(ValueError, match="install it"):
        check_helper("no-such-program")
