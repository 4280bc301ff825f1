"""Reads what a person gives to describe an event: words, dropped files, pasted addresses."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple

from tidings.errors import EventFileError, Unreadable
from tidings.event.references import read_reference, read_text
from tidings.model import Capture, Page
from tidings.ports import Fetcher
from tidings.read.reader import Reader
from tidings.urls import normalise

MOST_ADDRESSES = 10
"""Pages that are fetched for one proposal."""
_PATIENCE = 60.0
"""Seconds for all pages together."""
_NO_CONTACT = (
    "The addresses were not read: give your web or mail address as contact, which is sent to the sites. "
    "They are seeds all the same."
)

OpenWeb = Callable[[str], Fetcher]
"""Opens a fetcher for the live web, given the contact of the user; raises ValueError if that is not usable."""


class Material(NamedTuple):
    """What a person gives, each as a text."""

    text: str = ""
    texts: Sequence[str] = ()
    """Plain texts about the event."""
    files: Sequence[str] = ()
    """HTML of pages about the event."""
    addresses: Sequence[str] = ()


class ReadMaterial(NamedTuple):
    """The pages that could be read, the description first, and why others could not."""

    pages: list[Page]
    warnings: list[str]


def gather(
    material: Material, contact: str, open_web: OpenWeb, known: Sequence[Page] = ()
) -> ReadMaterial:
    """Read everything; nothing is fetched without a contact, nor a page that is known already."""
    reader = Reader()
    pages: list[Page] = []
    warnings: list[str] = []
    for number, text in enumerate(filter(str.strip, (material.text, *material.texts)), 1):
        _take(partial(_read_text, text, number, reader), pages, warnings)
    for number, html in enumerate(material.files, 1):
        _take(partial(_read_html, html, number, reader), pages, warnings)
    by_url = {page.url: page for page in known}
    urls = list(dict.fromkeys(filter(None, map(normalise, material.addresses))))
    pages += [by_url[url] for url in urls if url in by_url]
    missing = [url for url in urls if url not in by_url]
    if missing[MOST_ADDRESSES:]:
        warnings.append(f"Only the first {MOST_ADDRESSES} addresses were read.")
    if missing:
        _fetch(missing[:MOST_ADDRESSES], contact, open_web, reader, ReadMaterial(pages, warnings))
    return ReadMaterial(pages, warnings)


def _take(read: Callable[[], Page], pages: list[Page], warnings: list[str]) -> None:
    try:
        pages.append(read())
    except (EventFileError, Unreadable) as error:
        warnings.append(str(error))


def _read_text(text: str, number: int, reader: Reader) -> Page:
    return replace(read_text(text, reader), url=f"file:///text-{number}")


def _read_html(html: str, number: int, reader: Reader) -> Page:
    headers = (("content-type", "text/html; charset=utf-8"),)
    url = f"file:///page-{number}.html"
    return reader.read(
        Capture(url, datetime.now(UTC), 200, headers, html.encode("utf-8", "replace"))
    )


def _fetch(
    urls: Sequence[str], contact: str, open_web: OpenWeb, reader: Reader, gathered: ReadMaterial
) -> None:
    try:
        fetcher = open_web(contact) if contact.strip() else None
    except ValueError as error:
        gathered.warnings.append(f"contact: {error}")
        return
    if fetcher is None:
        gathered.warnings.append(_NO_CONTACT)
        return
    for result in asyncio.run(_fetched(urls, fetcher, reader)):
        if isinstance(result, Page):
            gathered.pages.append(result)
        else:
            gathered.warnings.append(str(result).removeprefix("what.references: "))


async def _fetched(
    urls: Sequence[str], fetcher: Fetcher, reader: Reader
) -> list[Page | EventFileError]:
    async def one(url: str) -> Page | EventFileError:
        try:
            async with asyncio.timeout(_PATIENCE):
                return await read_reference(url, fetcher, reader)
        except TimeoutError:
            return EventFileError(f"cannot read {url}: no answer in {_PATIENCE:g} s")
        except EventFileError as error:
            return error

    try:
        return list(await asyncio.gather(*map(one, urls)))
    finally:
        await fetcher.close()
