"""Shows the progress of a crawl: a live panel on a terminal, plain lines elsewhere."""

from __future__ import annotations

from typing import Protocol

from rich.console import Console, Group
from rich.live import Live
from rich.panel import Panel
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from tidings.commands.terminal.printing import harmless
from tidings.crawl.progress import Progress
from tidings.model import State
from tidings.settings import UNLIMITED

LOG_SECONDS = 10.0
"""Seconds between two plain lines."""

_COLOURS = {
    State.RUNNING: "green",
    State.WAITING: "yellow",
    State.PAUSED: "yellow",
    State.STARVED: "red",
    State.STOPPED: "cyan",
    State.OUT_OF_BUDGET: "cyan",
    State.FINISHED: "bold green",
}


class View(Protocol):
    """Shows the progress of a crawl while its ``with`` block lasts."""

    interval: float

    def __enter__(self) -> View:
        """Start to show it."""

    def __exit__(self, *_: object) -> None:
        """Leave the terminal as it was."""

    def show(self, progress: Progress) -> None:
        """Show the crawl at one moment."""


class LiveView:
    """A panel that redraws itself in place."""

    interval = 0.25

    def __init__(self, console: Console, title: str, budget_pages: int) -> None:
        self._title = title
        self._budget = budget_pages
        self._live = Live(console=console, auto_refresh=False, transient=False)

    def __enter__(self) -> LiveView:
        self._live.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.stop()

    def show(self, progress: Progress) -> None:
        """Redraw the panel."""
        self._live.update(panel(progress, self._title, self._budget), refresh=True)


class LogView:
    """One line every few seconds, for logs and pipes."""

    interval = 1.0

    def __init__(self, console: Console) -> None:
        self._console = console
        self._last = -LOG_SECONDS

    def __enter__(self) -> LogView:
        return self

    def __exit__(self, *_: object) -> None:
        """Do nothing: lines need no cleaning up."""

    def show(self, progress: Progress) -> None:
        """Print a line, unless the last one is recent."""
        if progress.seconds - self._last >= LOG_SECONDS:
            self._last = progress.seconds
            text = harmless(line(progress))
            self._console.print(text, highlight=False, markup=False, soft_wrap=True)


_SLOW = 0.05
"""Pages per second below which a line says what the crawl does instead."""


def panel(progress: Progress, title: str, budget_pages: int) -> Panel:
    """Return the progress of a crawl as a panel."""
    state = Text.assemble(
        (f" {progress.state.value} ", f"reverse {_COLOURS[progress.state]}"), f"  {progress.reason}"
    )
    bar = _bar(progress, budget_pages)
    left = [Text(), Text(progress.estimate, style="dim")] if progress.estimate else []
    numbers = _numbers(progress, budget_pages)
    body = Group(state, Text(), bar, Text(), numbers, *left, *_sources(progress))
    return Panel(
        body, title=Text(f"Tidings · {title}"), border_style="blue", padding=(1, 2), width=88
    )


def _bar(progress: Progress, budget_pages: int) -> ProgressBar:
    """Return a bar of the captures of a scan, or else of the pages of the budget."""
    if progress.captures:
        passed, captures = progress.captures
        return ProgressBar(total=captures, completed=passed)
    total = budget_pages if budget_pages < UNLIMITED else None
    return ProgressBar(total=total, completed=progress.totals.pages)


def _of(pages: int, most: int) -> str:
    return f"{pages:,} of {most:,}" if most < UNLIMITED else f"{pages:,}"


def _numbers(progress: Progress, budget_pages: int) -> Table:
    table = Table.grid(padding=(0, 3))
    for _ in range(2):
        table.add_column(style="dim")
        table.add_column(justify="right")
    totals = progress.totals
    table.add_row("pages", _of(totals.pages, budget_pages), "pages/s", f"{progress.rate:.1f}")
    table.add_row(
        "kept", f"[bold green]{totals.kept:,}[/]", "received", f"{totals.size / 1e6:,.1f} MB"
    )
    table.add_row(
        "harvest ratio",
        f"[bold]{progress.harvest:.0%}[/] overall",
        "recently",
        f"{progress.recent:.0%}",
    )
    table.add_row("waiting links", f"{progress.waiting:,}", "under way", f"{progress.in_flight:,}")
    table.add_row("hosts ready", f"{progress.ready:,}", "hosts resting", f"{progress.resting:,}")
    if progress.captures:
        table.add_row("captures passed", _of(*progress.captures))
    table.add_row("time", duration(progress.seconds), "left", duration(progress.seconds_left))
    return table


def _sources(progress: Progress) -> list[Table | Text]:
    if not progress.hosts:
        return []
    table = Table.grid(padding=(0, 2))
    best = progress.hosts[0].good
    for source in progress.hosts:
        bar = "█" * max(1, round(20 * source.good / best))
        table.add_row(
            Text(source.name),
            Text(bar, style="green"),
            f"{source.good:,} kept of {source.fetched:,}",
        )
    return [Text(), Text("best sources", style="dim"), table]


def line(progress: Progress) -> str:
    """Return the progress of a crawl as one line."""
    totals = progress.totals
    scanned = f"{_of(*progress.captures)} captures passed, " if progress.captures else ""
    is_idle = progress.state is State.WAITING or progress.rate < _SLOW
    why = f" ({progress.reason})" if is_idle and progress.reason else ""
    return (
        f"{duration(progress.seconds)}  {progress.state.value}{why}: {scanned}{totals.pages:,} pages "
        f"({progress.rate:.1f}/s), {totals.kept:,} kept, harvest {progress.harvest:.0%} "
        f"(recently {progress.recent:.0%}), {progress.waiting:,} links waiting on "
        f"{progress.ready:,} ready and {progress.resting:,} resting hosts, "
        f"left {duration(progress.seconds_left)}"
    )


def duration(seconds: float | None) -> str:
    """Return seconds as a duration for people."""
    if seconds is None:
        return "?"
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest:02d} s"
    hours, minutes = divmod(minutes, 60)
    return f"{hours:,} h {minutes:02d} min"
