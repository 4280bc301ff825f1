"""The command ``status``: how a collection stands, why, and what its sources are like."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tidings.collection.folder import is_being_crawled, open_ledger
from tidings.commands.terminal.arguments import add_folder
from tidings.commands.terminal.printing import harmless, more, say, table
from tidings.errors import TidingsError
from tidings.frontier.rank.bandit import Bandit
from tidings.model import State
from tidings.store.sqlite.ledger import Ledger

_HOSTS = 10
_ARMS = 20
_ALIVE = (State.RUNNING, State.WAITING, State.PAUSED)


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
        help=f"tell also what each host brought by each channel, the best N of them; default: {_ARMS}",
    )


def _number(text: str) -> int:
    """Read how many sources to show; the next word on the line is taken for it, whatever it is."""
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


def show(folder: Path, console: Console, arms: int | None = None) -> None:
    """Print the state of a collection and its best hosts, or its best arms."""
    with open_ledger(folder) as ledger:
        _print_outcomes(ledger, folder, console)
        console.print()
        console.print(_arms(ledger, arms) if arms else _hosts(ledger))


def _print_outcomes(ledger: Ledger, folder: Path, console: Console) -> None:
    state = ledger.fact("state") or "not begun"
    kind = state.partition(":")[0]
    if kind in _ALIVE and not is_being_crawled(folder):
        state = f"broken off while {kind}; `tidings crawl {folder}` goes on"
    say(console, f"{folder}: {state}")
    estimate = ledger.fact("estimate")
    if estimate and estimate not in state:
        say(console, f"What is left: {estimate}")
    rows = table("outcome", "reason", "addresses", numbers=slice(2, 3))
    for line in ledger.reasons():
        rows.add_row(line.outcome, Text(harmless(line.reason)), f"{line.count:,}")
    console.print(rows)


def _hosts(ledger: Ledger) -> Table:
    rows = table("source", "kept", "rejected", "fetched", "waiting", "", numbers=slice(1, 5))
    for source in ledger.sources(_HOSTS):
        counts = (source.good, source.bad, source.fetched, source.waiting)
        closed = Text(harmless(source.closed))
        rows.add_row(Text(source.host), *(f"{count:,}" for count in counts), closed)
    return rows


def _arms(ledger: Ledger, most: int) -> Table:
    """Return what each host brought by each channel, and the estimate of what a next link would bring."""
    bandit, arms = Bandit(ledger.tried()), ledger.arms()
    tried = sum(arm.tried for arm in arms) or 1
    columns = ("source", "channel", "tried", "kept", "estimate", "share", "waiting")
    rows = table(*columns, numbers=slice(2, 7), caption=more(len(arms), most))
    for arm in arms[:most]:
        rows.add_row(
            Text(arm.host),
            Text(harmless(arm.channel)),
            f"{arm.tried:,}",
            f"{arm.kept:,}",
            f"{bandit.estimate(arm.host, arm.channel):.2f}",
            f"{arm.tried / tried:.1%}",
            f"{arm.waiting:,}",
        )
    return rows
