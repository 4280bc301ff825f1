"""Turns at hosts, shared by all crawls and commands of a user on this computer.

One file of fixed size holds the end of the last request to every host, in the slot that the host's name hashes to.
Another slot holds the end of its last request for a page. The process that asks a host holds a lock on its first
slot; the system releases it when the process dies. Two hosts in one slot only wait for each other a little.
"""

from __future__ import annotations

import asyncio
import errno
import fcntl
import logging
import os
import stat
import struct
import tempfile
import time
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

from tidings.errors import TryLater
from tidings.model import Reason

SLOTS = 1 << 20
PATIENCE = 120.0
"""Seconds to wait for a host that another process asks; it may be stopped."""
LATER = 60.0
"""Seconds until such a host is tried again."""
_FIRST_LOOK, _LONGEST_LOOK = 0.01, 0.2
"""Seconds between two looks at a lock."""
_TICK = 0.001
_PAGE = "page of "
_END = struct.Struct("=d")
_FLOCK = struct.Struct("hhqqi4x")
"""How Linux describes a lock: type, origin, first byte, number of bytes, process."""
_LOG = logging.getLogger(__name__)


class Turns:
    """Lets one process after the other ask a host, with a delay between them."""

    def __init__(self, path: Path) -> None:
        """Open the file, or make it; raise OSError if that is not possible."""
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
        self._file = os.open(path, flags, 0o600)
        self._held: set[int] = set()

    async def take(self, host: str, delay: float, pause: float = 0.0) -> None:
        """Wait until a delay after the last page of a host and a pause after anything; ``give_back`` must follow.

        Raise TryLater if it takes too long.
        """
        slot = _slot(host)
        look, until = _FIRST_LOOK, time.monotonic() + PATIENCE
        while not self._lock(slot):
            if time.monotonic() > until:
                raise TryLater(Reason.HELD_ELSEWHERE, "on this computer", LATER)
            await asyncio.sleep(look)
            look = min(2 * look, _LONGEST_LOOK)
        try:
            for each, seconds in ((slot, pause), (_page_slot(host), delay)):
                while (rest := self._rest(each, seconds)) > 0:  # noqa: ASYNC110 - timers may fire early
                    await asyncio.sleep(rest)
        except BaseException:
            self._unlock(slot)
            raise

    def give_back(self, host: str, *, part: bool = False) -> None:
        """Note the end of a request for a page, or a part of one, and let others ask the host."""
        slot = _slot(host)
        if self._file < 0:
            return
        ended = _END.pack(time.time())
        for each in (slot,) if part else (slot, _page_slot(host)):
            os.pwrite(self._file, ended, each * _END.size)
        self._unlock(slot)

    def close(self) -> None:
        """Close the file, which gives all turns back."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def _rest(self, slot: int, delay: float) -> float:
        """Return the seconds until a host may be asked; never more than its delay, whatever the clock did."""
        if delay <= 0:
            return 0.0
        found = os.pread(self._file, _END.size, slot * _END.size)
        if len(found) < _END.size:
            return 0.0
        ended: float = _END.unpack(found)[0]
        return min(ended + delay - time.time(), delay) + _TICK

    def _lock(self, slot: int) -> bool:
        if slot in self._held:
            return False
        try:
            _set_lock(self._file, fcntl.F_WRLCK, slot * _END.size)
        except OSError as error:
            if error.errno not in (errno.EACCES, errno.EAGAIN):
                raise
            return False
        self._held.add(slot)
        return True

    def _unlock(self, slot: int) -> None:
        self._held.discard(slot)
        if self._file >= 0:
            _set_lock(self._file, fcntl.F_UNLCK, slot * _END.size)


def shared_turns() -> Turns | None:
    """Return the turns of this user on this computer, None where no file can be shared."""
    try:
        return Turns(_folder() / "turns")
    except OSError as error:
        _LOG.warning("other crawls on this computer are not seen: %s", error)
        return None


def _folder() -> Path:
    """Return a folder that belongs to this user alone."""
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    if runtime and Path(runtime).is_dir():
        folder = Path(runtime) / "tidings"
    else:
        folder = Path(tempfile.gettempdir()) / f"tidings-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid() or status.st_mode & 0o022:
        raise PermissionError(errno.EPERM, "not a folder of this user alone", str(folder))
    return folder


@lru_cache(maxsize=10_000)
def _slot(host: str) -> int:
    return int.from_bytes(blake2b(host.encode(), digest_size=8).digest(), "big") % SLOTS


def _page_slot(host: str) -> int:
    return _slot(_PAGE + host)


def _set_lock(file: int, kind: int, start: int) -> None:
    """Lock or unlock a slot for this open file, not for the process, where the system can; raise OSError."""
    command = getattr(fcntl, "F_OFD_SETLK", None)
    if command is not None:
        fcntl.fcntl(file, command, _FLOCK.pack(kind, os.SEEK_SET, start, _END.size, 0))
    elif kind == fcntl.F_UNLCK:
        fcntl.lockf(file, fcntl.LOCK_UN, _END.size, start)
    else:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, _END.size, start)
