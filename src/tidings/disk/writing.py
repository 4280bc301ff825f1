"""Atomic writing: after a crash, and to readers meanwhile, a file is the old one or the new one, whole."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EACCES, EDQUOT, EFBIG, ENOSPC
from pathlib import Path
from typing import BinaryIO

from tidings.errors import CollectionError, StorageFull, TidingsError


def write_error(path: Path, error: OSError) -> TidingsError:
    """Return the error to raise when a file could not be written."""
    if error.errno in (ENOSPC, EDQUOT, EFBIG):
        return StorageFull(
            f"{path}: the disk refused a write ({error.strerror}). "
            "Free some space, then resume: everything up to the last commit is safe."
        )
    return CollectionError(f"{path}: cannot be written ({error.strerror or error}).")


def write_text(path: Path, text: str) -> None:
    """Replace a file by this text in UTF-8, all or nothing."""
    with atomic_file(path) as file:
        file.write(text.encode())


@contextmanager
def atomic_file(path: Path) -> Iterator[BinaryIO]:
    """Open a temporary file beside ``path`` that replaces it once it is written completely."""
    target = Path(os.path.realpath(path))  # a symbolic link stays a link
    if target.exists() and not target.is_file():  # devices and pipes cannot be replaced
        with target.open("wb") as file:
            yield file
        return
    _check_writable(target)
    # The process id keeps two processes that write the same file apart.
    draft = target.with_name(f"{target.name}.{os.getpid()}.new")
    try:
        with draft.open("wb") as file:
            yield file
        replace_file(draft, target)
    finally:
        draft.unlink(missing_ok=True)


def replace_file(draft: Path, path: Path, *, sync: bool = True) -> None:
    """Rename a complete file over another and keep the permissions of the one replaced.

    Without ``sync`` the change is still atomic, but need not survive a power failure.
    """
    if sync:
        _sync(draft, os.O_RDONLY)
    with suppress(FileNotFoundError):
        shutil.copymode(path, draft)
    draft.replace(path)
    if sync:
        sync_folder(path.absolute().parent)


def sync_folder(folder: Path) -> None:
    """Make the names of new, renamed or deleted files in a folder durable."""
    _sync(folder, os.O_RDONLY | os.O_DIRECTORY)


def _check_writable(path: Path) -> None:
    """Raise PermissionError for a write-protected file, which a rename would replace all the same."""
    if path.exists() and not os.access(path, os.W_OK):
        raise PermissionError(EACCES, os.strerror(EACCES), str(path))


def _sync(path: Path, flags: int) -> None:
    descriptor = os.open(path, flags)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
