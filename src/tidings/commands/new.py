"""The command ``new``: writes an event file from the user's own words and from pages about the event."""

from __future__ import annotations

import argparse
from datetime import date
from pathlib import Path

from rich.console import Console

from tidings.collection.draft import Draft, write_draft
from tidings.collection.folder import slug
from tidings.collection.prepare import check
from tidings.commands.terminal.printing import say
from tidings.errors import TidingsError
from tidings.job import open_live


def describe(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``new``."""
    command.set_defaults(run=_run)
    command.add_argument("name", help="name of the event")
    command.add_argument("--seed", action="append", default=[], help="a URL to start from")
    command.add_argument(
        "--keyword", action="append", default=[], help="a word that pages about it use"
    )
    command.add_argument("--place", action="append", default=[], help="where it happened")
    command.add_argument(
        "--who", action="append", default=[], help="a person or organisation involved"
    )
    command.add_argument("--start", help="first day, such as 2016-03-22")
    command.add_argument("--end", help="last day")
    command.add_argument(
        "--reference", action="append", default=[], help="a page or file about it, to learn from"
    )
    command.add_argument("--text", default="", help="a description of it, to learn from")
    command.add_argument(
        "--contact", default="", help="your web or mail address, sent to webmasters"
    )
    command.add_argument(
        "--folder", type=Path, help="where to write it; default: named after the event"
    )


def _run(options: argparse.Namespace, console: Console) -> int:
    draft = Draft(
        name=options.name,
        seeds=tuple(options.seed),
        keywords=tuple(options.keyword),
        places=tuple(options.place),
        who=tuple(options.who),
        start=_day("--start", options.start),
        end=_day("--end", options.end),
        references=tuple(options.reference),
        text=options.text,
        contact=options.contact,
    )
    path = write_draft(draft, options.folder or Path(slug(options.name)), check, open_live)
    say(console, f"Wrote {path}: check it, then run")
    say(console, f"  tidings crawl {path.parent}")
    return 0


def _day(option: str, text: str | None) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise TidingsError(f"{option}: found {text!r}; allowed: a day such as 2016-03-22") from None
