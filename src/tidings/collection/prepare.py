"""Prepares a collection folder for a crawl: copies the event file and what it names, checks the settings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tidings.collection.folder import (
    EVENT_FILE,
    check_free,
    copy_file,
    copy_references,
    database_path,
    existing,
    folder_of,
    forget_orders,
    is_being_crawled,
)
from tidings.errors import CollectionError, EventFileError
from tidings.event.file import load
from tidings.frontier.order import check_order
from tidings.learn.types.model import open_types
from tidings.read.places.recognise import recogniser
from tidings.settings import Settings
from tidings.sources.mixes import mixed
from tidings.sources.streams import check_services
from tidings.sources.streams.queries import region
from tidings.store.postgres.pointer import shared_store
from tidings.web.addresses import parse_connect, parse_ranges
from tidings.web.browser.films import check_helper
from tidings.web.browser.opening import check_browser
from tidings.web.politeness import check_contact


@dataclass(frozen=True, slots=True)
class Job:
    """A collection folder and the settings of its event file."""

    folder: Path
    settings: Settings

    def has_begun(self) -> bool:
        """Return whether there is a crawl to resume."""
        return database_path(self.folder).exists()


def prepare(target: Path, *, online: bool = True, needs_seeds: bool = True) -> Job:
    """Return the job of a collection folder, or of an event file, whose folder is made beside it.

    A job that goes online needs a contact for webmasters, one that follows links needs seeds.
    """
    folder = folder_of(target)
    if shared_store(database_path(folder)) is None:
        check_free(folder)
    if not is_being_crawled(folder):
        forget_orders(folder)  # first: an order to take a changed event file must not be lost
    if target.suffix == ".toml" and target.name != EVENT_FILE:
        settings = load(target, needs_seeds=needs_seeds)
        _copy(target, folder, settings)
    else:
        settings = load(existing(folder / EVENT_FILE), needs_seeds=needs_seeds)
    check(folder / EVENT_FILE, settings, online=online)
    return Job(folder, mixed(settings))


def _copy(source: Path, folder: Path, settings: Settings) -> None:
    """Copy an event file and the files beside it that it names, so that the folder can be moved as a whole."""
    folder.mkdir(exist_ok=True)
    _check_unchanged(source, folder / EVENT_FILE)
    copy_file(source, folder / EVENT_FILE)
    copy_references(source.parent, folder, settings.event.references)
    copy_references(source.parent, folder, settings.streams.files, "streams.files")
    model, beside = Path(settings.types.model), source.parent.absolute()
    if model.is_relative_to(beside):
        copy_references(beside, folder, [str(model.relative_to(beside))], "types.model")


def _check_unchanged(source: Path, copy: Path) -> None:
    """Refuse to overwrite a copy that was edited after the file it was made from."""
    if not copy.exists() or copy.read_bytes() == source.read_bytes():
        return
    if copy.stat().st_mtime > source.stat().st_mtime:
        raise CollectionError(
            f"{copy} was changed after {source}; crawl {copy.parent} instead, or remove the copy"
        )


def check(path: Path, settings: Settings, *, online: bool) -> None:
    """Check the settings that only the parts of a crawl understand; raise EventFileError."""
    fetch = settings.fetch
    checks: dict[str, Callable[[], object]] = {
        "fetch.allow": lambda: parse_ranges(fetch.allow),
        "fetch.connect": lambda: parse_connect(fetch.connect),
        "order.min_score": lambda: check_order(settings.order),
        "relevance.recogniser": lambda: recogniser(settings.relevance.recogniser),
        "streams.services": lambda: check_services(settings.streams.services),
        "streams.regions": lambda: list(map(region, settings.streams.regions)),
        "types.model": lambda: open_types(settings.types.model),
        "archive.film_helper": lambda: (
            check_helper(settings.archive.film_helper) if online else None
        ),
        "fetch.browser": lambda: check_browser(fetch.browser) if online else None,
        "fetch.contact": lambda: check_contact(fetch.contact) if online else None,
    }
    for key, check_key in checks.items():
        try:
            check_key()
        except ValueError as error:
            raise EventFileError(f"{path}: {key}: {error}") from error
