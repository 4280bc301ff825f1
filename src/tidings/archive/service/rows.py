"""The rows of a CDX server: as columns of text, as a table in JSON, as CDXJ."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC
from typing import NamedTuple

from tidings.archive.index.cdx import cdxj_line, surt
from tidings.archive.write.records import uri
from tidings.errors import QueryError
from tidings.model import Snapshot

COLUMNS = ("urlkey", "timestamp", "original", "mimetype", "statuscode", "digest", "length")
"""The columns of the Wayback Machine, in its order."""


class CdxRow(NamedTuple):
    """One capture."""

    urlkey: str
    timestamp: str
    snapshot: Snapshot

    @classmethod
    def of(cls, snapshot: Snapshot) -> CdxRow:
        """Return a capture as a row."""
        stamp = f"{snapshot.captured_at.astimezone(UTC):%Y%m%d%H%M%S}"
        return cls(surt(uri(snapshot.url)), stamp, snapshot)

    def column(self, name: str) -> str:
        """Return the value of a column, ``-`` for none."""
        snapshot = self.snapshot
        kind = snapshot.mime.partition(";")[0].strip()
        values = {
            "urlkey": self.urlkey,
            "timestamp": self.timestamp,
            "original": uri(snapshot.url),
            "mimetype": kind.replace(" ", ""),
            "statuscode": str(snapshot.status or ""),
            "digest": snapshot.digest.partition(":")[2] or snapshot.digest,
            "length": str(snapshot.pointer.length),
        }
        return values[name] or "-"


def columns_of(text: str) -> tuple[str, ...]:
    """Return the columns that ``fl`` names; raise QueryError for an unknown one."""
    names = tuple(filter(None, text.split(","))) or COLUMNS
    if unknown := [name for name in names if name not in COLUMNS]:
        raise QueryError(f"fl: found {unknown[0][:20]!r}; allowed: {', '.join(COLUMNS)}")
    return names


def as_text(rows: Sequence[CdxRow], columns: Sequence[str], resume_key: str = "") -> str:
    """Return rows as lines of columns; a key to go on with stands after an empty line."""
    lines = [" ".join(row.column(name) for name in columns) for row in rows]
    tail = ["", resume_key] if resume_key else []
    return "".join(f"{line}\n" for line in [*lines, *tail])


def as_table(rows: Sequence[CdxRow], columns: Sequence[str], resume_key: str = "") -> str:
    """Return rows as a table in JSON, the names of the columns first; no rows are an empty table."""
    if not rows:
        return "[]\n"
    table = [list(columns), *([row.column(name) for name in columns] for row in rows)]
    tail: list[list[str]] = [[], [resume_key]] if resume_key else []
    return json.dumps([*table, *tail]) + "\n"


def as_cdxj(rows: Sequence[CdxRow], columns: Sequence[str], resume_key: str = "") -> str:
    """Return rows as CDXJ, which has columns of its own."""
    return "".join(cdxj_line(*row.snapshot) + "\n" for row in rows)


OUTPUTS = {"": as_text, "text": as_text, "cdx": as_text, "json": as_table, "cdxj": as_cdxj}
"""The values of ``output``."""
