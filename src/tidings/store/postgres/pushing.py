"""Pushes the changed rows of a working set into the shared collection, under the numbers that it has there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from tidings.model import Candidate, Reason
from tidings.store.postgres import statements
from tidings.store.postgres.database import Raw, only_row
from tidings.store.postgres.needs import push_needs
from tidings.store.postgres.working_set import LOCAL, WorkingSet
from tidings.store.rules import storable
from tidings.urls import host_of, site_of, url_id

Columns = dict[str, Any]
_PUSHED_CHANNELS = frozenset({"post", "scan"})
"""Channels whose captures come without a request, so that no lease is needed."""
_LEFT_OUT = frozenset({"warc_file", "warc_length", "id", "page_model"})
"""Columns of the state that each crawl has of its own; it judges only its own pages by a new page model."""
_UPSERT = """
INSERT INTO link ({columns}) VALUES ({marks})
ON CONFLICT (id, host) DO UPDATE SET
    phase = excluded.phase, tries = excluded.tries, due_at = excluded.due_at,
    score = CASE WHEN excluded.due_at IS NULL THEN link.score ELSE excluded.score END, outcome = excluded.outcome,
    reason = excluded.reason, detail = excluded.detail,
    visit = CASE excluded.visit WHEN 0 THEN link.visit ELSE excluded.visit END
WHERE %s AND CASE
    WHEN excluded.visit <> 0 THEN true
    WHEN excluded.phase = 1 THEN link.phase = 0 AND link.lease = (SELECT lease FROM host WHERE host.id = link.host)
    ELSE link.phase <> 2
END
"""
"""The last value: whether this crawl holds the host, and may change a link that is there already.

