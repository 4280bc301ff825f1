"""Reads labelled pages: from a table of texts or URLs, from two folders, or from the judgements of a collection."""

from __future__ import annotations

import contextlib
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tidings.collection.folder import database_path, read_store
from tidings.errors import CollectionError, EventFileError, TidingsError
from tidings.event.references import read_file
from tidings.feedback.revisions import counting_judgements
from tidings.learn.lessons import Lesson
from tidings.learn.page_words import terms_of
from tidings.learn.types.examples import rows
from tidings.learn.types.vocabulary import LANGUAGES
from tidings.model import Outcome, Page, Query
from tidings.ports import StoreReader
from tidings.read.reader import Reader
from tidings.read.words.language import detect
from tidings.read.words.words import url_words
from tidings.store.entries import Entry
from tidings.urls import host_of, normalise, site_of

THRESHOLD = 0.5
"""The score that every labelled page is given in place of that of a measure: it says nothing."""
RELEVANT = ("relevant", "yes", "true", "1")
NOT_RELEVANT = ("not", "not relevant", "no", "false", "0")
FOLDERS = {"relevant": True, "not": False}
"""The folders of texts, and what they say."""
_MOST_SAMPLED = 20_000
"""Pages looked at for negative examples."""


class LabelledPage(NamedTuple):
    """A page whose relevance is known."""

    terms: bytes
    relevant: bool
    group: str = ""
    """Pages of a group are tested together, such as those of one event."""
    url: str = ""

    @property
    def lesson(self) -> Lesson:
        """Return what a model learns from it."""
        return Lesson(self.terms, THRESHOLD, self.relevant)


class LabelColumns(NamedTuple):
    """The columns of a table, and what its labels mean."""

    text: str = "text"
    label: str = "label"
    group: str = ""
    relevant: tuple[str, ...] = ()
    """Labels that mean relevant; all others then mean that a page is not. Empty for the usual words."""
    skipped: tuple[str, ...] = ()


def read_labels(
    source: Path,
    columns: LabelColumns,
    known: Sequence[Path] = (),
    fetch: Callable[[str], Page] | None = None,
) -> list[LabelledPage]:
    """Return the labelled pages of a table, of two folders or of a collection.

    Texts of URLs are looked up in the ``known`` collections, then fetched, if that is possible.
    """
    if database_path(source).is_file():
        return list(_judged(source))
    if source.is_dir():
        return list(_in_folders(source))
    with contextlib.ExitStack() as stack:
        stores = [stack.enter_context(contextlib.closing(read_store(each))) for each in known]
        table = _Table(source, columns, stores, fetch)
        return list(filter(None, (table.page(line, row) for line, row in rows(source))))


def _judged(folder: Path) -> Iterator[LabelledPage]:
    counting = counting_judgements(folder)
    if not counting:
        raise CollectionError(f"{folder}: found no judgements; `tidings judge` makes some")
    with contextlib.closing(read_store(folder)) as store:
        for each in counting.values():
            if words := store.words.of(each.url):
                yield LabelledPage(words.cells, each.relevant, url=each.url)


def _in_folders(source: Path) -> Iterator[LabelledPage]:
    missing = [name for name in FOLDERS if not (source / name).is_dir()]
    if "relevant" in missing:
        raise TidingsError(
            f"{source}: found no folder named relevant; allowed: a collection, a table, "
            f"or a folder with the folders {' and '.join(FOLDERS)}"
        )
    reader = Reader()
    for name, relevant in FOLDERS.items():
        for path in sorted((source / name).rglob("*")):
            if path.is_file() and not path.name.startswith("."):
                yield LabelledPage(terms_of(_read(path, reader)), relevant, url=path.name)


def _read(path: Path, reader: Reader) -> Page:
    try:
        return read_file(path, reader)
    except EventFileError as error:
        raise TidingsError(str(error)) from error


