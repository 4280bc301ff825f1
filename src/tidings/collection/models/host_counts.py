"""Adds the hosts of a collection to the user's file of sources, and notes which counts were added already."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

from tidings.collection.collection import open_store
from tidings.collection.folder import read_store
from tidings.disk.writing import write_text
from tidings.errors import TidingsError

Counts = dict[str, tuple[int, int]]
"""Pages kept and rejected, by host."""


def hosts_and_added(folder: Path, file: Path, kind: str) -> tuple[Counts, Counts]:
    """Return the hosts of a collection, and the counts it has already added to a file."""
    with closing(read_store(folder)) as stored:
        records = [each for each in stored.ledger.hosts() if each.good + each.bad > 0]
        added = json.loads(stored.state.noted(_name(file, kind)) or "{}")
    hosts = {each.host: (each.good, each.bad) for each in records}
    return hosts, {name: (good, bad) for name, (good, bad) in added.items()}


def write_counts(folder: Path, file: Path, kind: str, hosts: Counts, text: str) -> None:
    """Write the new text of a file, and note in the collection that these counts were added: both or neither."""
    before = file.read_text(encoding="utf-8") if file.exists() else None
    with closing(open_store(folder)) as store:
        try:
            store.state.note(_name(file, kind), json.dumps(hosts, ensure_ascii=False))
            write_text(file, text)
            store.commit()
        except TidingsError as error:
            _restore(file, before)
            raise TidingsError(
                f"{error}; {file} was not changed; if a crawl is running, stop it or try again"
            ) from error


def _restore(file: Path, before: str | None) -> None:
    """Give a file its old text again, or remove it if it did not exist."""
    if before is None:
        file.unlink(missing_ok=True)
    elif file.read_text(encoding="utf-8") != before:
        write_text(file, before)


def _name(file: Path, kind: str) -> str:
    return f"told {kind} {file.resolve()}"
