"""Files that users name: only regular ones are opened, and none that is far too large for its purpose."""

from __future__ import annotations

import errno
import stat
from pathlib import Path

MEGABYTE = 1_000_000


def check_regular(path: Path, megabytes: float | None = None) -> None:
    """Raise OSError if a path is missing, no regular file, or larger than allowed.

    Opening a named pipe waits for a writer, and a device may never end.
    """
    status = path.stat()
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, "a folder, not a file", str(path))
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "not a regular file", str(path))
    if megabytes is not None and status.st_size > megabytes * MEGABYTE:
        raise OSError(errno.EFBIG, f"larger than {megabytes:g} MB", str(path))
