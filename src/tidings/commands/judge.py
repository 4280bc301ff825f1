"""The command ``judge``: records which pages are about the event; the collection learns from it at once."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console

from tidings.collection.reading import Why, open_reader
from tidings.commands.terminal.printing import say
from tidings.commands.terminal.reasons import reasons
from tidings.errors import TidingsError
from tidings.feedback.judging import Feedback, JudgementInput
from tidings.feedback.session import JudgingSession
from tidings.feedback.settling import Changes
from tidings.store.entries import Entry
from tidings.urls import normalise

_SUGGESTED = 5
"""Pages that ``--next`` shows if it has no number."""
_MOST_SUGGESTED = 1000
_LISTED = 50
"""Changed pages listed by a comparison; the others are only counted."""
_VERDICTS = {"relevant": True, "not": False}
_ANSWERS = {"r": True, "n": False}


def describe(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``judge``."""
    command.set_defaults(run=_run)
    command.add_argument(
        "folder", nargs="?", default="", help="the collection folder; default: this folder"
    )
    command.add_argument(
        "judgements",
        nargs="*",
        metavar="URL ... relevant|not|TYPE",
        help="URLs, then the judgement that applies to them; may be repeated",
    )
    instead = command.add_mutually_exclusive_group()
    instead.add_argument(
        "--next",
        nargs="?",
        type=int,
        const=_SUGGESTED,
        metavar="N",
        help=f"show the N pages whose judgement would teach the model most; default: {_SUGGESTED}",
    )
    instead.add_argument("--undo", action="store_true", help="take the last judgement back")
    instead.add_argument("--versions", action="store_true", help="list the versions of the model")
    instead.add_argument(
        "--compare",
        nargs=2,
        type=int,
        metavar=("A", "B"),
        help="list the pages that changed sides between two versions",
    )
    instead.add_argument(
        "--revert", type=int, metavar="N", help="go back to a version; 0 forgets all judgements"
    )


def _run(options: argparse.Namespace, console: Console) -> int:
    if "://" in options.folder:  # a URL: the folder was left out
        options.judgements, options.folder = [options.folder, *options.judgements], ""
    session = JudgingSession(Path(options.folder))
    inputs = _parsed(options.judgements, session.types() if options.judgements else ())
    chosen = (options.undo, options.versions, options.compare, options.next, options.revert)
    if inputs and any(choice is not None and choice is not False for choice in chosen):
        raise TidingsError("found addresses and an option; allowed: one of them")
    with session.open() as feedback:
        printer = _Printer(feedback, console, Path(options.folder))
        if options.versions:
            printer.revisions()
        elif options.compare:
            printer.compare(*options.compare)
        elif options.next is not None:
            inputs = printer.ask(options.next)
        elif not (inputs or options.undo or options.revert is not None):
            printer.judgements()
        revision = _change(feedback, inputs, options)
        printer.warn_of_copies(inputs)
    if revision:
        _print_changes(revision, session.apply(), console)
    return 0


def _parsed(items: Sequence[str], types: Sequence[str]) -> list[JudgementInput]:
    """Parse the arguments: groups of URLs, each followed by one judgement for all of them."""
    inputs: list[JudgementInput] = []
    urls: list[str] = []
    for item in items:
        if "://" in item:
            url = normalise(item)
            if not url:
                raise TidingsError(f"found {item!r}; allowed: a web address")
            urls.append(url)
            continue
        if item not in _VERDICTS and item not in types:
            allowed = ", ".join(["relevant", "not", *types])
            raise TidingsError(f"found {item!r}; allowed after addresses: {allowed}")
        if not urls:
            raise TidingsError(f"found {item!r} without an address before it")
        kind = "" if item in _VERDICTS else item
        inputs += [JudgementInput(url, _VERDICTS.get(item, True), kind) for url in urls]
        urls = []
    if urls:
        raise TidingsError(f"found no word after {urls[-1]}; allowed: relevant, not or a type")
    return inputs


def _change(
    feedback: Feedback, inputs: Sequence[JudgementInput], options: argparse.Namespace
) -> int:
    """Make a new revision of the model if anything changes; return its number, else 0."""
    now = datetime.now(UTC)
    if options.undo:
        return feedback.undo(now)
    if options.revert is not None:
        return feedback.revert(options.revert, now)
    return feedback.judge(inputs, now) if inputs else 0


