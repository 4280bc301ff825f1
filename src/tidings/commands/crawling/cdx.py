"""The command ``cdx``: turns the indexes of a large archive into one sorted Parquet file."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console

from tidings.archive.index.parquet import write_parquet
from tidings.commands.terminal.printing import say
from tidings.errors import TidingsError


def describe(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``cdx``."""
    command.set_defaults(run=_run, kept="")
    command.add_argument(
        "indexes", nargs="+", type=Path, metavar="INDEX", help="CDX and CDXJ files, plain or gzip"
    )
    command.add_argument(
        "-o", "--output", type=Path, required=True, metavar="FILE", help="the Parquet file to write"
    )


def _run(options: argparse.Namespace, console: Console) -> int:
    rows, bad = write_parquet(options.indexes, options.output)
    size = options.output.stat().st_size
    each = f", {size / rows:.0f} bytes each" if rows else ""
    say(console, f"{options.output}: {rows:,} captures{each}")
    if bad:
        say(console, f"{bad:,} lines could not be read", style="yellow")
    if not rows:
        raise TidingsError("found no captures; allowed: CDX and CDXJ files, plain or gzip")
    return 0