A link may be passed over here, say because a page marks it nofollow, but wait at others or be visited already. Then
nothing changes, unless this crawl has taken it over.
"""


class Pusher:
    """Pushes one batch after the other, in the transaction of the caller."""

    def __init__(self, here: WorkingSet, *, by_domain: bool = False) -> None:
        """With ``by_domain``, the hosts of a registrable domain go to one crawl at a time."""
        self._here = here
        self._by_domain = by_domain
        self._visits: dict[int, int] = {}
        """Numbers of visits in the shared collection, by those here."""
        self._new: dict[int, int] = {}
        """The same for those of a batch that is not durable yet."""
        self._hosts: dict[str, int] = {}
        self.change_others: Callable[[], None] = lambda: None
        """Changes pages of other crawls, at the end of a push."""
        self.pages = self.kept = self.size = 0
        """Of the visits in the last batch."""
        self.requisite_size = 0
        """Bytes of the requisites in it."""

    def push(
        self, raw: Raw, found: Sequence[Candidate], held: Mapping[str, int], now: float
    ) -> set[int]:
        """Push everything that changed, and links found; return the hosts whose links changed.

        Of hosts that are not among the ``held`` ones, which were lost in the meantime, nothing is taken.
        """
        links = [row for row in self._here.changed("link") if _is_news(row)]
        names = self._here.host_names(row["host"] for row in links)
        self.know_hosts(raw, [*names.values(), *(host_of(each.link.url) for each in found)])
        visits = self._numbered(raw, self._allowed("visit", held))
        touched = self._push_links(raw, links, names, held)
        self._push_visits(raw, visits)
        self._push_tracked(raw, held)
        touched |= self._push_found(raw, found, now)
        touched |= push_needs(raw, self._here, self, held, touched)
        self._push_state(raw)
        self.change_others()
        return touched

    @property
    def numbered(self) -> set[int]:
        """Return the numbers of the visits in the last batch."""
        return set(self._new.values())

    def confirm(self) -> None:
        """Take the last batch as durable."""
        self._visits |= self._new
        self._here.forget_changes()

    def know_hosts(self, raw: Raw, names: Iterable[str]) -> None:
        """Add hosts to the shared collection, and learn their numbers there."""
        unknown = sorted(set(names) - self._hosts.keys())
        if unknown:
            sites = [site_of(name) if self._by_domain else "" for name in unknown]
            raw.execute(statements.ADD_HOSTS, (unknown, sites))
            self._hosts |= dict(raw.execute(statements.HOST_IDS, (unknown,)).fetchall())

    def know_sites(self, raw: Raw) -> None:
        """Give hosts their sites that were found while each had a clock of its own."""
        if self._by_domain:
            names = [name for (name,) in raw.execute(statements.WITHOUT_SITE).fetchall()]
            raw.cursor().executemany(statements.SET_SITE, [(site_of(name), name) for name in names])

    def host_id(self, name: str) -> int:
        """Return the number of a host in the shared collection."""
        return self._hosts[name]

    def _allowed(self, table: str, held: Mapping[str, int]) -> list[Columns]:
        """Return the changed rows of a table about links that this crawl may change, with the ids of these links."""
        find = "SELECT link.id, name, channel FROM link JOIN host ON host.id = link.host WHERE link.seq = ?"
        allowed = []
        for row in self._here.changed(table):
            id_, name, channel = self._here.connection.execute(find, (row["link"],)).fetchone()
            if name in held or channel in _PUSHED_CHANNELS:
                allowed.append({**row, "link": id_})
        return allowed

    def _push_tracked(self, raw: Raw, held: Mapping[str, int]) -> None:
        rows = self._allowed("tracked", held)
        ids = [row["link"] for row in rows]
        numbers = dict(raw.execute(statements.LINK_NUMBERS, (ids,)).fetchall()) if ids else {}
        _save(raw, "tracked", [{**row, "link": numbers[row["link"]]} for row in rows], "link")

    def _numbered(self, raw: Raw, visits: list[Columns]) -> list[Columns]:
        """Give visits their numbers in the shared collection; new ones follow the last there."""
        last, changed = only_row(raw, statements.NUMBERS)
        self._new = {}
        self.pages = self.kept = self.size = 0
        for row in visits:
            changed += 1
            row["changed"] = changed
            if row["seq"] not in self._visits:
                last += 1
                self._new[row["seq"]] = last
                self.pages += 1
                self.kept += self._here.is_newly_kept(row)
                self.size += row["size"]
            row["seq"] = self.shared(row["seq"])
        return visits

    def _push_links(
        self, raw: Raw, links: list[Columns], names: Mapping[int, str], held: Mapping[str, int]
    ) -> set[int]:
        rows = []
        for row in links:
            name = names[row["host"]]
            row["host"] = self._hosts[name]
            row["visit"] = self.shared(row["visit"])
            del row["seq"]
            rows.append((*row.values(), name in held or row["channel"] in _PUSHED_CHANNELS))
        if rows:
            marks = ", ".join(["%s"] * len(links[0]))
            query = _UPSERT.replace("{columns}", ", ".join(links[0])).replace("{marks}", marks)
            raw.cursor().executemany(query, rows)
        return {row["host"] for row in links}

    def shared(self, visit: int) -> int:
        """Return the number of a visit in the shared collection, 0 if it did not get there."""
        return visit if visit < LOCAL else self._visits.get(visit) or self._new.get(visit, 0)

    def _push_visits(self, raw: Raw, visits: list[Columns]) -> None:
        if visits:
            ids = [row["link"] for row in visits]
            numbers = dict(raw.execute(statements.LINK_NUMBERS, (ids,)).fetchall())
            for row in visits:
                row["link"] = numbers[row["link"]]
            _save(raw, "visit", visits, "seq")
        for table in ("reading", "story"):
            rows = self._of_visits(table)
            for row in rows:
                if "first" in row:
                    row["first"] = self.shared(row["first"])
            _save(raw, table, rows, "visit")
        _save(raw, "story_band", self._of_visits("story_band"), "")
        parts = self._of_visits("part")
        self.size += sum(part["length"] for part in parts)
        _save(raw, "part", parts, "")

    def _of_visits(self, table: str) -> list[Columns]:
        rows = ({**row, "visit": self.shared(row["visit"])} for row in self._here.changed(table))
        return [row for row in rows if row["visit"]]

    def _push_found(self, raw: Raw, found: Sequence[Candidate], now: float) -> set[int]:
        rows = [_found_row(each, self._hosts, now) for each in found]
        if rows:
            raw.cursor().executemany(statements.FOUND, rows)
        return {row[1] for row in rows}

    def _push_state(self, raw: Raw) -> None:
        for table in ("source", "fact"):
            _save(raw, table, self._here.changed(table), "name")
        cursor = self._here.connection.execute("SELECT * FROM crawl")
        names = [column[0] for column in cursor.description]
        row = dict(zip(names, cursor.fetchone(), strict=True))
        values = {name: value for name, value in row.items() if name not in _LEFT_OUT}
        raw.execute(
            f"UPDATE crawl SET {', '.join(f'{name} = %s' for name in values)}",
            list(values.values()),
        )


def _is_news(row: Columns) -> bool:
    """Return whether others need to know the change: a link that merely waits was found by a push before."""
    if row["reason"] == Reason.HELD_ELSEWHERE.value:
        return False
    return bool(row["phase"] or row["reason"] or row["visit"])


def _found_row(candidate: Candidate, hosts: Mapping[str, int], now: float) -> tuple[Any, ...]:
    id_, score, link, _ = candidate
    parent = url_id(link.parent) if link.parent else 0
    return (
        id_, hosts[host_of(link.url)], score, link.depth, link.hops, parent, link.found_at or now,
        link.url, storable(link.anchor), storable(link.context), link.channel.value,
    )  # fmt: skip


def _save(raw: Raw, table: str, rows: Sequence[Columns], key: str) -> None:
    """Insert rows; one whose key is there already replaces it."""
    if not rows:
        return
    columns = list(rows[0])
    changes = ", ".join(f"{name} = excluded.{name}" for name in columns if name != key)
    again = f"({key}) DO UPDATE SET {changes}" if key else "DO NOTHING"
    marks = ", ".join(["%s"] * len(columns))
    query = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks}) ON CONFLICT {again}"
    raw.cursor().executemany(query, [tuple(row.values()) for row in rows])
