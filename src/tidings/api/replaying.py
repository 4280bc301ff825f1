"""Shows the archived pages of the served collections, on an origin of their own."""

from __future__ import annotations

from collections.abc import Sequence

from tidings.api.security.requests import LOOPBACK_NAMES
from tidings.api.served import NotServed, ServedFolders
from tidings.archive.replay.app import ReplayApp
from tidings.collection.pages.archived import CollectionHoldings


def make_replay(
    served: ServedFolders,
    desk_port: int,
    hosts: Sequence[str] = LOOPBACK_NAMES,
    scheme: str = "http",
) -> ReplayApp:
    """Return the replay server for some folders; the desk on this port may show its pages in frames."""

    def opened(name: str) -> CollectionHoldings | None:
        try:
            return CollectionHoldings(served.folder(name), follows=True)
        except NotServed:
            return None

    # browsers take no address of IPv6 in this place
    ancestors = " ".join(f"{scheme}://{name}:{desk_port}" for name in hosts if ":" not in name)
    return ReplayApp(opened, ancestors=ancestors, hosts=hosts)
