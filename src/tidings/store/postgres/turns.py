"""Turns at addresses among the crawls of a shared collection, on any number of computers."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import psycopg
from psycopg import sql

from tidings.errors import TryLater
from tidings.model import Reason

LONGEST_LOOK = 0.5
"""Seconds between two looks at an address that another crawl asks."""
LATER = 5.0
"""Seconds until a page is tried again when the database cannot be reached."""
_TAKE = """
INSERT INTO turn (name, worker, until) VALUES (%(name)s, %(worker)s, clock_timestamp() + %(longest)s * interval '1 s')
ON CONFLICT (name) DO UPDATE SET worker = excluded.worker, until = excluded.until
WHERE turn.until < clock_timestamp() AND turn.ended <= clock_timestamp() - %(pause)s * interval '1 s'
  AND turn.paged <= clock_timestamp() - %(delay)s * interval '1 s'
RETURNING 1
"""
_REST = """
SELECT greatest(
    extract(epoch FROM ended - clock_timestamp()) + %(pause)s,
    extract(epoch FROM paged - clock_timestamp()) + %(delay)s
)::double precision FROM turn WHERE name = %(name)s AND until < clock_timestamp()
"""
_GIVE_BACK = """
UPDATE turn SET until = '-infinity', ended = clock_timestamp(),
                paged = CASE WHEN %(part)s THEN paged ELSE clock_timestamp() END
WHERE name = %(name)s AND worker = %(worker)s
"""


class PostgresTurns:
    """Lets one crawl after the other ask an address, by the clock of the database; a dead one is waited for once."""

    def __init__(self, url: str, schema: str, worker: str, longest: float) -> None:
        """Take turns under the name of a crawl; a turn that is not given back ends after ``longest`` seconds."""
        self._url, self._schema = url, schema
        self._given = {"worker": worker, "longest": longest}
        self._connection: psycopg.AsyncConnection[Any] | None = None
        self._connecting = asyncio.Lock()
        self._giving: set[asyncio.Task[None]] = set()

    async def take(self, host: str, delay: float, pause: float = 0.0) -> None:
        """Wait for a turn; raise TryLater if the database cannot be reached."""
        given = {**self._given, "name": host, "delay": delay, "pause": pause}
        try:
            while not await self._row(_TAKE, given):
                rest = await self._row(_REST, given)
                seconds = float(rest[0]) if rest else LONGEST_LOOK
                await asyncio.sleep(min(max(seconds, 0.005), LONGEST_LOOK))
        except psycopg.Error as error:
            detail = "the database cannot be reached"
            raise TryLater(Reason.HELD_ELSEWHERE, detail, LATER) from error

    def give_back(self, host: str, *, part: bool = False) -> None:
        """Note the end of a request, by the clock of the database a moment later."""
        given = {**self._given, "name": host, "part": part}
        task = asyncio.get_running_loop().create_task(self._note_end(given))
        self._giving.add(task)
        task.add_done_callback(self._giving.discard)

    async def close(self) -> None:
        """Close the connection when all turns are given back."""
        await asyncio.gather(*self._giving, return_exceptions=True)
        if self._connection:
            await self._connection.close()

    async def _note_end(self, given: dict[str, Any]) -> None:
        with contextlib.suppress(psycopg.Error):  # it ends by itself
            await self._run(_GIVE_BACK, given)

    async def _row(self, query: str, given: dict[str, Any]) -> tuple[Any, ...] | None:
        return await (await self._run(query, given)).fetchone()

    async def _run(self, query: str, given: dict[str, Any]) -> psycopg.AsyncCursor[Any]:
        async with self._connecting:
            if self._connection is None or self._connection.closed or self._connection.broken:
                self._connection = await self._connect()
        return await self._connection.execute(query.encode(), given)

    async def _connect(self) -> psycopg.AsyncConnection[Any]:
        connection = await psycopg.AsyncConnection.connect(
            self._url, autocommit=True, connect_timeout=10, application_name="tidings turns"
        )
        path = sql.SQL("SET search_path = {}").format(sql.Identifier(self._schema))
        await connection.execute(path)
        return connection
