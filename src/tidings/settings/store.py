"""Settings of where a collection is stored."""

from __future__ import annotations

from dataclasses import dataclass

from tidings.settings.describing import described as _set


@dataclass(frozen=True, slots=True)
class StoreSettings:
    """Where links and pages are stored: a file in the folder of the collection, or a database that crawls share."""

    url: str = _set(
        "",
        "A PostgreSQL database, `postgresql://user@host/database`, that several crawls share; empty means a file in the folder. Give the password in the environment (`PGPASSWORD`) or in `~/.pgpass`.",
    )
    name: str = _set(
        "",
        "The schema of the collection in that database; empty means the name of the event. All crawls that share a collection need the same.",
    )
    partitions: int = _set(
        0,
        "Divide the tables of links by host into this many partitions when the collection is made in the database; 0 does not divide them. Needs PostgreSQL 17.",
        low=0,
        high=1024,
    )
    worker: str = _set(
        "",
        "The name of this crawl among those that share the collection; empty means the name of the computer.",
    )
    hosts: int = _set(
        200, "Hold at most this many hosts at a time, so that others get some.", low=1, high=100_000
    )
    lease: float = _set(
        30.0,
        "Seconds after which others take over the hosts of a crawl that no longer reports.",
        low=10,
        high=3600,
    )
