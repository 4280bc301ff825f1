"""Reads when and where a photograph was taken, from the head of a JPEG file; the picture itself is never decoded."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import NamedTuple

_MOST_SEGMENTS = 50
_MOST_ENTRIES = 200
_SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 9: 4, 10: 8}
"""Bytes of each type of value."""
_EXIF, _GPS, _TAKEN, _CHANGED = 0x8769, 0x8825, 0x9003, 0x0132
_NORTH, _LATITUDE, _EAST, _LONGITUDE = 1, 2, 3, 4


class Photograph(NamedTuple):
    """When and where a photograph was taken, as far as the file says so."""

    taken: str = ""
    """In the local time of the camera: ``2026-03-01T08:15:00``."""
    place: tuple[float, float] | None = None
    """Latitude and longitude in degrees."""

    def facts(self) -> Mapping[str, str]:
        """Return what is known as facts for the archive."""
        facts = {"photograph-taken": self.taken} if self.taken else {}
        if self.place:
            facts["photograph-place"] = f"{self.place[0]:.5f}, {self.place[1]:.5f}"
        return facts


def photograph(body: bytes) -> Photograph:
    """Return when and where a picture was taken; nothing for other files and broken heads."""
    block = _exif_block(body)
    if block is None:
        return Photograph()
    try:
        return _Head(block).photograph()
    except (struct.error, IndexError, ZeroDivisionError, ValueError):
        return Photograph()


def _exif_block(body: bytes) -> bytes | None:
    """Return the part of a JPEG file that describes it."""
    if not body.startswith(b"\xff\xd8"):
        return None
    at = 2
    for _ in range(_MOST_SEGMENTS):
        if body[at : at + 1] != b"\xff" or len(body) < at + 4:
            return None
        marker, length = body[at + 1], int.from_bytes(body[at + 2 : at + 4], "big")
        if marker == 0xE1 and body[at + 4 : at + 10] == b"Exif\x00\x00":
            return body[at + 10 : at + 2 + length]
        if marker == 0xDA or length < 2:  # the picture begins
            return None
        at += 2 + length
    return None


class _Head:
    """A block of TIFF: directories of numbered values."""

    def __init__(self, block: bytes) -> None:
        self._block = block
        self._order = "<" if block[:2] == b"II" else ">"

    def photograph(self) -> Photograph:
        first = self._directory(self._number("I", 4))
        details = self._directory(self._pointer(first, _EXIF))
        where = self._directory(self._pointer(first, _GPS))
        written = self._text(details, _TAKEN) or self._text(first, _CHANGED)
        return Photograph(_moment(written), self._place(where))

    def _number(self, kind: str, at: int) -> int:
        (number,) = struct.unpack_from(self._order + kind, self._block, at)
        return int(number)

    def _directory(self, at: int) -> dict[int, tuple[int, int, int]]:
        """Return type, count and place of each value."""
        found: dict[int, tuple[int, int, int]] = {}
        if not at:
            return found
        for number in range(min(self._number("H", at), _MOST_ENTRIES)):
            entry = at + 2 + 12 * number
            tag, kind = self._number("H", entry), self._number("H", entry + 2)
            count = self._number("I", entry + 4)
            size = _SIZES.get(kind, 0) * count
            found[tag] = kind, count, entry + 8 if size <= 4 else self._number("I", entry + 8)
        return found

    def _pointer(self, directory: dict[int, tuple[int, int, int]], tag: int) -> int:
        return self._number("I", directory[tag][2]) if tag in directory else 0

    def _text(self, directory: dict[int, tuple[int, int, int]], tag: int) -> str:
        if tag not in directory:
            return ""
        _, count, at = directory[tag]
        return self._block[at : at + min(count, 100)].rstrip(b"\x00 ").decode("ascii", "replace")

    def _place(self, where: dict[int, tuple[int, int, int]]) -> tuple[float, float] | None:
        if _LATITUDE not in where or _LONGITUDE not in where:
            return None
        latitude, longitude = self._degrees(where[_LATITUDE]), self._degrees(where[_LONGITUDE])
        latitude *= -1 if self._text(where, _NORTH).upper() == "S" else 1
        longitude *= -1 if self._text(where, _EAST).upper() == "W" else 1
        is_somewhere = abs(latitude) <= 90 and abs(longitude) <= 180 and (latitude or longitude)
        return (latitude, longitude) if is_somewhere else None

    def _degrees(self, value: tuple[int, int, int]) -> float:
        at = value[2]
        parts = [
            self._number("I", at + 8 * n) / self._number("I", at + 8 * n + 4) for n in range(3)
        ]
        return parts[0] + parts[1] / 60 + parts[2] / 3600


def _moment(written: str) -> str:
    """Return a moment of a camera, ``2026:03:01 08:15:00``, as ISO 8601, empty if it is none."""
    day, _, time = written.partition(" ")
    parts = day.split(":")
    if len(parts) != 3 or not all(map(str.isdecimal, parts)) or not 1990 <= int(parts[0]) < 2100:
        return ""
    return f"{'-'.join(parts)}T{time[:8]}" if len(time) >= 8 else "-".join(parts)
