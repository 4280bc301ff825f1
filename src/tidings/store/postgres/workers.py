"""The crawls that share a collection, as its database knows them."""

from __future__ import annotations

from contextlib import closing

from tidings.model import CrawlRecord
from tidings.store.postgres.database import PostgresDatabase

_WORKERS = """
SELECT name, CASE WHEN age > 10 AND state NOT IN ('finished', 'stopped', 'out of budget') THEN 'silent' ELSE state END,
       pages, kept, held, age
FROM (
    SELECT name, state, pages, kept, extract(epoch FROM clock_timestamp() - seen_at)::double precision AS age,
           (SELECT count(*) FROM host WHERE host.worker = worker.name) AS held
    FROM worker
) AS crawl
ORDER BY name
"""


def crawls(url: str, name: str) -> list[CrawlRecord]:
    """Return the crawls that ever took part in a shared collection."""
    with closing(PostgresDatabase(url, name, read_only=True)) as database:
        return [CrawlRecord(*row) for row in database.execute(_WORKERS).fetchall()]