def _print_changes(revision: int, changes: Changes | None, console: Console) -> None:
    if changes is None:
        console.print(f"Made version {revision}; the running crawl will use it within seconds.")
        return
    again = f" ({changes.reopened:,} of them wait to be fetched)" if changes.reopened else ""
    console.print(
        f"Made version {revision}: {changes.pages:,} pages judged again, {changes.kept:,} now kept{again}, "
        f"{changes.rejected:,} now rejected, {changes.links:,} waiting links moved.",
        soft_wrap=True,
    )


class _Printer:
    """Prints judgements, revisions and pages of a collection."""

    def __init__(self, feedback: Feedback, console: Console, folder: Path) -> None:
        self._feedback = feedback
        self._console = console
        self._folder = folder

    def judgements(self) -> None:
        """List the judgements that count now."""
        judgements = self._feedback.judgements()
        if not judgements:
            self._say("No page has been judged yet; `tidings judge --next` suggests some.")
        for each in judgements:
            verdict = "relevant" if each.relevant else "not"
            kind = f"{verdict}, {each.type}" if each.type else verdict
            self._say(f"{each.judged_at:%Y-%m-%d %H:%M}  {kind:<8}  {each.url}")

    def revisions(self) -> None:
        """List the revisions, which users know as versions."""
        revisions = self._feedback.revisions()
        if not revisions:
            self._say("There is no version yet; each judgement makes one.")
        for each in revisions:
            kept, rejected = (each.figures.get(side, 0) for side in ("kept", "rejected"))
            self._say(
                f"{each.number:>3}  {each.made_at:%Y-%m-%d %H:%M}  {len(each.judgements):,} judgements, "
                f"{kept:,} pages to kept, {rejected:,} to rejected  {each.note}"
            )

    def compare(self, before: int, after: int) -> None:
        """List the pages that changed sides between two revisions, the largest changes first."""
        changed = self._feedback.compare(before, after)
        for page in changed[:_LISTED]:
            entry = self._feedback.entry(page.visit)
            side = "now kept    " if page.kept else "now rejected"
            url, title = (entry.url, entry.title) if entry else ("", "")
            self._say(f"{side}  {page.before:.2f} -> {page.after:.2f}  {url}  {title}")
        kept = sum(page.kept for page in changed)
        self._say(f"{kept:,} pages to kept, {len(changed) - kept:,} to rejected")

    def warn_of_copies(self, inputs: Sequence[JudgementInput]) -> None:
        """Warn about judged pages that are copies: their own score decides nothing."""
        for entry in self._feedback.copies(inputs):
            self._say(
                f"{entry.url} is a copy ({entry.reason}) and stays one; the model learns from it, "
                "but judge the original to keep or reject it"
            )

    def ask(self, most: int) -> list[JudgementInput]:
        """Show pages to judge; on a terminal, ask for answers and return them."""
        if not 1 <= most <= _MOST_SUGGESTED:
            raise TidingsError(f"--next: found {most}; allowed: from 1 to {_MOST_SUGGESTED}")
        entries = map(self._feedback.entry, self._feedback.ask(most))
        inputs: list[JudgementInput] = []
        asking = self._console.is_terminal and sys.stdin.isatty()
        with open_reader(self._folder) as reader:
            for entry in filter(None, entries):
                self._show(entry, reader.why(entry.url))
                if asking:
                    answer = self._answer()
                    if answer == "q":
                        break
                    if answer in _ANSWERS:
                        inputs.append(JudgementInput(entry.url, _ANSWERS[answer]))
        return inputs

    def _show(self, entry: Entry, why: Why | None) -> None:
        self._say(entry.title or "(no title)", "bold")
        self._say(entry.url)
        if entry.summary:
            self._say(f"“{entry.summary}”")
        for line in reasons(why) if why else ():
            self._say(f"  {line}")
        self._say("")

    def _say(self, text: str, style: str = "") -> None:
        say(self._console, text, style)

    def _answer(self) -> str:
        while True:
            try:
                answer = self._console.input("r(elevant), n(ot), s(kip), q(uit)? ").strip().lower()
            except (EOFError, KeyboardInterrupt):  # earlier answers count
                self._console.print()
                return "q"
            if answer[:1] in ("r", "n", "s", "q"):
                return answer[:1]
