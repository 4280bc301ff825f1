"""Adds the hosts of a collection to the user's file of sources, and notes which counts were added already."""

from __future__ import annotations

import json
from pathlib import Path

from tidings.disk.writing import write_text
from tidings.errors import TidingsError
from tidings.store.sqlite.database import Database

Counts = dict[str, tuple[int, int]]
"""Pages kept and rejected, by host."""


def hosts_and_added(database: Path, file: Path, kind: str) -> tuple[Counts, Counts]:
    """Return the hosts of a collection, and the counts it has already added to a file."""
    opened = Database(database, read_only=True)
    try:
        rows = opened.connection.execute("SELECT name, good, bad FROM host WHERE good + bad > 0")
        hosts = {name: (good, bad) for name, good, bad in rows}
        added = json.loads(opened.fact(_name(file, kind), "{}"))
        return hosts, {name: (good, bad) for name, (good, bad) in added.items()}
    finally:
        opened.close()


def write_counts(database: Path, file: Path, kind: str, hosts: Counts, text: str) -> None:
    """Write the new text of a file, and note in the collection that these counts were added: both or neither."""
    before = file.read_text(encoding="utf-8") if file.exists() else None
    opened = Database(database)
    try:
        opened.remember(_name(file, kind), json.dumps(hosts, ensure_ascii=False))
        write_text(file, text)
        opened.commit()
    except TidingsError as error:
        _restore(file, before)
        raise TidingsError(
            f"{error}; {file} was not changed; if a crawl is running, stop it or try again"
        ) from error
    finally:
        opened.close()


def _restore(file: Path, before: str | None) -> None:
    """Give a file its old text again, or remove it if it did not exist."""
    if before is None:
        file.unlink(missing_ok=True)
    elif file.read_text(encoding="utf-8") != before:
        write_text(file, before)


def _name(file: Path, kind: str) -> str:
    return f"told {kind} {file.resolve()}"
