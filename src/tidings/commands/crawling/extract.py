"""The command ``extract``: collects an event out of existing web archives."""

from __future__ import annotations

import argparse
from dataclasses import replace

from rich.console import Console

from tidings import job
from tidings.collection.prepare import prepare
from tidings.collection.reading import open_reader
from tidings.commands.crawling.crawl import add_crawl_arguments, collect, style_of
from tidings.commands.terminal.arguments import add_cluster
from tidings.commands.terminal.printing import say
from tidings.errors import TidingsError
from tidings.model import Query
from tidings.settings import UNLIMITED, Budget, Settings


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
        help="WARC, ARC and WACZ files, folders of them, the URL of an archive service, "
        "or, with --cdx, the URL of an object store",
    )
    command.add_argument(
        "--scan",
        action="store_true",
        help="read everything in the files, instead of following links from the seeds",
    )
    command.add_argument(
        "--cdx",
        default="",
        metavar="FILE",
        help="the index of the files as `tidings cdx` writes it; only wanted captures are read then, "
        "and --from may name an object store (s3://...)",
    )
    add_cluster(command, "who reads the captures of a scan")
    command.add_argument(
        "--seeds-from-references",
        action="store_true",
        help="start from the links of the reference pages and files, too",
    )
    add_crawl_arguments(command)


def without_limit(settings: Settings) -> Settings:
    """Return settings for a scan, which reads everything unless the event file sets another number of pages."""
    if settings.budget.pages != Budget().pages:
        return settings
    return replace(settings, budget=replace(settings.budget, pages=UNLIMITED))


def _run(options: argparse.Namespace, console: Console) -> int:
    extraction = job.Extraction(
        tuple(options.archives),
        options.scan,
        options.seeds_from_references,
        options.cluster,
        options.cdx,
    )
    if extraction.cdx and extraction.is_remote:
        raise TidingsError(
            "--cdx: found an archive service; allowed: files, folders and object stores"
        )
    if extraction.cluster != "none" and not extraction.scan:
        raise TidingsError("--cluster: allowed only with --scan")
    if extraction.scan and extraction.is_remote:
        raise TidingsError("--scan: found an address; allowed: files and folders on this computer")
    if extraction.scan and extraction.from_references:
        raise TidingsError("--seeds-from-references: found --scan, which needs no seeds")
    needs_seeds = not (extraction.scan or extraction.from_references)
    task = prepare(options.folder, online=extraction.is_remote, needs_seeds=needs_seeds)
    if extraction.scan:
        task = replace(task, settings=without_limit(task.settings))
    code = collect(task, console, style_of(options), extraction)
    with open_reader(task.folder) as collection:
        missing = collection.count(Query(outcome="missing"))
    if missing:
        console = Console(stderr=True, highlight=False) if options.json else console
        say(
            console,
            f"{missing:,} URLs were wanted but are in no archive; list them, the most promising first, with:",
        )
        say(console, f"  tidings export {task.folder} --outcome missing --by-priority")
    return code
