"""The command ``crawl``: collects an event while the user watches, and says how it ended."""

from __future__ import annotations

import argparse
from enum import Enum
from functools import partial
from pathlib import Path

from rich.console import Console

from tidings import job
from tidings.collection.folder import order_of
from tidings.collection.prepare import Job, prepare
from tidings.commands.terminal.arguments import add_folder
from tidings.commands.terminal.endings import ending_lines
from tidings.commands.terminal.json_lines import JsonLines
from tidings.commands.terminal.printing import say
from tidings.commands.terminal.view import LiveView, LogView, View
from tidings.crawl.again.returning import ReturnTo
from tidings.crawl.progress import Progress
from tidings.model import State, Stop
from tidings.settings import Settings

INTERRUPTED = 130
EXIT_CODES = {State.FINISHED: 0, State.STARVED: 3, State.OUT_OF_BUDGET: 4, State.STOPPED: 5}
"""The exit code for each end of a crawl; 1 and 2 mean errors."""


def describe(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``crawl``."""
    command.set_defaults(run=_run)
    add_crawl_arguments(command)
    command.add_argument(
        "--keep-going",
        action="store_true",
        help="go on until it is stopped: pages come back as [recrawl] says",
    )


def add_crawl_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments that ``crawl`` and ``extract`` share."""
    add_folder(command, "a collection folder or an event file", Path)
    command.add_argument(
        "--plain", action="store_true", help="plain lines instead of the live view"
    )
    command.add_argument(
        "--json",
        action="store_true",
        help="print the progress as lines of JSON; all else goes to the standard error",
    )
    command.set_defaults(kept="; everything up to the last second is kept")


def _run(options: argparse.Namespace, console: Console) -> int:
    task = prepare(options.folder)
    return_to = ReturnTo(task.settings.recrawl.begin, keeps_going=True)
    return collect(
        task, console, style_of(options), return_to=return_to if options.keep_going else None
    )


class Style(Enum):
    """How the progress of a crawl is shown."""

    LIVE = "a panel that redraws itself, if the output is a terminal"
    PLAIN = "plain lines"
    JSON = "lines of JSON"


def style_of(options: argparse.Namespace) -> Style:
    """Return how the user wants to see the progress."""
    if options.json:
        return Style.JSON
    return Style.PLAIN if options.plain else Style.LIVE


def collect(
    task: Job,
    console: Console,
    style: Style = Style.LIVE,
    extraction: job.Extraction | None = None,
    return_to: ReturnTo | None = None,
) -> int:
    """Crawl while the user watches, say how it ended and return the exit code."""
    view: View = LogView(console)
    if style is Style.JSON:
        view, console = JsonLines(console), Console(stderr=True, highlight=False)
    elif style is Style.LIVE and console.is_terminal:
        view = LiveView(console, task.settings.event.name, task.settings.budget.pages)
    resumed = " (resuming)" if task.has_begun() else ""
    say(console, f"Collecting {task.settings.event.name} into {task.folder}/{resumed}")
    if not resumed:
        give_advice(console, task.settings)
    with view:
        ending = _run_to_the_end(task, console, view, extraction, return_to)
        view.show(ending)
    for line in ending_lines(ending, task.settings.seeds, task.folder):
        say(console, line)
    return exit_code(ending)


def exit_code(ending: Progress) -> int:
    """Return the exit code of a crawl, which says how it ended; ``docs/commands.md`` lists them."""
    if ending.stopped is Stop.INTERRUPTED:
        return INTERRUPTED
    if ending.stopped is Stop.JUDGING_FAILED:
        return 1
    return EXIT_CODES[ending.state]


def give_advice(console: Console, settings: Settings) -> None:
    """Say what in an event file may not mean what its author thinks."""
    for line in job.advice_on(settings):
        say(console, f"Please check {line}", style="yellow")


def _run_to_the_end(
    task: Job,
    console: Console,
    view: View,
    extraction: job.Extraction | None,
    return_to: ReturnTo | None,
) -> Progress:
    """Crawl, and again with the new event file whenever the crawl is asked to take it."""
    while True:
        ending = job.run(
            task,
            view.show,
            view.interval,
            extraction=extraction,
            return_to=return_to,
            report=partial(say, console),
        )
        if ending.stopped is not Stop.CHANGED or order_of(task.folder) == "stop":
            return ending
        say(console, "The event file changed; going on with the new one")
        online = extraction is None or extraction.is_remote
        task = prepare(task.folder, online=online)
