"""What a disk's refusal means to the user, and how a name in a folder becomes durable."""

from __future__ import annotations

import os
from errno import EDQUOT, EFBIG, ENOSPC
from pathlib import Path

from tidings.errors import CollectionError, StorageFull, TidingsError


def refused(path: Path, error: OSError) -> TidingsError:
    """Return the error to raise when a file could not be written."""
    if error.errno in (ENOSPC, EDQUOT, EFBIG):
        return StorageFull(
            f"{path}: the disk refused a write ({error.strerror}). "
            "Free some space, then resume: everything up to the last commit is safe."
        )
    return CollectionError(f"{path}: cannot be written ({error.strerror or error}).")


def sync_folder(folder: Path) -> None:
    """Make the names of new, renamed or deleted files in a folder durable."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
