"""The command ``new``: writes an event file from the user's own words and from pages about the event."""

from __future__ import annotations

import argparse
import shlex
from contextlib import suppress
from dataclasses import replace
from datetime import date
from pathlib import Path

from rich.console import Console

from tidings.collection.folder import slug
from tidings.collection.prepare import check
from tidings.collection.proposing.draft import Draft, write_draft
from tidings.collection.proposing.specifications import write_specifications
from tidings.commands.crawling.asking import asked, asked_name, is_at_a_terminal
from tidings.commands.crawling.crawl import give_advice
from tidings.commands.terminal.printing import say
from tidings.errors import EventFileError, TidingsError
from tidings.event.file import load
from tidings.event.template import Timing
from tidings.job import open_live
from tidings.learn.types.presets import TYPES, preset_of
from tidings.settings import RunSettings

_SENTENCE_WORDS = 6
"""Words of a name that is a description of the event."""
_NAME_WORDS = 8
"""Words of it that remain the name."""


def describe(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``new``."""
    command.set_defaults(run=_run, kept="; nothing was written")
    command.add_argument(
        "name", nargs="?", default="", help="name of the event; without it you are asked"
    )
    command.add_argument("--seed", action="append", default=[], help="a URL to start from")
    command.add_argument(
        "--seeds-from",
        action="append",
        default=[],
        metavar="FILE",
        help="find seeds in a file of posts, saved search results, or a pasted list of addresses",
    )
    command.add_argument(
        "--seeds-from-references",
        action="store_true",
        help="take the links of the references as seeds, those with a keyword if any has one",
    )
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
        "--type",
        choices=TYPES,
        default="",
        help="what kind of event it is; sets lead, cool-down and what counts",
    )
    near = "days {} it at which a page is half as near in time"
    command.add_argument("--lead", type=float, metavar="DAYS", help=near.format("before"))
    command.add_argument("--cooldown", type=float, metavar="DAYS", help=near.format("after"))
    command.add_argument(
        "--also",
        action="append",
        default=[],
        metavar="PERIOD",
        help="a further period of it, such as 2016-07-14/2016-07-18",
    )
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
    command.add_argument(
        "--specifications",
        type=Path,
        metavar="TABLE",
        help="instead: write an event file for each line of a table of specifications (TSV)",
    )


def _run(options: argparse.Namespace, console: Console) -> int:
    if options.specifications:
        return _from_table(options, console)
    can_ask = is_at_a_terminal(console)
    if not (options.name or can_ask):
        raise TidingsError(
            'name: found nothing; allowed: a name, as in tidings new "Brussels bombings"'
        )
    draft = Draft(
        name=options.name or asked_name(console),
        seeds=tuple(options.seed),
        keywords=tuple(options.keyword),
        places=tuple(options.place),
        who=tuple(options.who),
        start=_day("--start", options.start),
        end=_day("--end", options.end),
        references=tuple(options.reference),
        text=options.text,
        contact=options.contact,
        seed_files=tuple(options.seeds_from),
        seeds_from_references=options.seeds_from_references,
        timing=_timing(options),
    )
    draft = _described(draft)
    if can_ask:
        draft = asked(draft, console)
    path = write_draft(draft, options.folder or Path(slug(draft.name)), check, open_live)
    with suppress(EventFileError):  # a file that is not complete yet
        give_advice(console, replace(load(path, needs_seeds=False), run=RunSettings(workers=0)))
    missing = _missing(draft, path, console)
    then = f"add {' and '.join(missing)}" if missing else "check it"
    say(console, f"Wrote {path}: {then}, then run")
    say(console, f"  tidings crawl {shlex.quote(str(path.parent))}")
    return 0


def _timing(options: argparse.Namespace) -> Timing:
    """Return the type of the event, and lead and cool-down: given ones, or those of the type."""
    preset = preset_of(options.type)
    lead = preset.lead if options.lead is None else options.lead
    cooldown = preset.cooldown if options.cooldown is None else options.cooldown
    if options.also and not options.start:
        raise TidingsError("--also: found a further period; allowed: with --start")
    return Timing(preset.type, lead, cooldown, tuple(options.also))


def _from_table(options: argparse.Namespace, console: Console) -> int:
    """Write the event files of a table, each in its own folder."""
    if options.name:
        raise TidingsError(
            f"--specifications: found the name {options.name!r} too; allowed: one of them"
        )
    count = 0
    folder = options.folder or Path()
    for path in write_specifications(options.specifications, folder, options.contact):
        say(console, f"Wrote {path}")
        count += 1
    say(console, f"{count} event files; collect one out of an archive with")
    say(console, "  tidings extract FOLDER --from ARCHIVE --seeds-from-references")
    return 0


def _missing(draft: Draft, path: Path, console: Console) -> list[str]:
    """Return what a crawl still needs, in words; say how many seeds were found."""
    missing, seeds = [], draft.seeds
    try:
        seeds = load(path, needs_seeds=False).seeds
    except EventFileError:
        missing.append("keywords")
    if draft.seed_files or draft.seeds_from_references:
        say(console, f"Seeds found in what you gave: {len(seeds) - len(draft.seeds):,}")
    if not seeds:
        missing.insert(0, "seeds (pages to start from)")
    return missing if draft.contact else [*missing, "fetch.contact (your mail or web address)"]


def _described(draft: Draft) -> Draft:
    """Take a name that is a whole sentence for a description, and shorten the name."""
    words = draft.name.split()
    given = draft.keywords or draft.references or draft.text
    if given or len(words) < _SENTENCE_WORDS:
        return draft
    return replace(draft, text=draft.name, name=" ".join(words[:_NAME_WORDS]).strip(" ,;:"))


def _day(option: str, text: str | None) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise TidingsError(f"{option}: found {text!r}; allowed: a day such as 2016-03-22") from None
