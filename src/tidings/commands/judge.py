"""The command ``judge``: records which pages are about the event; the collection learns from it at once."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console

from tidings.collection.explain import explain
from tidings.collection.folder import EVENT_FILE
from tidings.commands.terminal.printing import say
from tidings.errors import TidingsError
from tidings.event.file import load
from tidings.feedback.judging import Feedback, JudgementInput, apply, open_feedback
from tidings.learn.types.model import NONE, open_types
from tidings.model import Outcome
from tidings.store.entries import Entry
from tidings.store.sqlite.ledger import Ledger
from tidings.urls import normalise

_SUGGESTED = 5
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
        "said",
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
        options.said, options.folder = [options.folder, *options.said], ""
    options.folder = Path(options.folder)
    said = _parsed(options.said, options.folder)
    chosen = (options.undo, options.versions, options.compare, options.next, options.revert)
    if said and any(choice is not None and choice is not False for choice in chosen):
        raise TidingsError("found addresses and an option; allowed: one of them")
    with open_feedback(options.folder) as (feedback, ledger):
        page = _Page(options.folder, feedback, ledger, console)
        if options.versions:
            page.versions()
        elif options.compare:
            page.compare(*options.compare)
        elif options.next is not None:
            said = page.ask(options.next)
        elif not (said or options.undo or options.revert is not None):
            page.judgements()
        version = _change(feedback, said, options)
        page.warn_of_copies(said)
    if version:
        _report(version, options.folder, console)
    return 0


def _change(feedback: Feedback, said: Sequence[JudgementInput], options: argparse.Namespace) -> int:
    """Make a new version of the model, if anything changes, and return its number, else 0."""
    now = datetime.now(UTC)
    if options.undo:
        return feedback.undo(now)
    if options.revert is not None:
        return feedback.revert(options.revert, now)
    return feedback.judge(said, now) if said else 0


def _report(version: int, folder: Path, console: Console) -> None:
    changes = apply(folder)
    if changes is None:
        console.print(f"Made version {version}; the running crawl will use it within seconds.")
        return
    again = f" ({changes.reopened:,} of them wait to be fetched)" if changes.reopened else ""
    console.print(
        f"Made version {version}: {changes.pages:,} pages judged again, {changes.kept:,} now kept{again}, "
        f"{changes.rejected:,} now rejected, {changes.links:,} waiting links moved.",
        soft_wrap=True,
    )


def _parsed(items: Sequence[str], folder: Path) -> list[JudgementInput]:
    """Parse the arguments: groups of URLs, each followed by one judgement for all of them."""
    said: list[JudgementInput] = []
    urls: list[str] = []
    types = _types(folder) if items else ()
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
        said += [JudgementInput(url, _VERDICTS.get(item, True), kind) for url in urls]
        urls = []
    if urls:
        raise TidingsError(f"found no word after {urls[-1]}; allowed: relevant, not or a type")
    return said


def _types(folder: Path) -> tuple[str, ...]:
    """Return the types that the collection's type model knows."""
    model = open_types(load(folder / EVENT_FILE).types.model)
    return tuple(label for label in model.labels if label != NONE) if model else ()


class _Page:
    """Prints judgements, versions and pages of a collection."""

    def __init__(self, folder: Path, feedback: Feedback, ledger: Ledger, console: Console) -> None:
        self._feedback = feedback
        self._ledger = ledger
        self._console = console
        self._threshold = load(folder / EVENT_FILE).relevance.threshold

    def judgements(self) -> None:
        """List the judgements in force."""
        counting = self._feedback.judgements()
        if not counting:
            self._say("No page has been judged yet; `tidings judge --next` suggests some.")
        for one in counting:
            verdict = "relevant" if one.relevant else "not"
            kind = f"{verdict}, {one.type}" if one.type else verdict
            self._say(f"{one.judged_at:%Y-%m-%d %H:%M}  {kind:<8}  {one.url}")

    def versions(self) -> None:
        """List the versions."""
        revisions = self._feedback.revisions()
        if not revisions:
            self._say("There is no version yet; each judgement makes one.")
        for one in revisions:
            kept, rejected = (one.figures.get(side, 0) for side in ("kept", "rejected"))
            self._say(
                f"{one.number:>3}  {one.made_at:%Y-%m-%d %H:%M}  {len(one.judgements):,} judgements, "
                f"{kept:,} pages to kept, {rejected:,} to rejected  {one.note}"
            )

    def compare(self, before: int, after: int) -> None:
        """List the pages that changed sides, the largest changes first."""
        turned = self._feedback.compare(before, after)
        turned.sort(key=lambda page: (-abs(page.after - page.before), page.visit))
        for page in turned[:_LISTED]:
            entry = self._ledger.of_visit(page.visit)
            side = "now kept    " if page.kept else "now rejected"
            url, title = (entry.url, entry.title) if entry else ("", "")
            self._say(f"{side}  {page.before:.2f} -> {page.after:.2f}  {url}  {title}")
        kept = sum(page.kept for page in turned)
        self._say(f"{kept:,} pages to kept, {len(turned) - kept:,} to rejected")

    def warn_of_copies(self, said: Sequence[JudgementInput]) -> None:
        """Warn about judged pages that are copies: their own score decides nothing."""
        for entry in filter(None, [self._ledger.entry(one.url) for one in said]):
            if entry.outcome == Outcome.DUPLICATE:
                self._say(
                    f"{entry.url} is a copy ({entry.reason}) and stays one; the model learns from it, "
                    "but judge the original to keep or reject it"
                )

    def ask(self, most: int) -> list[JudgementInput]:
        """Show pages to judge; on a terminal, ask for answers and return them."""
        if not 1 <= most <= 1000:
            raise TidingsError(f"--next: found {most}; allowed: from 1 to 1000")
        entries = (self._ledger.of_visit(number) for number in self._feedback.ask(most))
        said: list[JudgementInput] = []
        asking = self._console.is_terminal and sys.stdin.isatty()
        for entry in filter(None, entries):
            self._show(entry)
            if asking:
                answer = self._answer()
                if answer == "q":
                    break
                if answer in _ANSWERS:
                    said.append(JudgementInput(entry.url, _ANSWERS[answer]))
        return said

    def _show(self, entry: Entry) -> None:
        self._say(entry.title or "(no title)", "bold")
        self._say(entry.url)
        if entry.score:
            self._say(explain(entry.score, self._threshold))
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