class _Table:
    """Turns the rows of a table into labelled pages."""

    def __init__(
        self,
        path: Path,
        columns: LabelColumns,
        stores: Sequence[StoreReader[Entry]],
        fetch: Callable[[str], Page] | None,
    ) -> None:
        self._path = path
        self._columns = columns
        self._stores = stores
        self._fetch = fetch

    def page(self, line: int, row: object) -> LabelledPage | None:
        """Return a labelled page, None if its label is skipped; raise TidingsError for a wrong row."""
        where = f"{self._path}, line {line}"
        if not isinstance(row, Mapping):
            raise TidingsError(f"{where}: found no object; allowed: one JSON object a line")
        label = str(row.get(self._columns.label) or "").strip()
        if label in self._columns.skipped:
            return None
        relevant = self._relevant(label, where, row)
        group = str(row.get(self._columns.group) or "") if self._columns.group else ""
        url = str(row.get("url") or "").strip()
        return LabelledPage(self._terms(row, url, where), relevant, group, url)

    def _relevant(self, label: str, where: str, row: Mapping[str, object]) -> bool:
        if not label:
            names = ", ".join(map(str, row))
            raise TidingsError(
                f"{where}: found no label in column {self._columns.label!r}; the columns are: {names}"
            )
        if self._columns.relevant:
            return label in self._columns.relevant
        if label.lower() in (*RELEVANT, *NOT_RELEVANT):
            return label.lower() in RELEVANT
        allowed = ", ".join((*RELEVANT, *NOT_RELEVANT))
        raise TidingsError(
            f"{where}: found label {label!r}; allowed: {allowed}, or name those that mean relevant"
        )

    def _terms(self, row: Mapping[str, object], url: str, where: str) -> bytes:
        text = str(row.get(self._columns.text) or "").strip()
        if text:
            title = str(row.get("title") or "")
            return terms_of(Page(url, title, text, language=detect(text)))
        address = normalise(url)
        for store in self._stores:
            if address and (words := store.words.of(address)):
                return words.cells
        if address and self._fetch:
            return terms_of(self._fetch(address))
        raise TidingsError(
            f"{where}: found neither a text in column {self._columns.text!r} nor a URL that can be looked up; "
            "allowed: a text, or a URL with --pages FOLDER or --contact"
        )


def sampled_negatives(positives: Sequence[LabelledPage], folder: Path) -> list[LabelledPage]:
    """Return as many other pages of a collection as there are positives, those nearest to the seeds first.

    They are pages of the sites of the positives, if some are known, whose URLs have no words of crises or of positives.
    """
    known = {normalise(page.url) for page in positives}
    sites = {site_of(host_of(page.url)) for page in positives if host_of(page.url)}
    typical = _typical_words(positives)
    try:
        with contextlib.closing(read_store(folder)) as store:
            entries = store.ledger.entries(Query(), limit=_MOST_SAMPLED)
            others = [
                (entry.depth, entry.number, entry.url)
                for entry in entries
                if entry.visit
                and entry.outcome in (Outcome.KEPT, Outcome.REJECTED)
                and entry.url not in known
                and not typical.intersection(_path_words(entry.url))
            ]
            same = [each for each in others if site_of(host_of(each[2])) in sites]
            chosen = sorted(same if len(same) >= len(positives) else others)
            found = ((url, store.words.of(url)) for _, _, url in chosen)
            pages = [LabelledPage(words.cells, False, url=url) for url, words in found if words]
    except sqlite3.Error as error:
        raise CollectionError(f"{folder}: cannot be read ({error})") from error
    return pages[: len(positives)]


def _typical_words(positives: Iterable[LabelledPage]) -> set[str]:
    """Return the words of crises, and those in a tenth of the URLs of positives or more."""
    urls = [_path_words(page.url) for page in positives]
    counts = Counter(word for words in urls for word in words)
    frequent = {word for word, count in counts.items() if count > 1 and count >= 0.1 * len(urls)}
    return frequent | _crisis_words()


def _path_words(url: str) -> set[str]:
    """Return the words of a URL without those of its host."""
    return set(url_words(url)) - set(url_words(f"http://{host_of(url)}/"))


def _crisis_words() -> set[str]:
    """Return the words that are hardly used for anything but a crisis."""
    types = (each for language in LANGUAGES.values() for each in language.values())
    terms = (term.strip() for each in types for term in each.sure.split(","))
    return {term for term in terms if " " not in term}
