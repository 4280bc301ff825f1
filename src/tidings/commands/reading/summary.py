"""The command ``summary``: what happened, in sentences quoted from independent sources."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

from rich.console import Console

from tidings.collection.reading import open_reader
from tidings.collection.summary.summary import (
    SENTENCES,
    CollectionSummary,
    NamedBy,
    Quotation,
    summarise,
)
from tidings.commands.terminal.arguments import add_folder
from tidings.commands.terminal.printing import say
from tidings.urls import host_of


def describe(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``summary``."""
    command.set_defaults(run=_run)
    add_folder(command)
    command.add_argument(
        "--sentences", type=int, default=SENTENCES, metavar="N", help=f"default: {SENTENCES}"
    )
    command.add_argument("--json", action="store_true", help="print it for other programs")


def _run(options: argparse.Namespace, console: Console) -> int:
    with open_reader(options.folder) as reader:
        summary = summarise(reader, max(1, min(options.sentences, 100)))
        if options.json:
            say(console, json.dumps(_document(summary), ensure_ascii=False, indent=2))
        else:
            _show(summary, console)
    return 0


def _show(summary: CollectionSummary, console: Console) -> None:
    if not summary.quotations:
        say(console, "nothing to quote: no kept page has a whole sentence")
    for quotation in summary.quotations:
        say(console, f"{_day(quotation)}  “{quotation.text}”")
        say(console, f"            {quotation.entry.url}", style="dim")
    for title, names in _named(summary):
        if names:
            listed = ", ".join(f"{one.name} ({one.sites})" for one in names)
            say(console, f"{title:<14}{listed}")
    for each in summary.numbers:
        day = f"{each.when:%Y-%m-%d}" if each.when else " " * 10
        say(console, f"{day}  {each.number.brief()}, {host_of(each.entry.url)}")
    if summary.quotations:
        say(
            console,
            f"{summary.pages:,} pages read; in brackets the sites that name each",
            style="dim",
        )


def _named(summary: CollectionSummary) -> Sequence[tuple[str, Sequence[NamedBy]]]:
    return (
        ("places", summary.places),
        ("people", summary.people),
        ("organisations", summary.organisations),
    )


def _day(quotation: Quotation) -> str:
    if quotation.when is None:
        return " " * 10
    return f"{quotation.when:%Y-%m-%d}"


def _document(summary: CollectionSummary) -> dict[str, object]:
    quotations = [
        {
            "text": each.text,
            "start": each.start,
            "url": each.entry.url,
            "title": each.entry.title,
            "when": each.when.isoformat() if each.when else None,
            "published": each.is_published,
        }
        for each in summary.quotations
    ]
    names = {
        title: [{"name": one.name, "sites": one.sites, "pages": one.pages} for one in named]
        for title, named in _named(summary)
    }
    numbers = [
        {
            **each.number._asdict(),
            "url": each.entry.url,
            "when": each.when.isoformat() if each.when else None,
        }
        for each in summary.numbers
    ]
    return {"sentences": quotations, **names, "numbers": numbers, "pages": summary.pages}
