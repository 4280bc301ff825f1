"""The command ``status``: how a collection stands, why, and what its sources are like."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tidings.collection.folder import folder_of, is_being_crawled, open_database
from tidings.commands.view import harmless
from tidings.errors import TidingsError
from tidings.frontier.rank.bandit import Bandit
from tidings.model import State
from tidings.store.sqlite.ledger import Ledger

_HOSTS = 10
_ARMS = 20
_ALIVE = (State.RUNNING, State.WAITING, State.PAUSED)


def add_command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], console: Console
) -> None:
    """Describe ``status``."""
    text = "tell how a collection stands, and why"
    status = commands.add_parser("status", help=text, description=text[0].upper() + text[1:] + ".")
    status.set_defaults(run=lambda options: _status(options, console))
    status.add_argument(
        "folder",
        type=folder_of,
        nargs="?",
        default=Path(),
        help="the collection folder; default: this folder",
    )
    status.add_argument(
        "--sources",
        nargs="?",
        type=_number,
        const=_ARMS,
        metavar="N",
        help=f"tell also what each host brought by each channel, the best N of them; default: {_ARMS}",
    )


def _number(text: str) -> int:
    """Read how many sources to show; the next word on the line is taken for it, whatever it is."""
    try:
        return int(text)
    except ValueError:
        allowed = f"a number; a folder stands first: tidings status {text} --sources"
        raise argparse.ArgumentTypeError(f"found {text}; allowed: {allowed}") from None


def _status(options: argparse.Namespace, console: Console) -> int:
    if options.sources is not None and options.sources < 1:
        raise TidingsError(f"--sources: found {options.sources}; allowed: 1 or more")
    database = open_database(options.folder)
    try:
        ledger = Ledger(database)
        _print_outcomes(ledger, options.folder, console)
        console.print()
        console.print(_arms(ledger, options.sources) if options.sources else _hosts(ledger))
    finally:
        database.close()
    return 0


def _print_outcomes(ledger: Ledger, folder: Path, console: Console) -> None:
    state = ledger.fact("state") or "not begun"
    kind = state.partition(":")[0]
    if kind in _ALIVE and not is_being_crawled(folder):
        state = f"broken off while {kind}; `tidings crawl {folder}` goes on"
    console.print(harmless(f"{folder}: {state}"), markup=False, soft_wrap=True)
    estimate = ledger.fact("estimate")
    if estimate and estimate not in state:
        console.print(f"What is left: {estimate}", markup=False, soft_wrap=True)
    table = _table("outcome", "reason", "addresses", numbers=slice(2, 3))
    for line in ledger.reasons():
        table.add_row(line.outcome, Text(harmless(line.reason)), f"{line.count:,}")
    console.print(table)


def _hosts(ledger: Ledger) -> Table:
    table = _table("source", "kept", "rejected", "fetched", "waiting", "", numbers=slice(1, 5))
    for source in ledger.sources(_HOSTS):
        counts = (source.good, source.bad, source.fetched, source.waiting)
        closed = Text(harmless(source.closed))
        table.add_row(Text(source.host), *(f"{count:,}" for count in counts), closed)
    return table


def _arms(ledger: Ledger, most: int) -> Table:
    """Return what each host brought by each channel, and what is to be hoped for there."""
    bandit, arms = Bandit(ledger.tried()), ledger.arms()
    tried = sum(arm.tried for arm in arms) or 1
    table = _table(
        "source", "channel", "tried", "kept", "estimate", "share", "waiting", numbers=slice(2, 7)
    )  # fmt: skip
    for arm in arms[:most]:
        table.add_row(
            Text(arm.host),
            Text(harmless(arm.channel)),
            f"{arm.tried:,}",
            f"{arm.kept:,}",
            f"{bandit.estimate(arm.host, arm.channel):.2f}",
            f"{arm.tried / tried:.1%}",
            f"{arm.waiting:,}",
        )
    if len(arms) > most:
        table.caption = f"{len(arms) - most:,} more"
        table.caption_justify = "left"
    return table


def _table(*columns: str, numbers: slice) -> Table:
    table = Table(*columns, box=None, header_style="dim")
    for column in table.columns[numbers]:
        column.justify = "right"
    return table
