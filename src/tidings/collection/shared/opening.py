"""Opens a collection that several crawls share in a PostgreSQL database, each with WARC files of its own."""

from __future__ import annotations

import contextlib
import platform
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from uuid import uuid4

from tidings.collection.collection import Collection, archive_in, index
from tidings.collection.folder import database_path, locked_beside_others, plain_slug
from tidings.errors import CollectionError
from tidings.ports import Leases, SharedTurns
from tidings.settings import Settings
from tidings.store.postgres.pointer import name_shared_store


@contextlib.contextmanager
def open_shared(
    folder: Path, settings: Settings, facts: Mapping[str, str]
) -> Iterator[tuple[Collection, Leases]]:
    """Open a shared collection for crawling beside others, and close it in good order."""
    try:
        from tidings.store.postgres.office import PostgresLeases
        from tidings.store.postgres.shared import SharedStore
    except ImportError as error:
        raise CollectionError(
            "a store in PostgreSQL needs another package: pip install 'tidings[shared]'"
        ) from error
    folder.mkdir(parents=True, exist_ok=True)
    wanted = settings.store
    slug = plain_slug(settings.event.name)
    schema = _schema_of(settings)
    with locked_beside_others(folder) as place:
        name_shared_store(database_path(folder), wanted.url, schema)
        worker = _worker_name(wanted.worker or platform.node(), place)
        leases = PostgresLeases(
            worker, wanted.lease, wanted.hosts, settings.fetch.delay, settings.budget
        )
        by_domain = settings.fetch.politeness == "domain"
        store = SharedStore(
            wanted.url, schema, leases, by_domain=by_domain, parts=wanted.partitions
        )
        state = store.state.load()
        resume, files = (state.warc_file, state.warc_length), settings.archive
        with archive_in(
            folder, f"{slug}-{worker}", files.warc_megabytes, facts, resume, files.upload
        ) as archive:
            collection = Collection(store, archive)
            store.pushed_file = archive.committed
            try:
                yield collection, leases
                collection.close()
            except BaseException:
                collection.abandon()
                raise
            if not store.is_durable:
                archive.uploads = None
    index(folder)


def shared_turns_of(settings: Settings) -> SharedTurns | None:
    """Return the turns that crawls of a shared collection take at addresses, None if there are no such crawls."""
    if not settings.store.url or settings.fetch.politeness != "address":
        return None
    from tidings.store.postgres.turns import PostgresTurns

    longest = settings.fetch.total + settings.fetch.delay
    return PostgresTurns(settings.store.url, _schema_of(settings), uuid4().hex, longest)


def _schema_of(settings: Settings) -> str:
    return settings.store.name or plain_slug(settings.event.name).replace("-", "_")


def _worker_name(name: str, place: int) -> str:
    """Return the name of a crawl, which is part of the names of its files."""
    plain = re.sub("[^a-z0-9]+", "-", name.lower()).strip("-") or "crawl"
    return f"{plain}-{place}"
