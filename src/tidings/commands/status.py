"""The command ``status``: prints the state of a collection, the outcomes of its URLs and its best hosts."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tidings.collection.reading import Arm, Status, open_reader
from tidings.commands.terminal.arguments import add_folder
from tidings.commands.terminal.printing import harmless, more, say, table
from tidings.errors import TidingsError
from tidings.store.entries import HostRecord

_HOSTS = 10
_ARMS = 20


def describe(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``status``."""
    command.set_defaults(run=_run)
    add_folder(command, "the collection folder")
    command.add_argument(
        "--sources",
        nargs="?",
        type=_number,
        const=_ARMS,
        metavar="N",
        help=f"list hosts by the channel that led to them, the best N; default: {_ARMS}",
    )


def _number(text: str) -> int:
    """Read the value of --sources; argparse takes the next word, even the folder."""
    try:
        return int(text)
    except ValueError:
        allowed = f"a number; a folder stands first: tidings status {text} --sources"
        raise argparse.ArgumentTypeError(f"found {text}; allowed: {allowed}") from None


def _run(options: argparse.Namespace, console: Console) -> int:
    if options.sources is not None and options.sources < 1:
        raise TidingsError(f"--sources: found {options.sources}; allowed: 1 or more")
    show(options.folder, console, options.sources)
    return 0


def show(folder: Path, console: Console, most_arms: int | None = None) -> None:
    """Print the state of a collection, then its best hosts, or its best arms."""
    with open_reader(folder) as collection:
        status = collection.status()
        say(console, f"{folder}: {_state(status, folder)}")
        if status.estimate and status.estimate not in status.reason:
            say(console, f"What is left: {status.estimate}")
        console.print(_outcomes(status))
        console.print()
        if most_arms:
            console.print(_arms(collection.arms(), most_arms))
        else:
            console.print(_hosts(collection.hosts(limit=_HOSTS)))


def _state(status: Status, folder: Path) -> str:
    if status.state is None:
        return "not begun"
    if status.is_broken_off:
        return f"broken off while {status.state}; `tidings crawl {folder}` resumes it"
    return f"{status.state}: {status.reason}"


def _outcomes(status: Status) -> Table:
    rows = table("outcome", "reason", "addresses", numbers=slice(2, 3))
    for line in status.outcomes:
        rows.add_row(line.outcome, Text(harmless(line.reason)), f"{line.count:,}")
    return rows


def _hosts(hosts: Sequence[HostRecord]) -> Table:
    rows = table("source", "kept", "rejected", "fetched", "waiting", "", numbers=slice(1, 5))
    for host in hosts:
        counts = (host.good, host.bad, host.fetched, host.waiting)
        closed = Text(harmless(host.closed))
        rows.add_row(Text(host.host), *(f"{count:,}" for count in counts), closed)
    return rows


def _arms(arms: Sequence[Arm], most: int) -> Table:
    columns = ("source", "channel", "tried", "kept", "estimate", "share", "waiting")
    rows = table(*columns, numbers=slice(2, 7), caption=more(len(arms), most))
    for arm in arms[:most]:
        rows.add_row(
            Text(arm.host),
            Text(harmless(arm.channel)),
            f"{arm.tried:,}",
            f"{arm.kept:,}",
            f"{arm.estimate:.2f}",
            f"{arm.share:.1%}",
            f"{arm.waiting:,}",
        )
    return rows
