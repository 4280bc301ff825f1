"""The command ``why``: prints the outcome of a URL, the reasons for it, and how the crawl found it."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console

from tidings.collection.export.objects import as_json
from tidings.collection.export.rows import clean, row_of
from tidings.collection.reading import Why, open_reader
from tidings.collection.reading.explain import explain
from tidings.commands.terminal.arguments import add_folder
from tidings.commands.terminal.hints import hint
from tidings.commands.terminal.printing import say
from tidings.commands.terminal.reasons import reasons
from tidings.errors import TidingsError
from tidings.model import Reason
from tidings.store.entries import Entry


def describe(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``why``."""
    command.set_defaults(run=_run)
    add_folder(command)
    command.add_argument("url", help="the URL")
    command.add_argument(
        "--figures", action="store_true", help="show how the score adds up, instead of words"
    )
    command.add_argument("--json", action="store_true", help="print everything as JSON")


def _run(options: argparse.Namespace, console: Console) -> int:
    if "://" not in options.url:
        raise TidingsError(
            f"found {options.url}; allowed: the address of a page, http://... or https://..."
        )
    if options.json:
        console.out(_as_json(_answer(options.folder, options.url)), highlight=False)
    else:
        show(options.folder, options.url, console, figures=options.figures)
    return 0


def _as_json(answer: Why) -> str:
    """Return the row of a URL, with the pages that led to it, as JSON."""
    row = row_of(answer.entry, text=True)
    row["threshold"] = answer.threshold
    row["judged_by"] = answer.judged_by.sentence() if answer.judged_by else None
    path = [
        {"url": page.url, "outcome": page.outcome, "channel": page.channel, "anchor": page.anchor}
        for page in answer.path
    ]
    versions = [version._asdict() for version in answer.versions]
    row["needs"] = answer.needs._asdict() if answer.needs else None
    return as_json(row | {"path": clean(path), "versions": clean(versions)}).decode()


def show(folder: Path, url: str, console: Console, *, figures: bool = False) -> None:
    """Print the outcome of a URL; raise TidingsError if the crawl never found it."""
    answer = _answer(folder, url)
    say(console, answer.entry.url, style="bold")
    for line in [
        *_fate(answer, figures),
        *_versions(answer),
        *_needs(answer),
        *_judged(answer, folder),
        "how it was found:",
        *_path(answer),
    ]:
        say(console, line)


def _needs(answer: Why) -> list[str]:
    """Return how much of what a kept page needs to be shown is archived."""
    found = answer.needs
    if not (found and found.seen) or answer.entry.outcome != "kept":
        return []
    return [f"shown with {found.captured:,} of the {found.seen:,} files that it needs"]


def _answer(folder: Path, url: str) -> Why:
    with open_reader(folder) as collection:
        answer = collection.why(url)
    if answer is None:
        raise TidingsError(f"{url}: never met in this collection")
    return answer


def _fate(answer: Why, figures: bool) -> list[str]:
    entry = answer.entry
    lines = [f"  {entry.title}"] if entry.title else []
    lines += _outcome(answer, figures)
    if entry.who:
        lines.append("names " + ", ".join(f"{name} ({count}x)" for name, count in entry.who))
    if entry.type:
        lines.append(f"type {entry.type.name} ({entry.type.probability:.2f})")
    return lines + _recorded(entry) + _capture(entry)


def _outcome(answer: Why, figures: bool) -> list[str]:
    """Return what happened to a URL and why, in words or in figures; what to do, if anything can be done."""
    entry = answer.entry
    turn = f"will be fetched by its score, {entry.priority:.2f}"
    by_score = entry.code is Reason.SCORE and entry.score is not None
    if figures or not by_score:
        lines = [f"{entry.outcome}: {entry.reason or turn}"]
    else:
        lines = [f"{entry.outcome}{_note(entry.detail)}"]
    if todo := hint(entry.code):
        lines.append(f"to do: {todo}")
    if entry.score and figures:
        lines.append(explain(entry.score, answer.threshold))
    elif by_score:
        lines += reasons(answer)
    return lines


def _note(detail: str) -> str:
    """Return what a verdict says besides score and threshold."""
    notes = [part for part in detail.split(", ")[2:] if part]
    rest = detail.partition("; ")[2]
    return f", {rest or ', '.join(notes)}" if rest or notes else ""


def _recorded(entry: Entry) -> list[str]:
    """Return what experts record of a kept page: source, genre, author, numbers."""
    content = entry.content
    if content.source is None:
        return []
    lines = [f"source {content.source.name} ({content.source.confidence:.2f})"]
    if content.genre:
        lines.append(f"genre {content.genre.name} ({content.genre.confidence:.2f})")
    by = (content.declared.author, content.declared.site)
    if any(by):
        lines.append("by " + ", ".join(filter(None, by)))
    return lines + [f"{number.brief()}: “{number.sentence}”" for number in entry.numbers]


def _versions(answer: Why) -> list[str]:
    """Return the other pages of a series, or of one template, that are kept beside this one."""
    return [
        f"much of its text is also on {each.url} (kept too; {each.new:.0%} of this page is new)"
        for each in answer.versions
    ]


def _judged(answer: Why, folder: Path) -> list[str]:
    """Return which event file judged the page, if it was judged and that is known."""
    if not (answer.entry.score and answer.judged_by):
        return []
    lines = [answer.judged_by.sentence()]
    if answer.is_outdated:
        lines.append(f"event.toml was changed since; tidings rejudge {folder} applies it")
    return lines


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
