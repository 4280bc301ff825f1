"""The user's file of sources on disk, and what a collection told it before, so that nothing counts twice."""

from __future__ import annotations

import json
from pathlib import Path

from tidings.disk.writing import write_text
from tidings.errors import TidingsError
from tidings.store.sqlite.database import Database

Counts = dict[str, tuple[int, int]]
"""Pages kept and rejected, by host."""


def hosts_and_told(database: Path, file: Path, kind: str) -> tuple[Counts, Counts]:
    """Return the hosts of a collection, and what it told a file about them before."""
    opened = Database(database, read_only=True)
    try:
        rows = opened.connection.execute("SELECT name, good, bad FROM host WHERE good + bad > 0")
        hosts = {name: (good, bad) for name, good, bad in rows}
        told = json.loads(opened.fact(_name(file, kind), "{}"))
        return hosts, {name: (good, bad) for name, (good, bad) in told.items()}
    finally:
        opened.close()


def tell_file(database: Path, file: Path, kind: str, hosts: Counts, text: str) -> None:
    """Write the text of a file, and note in a collection what it told it: both or neither, so that nothing counts twice."""
    before = file.read_text(encoding="utf-8") if file.exists() else None
    opened = Database(database)
    try:
        opened.remember(_name(file, kind), json.dumps(hosts, ensure_ascii=False))
        write_text(file, text)
        opened.commit()
    except TidingsError as error:
        _put_back(file, before)
        raise TidingsError(
            f"{error}; {file} was not changed; if a crawl is running, stop it or try again"
        ) from error
    finally:
        opened.close()


def _put_back(file: Path, before: str | None) -> None:
    """Leave a file as it was before, if it was there at all."""
    if before is None:
        file.unlink(missing_ok=True)
    elif file.read_text(encoding="utf-8") != before:
        write_text(file, before)


def _name(file: Path, kind: str) -> str:
    return f"told {kind} {file.resolve()}"
