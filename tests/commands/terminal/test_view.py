from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.console import Console

from tidings.commands.terminal.view import LiveView, LogView, duration, line, panel
from tidings.crawl.progress import HostLine, Progress, Tally
from tidings.model import State, Totals
from tidings.settings import UNLIMITED

PROGRESS = Progress(
    state=State.RUNNING,
    reason="3 pages under way",
    totals=Totals(1234, 567, 89_000_000),
    seconds=125.0,
    rate=9.87,
    recent=0.5,
    waiting=4321,
    in_flight=3,
    ready=7,
    resting=11,
    hosts=(HostLine("news.example", 12, 30), HostLine("[fe80::1]:80", 3, 4)),
    seconds_left=3700.0,
)


def drawn(thing: object, width: int = 100) -> str:
    out = io.StringIO()
    Console(file=out, width=width, color_system=None).print(thing)
    return out.getvalue()


def test_the_panel_shows_what_a_person_wants_to_know() -> None:
    text = drawn(panel(PROGRESS, "The flood", 10_000))
    for shown in (
        "The flood", "running", "3 pages under way", "1,234 of 10,000", "567", "9.9", "89.0 MB",
        "46% overall", "50%", "4,321", "7", "11", "2 min 05 s", "1 h 01 min",
        "news.example", "12 kept of 30", "[fe80::1]:80",
    ):  # fmt: skip
        assert shown in text, shown


def test_a_scan_shows_the_captures_it_has_passed_of_those_there_are() -> None:
    scanning = replace(PROGRESS, captures=(1_200, 22_393))
    assert "1,200 of 22,393" in drawn(panel(scanning, "The flood", UNLIMITED))
    assert "running: 1,200 of 22,393 captures passed, 1,234 pages" in line(scanning)
    assert "captures" not in line(PROGRESS)


def test_the_panel_tells_what_is_still_out_if_anybody_can() -> None:
    text = "about 4% of an estimated 212 relevant pages are still out"
    assert text in drawn(panel(replace(PROGRESS, estimate=text), "The flood", 10))
    assert "estimated" not in drawn(panel(PROGRESS, "The flood", 10))


@pytest.mark.parametrize("state", State)
def test_every_state_can_be_drawn(state: State) -> None:
    progress = replace(PROGRESS, state=state, hosts=(), seconds_left=None)
    assert state.value in drawn(panel(progress, "x", 1))
    assert state.value in line(progress)


def test_a_line_says_what_a_crawl_does_that_fetches_no_pages() -> None:
    reason = "fetching 9 files that kept pages need"
    assert f"running ({reason}): 1,234 pages (0.0/s)" in line(
        replace(PROGRESS, reason=reason, rate=0.01)
    )
    assert "under way" not in line(PROGRESS)


def test_words_from_outside_are_not_taken_for_markup() -> None:
    progress = replace(PROGRESS, reason="host gave up: [/bold] [red]")
    text = drawn(panel(progress, "Flood [/] [bold]", 10))
    assert "Flood [/] [bold]" in text
    assert "host gave up: [/bold] [red]" in text


def test_the_log_writes_a_line_every_ten_seconds() -> None:
    out = io.StringIO()
    console = Console(file=out, width=40)
    with LogView(console) as view:
        for second in range(25):
            view.show(replace(PROGRESS, seconds=float(second)))
    lines = out.getvalue().splitlines()
    assert [text.split("  ")[0] for text in lines] == ["0 s", "10 s", "20 s"]
    assert "running: 1,234 pages (9.9/s), 567 kept, harvest 46% (recently 50%)" in lines[0]


def test_the_live_view_redraws_in_place() -> None:
    out = io.StringIO()
    console = Console(file=out, force_terminal=True, width=100)
    with LiveView(console, "The flood", 10_000) as view:
        view.show(PROGRESS)
        view.show(replace(PROGRESS, state=State.FINISHED, reason="all visited"))
    assert "all visited" in out.getvalue()
    assert "\x1b[" in out.getvalue()


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (None, "?"),
        (0, "0 s"),
        (59.4, "59 s"),
        (60, "1 min 00 s"),
        (3599.6, "1 h 00 min"),
        (3725, "1 h 02 min"),
        (360_000, "100 h 00 min"),
    ],
)
def test_durations_are_written_as_people_say_them(seconds: float | None, words: str) -> None:
    assert duration(seconds) == words


def test_the_rate_is_that_of_the_last_moments() -> None:
    tally = Tally(Totals(1000, 0, 0))
    rates = []
    for second in range(30):
        rates.append(tally.rate(float(second)))
        for _ in range(2 if second < 15 else 5):
            tally.totals = tally.totals._replace(pages=tally.totals.pages + 1)
    assert rates[0] == 0.0
    assert rates[10] == pytest.approx(2.0)
    assert rates[29] == pytest.approx(5.0)


def test_the_line_of_a_waiting_crawl_says_what_it_waits_for() -> None:
    text = "every host rests, the next host for 4.0 s; last answer: connect: refused"
    assert f"waiting ({text}):" in line(replace(PROGRESS, state=State.WAITING, reason=text))
    assert text not in line(replace(PROGRESS, state=State.RUNNING, reason=text))


def test_the_log_takes_words_from_outside_for_what_they_are() -> None:
    out = io.StringIO()
    with LogView(Console(file=out, width=40)) as view:
        view.show(replace(PROGRESS, state=State.WAITING, reason="[/bold] \x1b[2J of a server"))
    assert "waiting ([/bold] \N{REPLACEMENT CHARACTER}[2J of a server)" in out.getvalue()
