"""The layout of a collection folder: its paths, its lock, its control file and its databases."""

from __future__ import annotations

import contextlib
import re
import shlex
import shutil
import time
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from tidings.disk import locking
from tidings.disk.locking import LOCK_FILE
from tidings.disk.writing import replace_file
from tidings.errors import CollectionBusy, CollectionError, EventFileError
from tidings.ports import Judgements, OwnFields, StoreReader
from tidings.store.entries import Entry
from tidings.store.own.sqlite import SqliteOwnFields
from tidings.store.postgres.pointer import open_database, shared_store
from tidings.store.sqlite.judgements import SqliteJudgements
from tidings.store.sqlite.reader import SqliteReader
from tidings.urls import is_address

EVENT_FILE = "event.toml"
CONTROL_FILE = "control"
"""A running crawl reads this file in its folder and obeys the word in it: ``pause``, ``stop`` or ``reload``."""
MAX_CRAWLS = 64
"""Crawls in one folder that share a collection."""
_ACCENT = re.compile("(?<=[a-z])[\u0300-\u036f]+")
"""Accents on Latin letters, which slugs drop; in other scripts such marks make another letter."""


def folder_of(target: Path | str) -> Path:
    """Return the collection folder, given by itself or by its event file."""
    path = Path(target)
    if path.suffix != ".toml" or path.is_dir():
        return path
    return path.parent if path.name == EVENT_FILE else path.with_suffix("")


def existing(path: Path) -> Path:
    """Return the path of a file of a collection; raise CollectionError if it does not exist."""
    if not path.exists():
        raise CollectionError(
            f"{path.parent}: no collection here ({EVENT_FILE} is missing); `tidings new` makes one"
        )
    return path


def model_path(folder: Path) -> Path:
    """Return the path of the event model."""
    return folder / "models" / "event.json"


def judgements_path(folder: Path) -> Path:
    """Return the path of the judgements."""
    return folder / "judgements.db"


def fields_path(folder: Path) -> Path:
    """Return the path of the user's own fields and tags."""
    return folder / "fields.db"


def links_path(folder: Path) -> Path:
    """Return the path of the link model, which other collections may start with."""
    return folder / "models" / "links.json"


def database_path(folder: Path) -> Path:
    """Return the path of the database."""
    return folder / "tidings.db"


def index_path(folder: Path) -> Path:
    """Return the path of the search index."""
    return folder / "indexes" / "search"


def change_stamp(folder: Path) -> tuple[tuple[int, int], ...]:
    """Return what changes with every commit, judgement or edit of the event file, empty if nothing was collected."""
    if not database_path(folder).exists():
        return ()
    databases = (database_path(folder), judgements_path(folder))
    logs = (path.with_name(f"{path.name}-wal") for path in databases)
    files = [file for file in (*databases, *logs, folder / EVENT_FILE) if file.exists()]
    stamps = ((file.stat().st_mtime_ns, file.stat().st_size) for file in files)
    if shared_store(database_path(folder)):  # other machines change it, once a second
        return (*stamps, (int(time.time()), 0))
    return tuple(stamps)


def is_being_crawled(folder: Path) -> bool:
    """Return whether a crawl is running in this folder; the folder may be read-only."""
    return locking.is_locked(folder / LOCK_FILE)


def check_free(folder: Path) -> None:
    """Raise CollectionBusy if a crawl is running in this folder."""
    if is_being_crawled(folder):
        raise _busy(folder)


def _busy(folder: Path) -> CollectionBusy:
    return CollectionBusy(
        f"{folder}: another crawl is running in this folder; `tidings stop {folder}` ends it"
    )


def locked(folder: Path) -> AbstractContextManager[None]:
    """Lock the folder against a second crawl; the lock ends with the process at the latest."""
    return locking.locked(folder / LOCK_FILE, _busy(folder))


@contextlib.contextmanager
def locked_beside_others(folder: Path) -> Iterator[int]:
    """Lock one of the places for crawls that share the collection of this folder, and return its number, 1 at first."""
    for place in range(1, MAX_CRAWLS + 1):
        name = LOCK_FILE if place == 1 else f"{LOCK_FILE}-{place}"
        with contextlib.ExitStack() as stack:
            try:
                stack.enter_context(locking.locked(folder / name, _busy(folder)))
            except CollectionBusy:
                continue
            yield place
            return
    raise CollectionBusy(f"{folder}: {MAX_CRAWLS} crawls are running in this folder already")


