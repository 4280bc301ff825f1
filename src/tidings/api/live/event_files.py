"""Checks and writes event files that come over the network."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tidings.api.security.paths import check_files
from tidings.collection.folder import EVENT_FILE, slug
from tidings.collection.prepare import check
from tidings.disk.writing import write_text
from tidings.errors import CollectionBusy, CollectionError, EventFileError
from tidings.event.file import load
from tidings.settings import Settings


def tag_of(text: str) -> str:
    """Return the entity tag of an event file."""
    return f'"{hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=12).hexdigest()}"'


def checked(text: str, folder: Path) -> Settings:
    """Return the settings of an event file that would lie in a folder; raise EventFileError with all its problems."""
    trial = folder / f".event.{os.getpid()}.toml"
    try:
        trial.write_text(text, encoding="utf-8", errors="strict")
        settings = load(trial)
        check(trial, settings, online=False)
        check_files(settings, folder)
    except UnicodeEncodeError:
        raise EventFileError("event file: found characters that are no text") from None
    except EventFileError as error:
        raise EventFileError(str(error).replace(str(trial), EVENT_FILE)) from None
    finally:
        trial.unlink(missing_ok=True)
    return settings


def replace(folder: Path, text: str) -> None:
    """Check and replace the event file of a collection."""
    checked(text, folder)
    write_text(folder / EVENT_FILE, text)


@contextmanager
def new_folder(home: Path, name: str) -> Iterator[Path]:
    """Make the folder of a new collection; it disappears again if the block fails."""
    folder = home / slug(name)
    try:
        folder.mkdir()
    except FileExistsError:
        raise CollectionBusy(f"{folder.name}: exists already; choose another name") from None
    except OSError as error:
        raise CollectionError(f"{folder.name}: cannot be made ({error.strerror})") from error
    try:
        yield folder
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
