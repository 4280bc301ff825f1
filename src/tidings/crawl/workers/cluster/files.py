"""One file for each part of a scan, with the answers to its captures; a file that exists is complete."""

from __future__ import annotations

import contextlib
import io
import pickle
import shutil
import struct
import time
from collections import deque
from collections.abc import Callable, Iterable
from enum import Enum, EnumType
from hashlib import sha256
from pathlib import Path

import orjson

from tidings.disk.writing import atomic_file
from tidings.errors import Failed, TidingsError, Unreadable
from tidings.model import Reason, ScanPart, Snapshot, Visit
from tidings.sources.scan import place_of

Answer = Visit | Exception
"""What a worker says about a capture."""

_HEADER = struct.Struct("!qQ")
"""The place of a capture and the length of its answer."""
_MANIFEST = "manifest.jsonl"
"""One line for each part that was read."""
_KEPT_SECONDS = 60.0
"""Seconds for which the file of a part stays after all its captures were handed out: until they are committed."""
PATIENCE = 90.0
"""Seconds in which a file that another computer has written must be seen here; network disks remember names for 60."""
NOT_SEEN = "not here; the folder of the collection must be the same disk on all computers"
_PLAIN = {
    ("datetime", "datetime"),
    ("datetime", "date"),
    ("datetime", "timedelta"),
    ("datetime", "timezone"),
}
_VISIT = ("tidings.model.crawl", "_visit")
"""What makes a visit of its parts; it calls nothing that they name."""


class PartFiles:
    """The files of a scan, in a folder that all its workers see."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.absolute()
        self._ended: deque[tuple[float, str]] = deque()

    def has(self, name: str) -> bool:
        """Return whether a part was read."""
        return self._path(name).exists()

    def write(self, name: str, answers: Iterable[tuple[Snapshot, bytes]]) -> None:
        """Write the packed answers of a part, all or nothing."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with atomic_file(self._path(name)) as file:
            for snapshot, data in answers:
                file.writelines((_HEADER.pack(place_of(snapshot), len(data)), data))

    def read(self, name: str) -> dict[int, bytes]:
        """Return the answers of a part by the places of its captures; raise FileNotFoundError."""
        answers = {}
        with self._path(name).open("rb") as file:
            while header := file.read(_HEADER.size):
                place, length = _HEADER.unpack(header)
                answers[place] = file.read(length)
        return answers

    def write_setup(self, setup: bytes) -> str:
        """Write what workers need to start, and return its name: the digest of its bytes."""
        self.folder.mkdir(parents=True, exist_ok=True)
        name = sha256(setup).hexdigest()
        with atomic_file(self._setup(name)) as file:
            file.write(setup)
        return name

    def read_setup(self, name: str) -> bytes:
        """Return what a worker needs to start; raise TidingsError unless its bytes are those that were named.

        A network disk may show the file some time later.
        """
        until = time.monotonic() + PATIENCE
        while True:
            with contextlib.suppress(FileNotFoundError):
                setup = self._setup(name).read_bytes()
                if sha256(setup).hexdigest() != name:
                    raise TidingsError(f"{self._setup(name)}: not what the scan has written")
                return setup
            if time.monotonic() > until:
                raise TidingsError(f"{self._setup(name)}: {NOT_SEEN}")
            time.sleep(0.2)

    def note(self, name: str, part: ScanPart) -> None:
        """Add a line to the manifest."""
        first, last = part.snapshots[0].pointer, part.snapshots[-1].pointer
        line = {
            "part": name,
            "file": first.file,
            "from": first.offset,
            "to": last.offset + last.length,
            "captures": len(part.snapshots),
        }
        with (self.folder / _MANIFEST).open("ab") as file:
            file.write(orjson.dumps(line) + b"\n")

    def end(self, name: str) -> None:
        """Note that the answers of a part were handed out; delete files for which that was long ago."""
        now = time.monotonic()
        self._ended.append((now, name))
        while self._ended and now - self._ended[0][0] > _KEPT_SECONDS:
            self._path(self._ended.popleft()[1]).unlink(missing_ok=True)

    def clear(self) -> None:
        """Delete all files, because the scan has ended."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def _setup(self, name: str) -> Path:
        return self.folder / f"{name}.setup"

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.part"


def name_of(part: ScanPart, key: str) -> str:
    """Return the name of a part: it changes with its captures and with how they are judged."""
    lines = (f"{place_of(each)} {each.digest}\n" for each in part.snapshots)
    return sha256("".join((key, "\n", *lines)).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def answer_of(data: bytes) -> Answer:
    """Return an answer that was written; raise UnpicklingError if it is anything else.

    A folder may come from somebody else, so nothing but our own values is made from it.
    """
    match _Unpickler(io.BytesIO(data)).load():
        case Visit() as visit:
            return visit
        case (Reason() as reason, str(detail)):
            return Unreadable(reason, detail)
        case (Reason() as reason, str(detail), bool(retry)):
            return Failed(reason, detail, retry=retry)
        case _:
            raise pickle.UnpicklingError("no answer")


def packed(answer: Answer) -> bytes:
    """Return an answer as bytes; errors as values, because Dask changes how exceptions are pickled."""
    plain: object = answer
    if isinstance(answer, Failed):
        plain = answer.reason, answer.detail, answer.retry
    elif isinstance(answer, Unreadable):
        plain = answer.reason, answer.detail
    elif not isinstance(answer, Visit):
        raise answer
    return pickle.dumps(plain, protocol=5)


def _member(kind: object, name: str) -> Enum:
    """Return a member of an enumeration; this stands for ``getattr``, which could return anything."""
    if isinstance(kind, EnumType) and name in kind.__members__:
        member: Enum = kind.__members__[name]
        return member
    raise pickle.UnpicklingError(f"{name} is no part of an answer")


class _Unpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Callable[..., object]:
        """Return one of the few classes that answers are made of, or what makes a visit."""
        if (found := _FOUND.get((module, name))) is None:
            _FOUND[module, name] = found = self._class(module, name)
        return found

    def _class(self, module: str, name: str) -> Callable[..., object]:
        if (module, name) == ("builtins", "getattr"):
            return _member  # Python 3.11.0 to 3.11.3 pickles enumerations so
        if (module, name) in _PLAIN or module.startswith("tidings.model."):
            found: Callable[..., object] = super().find_class(module, name)
            is_class = isinstance(found, type) and found.__module__ == module
            if is_class or (module, name) == _VISIT:
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is no part of an answer")


_FOUND: dict[tuple[str, str], Callable[..., object]] = {}
"""The classes that were found before."""
