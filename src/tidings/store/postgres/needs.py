"""Requisites of pages in a shared collection: one crawl finds and offers them, the one with their host fetches them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from tidings.model import Need, Original, Part, Reason, Requisite, Spending
from tidings.store.postgres.database import Raw, only_row
from tidings.store.postgres.working_set import LOCAL, WorkingSet
from tidings.store.requisites.sqlite import SqliteRequisites
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.visits import ORIGINAL_PART
from tidings.urls import host_of

if TYPE_CHECKING:
    from tidings.store.postgres.pushing import Pusher
    from tidings.store.postgres.shared import SharedStore

AT_ONCE = 200
"""Requisites of one host that a crawl takes over in one push."""
_WAITING, _OFFERED = 0, 1
"""Phases here: of those that this crawl took over with their host, and of those that it only found."""
_OFFER = f"""
INSERT INTO requisite (id, host, url, kind, place, page, depth, phase, outcome, reason, detail)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
ON CONFLICT (id, host) DO UPDATE SET page = excluded.page, depth = excluded.depth, phase = 0, outcome = '', reason = '',
                               lease = 0
WHERE requisite.reason = '{Reason.PAGE_LIMIT.value}' AND requisite.page <> excluded.page AND excluded.phase = 0
"""
_CHANGE = """
UPDATE requisite SET phase = %s, tries = %s, outcome = %s, reason = %s, detail = %s, size = %s, seconds = %s
WHERE id = %s AND phase = 0 AND lease = (SELECT lease FROM host WHERE host.id = requisite.host)
"""
_NUMBERS = "SELECT id, seq FROM requisite WHERE id = ANY(%s)"
_NEED = "INSERT INTO need VALUES (%s, %s) ON CONFLICT DO NOTHING"
_END_CLOSED = """
UPDATE requisite SET phase = 2, outcome = host.closed, reason = host.reason, detail = host.detail
FROM host WHERE host.id = requisite.host AND host.closed = 'failed' AND requisite.phase = 0 AND host.id = ANY(%s)
"""
_PULL = f"""
UPDATE requisite SET lease = taken.lease
FROM (
    SELECT requisite.seq, requisite.host AS host_id, host.lease, host.name FROM host CROSS JOIN LATERAL (
        SELECT seq, host FROM requisite WHERE host = host.id AND phase = 0 AND lease <> host.lease
        ORDER BY place, seq LIMIT {AT_ONCE}
    ) AS requisite
    WHERE worker = %s AND host.lease = ANY(%s)
) AS taken
WHERE requisite.seq = taken.seq AND requisite.host = taken.host_id
RETURNING taken.name, id, url, kind, place, page, depth, tries
"""
_PULL_AGAIN = """
UPDATE requisite SET lease = 0 FROM host WHERE host.id = requisite.host AND host.worker = %s AND requisite.phase = 0
"""
_TOTAL = """
SELECT EXISTS (SELECT 1 FROM requisite WHERE phase = 0), (SELECT coalesce(sum(requisite_bytes), 0) FROM worker)
"""
_SPENT = f"""
SELECT count(*) FILTER (WHERE reason <> '{Reason.PAGE_LIMIT.value}'), coalesce(sum(size), 0), coalesce(sum(seconds), 0)
FROM requisite WHERE page = ? AND id NOT IN (SELECT value FROM json_each(?))
"""
_TAKE = """
INSERT INTO requisite (host, id, url, kind, place, page, depth, tries) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET phase = 0, page = excluded.page, depth = excluded.depth, tries = excluded.tries,
                               outcome = '', reason = '', detail = ''
