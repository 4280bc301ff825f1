"""The command ``crawl``: collects an event while the user watches, and says how it ended."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from rich.console import Console

from tidings import job
from tidings.collection.prepare import Job, prepare
from tidings.commands.terminal.arguments import add_folder
from tidings.commands.terminal.printing import say
from tidings.commands.terminal.view import LiveView, LogView, View, duration
from tidings.crawl.progress import Progress
from tidings.model import Reason, State, Stop

INTERRUPTED = 130


def describe(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``crawl``."""
    command.set_defaults(run=_run)
    add_crawl_arguments(command)


def add_crawl_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments that ``crawl`` and ``extract`` share."""
    add_folder(command, "a collection folder or an event file", Path)
    command.add_argument(
        "--plain", action="store_true", help="plain lines instead of the live view"
    )
    command.set_defaults(kept="; everything up to the last second is kept")


def _run(options: argparse.Namespace, console: Console) -> int:
    return collect(prepare(options.folder), console, options.plain)


def collect(
    task: Job, console: Console, plain: bool, extraction: job.Extraction | None = None
) -> int:
    """Crawl while the user watches, say how it ended and return the exit code."""
    resumed = " (resuming)" if task.has_begun() else ""
    say(console, f"Collecting {task.settings.event.name} into {task.folder}/{resumed}")
    view: View = LogView(console)
    if console.is_terminal and not plain:
        view = LiveView(console, task.settings.event.name, task.settings.budget.pages)
    with view:
        ending = job.run(
            task, view.show, view.interval, extraction=extraction, report=partial(say, console)
        )
        view.show(ending)
    _say_ending(console, ending, task.folder)
    if ending.state is State.STARVED:
        if extraction and extraction.follows_files and ending.cause is Reason.NO_CAPTURE:
            say(
                console,
                "none of the seeds is in these archives; --scan looks at everything they hold",
            )
        return 1
    return INTERRUPTED if ending.stopped is Stop.INTERRUPTED else 0


def _say_ending(console: Console, ending: Progress, folder: Path) -> None:
    totals = ending.totals
    say(
        console,
        f"{ending.state.value.capitalize()}: {ending.reason}. {totals.kept:,} pages kept of "
        f"{totals.pages:,} fetched in {duration(ending.seconds)}.",
    )
    if ending.state in (State.STOPPED, State.OUT_OF_BUDGET) and ending.waiting:
        more = " (with a larger budget)" if ending.state is State.OUT_OF_BUDGET else ""
        say(console, f"{ending.waiting:,} links wait; resume{more} with the same command")
    say(console, f"For details: tidings status {folder}")
