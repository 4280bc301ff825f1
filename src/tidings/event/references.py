"""Reads the reference pages of an event, from files or through a fetcher, and builds its model from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from tidings.disk.reading import check_regular
from tidings.errors import EventFileError, FetchError, Unreadable
from tidings.model import Capture, Channel, EventModel, Link, Page, Reason
from tidings.ports import Fetcher
from tidings.settings import Settings
from tidings.urls import is_address, redirect_target

if TYPE_CHECKING:
    from tidings.read.reader import Reader

CONTENT_TYPES = {
    ".html": "text/html",
    ".htm": "text/html",
    ".txt": "text/plain; charset=utf-8",
    ".md": "text/plain; charset=utf-8",
}
"""Files that can be references, by suffix."""

_MEGABYTES = 100
"""Largest reference file."""
REFERENCE_REQUESTS = 6
"""Requests for one reference page, redirects included."""


def read_file(path: Path, reader: Reader) -> Page:
    """Return a reference file as a page."""
    content_type = CONTENT_TYPES.get(path.suffix.lower())
    if content_type is None:
        raise EventFileError(
            f"{path}: cannot be a reference; allowed are {', '.join(CONTENT_TYPES)}"
        )
    try:
        check_regular(path, _MEGABYTES)
        body = path.read_bytes()
    except OSError as error:
        raise EventFileError(f"{path}: cannot be read as a reference: {error.strerror}") from error
    return _read(path.name, content_type, body, reader)


def read_text(text: str, reader: Reader) -> Page:
    """Return a description of the event typed by the user as a page."""
    return _read("text", CONTENT_TYPES[".txt"], text.encode("utf-8", "replace"), reader)


def _read(name: str, content_type: str, body: bytes, reader: Reader) -> Page:
    # No folders in the URL: a date or a place in their names says nothing about the event.
    url = f"file:///{quote(name)}"
    capture = Capture(url, datetime.now(UTC), 200, (("content-type", content_type),), body)
    try:
        return reader.read(capture)
    except Unreadable as error:
        raise EventFileError(f"{name}: cannot be read as a reference: {error}") from error


async def make_model(settings: Settings, folder: Path, fetcher: Fetcher) -> EventModel:
    """Read the reference pages and build the event model from them."""
    return model_of(settings, folder, await fetch_references(settings.event.references, fetcher))


def model_of(settings: Settings, folder: Path, captures: Mapping[str, Capture]) -> EventModel:
    """Build the event model from its reference pages: files, and captures by their URLs."""
    from tidings.event.build import build_model  # these load the readers of pages
    from tidings.read.places.recognise import recogniser
    from tidings.read.reader import Reader

    reader = Reader(
        places=settings.event.places, recogniser=recogniser(settings.relevance.recogniser)
    )
    pages = [
        _read_capture(reference, captures[reference], reader)
        if reference in captures
        else read_file(folder / reference, reader)
        for reference in settings.event.references
    ]
    terms = max(settings.relevance.terms, settings.relevance.link_terms)
    return build_model(settings.event, pages, terms, keywords=settings.relevance.keywords)


async def read_reference(url: str, fetcher: Fetcher, reader: Reader) -> Page:
    """Fetch a reference page, redirects included, and read it."""
    return _read_capture(url, await fetch_reference(url, fetcher), reader)


def _read_capture(url: str, capture: Capture, reader: Reader) -> Page:
    try:
        return reader.read(_whole(capture))
    except Unreadable as error:
        raise _unusable(url, error) from error


def _unusable(url: str, error: Exception | str) -> EventFileError:
    return EventFileError(f"what.references: cannot read {url}: {error}")


async def fetch_references(names: Sequence[str], fetcher: Fetcher) -> dict[str, Capture]:
    """Fetch the reference pages that are not files; return the captures by URL."""
    return {url: await fetch_reference(url, fetcher) for url in names if is_address(url)}


async def fetch_reference(url: str, fetcher: Fetcher) -> Capture:
    """Fetch a reference page, redirects included."""
    address = url
    for _ in range(REFERENCE_REQUESTS):
        try:
            capture = (await fetcher.fetch(Link(address, channel=Channel.REFERENCE))).capture
        except FetchError as error:
            raise _unusable(url, error) from error
        if capture is None:
            raise _unusable(url, Unreadable(Reason.NOT_ARCHIVED))
        if not 300 <= capture.status < 400:
            return capture
        target = redirect_target(capture.header("Location"), address)
        if target is None:
            raise _unusable(url, "redirect to nowhere")
        address = target
    raise EventFileError(f"what.references: too many redirects from {url}")


def _whole(capture: Capture) -> Capture:
    """Return the capture, or raise Unreadable if it is an error page or incomplete."""
    if capture.status != 200:
        raise Unreadable(Reason.HTTP, str(capture.status))
    if capture.truncated:
        raise Unreadable(Reason.CUT_SHORT, str(capture.truncated))
    return capture
