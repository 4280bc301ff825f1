"""Reference pages that lie on the disk beside the event file; fetching those on the web is not done here."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

from tidings.errors import EventFileError, Unreadable
from tidings.model import Capture, Page
from tidings.read import Reader

CONTENT_TYPES = {
    ".html": "text/html",
    ".htm": "text/html",
    ".txt": "text/plain; charset=utf-8",
    ".md": "text/plain; charset=utf-8",
}
"""Which files can be references, by suffix."""


def is_address(reference: str) -> bool:
    """Say whether a reference is a web address, not a file."""
    return reference.lower().startswith(("http://", "https://"))


def read_file(path: Path, reader: Reader) -> Page:
    """Return a reference file as a page."""
    content_type = CONTENT_TYPES.get(path.suffix.lower())
    if content_type is None:
        raise EventFileError(
            f"{path}: cannot be a reference; allowed are {', '.join(CONTENT_TYPES)}"
        )
    try:
        body = path.read_bytes()
    except OSError as error:
        raise EventFileError(f"{path}: cannot be read as a reference: {error.strerror}") from error
    return _read(path.name, content_type, body, reader)


def read_text(text: str, reader: Reader) -> Page:
    """Return a description of the event, as somebody typed it, as a page."""
    return _read("text", CONTENT_TYPES[".txt"], text.encode("utf-8", "replace"), reader)


def _read(name: str, content_type: str, body: bytes, reader: Reader) -> Page:
    # The address has no folders: a date or a place in them would say nothing about the event.
    url = f"file:///{quote(name)}"
    capture = Capture(url, datetime.now(UTC), 200, (("content-type", content_type),), body)
    try:
        return reader.read(capture)
    except Unreadable as error:
        raise EventFileError(f"{name}: cannot be read as a reference: {error}") from error
