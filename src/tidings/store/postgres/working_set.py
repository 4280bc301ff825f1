"""The part of a shared collection that one crawl works on, in memory; it notes which rows have changed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tidings.model import Outcome
from tidings.store.again.sqlite import TABLE
from tidings.store.requisites.sqlite import SqliteRequisites
from tidings.store.sqlite.database import Database

LOCAL = 1 << 40
"""Numbers of links and visits from here on are of this working set, lower ones of the shared collection."""
_KEYS = {
    "host": "id",
    "link": "seq",
    "visit": "seq",
    "reading": "visit",
    "story": "visit",
    "story_band": "visit",
    "part": "visit",
    "requisite": "seq",
    "need": "owner",
    "tracked": "link",
    "source": "name",
    "fact": "name",
}
"""The tables that are pushed, and the column that a change is noted by."""
_NOTE = """
CREATE TRIGGER {table}_{event} AFTER {event} ON {table}
WHEN NOT EXISTS (SELECT 1 FROM changed_row WHERE name = '{table}' AND key = NEW.{key})
BEGIN INSERT INTO changed_row VALUES ('{table}', NEW.{key}); END;
"""
"""``OR IGNORE`` would not hold: an upsert passes its own way with conflicts on to its triggers."""
_FIRST_LINK = """
INSERT INTO link (seq, id, host, phase, score, depth, hops, parent, found_at, url, anchor, context, channel)
VALUES (?, 0, 0, 2, 0, 0, 0, 0, 0, '', '', '', 'link')
"""
_VISIT = """
INSERT OR REPLACE INTO visit (link, seq, outcome, reason, detail, file, captured_at, entered_at, status, mime, size,
                              digest, title, language, dated_by, explained, type, byte_offset, length, provenance,
                              revision, changed)
VALUES (?, ?, ?, ?, ?, ?, 0, 0, 0, '', 0, '', '', '', '', '', '', 0, 0, '', 0, 0)
"""
_KEPT_BEFORE = """
SELECT 1 FROM visit JOIN visit AS before ON before.link = visit.link AND before.seq < visit.seq
WHERE visit.seq = ? AND visit.provenance = '' AND before.provenance = '' AND before.outcome = 'kept' LIMIT 1
"""
_TAKE_BACK = """
UPDATE link SET phase = 2, visit = ?, outcome = ?, reason = ?, detail = ?, tries = ?, due_at = NULL
WHERE seq = ?
"""


class WorkingSet(Database):
    """A SQLite database in memory whose changed rows can be listed."""

    def __init__(self) -> None:
        super().__init__(None)
        SqliteRequisites(self).make()
        self.write(_FIRST_LINK, (LOCAL,))  # numbers go on from here
        self.write(TABLE)
        self.write(
            "CREATE TABLE changed_row (name TEXT, key, PRIMARY KEY (name, key)) WITHOUT ROWID"
        )
        self.take_visit(LOCAL, (LOCAL, "", "", "", ""))
        for table, key in _KEYS.items():
            for event in ("INSERT", "UPDATE"):
                self.write(_NOTE.format(table=table, key=key, event=event))
        super().commit()

    def changed(self, table: str) -> list[dict[str, Any]]:
        """Return the rows of a table that changed since the last ``forget_changes``, in order."""
        key = _KEYS[table]
        cursor = self.connection.execute(
            f"SELECT * FROM {table} WHERE {key} IN (SELECT key FROM changed_row WHERE name = ?) ORDER BY {key}",
            (table,),
        )
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor]

    def forget_changes(self) -> None:
        """Take all changes as pushed; what was read on visits is not needed here any more."""
        for table in ("reading", "part"):
            self.write(f"DELETE FROM {table}")
        self.write("DELETE FROM changed_row")
        super().commit()

    def forget_fact(self, name: str) -> None:
        """Take a fact as pushed."""
        self.write("DELETE FROM changed_row WHERE name = 'fact' AND key = ?", (name,))

    def forget_tracked(self) -> None:
        """Forget what is remembered of pages that do not wait here: other crawls may visit them."""
        self.write(
            "DELETE FROM tracked WHERE EXISTS (SELECT 1 FROM link WHERE seq = tracked.link AND phase <> 0)"
        )

    def take_visit(self, link: int, visit: Sequence[object]) -> None:
        """Know a visit by number, outcome, reason, detail and file in the shared collection."""
        self.write(_VISIT, (link, *visit))
        self.write("DELETE FROM changed_row WHERE name = 'visit' AND key = ?", (visit[0],))

    def pass_over(self, link: int) -> None:
        """Let a link be taken as others know it when it is added again."""
        self.write("UPDATE link SET phase = 1 WHERE seq = ?", (link,))

    def take_back(self, link: int, tries: int, visit: Sequence[object]) -> None:
        """Know the last visit to a link that comes back, whichever crawl made it."""
        self.write(_TAKE_BACK, (*visit[:4], tries, link))
        self.take_visit(link, visit)

    def is_newly_kept(self, visit: dict[str, Any]) -> bool:
        """Return whether a visit is kept and no earlier version of its page was."""
        if visit["outcome"] != Outcome.KEPT.value:
            return False
        return self.connection.execute(_KEPT_BEFORE, (visit["seq"],)).fetchone() is None

    def ids(self, links: Iterable[int]) -> dict[int, int]:
        """Return the ids of links by their numbers."""
        find = "SELECT id FROM link WHERE seq = ?"
        return {seq: self.connection.execute(find, (seq,)).fetchone()[0] for seq in set(links)}

    def requisite_ids(self, numbers: Iterable[int]) -> dict[int, int]:
        """Return the ids of requisites by their numbers here."""
        find = "SELECT id FROM requisite WHERE seq = ?"
        return {seq: self.connection.execute(find, (seq,)).fetchone()[0] for seq in numbers}

    def host_names(self, hosts: Iterable[int]) -> dict[int, str]:
        """Return the names of hosts by their numbers here."""
        find = "SELECT name FROM host WHERE id = ?"
        return {
            number: self.connection.execute(find, (number,)).fetchone()[0] for number in set(hosts)
        }
