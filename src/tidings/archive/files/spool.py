"""Unpacks compressed members with many records once, so that no record is reached through all others."""

from __future__ import annotations

import atexit
import logging
import tempfile
from collections import OrderedDict
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, NamedTuple

from tidings.archive.files.members import CHUNK, Broken, members, packing_of
from tidings.archive.files.window import Window

SPOOL_AFTER = 4_000_000
"""Decompressed bytes before a record from which on its member is unpacked; most members hold one record."""
MAX_SPOOL = 4_000_000_000
"""Bytes of an unpacked member on the disk; records of larger ones are reached slowly."""
_KEPT = 2
"""Unpacked members kept."""
_LOG = logging.getLogger(__name__)

_Key = tuple[str, int, int, int]
_Record = tuple[str, int]
Moments = Callable[[Window], Iterator[tuple[int, str, datetime]]]
"""Yields position, URL and moment of the captures in a window."""


class _Spool(NamedTuple):
    """An unpacked member; the file is None if there was no room for it."""

    file: BinaryIO | None
    places: dict[_Record, int]


class Spools:
    """The members that were unpacked last."""

    def __init__(self) -> None:
        self._spools: OrderedDict[_Key, _Spool] = OrderedDict()

    def window(self, path: Path, offset: int, url: str, moment: datetime) -> Window | None:
        """Return a view that begins with a record, None if its member was not unpacked."""
        if not self._spools:
            return None
        spool = self._spools.get(_key(path, offset))
        place = spool.places.get((url, int(moment.timestamp()))) if spool else None
        if spool is None or spool.file is None or place is None:
            return None
        spool.file.seek(place)
        return Window(_pieces(spool.file))

    def add(self, path: Path, offset: int, moments: Moments) -> None:
        """Unpack a member, if there is room for it on the disk."""
        key = _key(path, offset)
        if key in self._spools:
            return
        try:
            spool = _unpacked(path, offset, moments)
        except (OSError, Broken) as error:
            _LOG.warning(
                "%s: a member was not unpacked, its records are read slowly: %s", path, error
            )
            spool = _Spool(None, {})
        self._spools[key] = spool
        while len(self._spools) > _KEPT:
            _, old = self._spools.popitem(last=False)
            if old.file:
                old.file.close()

    def close(self) -> None:
        """Give up all unpacked members."""
        while self._spools:
            _, spool = self._spools.popitem()
            if spool.file:
                spool.file.close()


SPOOLS = Spools()
"""Those of this process."""
atexit.register(SPOOLS.close)


def _unpacked(path: Path, offset: int, moments: Moments) -> _Spool:
    file = tempfile.TemporaryFile()  # noqa: SIM115 - kept for the next records
    try:
        with path.open("rb", buffering=CHUNK) as packed:
            for piece in next(members(packed, packing_of(path, packed), offset)).pieces:
                if file.tell() + len(piece) > MAX_SPOOL:
                    raise Broken(f"larger than {MAX_SPOOL / 1e9:g} GB")
                file.write(piece)
        file.seek(0)
        places: dict[_Record, int] = {}
        for place, url, moment in moments(Window(_pieces(file))):
            places.setdefault((url, int(moment.timestamp())), place)
    except BaseException:
        file.close()
        raise
    return _Spool(file, places)


def _pieces(file: BinaryIO) -> Iterator[bytes]:
    while piece := file.read(CHUNK):
        yield piece


def _key(path: Path, offset: int) -> _Key:
    status = path.stat()
    return str(path), offset, status.st_size, status.st_mtime_ns
