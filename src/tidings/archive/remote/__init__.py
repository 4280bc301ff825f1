"""Web archives on the network; a URL, perhaps with a prefix such as ``cdx+``, names the archive and its protocol."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from datetime import datetime
from typing import Protocol
from urllib.parse import urlsplit

from tidings.archive.remote.cdxserver import CdxServer
from tidings.archive.remote.client import Client, NoAnswer
from tidings.archive.remote.memento import TimeGate, TimeMaps
from tidings.archive.remote.replay import as_captured
from tidings.errors import Failed, TidingsError
from tidings.model import Capture, Reason, Snapshot
from tidings.ports import Clock, Holdings
from tidings.settings import FetchSettings
from tidings.urls import normalise

_WAYBACK_CDX = "/cdx/search/cdx"
_MAX_CACHED = 200_000
"""Snapshots in the cache of lists, each list counted as one more."""


def is_remote(archive: str) -> bool:
    """Return whether the name of an archive is a URL, not a file or a folder."""
    form, separator, _ = archive.partition("://")
    return bool(separator) and form.lower() in _FORMS


def open_remote(
    archive: str,
    settings: FetchSettings,
    user_agent: str,
    clock: Clock,
    *,
    near: datetime | None = None,
) -> Holdings:
    """Return the archive at a URL; no request is made yet.

    ``near`` is the moment for which a TimeGate is asked. Raise TidingsError for a URL of no known form.
    """
    form, _, rest = archive.strip().partition("://")
    scheme = form.lower().rpartition("+")[2]
    url, _, replay = f"{scheme}://{rest}".partition("#")
    if form.lower() not in _FORMS or normalise(url) is None:
        raise TidingsError(f"{archive}: found no archive's address; allowed: {_EXAMPLES}")
    client = Client(settings, user_agent, clock)
    match form.lower().rpartition("+")[0]:
        case "cdx":
            lists: Lists = CdxServer(url, replay or _replay_of(url), client)
        case "memento":
            lists = TimeMaps(url, client)
        case "timegate":
            lists = TimeGate(url, client, near)
        case _:
            lists = Detected(url, _choices(url.rstrip("/"), client, near))
    return RemoteArchive(lists, client)


_FORMS = {
    f"{kind}{scheme}"
    for kind in ("", "cdx+", "memento+", "timegate+")
    for scheme in ("http", "https")
}
_EXAMPLES = (
    "https://archive.example/collection, cdx+https://archive.example/collection/cdx, "
    "memento+https://archive.example/timemap/link/, timegate+https://archive.example/web/"
)


class Lists(Protocol):
    """A protocol for listing the snapshots of an archive."""

    async def snapshots(self, url: str) -> Sequence[Snapshot]:
        """Return all snapshots of a URL, oldest first; raise Refused, Failed or TryLater."""


class RemoteArchive:
    """An archive on the network; its lists are cached."""

    def __init__(self, lists: Lists, client: Client, max_cached: int = _MAX_CACHED) -> None:
        self._lists = lists
        self._client = client
        self._max_cached = max_cached
        self._lists_by_url: OrderedDict[str, Sequence[Snapshot]] = OrderedDict()
        self._size = 0

    async def snapshots(self, url: str) -> Sequence[Snapshot]:
        """Return all snapshots of a URL, oldest first; raise Refused, Failed or TryLater."""
        if url in self._lists_by_url:
            self._lists_by_url.move_to_end(url)
            return self._lists_by_url[url]
        snapshots = await self._lists.snapshots(url)
        if url not in self._lists_by_url:  # another task may have asked meanwhile
            self._lists_by_url[url] = snapshots
            self._size += len(snapshots) + 1
        while self._size > self._max_cached:
            _, dropped = self._lists_by_url.popitem(last=False)
            self._size -= len(dropped) + 1
        return snapshots

    async def load(self, snapshot: Snapshot) -> Capture:
        """Return the capture of a snapshot with the URL of its replay as provenance."""
        return as_captured(await self._client.replay(snapshot.pointer.file), snapshot)

    async def close(self) -> None:
        """Close all connections."""
        await self._client.close()


class Detected:
    """Finds out with the first request which protocol an archive speaks."""

    def __init__(self, url: str, choices: Sequence[Lists]) -> None:
        self._url = url
        self._choices = choices
        self._chosen: Lists | None = None

    async def snapshots(self, url: str) -> Sequence[Snapshot]:
        """Return all snapshots of a URL, oldest first."""
        if self._chosen:
            return await self._chosen.snapshots(url)
        reasons: dict[str, None] = {}
        for choice in self._choices:
            try:
                snapshots = await choice.snapshots(url)
            except NoAnswer:
                raise
            except Failed as error:
                reasons[str(error)] = None
                continue
            # With Memento, an archive without this URL looks like no archive at all.
            if snapshots or isinstance(choice, CdxServer):
                self._chosen = choice
                return snapshots
            reasons["memento: nothing"] = None
        raise Failed(
            Reason.ARCHIVE,
            f"neither CDX nor Memento at {self._url} ({'; '.join(reasons)})",
            retry=False,
        )


def _replay_of(endpoint: str) -> str:
    """Return the usual replay URL of the archive of a CDX server."""
    plain = endpoint.partition("?")[0].rstrip("/")
    if plain.endswith(_WAYBACK_CDX):
        return plain.removesuffix(_WAYBACK_CDX) + "/web"
    return plain.removesuffix("/cdx").removesuffix("-cdx")


def _choices(root: str, client: Client, near: datetime | None) -> Sequence[Lists]:
    """Return the protocols an archive might speak, the richest first."""
    parts = urlsplit(root)
    ways: list[Lists] = [
        CdxServer(f"{root}/cdx", root, client),
        TimeMaps(f"{root}/timemap/link/", client),
        TimeGate(f"{root}/", client, near),
    ]
    if parts.path == "/web":
        ways.insert(0, CdxServer(f"{parts.scheme}://{parts.netloc}{_WAYBACK_CDX}", root, client))
    return ways
