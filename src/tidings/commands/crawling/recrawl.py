"""The command ``recrawl``: visits the pages of a collection again, once."""

from __future__ import annotations

import argparse
from dataclasses import replace

from rich.console import Console

from tidings.collection.prepare import Job, prepare
from tidings.commands.crawling.crawl import add_crawl_arguments, collect, style_of
from tidings.crawl.again.returning import ReturnTo
from tidings.errors import CollectionError, TidingsError

BEGINNINGS = ("due", "hubs", "seeds", "all")


def describe(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``recrawl``."""
    command.set_defaults(run=_run)
    add_crawl_arguments(command)
    command.add_argument(
        "--from",
        dest="begin",
        choices=BEGINNINGS,
        help="what comes back: pages that are due, the best hubs, the seeds or all; default: recrawl.begin",
    )
    command.add_argument(
        "--hubs", type=int, metavar="K", help="how many hubs; default: recrawl.hubs"
    )


def _run(options: argparse.Namespace, console: Console) -> int:
    task = prepare(options.folder)
    if not (task.has_begun() or task.settings.store.url):
        raise CollectionError(f"{task.folder} holds no pages yet; `tidings crawl` collects some")
    if options.hubs is not None:
        task = _with_hubs(task, options.hubs)
    begin = options.begin or ("hubs" if options.hubs else task.settings.recrawl.begin)
    return collect(task, console, style_of(options), return_to=ReturnTo(begin))


def _with_hubs(task: Job, hubs: int) -> Job:
    if hubs < 1:
        raise TidingsError(f"--hubs: found {hubs}; allowed: 1 or more")
    recrawl = replace(task.settings.recrawl, hubs=hubs)
    return replace(task, settings=replace(task.settings, recrawl=recrawl))