"""


class Taken(NamedTuple):
    """What a push brought."""

    rows: tuple[tuple[Any, ...], ...] = ()
    """Requisites that this crawl fetches from now on, each after the name of its host."""
    any_waits: bool = False
    """Whether any waits, wherever."""
    size: int = 0
    """Bytes of all that were fetched."""


def push_needs(
    raw: Raw, here: WorkingSet, pusher: Pusher, held: Mapping[str, int], hosts: Iterable[int]
) -> set[int]:
    """Offer requisites that were found, and report those that were fetched; return the hosts whose queues changed.

    Those of closed ``hosts`` end.
    """
    rows = here.changed("requisite")
    pusher.know_hosts(raw, [host_of(row["url"]) for row in rows])
    offers, changes, touched = [], [], set()
    for row in rows:
        name = host_of(row["url"])
        touched.add(pusher.host_id(name))
        if row["phase"] != _WAITING and (page := pusher.shared(row["page"])):
            phase = _WAITING if row["phase"] == _OFFERED else row["phase"]
            ended = (row["outcome"], row["reason"], row["detail"])
            place = (row["url"], row["kind"], row["place"], page, row["depth"])
            offers.append((row["id"], pusher.host_id(name), *place, phase, *ended))
        if row["phase"] != _OFFERED and name in held:
            told = ("phase", "tries", "outcome", "reason", "detail", "size", "seconds", "id")
            changes.append(tuple(row[column] for column in told))
    pusher.requisite_size = sum(size for *_, size, _, _ in changes)
    for query, values in ((_CHANGE, changes), (_OFFER, offers)):
        if values:
            raw.cursor().executemany(query, values)
    _push_needs(raw, here, pusher)
    raw.execute(_END_CLOSED, (list({*hosts, *touched}),))
    return touched


def _push_needs(raw: Raw, here: WorkingSet, pusher: Pusher) -> None:
    """Note who needs what, by the numbers of the shared collection."""
    rows = [(row["owner"], row["requisite"]) for row in here.changed("need")]
    if not rows:
        return
    local = {-owner for owner, _ in rows if owner < 0} | {number for _, number in rows if number}
    ids = here.requisite_ids(local)
    numbers = dict(raw.execute(_NUMBERS, (list(ids.values()),)).fetchall())
    pushed = []
    for owner, requisite in rows:
        above = pusher.shared(owner) if owner > 0 else -numbers.get(ids[-owner], 0)
        needed = numbers.get(ids[requisite], 0) if requisite else 0
        if above and (needed or not requisite):
            pushed.append((above, needed))
    raw.cursor().executemany(_NEED, pushed)


def pull_needs(raw: Raw, worker: str, held: list[int], *, again: bool) -> Taken:
    """Take over the requisites that wait on the hosts of some leases."""
    if again:
        raw.execute(_PULL_AGAIN, (worker,))
    rows = raw.execute(_PULL, (worker, held)).fetchall()
    any_waits, size = only_row(raw, _TOTAL)
    return Taken(tuple(rows), bool(any_waits), int(size))


def has_part(there: Database, part: Part) -> bool:
    """Return whether the same bytes of the same URL were pushed as a part."""
    query = "SELECT 1 FROM part WHERE digest = ? AND url = ? LIMIT 1"
    return there.connection.execute(query, (part.digest, part.url)).fetchone() is not None


def original_part(there: Database, digest: str) -> Original | None:
    """Return the first part with this payload that was pushed."""
    row = there.connection.execute(ORIGINAL_PART, (digest,)).fetchone()
    return Original(row[0], 0, row[1], datetime.fromtimestamp(row[2], UTC)) if row else None


class SharedRequisites(SqliteRequisites):
    """The requisites of hosts that this crawl holds, and those it found, which wait until somebody takes them over."""

    def __init__(self, store: SharedStore) -> None:
        super().__init__(store.here)
        self._store = store
        self._size = 0

    def add(self, requisite: Requisite, host: int, need: Need) -> int:
        """Offer a requisite and note who needs it; it comes back if this crawl holds its host."""
        seq = super().add(requisite, host, need)
        if seq:
            self._write("UPDATE requisite SET phase = ? WHERE seq = ?", (_OFFERED, seq))
        return seq

    def spent(self, page: int | None) -> Spending:
        """Return what the requisites of a page have cost, here and at other crawls; of all pages, only their bytes."""
        if page is None:
            return Spending(size=self._size)
        spent = super().spent(page)
        number = page if page < LOCAL else self._store.pushed(page)
        if number:
            with self._store.reading():
                ids = f"[{', '.join(str(id_) for (id_,) in self._read(_IDS, (page,)))}]"
                others = self._store.others.connection.execute(_SPENT, (number, ids)).fetchone()
                count, size, seconds = others
                spent = Spending(spent.number + count, spent.size + size, spent.seconds + seconds)
        return spent

    def take(self, taken: Taken, left: Iterable[str]) -> None:
        """Let those wait that were taken over; those of hosts that were left are fetched by others."""
        for name in left:
            query = "UPDATE requisite SET phase = ? WHERE phase = ? AND host = ?"
            self._write(query, (_OFFERED, _WAITING, self._store.links.add_host(name)))
        for name, *row in taken.rows:
            self._write(_TAKE, (self._store.links.add_host(name), *row))
        self._size = taken.size


_IDS = "SELECT id FROM requisite WHERE page = ?"
