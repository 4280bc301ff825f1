"""Drafts an event file from the user's words and from pages about the event; a person edits it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from tidings.collection.folder import EVENT_FILE, copy_references
from tidings.collection.proposing.seed_files import seeds_in
from tidings.errors import CollectionError, EventFileError
from tidings.event.file import load
from tidings.event.references import read_file, read_reference, read_text
from tidings.event.suggest import Suggestion, suggest
from tidings.event.template import Timing, render
from tidings.model import Page
from tidings.ports import Fetcher
from tidings.read.reader import Reader
from tidings.sources.references import links_of
from tidings.urls import is_address


@dataclass(frozen=True, slots=True)
class Draft:
    """The event as the user describes it."""

    name: str
    seeds: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    start: date | None = None
    end: date | None = None
    references: tuple[str, ...] = ()
    text: str = ""
    contact: str = ""
    who: tuple[str, ...] = ()
    seed_files: tuple[str, ...] = ()
    """Files of posts, saved search results and lists of addresses to find seeds in."""
    seeds_from_references: bool = False
    """Whether the links of the references become seeds."""
    timing: Timing = field(default_factory=Timing)


_PLACEHOLDERS = Draft("", seeds=("https://news.example/",), keywords=("event",))
"""Values for required keys that the user has yet to fill in."""
_FOUND_SEEDS = 100
"""Seeds that are taken out of files and references."""

Check = Callable[..., None]
"""Checks the settings of an event file: ``check(path, settings, online=...)``."""
OpenWeb = Callable[[str], Fetcher]
"""Opens a fetcher for the live web, given the contact of the user."""


def write_draft(draft: Draft, folder: Path, check: Check, open_web: OpenWeb) -> Path:
    """Write a commented event file into a new folder and return its path."""
    path = folder / EVENT_FILE
    if path.exists():
        raise CollectionError(f"{path} exists already; choose another --folder or edit it")
    draft = replace(draft, references=tuple(_lasting(name) for name in draft.references))
    if draft.end and not draft.start:
        raise EventFileError("--end: found a last day without a first one; allowed: with --start")
    if draft.start and draft.end and draft.end < draft.start:
        raise EventFileError(f"--end: found {draft.end}; allowed: {draft.start} or later")
    pages = asyncio.run(_pages(draft, open_web))
    suggestion = _merged(draft, suggest(pages))
    if (draft.text or draft.references) and not suggestion.keywords:
        raise EventFileError("no keywords found in the text; add --keyword")
    draft = replace(draft, seeds=(*draft.seeds, *_found_seeds(draft, pages, suggestion)))
    _check(draft, suggestion, path, check)
    content = _rendered(draft, suggestion)
    folder.mkdir(parents=True, exist_ok=True)
    copy_references(Path(), folder, draft.references)
    path.write_text(content, encoding="utf-8")
    return path


def _found_seeds(draft: Draft, pages: Sequence[Page], suggestion: Suggestion) -> list[str]:
    """Return seeds out of files and the links of references, those with a keyword if any has one."""
    links = (
        [link for page in pages for link in links_of(page)] if draft.seeds_from_references else []
    )
    files = [Path(name) for name in draft.seed_files]
    found = seeds_in(files, links, list(suggestion.keywords), _FOUND_SEEDS)
    given = set(draft.seeds)
    return [seed.url for seed in found.seeds if seed.url not in given]


def _rendered(draft: Draft, suggestion: Suggestion) -> str:
    return render(
        draft.name,
        suggestion,
        seeds=draft.seeds,
        references=draft.references,
        contact=draft.contact,
        timing=draft.timing,
    )


def _check(draft: Draft, suggestion: Suggestion, path: Path, check: Check) -> None:
    """Raise EventFileError if a crawl would refuse a given value; missing ones may be added later."""
    whole = replace(
        draft,
        seeds=draft.seeds or _PLACEHOLDERS.seeds,
        references=tuple(
            name if is_address(name) else str(Path(name).resolve()) for name in draft.references
        ),
    )
    keywords = suggestion.keywords or dict.fromkeys(_PLACEHOLDERS.keywords, 1.0)
    with TemporaryDirectory() as folder:
        trial = Path(folder) / EVENT_FILE
        try:
            trial.write_text(_rendered(whole, replace(suggestion, keywords=keywords)), "utf-8")
            check(trial, load(trial), online=bool(draft.contact))
        except (EventFileError, UnicodeEncodeError) as error:
            problem = str(error).removeprefix(f"{trial}: ")
            raise EventFileError(f"{path} is not written: {problem}") from error


def _lasting(reference: str) -> str:
    """Return a reference that is still valid inside the collection folder."""
    outside = not is_address(reference) and ".." in Path(reference).parts
    return str(Path(reference).resolve()) if outside else reference


def _merged(draft: Draft, suggestion: Suggestion) -> Suggestion:
    """Replace suggestions by the values the user gave."""
    if draft.keywords:
        suggestion = replace(suggestion, keywords=dict.fromkeys(draft.keywords, 1.0))
    if draft.places:
        suggestion = replace(suggestion, places=dict.fromkeys(draft.places, 1.0))
    if draft.who:
        suggestion = replace(suggestion, who=dict.fromkeys(draft.who, 1.0))
    if draft.start:
        suggestion = replace(suggestion, start=draft.start, end=draft.end or draft.start)
    return suggestion


def read_pages(names: Sequence[str], contact: str, open_web: OpenWeb) -> list[Page]:
    """Return files and URLs as pages; URLs require a contact."""
    return asyncio.run(_pages(Draft("", references=tuple(names), contact=contact), open_web))


async def _pages(draft: Draft, open_web: OpenWeb) -> list[Page]:
    reader = Reader(places=draft.places)
    pages = [read_file(Path(name), reader) for name in draft.references if not is_address(name)]
    if draft.text:
        pages.append(read_text(draft.text, reader))
    addresses = [name for name in draft.references if is_address(name)]
    if not addresses:
        return pages
    try:
        fetcher = open_web(draft.contact)
    except ValueError as error:
        raise EventFileError(f"--contact: {error}") from error
    return pages + await _from_the_web(addresses, fetcher, reader)


async def _from_the_web(addresses: list[str], fetcher: Fetcher, reader: Reader) -> list[Page]:
    try:
        return [await read_reference(address, fetcher, reader) for address in addresses]
    finally:
        await fetcher.close()
