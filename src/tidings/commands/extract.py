"""The command ``extract``: collects an event out of existing web archives."""

from __future__ import annotations

import argparse

from rich.console import Console

from tidings import job
from tidings.collection.reading import open_reader
from tidings.commands.crawl import add_crawl_arguments, collect
from tidings.commands.terminal.printing import say
from tidings.errors import TidingsError
from tidings.store.sqlite.ledger import Query


def describe(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``extract``."""
    command.set_defaults(run=_run)
    command.add_argument(
        "--from",
        dest="archives",
        action="extend",
        nargs="+",
        required=True,
        metavar="ARCHIVE",
        help="WARC, ARC and WACZ files, folders of them, or the address of an archive service",
    )
    command.add_argument(
        "--scan",
        action="store_true",
        help="look at everything the files hold, instead of following links from the seeds",
    )
    add_crawl_arguments(command, "plain lines, no live view")


def _run(options: argparse.Namespace, console: Console) -> int:
    extraction = job.Extraction(tuple(options.archives), options.scan)
    if extraction.scan and extraction.is_remote:
        raise TidingsError("--scan: found an address; allowed: files and folders on this computer")
    task = job.prepare(options.folder, online=extraction.is_remote)
    code = collect(task, console, options.plain, extraction)
    with open_reader(task.folder) as collection:
        missing = collection.count(Query(outcome="missing"))
    if missing:
        say(
            console,
            f"{missing:,} addresses are wanted but in no archive; the most promising first with:",
        )
        say(console, f"  tidings export {task.folder} --outcome missing --by-priority")
    return code