def steer(folder: Path, order: str) -> None:
    """Order a running crawl to ``pause``, ``continue``, ``stop``, or ``reload`` its event file."""
    existing(folder / EVENT_FILE)
    if not is_being_crawled(folder):
        raise CollectionError(f"{folder}: no crawl is running here; `tidings crawl` starts one")
    (folder / CONTROL_FILE).write_text(order + "\n", encoding="utf-8")


def order_of(folder: Path) -> str:
    """Return the last order given to the crawl of a folder, empty if there is none."""
    try:
        return (folder / CONTROL_FILE).read_text(encoding="utf-8").strip()
    except OSError:
        return ""


def forget_orders(folder: Path) -> None:
    """Forget the orders given to an earlier run; those that follow are for the next one."""
    with contextlib.suppress(OSError):
        (folder / CONTROL_FILE).unlink()


def read_store(folder: Path) -> StoreReader[Entry]:
    """Open the store of a collection for reading; a crawl may write to it meanwhile."""
    if (folder / EVENT_FILE).exists() and not database_path(folder).exists():
        raise CollectionError(
            f"{folder}: no such collection yet, only an event file; run tidings crawl {shlex.quote(str(folder))}"
        )
    return SqliteReader(open_database(database_path(folder), read_only=True))


def open_judgements(folder: Path) -> Judgements:
    """Open the judgements of a collection for writing."""
    path, shared = judgements_path(folder), shared_store(database_path(folder))
    if shared is None:
        return SqliteJudgements(path)
    from tidings.store.postgres.whole.judgements import PostgresJudgements  # an extra

    store = PostgresJudgements(*shared)
    if path.exists() and not store.judgements():  # of the time before the collection was shared
        with contextlib.closing(SqliteJudgements(path)) as file:
            store.copy_from(file)
        replace_file(path, path.with_name("judgements-before-move.db"))
    return store


def made_judgements(folder: Path) -> Judgements | None:
    """Open the judgements of a collection for reading, None if there are none yet; a writer is not waited for long."""
    path, shared = judgements_path(folder), shared_store(database_path(folder))
    if shared is None:
        return SqliteJudgements(path, made=True) if path.exists() else None
    from tidings.store.postgres.whole.judgements import PostgresJudgements  # an extra

    store = PostgresJudgements(*shared, made=True)
    if store.are_there():
        return store
    store.close()
    return None


def open_fields(folder: Path, *, made: bool = False) -> OwnFields:
    """Open the user's own fields and tags of a collection; ``made`` means that the file exists and is only read."""
    return SqliteOwnFields(fields_path(folder), made=made)


def copy_file(source: Path, target: Path) -> None:
    """Copy a file, creating the target folder."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(shutil.SameFileError):
        shutil.copyfile(source, target)


def copy_references(
    source: Path, folder: Path, references: Sequence[str], key: str = "what.references"
) -> None:
    """Copy reference files into the folder, so that it can be moved as a whole."""
    for reference in references:
        if is_address(reference) or Path(reference).is_absolute():
            continue
        if ".." in Path(reference).parts:
            raise EventFileError(
                f"{key}: {reference} is outside the folder of the event file; "
                "copy it there or write its absolute path"
            )
        copy_file(source / reference, folder / reference)


_NAME_LENGTH = 60
"""Characters of the name of a folder or a file."""


def slug(name: str) -> str:
    """Return a folder name for an event, with letters of any script."""
    decomposed = unicodedata.normalize("NFKD", name).lower()
    bare = unicodedata.normalize("NFC", _ACCENT.sub("", decomposed))
    letters = (letter if _is_word_letter(letter) else "-" for letter in bare)
    return _shortened(re.sub("-+", "-", "".join(letters)).strip("-")) or "event"


def _shortened(name: str) -> str:
    """Return a name of at most some length, cut between two words if it has any."""
    if len(name) <= _NAME_LENGTH:
        return name
    return (name[: _NAME_LENGTH + 1].rpartition("-")[0] or name[:_NAME_LENGTH]).strip("-")


def plain_slug(name: str) -> str:
    """Return a file name for an event with ASCII letters and digits alone, which is safe everywhere."""
    return re.sub(r"[^a-z0-9]+", "-", slug(name)).strip("-") or "event"


def _is_word_letter(letter: str) -> bool:
    return letter.isalnum() or unicodedata.category(letter).startswith("M")
