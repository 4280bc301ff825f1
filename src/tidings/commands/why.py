"""The command ``why``: prints the outcome of a URL, the reasons for it, and how the crawl found it."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console

from tidings.collection.explain import explain
from tidings.collection.reading import Why, open_reader
from tidings.commands.terminal.arguments import add_folder
from tidings.commands.terminal.printing import say
from tidings.errors import TidingsError
from tidings.store.entries import Entry


def describe(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``why``."""
    command.set_defaults(run=_run)
    add_folder(command)
    command.add_argument("url", help="the URL")


def _run(options: argparse.Namespace, console: Console) -> int:
    if "://" not in options.url:
        raise TidingsError(
            f"found {options.url}; allowed: the address of a page, http://... or https://..."
        )
    show(options.folder, options.url, console)
    return 0


def show(folder: Path, url: str, console: Console) -> None:
    """Print the outcome of a URL; raise TidingsError if the crawl never found it."""
    with open_reader(folder) as collection:
        answer = collection.why(url)
    if answer is None:
        raise TidingsError(f"{url}: never met in this collection")
    say(console, answer.entry.url, style="bold")
    for line in [*_fate(answer), "how it was found:", *_path(answer)]:
        say(console, line)


def _fate(answer: Why) -> list[str]:
    entry = answer.entry
    lines = [f"  {entry.title}"] if entry.title else []
    turn = f"will be fetched by its score, {entry.priority:.2f}"
    lines.append(f"{entry.outcome}: {entry.reason or turn}")
    if entry.score:
        lines.append(explain(entry.score, answer.threshold))
    if entry.who:
        lines.append("names " + ", ".join(f"{name} ({count}x)" for name, count in entry.who))
    if entry.type:
        lines.append(f"type {entry.type.name} ({entry.type.probability:.2f})")
    return lines + _capture(entry)


def _capture(entry: Entry) -> list[str]:
    lines = []
    if entry.captured_at:
        fetched = f"fetched {entry.captured_at:%Y-%m-%d %H:%M:%S} UTC"
        lines.append(f"{fetched}, status {entry.status}, {entry.size:,} bytes")
    if entry.provenance:
        lines.append(f"taken from an archive: {entry.provenance}")
    if entry.file:
        lines.append(f"archived in {entry.file} at {entry.offset:,}, {entry.length:,} bytes")
    return lines


def _path(answer: Why) -> list[str]:
    lines = [_link(answer.entry)]
    for page in answer.path:
        lines += [f"  on {page.url} ({page.outcome})", _link(page)]
    return lines


def _link(entry: Entry) -> str:
    words = f" “{entry.anchor}”" if entry.anchor else ""
    given = f", given by {entry.scored_by}" if entry.scored_by else ""
    return f"  {entry.channel}{words}, link score {entry.priority:.2f}{given}"
