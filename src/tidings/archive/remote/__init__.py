"""Web archives on the network as holdings; an address, perhaps with a word before it, says which and how."""

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
_REMEMBERED = 200_000


def is_remote(archive: str) -> bool:
    """Return whether the name of an archive is an address, not a file or a folder."""
    form, found, _ = archive.partition("://")
    return bool(found) and form.lower() in _FORMS


def open_remote(
    archive: str,
    settings: FetchSettings,
    user_agent: str,
    clock: Clock,
    *,
    near: datetime | None = None,
) -> Holdings:
    """Return the holdings behind an address; nobody is asked yet.

    ``near`` is the moment a TimeGate is asked for. Raise TidingsError for an address of no known form.
    """
    form, _, rest = archive.strip().partition("://")
    scheme = form.lower().rpartition("+")[2]
    address, _, replay = f"{scheme}://{rest}".partition("#")
    if form.lower() not in _FORMS or normalise(address) is None:
        raise TidingsError(f"{archive}: found no archive's address; allowed: {_EXAMPLES}")
    client = Client(settings, user_agent, clock)
    match form.lower().rpartition("+")[0]:
        case "cdx":
            lists: Lists = CdxServer(address, replay or _replay_of(address), client)
        case "memento":
            lists = TimeMaps(address, client)
        case "timegate":
            lists = TimeGate(address, client, near)
        case _:
            lists = Detected(address, _choices(address.rstrip("/"), client, near))
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
    """A way to ask an archive what it holds."""

    async def snapshots(self, url: str) -> Sequence[Snapshot]:
        """Return all captures of an address in the order of time; raise Refused, Failed or TryLater."""


class RemoteArchive:
    """Holdings on the network; the same list is not asked for twice as long as the memory lasts."""

    def __init__(self, lists: Lists, client: Client, most: int = _REMEMBERED) -> None:
        self._lists = lists
        self._client = client
        self._most = most
        self._known: OrderedDict[str, Sequence[Snapshot]] = OrderedDict()
        self._size = 0

    async def snapshots(self, url: str) -> Sequence[Snapshot]:
        """Return all captures of an address in the order of time; raise Refused, Failed or TryLater."""
        if url in self._known:
            self._known.move_to_end(url)
            return self._known[url]
        found = await self._lists.snapshots(url)
        if url not in self._known:
            self._known[url] = found
            self._size += len(found) + 1
        while self._size > self._most:
            _, forgotten = self._known.popitem(last=False)
            self._size -= len(forgotten) + 1
        return found

    async def load(self, snapshot: Snapshot) -> Capture:
        """Return a capture with its bytes and the address it was replayed at as its provenance."""
        return as_captured(await self._client.replay(snapshot.pointer.file), snapshot)

    async def close(self) -> None:
        """Close all connections."""
        await self._client.close()


class Detected:
    """Finds out with its first question how an archive is to be asked."""

    def __init__(self, address: str, choices: Sequence[Lists]) -> None:
        self._address = address
        self._choices = choices
        self._chosen: Lists | None = None

    async def snapshots(self, url: str) -> Sequence[Snapshot]:
        """Return all captures of an address in the order of time."""
        if self._chosen:
            return await self._chosen.snapshots(url)
        reasons: dict[str, None] = {}
        for choice in self._choices:
            try:
                found = await choice.snapshots(url)
            except NoAnswer:
                raise
            except Failed as error:
                reasons[str(error)] = None
                continue
            # With Memento, an archive without this address looks like no archive at all.
            if found or isinstance(choice, CdxServer):
                self._chosen = choice
                return found
            reasons["memento: nothing"] = None
        raise Failed(
            Reason.ARCHIVE,
            f"neither CDX nor Memento at {self._address} ({'; '.join(reasons)})",
            retry=False,
        )


def _replay_of(endpoint: str) -> str:
    """Return where the archive of a CDX server usually replays."""
    plain = endpoint.partition("?")[0].rstrip("/")
    if plain.endswith(_WAYBACK_CDX):
        return plain.removesuffix(_WAYBACK_CDX) + "/web"
    return plain.removesuffix("/cdx").removesuffix("-cdx")


def _choices(root: str, client: Client, near: datetime | None) -> Sequence[Lists]:
    """Return the ways an archive might be asked, the richest first."""
    parts = urlsplit(root)
    ways: list[Lists] = [
        CdxServer(f"{root}/cdx", root, client),
        TimeMaps(f"{root}/timemap/link/", client),
        TimeGate(f"{root}/", client, near),
    ]
    if parts.path == "/web":
        ways.insert(0, CdxServer(f"{parts.scheme}://{parts.netloc}{_WAYBACK_CDX}", root, client))
    return ways
