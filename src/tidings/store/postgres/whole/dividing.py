"""Divides the tables that grow with the URLs known into partitions by host: large and distributed databases want it."""

from __future__ import annotations

from typing import Any

import psycopg

from tidings.errors import CollectionError

TABLES = ("link", "requisite")
LEAST_VERSION = 170_000
"""Of PostgreSQL: the first that numbers the rows of divided tables itself."""
_DIVIDE = """
ALTER TABLE {table} DROP CONSTRAINT {table}_pkey CASCADE, ADD PRIMARY KEY (seq, host);
CREATE TABLE divided (LIKE {table} INCLUDING ALL) PARTITION BY HASH (host);
DROP TABLE {table};
ALTER TABLE divided RENAME TO {table};
"""
"""Every key of a divided table must name the host; a visit can then no longer refer to its link by number alone."""
_PARTITION = """
CREATE TABLE {table}_{number} PARTITION OF {table} FOR VALUES WITH (MODULUS {parts}, REMAINDER {number})
WITH (fillfactor = 85)
"""


def divide(raw: psycopg.Connection[Any], parts: int) -> None:
    """Divide the empty tables of a new collection; raise CollectionError if the server is too old for that."""
    if raw.info.server_version < LEAST_VERSION:
        raise CollectionError("[store] partitions needs PostgreSQL 17 or newer")
    for table in TABLES:
        raw.execute(_DIVIDE.format(table=table).encode())
        for number in range(parts):
            query = _PARTITION.format(table=table, number=number, parts=parts)
            raw.execute(query.encode())
