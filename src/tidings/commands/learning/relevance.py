"""The command ``train relevance``: makes a page model of labelled pages, and tries it on a collection."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tidings.collection.folder import folder_of
from tidings.commands.terminal.printing import say, table
from tidings.errors import EventFileError, TidingsError
from tidings.event.references import read_reference
from tidings.feedback.labels import LabelColumns, LabelledPage, read_labels, sampled_negatives
from tidings.feedback.training import RelevanceQuality, Trial, logits_of, quality, train, try_on
from tidings.job import open_live
from tidings.learn.page_model import PageModel
from tidings.learn.trained import read_trained, write_trained
from tidings.model import Page
from tidings.read.reader import Reader

_SUFFIX = ".model"


def describe(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``train relevance``."""
    command.set_defaults(run=_run)
    command.add_argument(
        "labels",
        type=Path,
        help="CSV or XLSX with a header line, or JSON lines: label, and text or url; or a folder with the folders "
        f"relevant and not; or a collection with judgements; or a {_SUFFIX} file, to try it",
    )
    command.add_argument("--text", default="text", help="the column with the text; default: text")
    command.add_argument(
        "--label", default="label", help="the column with the label; default: label"
    )
    command.add_argument(
        "--relevant",
        action="append",
        default=[],
        metavar="LABEL",
        help="a label that means relevant; all others then mean not; may be repeated",
    )
    command.add_argument(
        "--skip",
        action="append",
        default=[],
        metavar="LABEL",
        help="leave out rows with this label",
    )
    command.add_argument(
        "--group",
        default="",
        metavar="COLUMN",
        help="a column such as the event; its texts are tested by a model that saw none of them",
    )
    command.add_argument(
        "--pages",
        type=Path,
        action="append",
        default=[],
        metavar="FOLDER",
        help="a collection: URLs are looked up in it, and without labels for what is not relevant, "
        "pages are sampled from the first one; may be repeated",
    )
    command.add_argument("--contact", default="", help="fetch URLs that no collection has, with it")
    command.add_argument(
        "--test", type=Path, metavar="FILE", help="labels to test the model on, of the same kind"
    )
    command.add_argument(
        "--try",
        dest="tried",
        type=Path,
        metavar="FOLDER",
        help="show what the model would change in this collection",
    )
    default = Path(f"relevance{_SUFFIX}")
    command.add_argument("-o", "--out", type=Path, default=default, help=f"default: {default}")


def _run(options: argparse.Namespace, console: Console) -> int:
    if options.labels.suffix == _SUFFIX and options.labels.is_file():
        if not options.tried:
            raise TidingsError(f"{options.labels}: a model; write --try FOLDER to try it")
        _print_trial(_read(options.labels), options.tried, console)
        return 0
    columns = LabelColumns(
        options.text, options.label, options.group, tuple(options.relevant), tuple(options.skip)
    )
    known = [folder_of(each) for each in options.pages]
    pages = _with_negatives(
        _labelled(options.labels, columns, known, options.contact), known, console
    )
    trained = train(pages)
    write_trained(options.out, trained.model)
    rows = {"cross-validated": trained.quality}
    if options.test:
        tested = _labelled(options.test, columns, known, options.contact)
        rows[f"on {options.test.name}"] = quality(
            logits_of(trained.model, tested), [page.relevant for page in tested]
        )
    console.print(_table(rows))
    say(
        console,
        f"Wrote {options.out}. Start a crawl from it with [relevance] start_model = "
        f'"{options.out.name}" in its folder',
    )
    if options.tried:
        _print_trial(trained.model, options.tried, console)
    return 0


def _read(path: Path) -> PageModel:
    try:
        return read_trained(path)
    except (OSError, ValueError) as error:
        raise TidingsError(f"{path}: cannot be read: {error}") from error


def _labelled(
    source: Path, columns: LabelColumns, known: Sequence[Path], contact: str
) -> list[LabelledPage]:
    if not contact:
        return read_labels(source, columns, known)
    return read_labels(source, columns, known, _Fetching(contact))


class _Fetching:
    """Fetches single pages from the live web."""

    def __init__(self, contact: str) -> None:
        self._contact = contact
        self._reader = Reader()

    def __call__(self, url: str) -> Page:
        return asyncio.run(self._fetched(url))

    async def _fetched(self, url: str) -> Page:
        try:
            fetcher = open_live(self._contact)
        except ValueError as error:
            raise TidingsError(f"--contact: {error}") from error
        try:
            return await read_reference(url, fetcher, self._reader)
        except EventFileError as error:
            raise TidingsError(str(error).removeprefix("what.references: ")) from error
        finally:
            await fetcher.close()


def _with_negatives(
    pages: list[LabelledPage], known: Sequence[Path], console: Console
) -> list[LabelledPage]:
    """Add sampled pages if nothing is labelled as not relevant."""
    if not pages or any(not page.relevant for page in pages) or not known:
        return pages
    sampled = sampled_negatives(pages, known[0])
    say(console, f"took {len(sampled):,} other pages of {known[0]} as not relevant")
    return [*pages, *sampled]


def _table(rows: dict[str, RelevanceQuality]) -> Table:
    caption = "error: by how much probabilities are off, on average"
    made = table("", "precision", "recall", "F1", "pages", "relevant", "error", caption=caption)
    for name, one in rows.items():
        figures = (f"{value:.3f}" for value in (one.precision, one.recall, one.f1))
        made.add_row(name, *figures, f"{one.pages:,}", f"{one.relevant:,}", f"{one.error:.2f}")
    return made


def _print_trial(model: PageModel, folder: Path, console: Console) -> None:
    trial: Trial = try_on(model, folder_of(folder))
    say(
        console,
        f"In {folder}, {trial.pages:,} pages: {trial.kept:,} more would be kept, "
        f"{trial.rejected:,} would be rejected",
    )
    for name, urls in (("kept", trial.to_kept), ("rejected", trial.to_rejected)):
        for url in urls:
            say(console, f"  {name}: {url}")
    if trial.before and trial.after:
        console.print(_table({"judged, as it is": trial.before, "judged, with it": trial.after}))
    else:
        say(console, "no page is judged there, so that nobody knows which is better")
