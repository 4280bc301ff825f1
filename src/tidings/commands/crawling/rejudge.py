"""The command ``rejudge``: lets a corrected event file take effect on the pages that are stored already."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from rich.console import Console

from tidings import job
from tidings.collection.prepare import prepare
from tidings.commands.crawling.crawl import give_advice
from tidings.commands.terminal.arguments import add_cluster, add_folder
from tidings.commands.terminal.printing import say
from tidings.errors import CollectionError


def describe(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``rejudge``."""
    command.set_defaults(run=_run)
    add_folder(command, "a collection folder or an event file", Path)
    add_cluster(command, "who judges the pages")


def _run(options: argparse.Namespace, console: Console) -> int:
    task = prepare(options.folder, online=False, needs_seeds=False)
    if not task.has_begun():
        raise CollectionError(f"{task.folder} holds no pages yet; `tidings crawl` collects some")
    give_advice(console, task.settings)
    rejudged = job.run_rejudging(task, partial(say, console), options.cluster)
    if rejudged is None:
        say(console, "Nothing to do: all pages were judged by this event file")
    elif rejudged.pages.reopened or rejudged.opened:
        say(console, f"To fetch what waits now: tidings crawl {task.folder}")
    return 0
