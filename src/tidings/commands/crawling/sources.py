"""The command ``sources``: keeps the numbers of kept and rejected pages of hosts, for later crawls."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tidings.collection.models.host_counts import hosts_and_added, write_counts
from tidings.commands.terminal.printing import harmless, more, say, table
from tidings.errors import TidingsError
from tidings.frontier.rank.importance import Record
from tidings.frontier.rank.knowledge import Knowledge, parse, records_of, to_text, updated

_LISTED_HOSTS = 20


def describe_learn(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``sources learn``."""
    command.set_defaults(run=_learn)
    command.add_argument("folder", type=Path, help="the collection folder")
    command.add_argument("--type", required=True, help="the type of event, such as flood")
    command.add_argument(
        "--into",
        type=Path,
        required=True,
        metavar="FILE",
        help="the file; created if it does not exist",
    )


def describe_show(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``sources show``."""
    command.set_defaults(run=_show)
    command.add_argument("file", type=Path, help="a file written by `tidings sources learn`")
    command.add_argument(
        "--type", default="", help="only this type of event; default: all together"
    )
    command.add_argument(
        "-n", dest="most", type=int, default=_LISTED_HOSTS, help=f"default: {_LISTED_HOSTS}"
    )


def _learn(options: argparse.Namespace, console: Console) -> int:
    kind, file = options.type.strip(), options.into
    if not kind:
        raise TidingsError("--type: found nothing; allowed: a type of event such as flood")
    hosts, previous = hosts_and_added(options.folder, file, kind)
    before, previous = (_read(file), previous) if file.exists() else ({}, {})
    after = updated(before, kind, hosts, previous)
    write_counts(options.folder, file, kind, hosts, to_text(after))
    good, bad = (sum(counts[side] for counts in hosts.values()) for side in (0, 1))
    again = ", replacing its earlier counts" if previous else ""
    say(
        console,
        f"{options.folder}: {len(hosts):,} hosts with {good:,} pages kept and {bad:,} rejected "
        f"count for {kind} now{again}.",
    )
    console.print(_table(after, kind, _LISTED_HOSTS))
    say(
        console,
        f'Use it in another event file with [order] priors = "{file.resolve()}", '
        f'event_type = "{kind}" and a choice of sources, such as "loyal"',
    )
    return 0


def _show(options: argparse.Namespace, console: Console) -> int:
    if options.most < 1:
        raise TidingsError(f"-n: found {options.most}; allowed: 1 or more")
    knowledge = _read(options.file)
    if options.type and options.type not in knowledge:
        kinds = ", ".join(sorted(knowledge)) or "none so far"
        raise TidingsError(harmless(f"--type: found {options.type}; allowed: {kinds}"))
    console.print(_table(knowledge, options.type, options.most))
    return 0


def _read(path: Path) -> Knowledge:
    try:
        return parse(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise TidingsError(f"{path}: cannot read it as a file of sources: {error}") from error


def _table(knowledge: Knowledge, kind: str, most: int) -> Table:
    records = sorted(records_of(knowledge, kind).items(), key=_worth)
    rows = table("source", "kept", "rejected", caption=more(len(records), most))
    for host, record in records[:most]:
        rows.add_row(Text(harmless(host)), f"{record.good:,}", f"{record.bad:,}")
    return rows


def _worth(item: tuple[str, Record]) -> tuple[int, int, str]:
    host, record = item
    return -record.good, record.bad, host
