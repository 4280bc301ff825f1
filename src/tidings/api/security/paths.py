"""Keeps event files and requests that come over the network to the files of the served folders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from tidings.api.served import NotServed, inside
from tidings.archive.remote import is_remote
from tidings.errors import EventFileError
from tidings.settings import Settings
from tidings.urls import is_address


def check_files(settings: Settings, folder: Path) -> None:
    """Raise EventFileError if an event file names a file outside its folder."""
    for key, name in _files(settings):
        try:
            inside(folder, name)
        except NotServed:
            raise EventFileError(
                f"{key}: found {name[:100]!r}; allowed: files in the folder of the collection, or web addresses"
            ) from None


def _files(settings: Settings) -> Iterator[tuple[str, str]]:
    for name in settings.event.references:
        if not is_address(name):
            yield "what.references", name
    if settings.types.model not in ("starter", "none"):
        yield "types.model", settings.types.model
    for key, name in (
        ("order.start_model", settings.order.start_model),
        ("relevance.start_model", settings.relevance.start_model),
        ("order.priors", settings.order.priors),
    ):
        if name:
            yield key, name
    for name in settings.archive.fallback:
        if not is_remote(name):
            yield "archive.fallback", name


def served_archives(names: Sequence[str], roots: Sequence[Path]) -> list[str]:
    """Return archives as absolute paths or URLs; raise NotServed for a file outside the served folders."""
    return [name if is_remote(name) else str(_in_any(name, roots)) for name in names]


def _in_any(name: str, roots: Sequence[Path]) -> Path:
    for root in roots:
        try:
            path = inside(root, name)
        except NotServed:
            continue
        if path.exists():
            return path
    raise NotServed(f"{name[:100]}: not in the served folders")
