"""The fetcher of a job: the live web, archives, or both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tidings import __version__
from tidings.archive.fetcher import ArchiveFetcher, Fallback
from tidings.archive.holdings import LocalHoldings
from tidings.archive.open import Report, open_archives, open_local, open_planned
from tidings.archive.remote import is_remote, open_remote
from tidings.collection.prepare import Job, check
from tidings.collection.shared.opening import shared_turns_of
from tidings.errors import EventFileError
from tidings.ports import (
    Clock,
    Fetcher,
    Holdings,
)
from tidings.settings import FetchSettings, Settings
from tidings.web.browser.films import FilmFetcher
from tidings.web.browser.opening import with_browser
from tidings.web.clock import SystemClock
from tidings.web.live import LiveFetcher
from tidings.web.names import Addresses
from tidings.web.politeness import check_contact, user_agent


@dataclass(frozen=True, slots=True)
class Extraction:
    """Existing archives to collect from, instead of the live web."""

    archives: tuple[str, ...]
    """Files, folders and URLs of services."""
    scan: bool = False
    """Read everything they hold, instead of following links from the seeds."""
    from_references: bool = False
    """Start from the links of the references, too."""
    cluster: str = "none"
    """Who reads the captures of a scan: the processes of this computer, or a cluster (``local`` or its address)."""

    cdx: str = ""
    """A CDX in Parquet that lists the captures, so that no file is read to index it."""

    def open_files(self, folder: Path, report: Report) -> LocalHoldings:
        """Open the archive files for a collection in a folder."""
        if self.cdx:
            return open_planned(self.archives, Path(self.cdx), folder)
        return open_local(self.archives, folder, report)

    @property
    def is_remote(self) -> bool:
        """Return whether somebody else's server will be asked."""
        return any(map(is_remote, self.archives))

    @property
    def follows_files(self) -> bool:
        """Return whether links are followed from the seeds, in files alone."""
        return not (self.scan or self.is_remote)


def fetcher_of(
    job: Job,
    clock: Clock,
    extraction: Extraction | None,
    report: Report,
    addresses: Addresses | None = None,
) -> Fetcher:
    """Return the fetcher of a job: the live web, archives, or the live web with archives for dead links.

    It notes the addresses of hosts, if they are asked politely.
    """
    settings, folder = job.settings, job.folder
    when = settings.event.when

    def agent() -> str:
        return user_agent(settings.fetch.contact, __version__)

    def remote(name: str) -> Holdings:
        near = when.start if when else None
        return open_remote(name, settings.fetch, agent(), clock, near=near)

    def archives(names: Sequence[str]) -> ArchiveFetcher:
        opened = open_archives(names, folder, remote, report)
        return ArchiveFetcher(opened, when, settings.archive.versions)

    if extraction and extraction.cdx:
        files = extraction.open_files(folder, report)
        return ArchiveFetcher([files], when, settings.archive.versions)
    if extraction:
        return archives(extraction.archives)
    live = LiveFetcher(settings.fetch, agent(), clock, shared_turns_of(settings), addresses)
    films = settings.archive.film_helper
    inner: Fetcher = FilmFetcher(live, settings.archive, clock) if films else live
    if not (given := settings.archive.fallback):
        return with_browser(inner, live, settings.fetch)
    names = [name if is_remote(name) else str(folder / name) for name in given]
    fallback = Fallback(inner, archives(names), settings.fetch.tries)
    return with_browser(fallback, live, settings.fetch)


def live_fetcher(job: Job, clock: Clock) -> Fetcher:
    """Return the live web for references that are in no archive; raise EventFileError without a contact."""
    fetch = job.settings.fetch
    try:
        check_contact(fetch.contact)
    except ValueError as error:
        raise EventFileError(
            "what.references: some are in no archive and have to be read from the web; "
            f"fetch.contact: {error}"
        ) from error
    return LiveFetcher(fetch, user_agent(fetch.contact, __version__), clock)


def open_fetcher(path: Path, settings: Settings) -> Fetcher:
    """Return the fetcher that an event file describes; raise EventFileError if it cannot go online."""
    check(path, settings, online=True)
    return fetcher_of(Job(path.parent, settings), SystemClock(), None, lambda *_: None)


def open_live(contact: str) -> Fetcher:
    """Return the live web with default settings; raise ValueError if the contact is not usable."""
    check_contact(contact)
    return LiveFetcher(
        FetchSettings(contact=contact), user_agent(contact, __version__), SystemClock()
    )
