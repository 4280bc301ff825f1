"""The layout of a collection folder: every path in it, its lock, its control file."""

from __future__ import annotations

import contextlib
import re
import shutil
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from tidings.disk import locking
from tidings.errors import CollectionBusy, CollectionError, EventFileError
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.ledger import Ledger
from tidings.urls import is_address

EVENT_FILE = "event.toml"
CONTROL_FILE = "control"
"""A word in this file of a collection steers a running crawl: ``pause`` or ``stop``."""
_ACCENT = re.compile("(?<=[a-z])[\u0300-\u036f]+")
"""Accents on Latin letters; in other scripts such marks make another letter."""


def folder_of(target: Path | str) -> Path:
    """Return a collection folder, also if its event file is named."""
    path = Path(target)
    if path.suffix != ".toml" or path.is_dir():
        return path
    return path.parent if path.name == EVENT_FILE else path.with_suffix("")


def existing(path: Path) -> Path:
    """Return the path of a collection's file, which must be there."""
    if not path.exists():
        raise CollectionError(
            f"{path.parent}: no collection here ({EVENT_FILE} is missing); `tidings new` makes one"
        )
    return path


def model_path(folder: Path) -> Path:
    """Return where the event model of a collection lies."""
    return folder / "models" / "event.json"


def judgements_path(folder: Path) -> Path:
    """Return where the judgements of a collection lie."""
    return folder / "judgements.db"


def links_path(folder: Path) -> Path:
    """Return where a collection leaves its link model for others."""
    return folder / "models" / "links.json"


def database_path(folder: Path) -> Path:
    """Return where the database of a collection lies."""
    return folder / "tidings.db"


def is_being_crawled(folder: Path) -> bool:
    """Return whether a crawl runs in this folder now; nothing is written, so that the folder may be read-only."""
    return locking.is_locked(folder / ".lock")


def check_free(folder: Path) -> None:
    """Raise CollectionBusy if a crawl runs in this folder now."""
    if is_being_crawled(folder):
        raise _busy(folder)


def _busy(folder: Path) -> CollectionBusy:
    return CollectionBusy(
        f"{folder}: another crawl is running in this folder; `tidings stop {folder}` ends it"
    )


def locked(folder: Path) -> AbstractContextManager[None]:
    """Keep a second crawl out of the same folder; the lock ends with the process."""
    return locking.locked(folder / ".lock", _busy(folder))


def steer(folder: Path, order: str) -> None:
    """Leave a running crawl a word: ``pause``, ``continue`` or ``stop``."""
    existing(folder / EVENT_FILE)
    if not is_being_crawled(folder):
        raise CollectionError(f"{folder}: no crawl is running here; `tidings crawl` starts one")
    (folder / CONTROL_FILE).write_text(order + "\n", encoding="utf-8")


def open_database(folder: Path) -> Database:
    """Open the database of a collection for reading."""
    return Database(database_path(folder), read_only=True)


@contextlib.contextmanager
def open_ledger(folder: Path) -> Iterator[Ledger]:
    """Open the ledger of a collection for reading."""
    database = open_database(folder)
    try:
        yield Ledger(database)
    finally:
        database.close()


def copy_file(source: Path, target: Path) -> None:
    """Copy a file, making the folder it goes to."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(shutil.SameFileError):
        shutil.copyfile(source, target)


def copy_references(
    source: Path, folder: Path, references: Sequence[str], key: str = "what.references"
) -> None:
    """Take reference files along, so that the folder can be moved."""
    for reference in references:
        if is_address(reference) or Path(reference).is_absolute():
            continue
        if ".." in Path(reference).parts:
            raise EventFileError(
                f"{key}: {reference} lies outside the folder of the event file; "
                "copy it there or write its whole path"
            )
        copy_file(source / reference, folder / reference)


def slug(name: str) -> str:
    """Return a name fit for a folder, in letters of any script."""
    apart = unicodedata.normalize("NFKD", name).lower()
    bare = unicodedata.normalize("NFC", _ACCENT.sub("", apart))
    kept = (letter if _is_of_a_word(letter) else "-" for letter in bare)
    return re.sub("-+", "-", "".join(kept)).strip("-")[:60].strip("-") or "event"


def plain_slug(name: str) -> str:
    """Return a name fit for files that any program must find, in ASCII letters."""
    return re.sub(r"[^a-z0-9]+", "-", slug(name)).strip("-") or "event"


def _is_of_a_word(letter: str) -> bool:
    return letter.isalnum() or unicodedata.category(letter).startswith("M")
