"""Links in SQLite: the queues of all hosts, the set of seen URLs, and the outcome of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tidings.model import (
    Added,
    Candidate,
    Channel,
    Host,
    Link,
    LinkStatus,
    Outcome,
    Phase,
    Reason,
    RuledLink,
    Verdict,
    Waiting,
)
from tidings.store.rules import GOOD, MAX_FINDS, PUBLISHED, clipped, storable
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.visits import codes
from tidings.urls import url_id

_ADD = """
INSERT INTO link
    (id, host, phase, score, depth, hops, parent, found_at, url, anchor, context, channel, barred,
     outcome, reason, detail)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO NOTHING
"""
"""Its number is the id of the last row: RETURNING makes it a fifth slower."""
_RAISE = """
UPDATE link SET score = ?, depth = least(depth, ?), scored_by = ?
WHERE id = ? AND phase = 0 AND score < ? RETURNING seq
"""
_COMBINE = f"""
UPDATE link SET score = score + (1 - score) * ? / ((finds + 1) * (finds + 1)), finds = finds + 1
WHERE id = ? AND phase = 0 AND score BETWEEN 0 AND 1 AND finds < {MAX_FINDS}
RETURNING seq, host, score
"""
_COME_NEARER = "UPDATE link SET depth = ? WHERE id = ? AND phase = 0 AND depth > ? RETURNING seq"
_REVIVE = """
UPDATE link SET score = ?, depth = ?, hops = ?, parent = ?, anchor = ?, context = ?, channel = ?, barred = ?,
                phase = 0, outcome = '', reason = '', detail = ''
WHERE id = ? AND phase = 1 RETURNING seq
"""
_BEST = """
SELECT seq, id, score, tries, url, anchor, context, depth, channel, hops, found_at,
       (SELECT url FROM link AS above WHERE above.id = link.parent),
       visit, (SELECT outcome FROM visit WHERE seq = link.visit)
FROM link WHERE host = ? AND phase = 0 ORDER BY score DESC, seq LIMIT 1
"""
_HEAD = "SELECT score, seq FROM link WHERE host = ? AND phase = 0 ORDER BY score DESC, seq LIMIT 1"
INDEX_PARENTS = "CREATE INDEX IF NOT EXISTS link_siblings ON link (parent) WHERE phase = 0"
_SCORE_SIBLINGS = """
WITH RECURSIVE way (parent, hops) AS (  -- the target of a redirect was found where the first of the chain was
    SELECT parent, hops FROM link WHERE id = ?
    UNION
    SELECT link.parent, link.hops FROM way JOIN link ON link.id = way.parent WHERE way.hops > 0
)
UPDATE link SET score = ?
WHERE parent = (SELECT parent FROM way WHERE hops = 0 AND parent <> 0) AND phase = 0 AND score <> ?
RETURNING id, host
"""
_GOOD = "(outcome IN ('{}') OR file <> '')".format("', '".join(sorted(GOOD)))
_STAYS = """
UPDATE link SET phase = 2,
                (outcome, reason, detail) = (SELECT outcome, reason, detail FROM visit WHERE seq = link.visit)
WHERE seq = ?
"""
_STAY = f"""
UPDATE link SET phase = 2, due_at = ?,
                (outcome, reason, detail) = (SELECT outcome, reason, detail FROM visit WHERE seq = link.visit)
WHERE host = ? AND phase = 0
  AND EXISTS (SELECT 1 FROM visit WHERE seq = link.visit AND {_GOOD})
"""
_DUE = """
SELECT link.seq, link.id, link.host, host.closed FROM link JOIN host ON host.id = link.host
WHERE due_at <= ? AND phase = 2 ORDER BY due_at, seq LIMIT ?
"""
_AGAIN = """
UPDATE link SET phase = 0, outcome = '', reason = ?, detail = '', tries = 0, due_at = NULL WHERE seq = ?
"""
_LATER = "UPDATE link SET due_at = ? WHERE seq = ?"
_CLOSED_FOR = 86_400.0
"""Seconds after which the pages of a closed host are looked at again: each second would be a long list."""
_RULED = """
SELECT link.seq, link.score, link.phase, link.url, link.anchor, link.context, link.depth, link.channel, link.hops,
       link.barred, visit.score
FROM link LEFT JOIN link AS above ON above.id = link.parent LEFT JOIN visit ON visit.seq = above.visit
WHERE (link.phase = 0 AND NOT EXISTS (
    SELECT 1 FROM visit WHERE seq = link.visit AND {good}
)) OR (link.outcome = 'refused' AND link.reason IN ({marks}))
ORDER BY link.seq
"""
_SAVE_HOST = """
UPDATE host SET next_at = ?, delay = ?, fetched = ?, good = ?, bad = ?, failures = ?,
                closed = ?, reason = ?, detail = ?
WHERE id = ?
"""
_HOST = "SELECT id, name, next_at, delay, fetched, good, bad, failures, closed, reason, detail FROM host"
_HOSTS = f"{_HOST} ORDER BY id"
_ONE_HOST = f"{_HOST} WHERE id = ?"
_ASKED_HOSTS = f"{_HOST} WHERE fetched > 0 OR failures > 0 OR closed <> '' OR next_at > 0"
_BEST_WAITING = """
SELECT host, max(score) AS best FROM link WHERE phase = 0 GROUP BY host ORDER BY best DESC, host LIMIT ?
"""


class SqliteLinks:
    """``LinkStore`` in one SQLite database; the caller commits."""

    def __init__(self, database: Database) -> None:
        self._write = database.write
        self._read = database.connection.execute

    def add(
        self,
        candidate: Candidate,
        host: int,
        found_at: float,
        verdict: Verdict | None,
        *,
        final: bool,
    ) -> Added:
        """Add a link: waiting without a verdict, else done, or passed over if the verdict is not final."""
        link = candidate.link
        phase = Phase.WAITING if verdict is None else Phase.DONE if final else Phase.PASSED_OVER
        row = (
            candidate.id, host, phase, candidate.score, link.depth, link.hops,
            _id_of(link.parent), found_at, link.url, storable(link.anchor), storable(link.context),
            link.channel.value, link.barred.value if link.barred else "", *codes(verdict),
        )  # fmt: skip
        new = self._write(_ADD, row)
        if new.rowcount == 1:
            return Added(new.lastrowid or 0, new=True)
        return Added(0, new=False) if verdict else self._add_again(candidate)

    def _add_again(self, candidate: Candidate) -> Added:
        """Raise a waiting link or bring it nearer, or revive one that was passed over."""
        id_, score, link, _ = candidate
        parent = _id_of(link.parent)
        raised = self._write(_RAISE, (score, link.depth, parent, id_, score)).fetchone()
        if raised:
            return Added(raised[0], new=False)
        if self._write(_COME_NEARER, (link.depth, id_, link.depth)).fetchone():
            return Added(0, new=False)
        row = (
            score, link.depth, link.hops, parent, storable(link.anchor), storable(link.context),
            link.channel.value, link.barred.value if link.barred else "", id_,
        )  # fmt: skip
        revived = self._write(_REVIVE, row).fetchone()
        return Added(revived[0], new=True) if revived else Added(0, new=False)

    def best(self, host: int) -> Waiting | None:
        """Return the best waiting link of a host."""
        row = self._read(_BEST, (host,)).fetchone()
        if row is None:
            return None
        seq, id_, score, tries, url, anchor, context, depth, channel, hops, found_at, parent = row[
            :12
        ]
        visit, outcome = row[12:]
        found_at = found_at if channel in PUBLISHED else 0.0
        link = Link(
            url, parent or "", anchor, context, depth, Channel(channel), hops, found_at=found_at
        )
        candidate = Candidate(id_, clipped(score), link)
        return Waiting(seq, candidate, tries, host, visit, outcome == Outcome.KEPT)

    def head(self, host: int) -> tuple[float, int] | None:
        """Return score and number of the best waiting link of a host."""
        row = self._read(_HEAD, (host,)).fetchone()
        return (clipped(row[0]), row[1]) if row else None

    def channel(self, seq: int) -> str:
        """Return the channel a link came by."""
        return str(self._read("SELECT channel FROM link WHERE seq = ?", (seq,)).fetchone()[0])

    def finish(self, seq: int, verdict: Verdict, *, final: bool = True) -> None:
        """Set the outcome of a link, or pass it over if that is not final.

        An unchanged page keeps the outcome of the visit before.
        """
        if verdict.outcome is Outcome.UNCHANGED:
            self._write(_STAYS, (seq,))
            return
        phase = Phase.DONE if final else Phase.PASSED_OVER
        self._write(
            "UPDATE link SET phase = ?, outcome = ?, reason = ?, detail = ? WHERE seq = ?",
            (phase, *codes(verdict), seq),
        )

    def score_siblings(self, id_: int, score: float) -> Sequence[tuple[int, int]]:
        """Set the score of the waiting links found on the same page; return id and host of those changed."""
        self._write(INDEX_PARENTS)  # made when it is first needed: most crawls never score siblings
        return self._write(_SCORE_SIBLINGS, (id_, score, score)).fetchall()

    def combine(self, id_: int, score: float) -> tuple[int, int, float] | None:
        """Raise a waiting link that one more page links to with a score; return its number, host and new score."""
        row: tuple[int, int, float] | None = self._write(_COMBINE, (score, id_)).fetchone()
        return row

    def lower(self, seq: int, by: float) -> None:
        """Lower the score of a waiting link."""
        self._write("UPDATE link SET score = score - ? WHERE seq = ?", (by, seq))

    def note_try(self, seq: int, reason: Reason, detail: str, *, counts: bool) -> None:
        """Note why a link that was tried still waits, and count the try if it counts."""
        query = "UPDATE link SET tries = tries + ?, reason = ?, detail = ? WHERE seq = ?"
        self._write(query, (int(counts), str(reason), storable(detail), seq))

    def finish_host(self, host: int, verdict: Verdict, due_at: float | None = None) -> int:
        """Give every waiting link of a host the same verdict; return how many there were.

        A page that was to be visited again has the outcome of its last visit again, and is due at ``due_at``.
        """
        stayed = self._write(_STAY, (due_at, host)).rowcount
        ended = self._write(
            "UPDATE link SET phase = 2, outcome = ?, reason = ?, detail = ? WHERE host = ? AND phase = 0",
            (*codes(verdict), host),
        ).rowcount
        return stayed + ended

    def find(self, id_: int) -> LinkStatus | None:
        """Return the state of a URL, None if it was never found."""
        row = self._read(
            "SELECT seq, host, phase, outcome, visit FROM link WHERE id = ?", (id_,)
        ).fetchone()
        return LinkStatus(row[0], row[1], Phase(row[2]), *row[3:]) if row else None

    def reopen(self, reason: Reason) -> None:
        """Let all links that ended for a reason wait again, except those of closed hosts."""
        self._write(
            "UPDATE link SET phase = 0, outcome = '', reason = '', detail = '' WHERE phase = 2 AND reason = ? "
            "AND host NOT IN (SELECT id FROM host WHERE closed <> '')",
            (str(reason),),
        )

    def ruled(self, reasons: Sequence[Reason]) -> Iterator[RuledLink]:
        """Yield the links that wait, and those that were refused for one of some reasons."""
        marks = ", ".join("?" * len(reasons)) or "NULL"
        rows = self._read(
            _RULED.format(marks=marks, good=_GOOD), tuple(map(str, reasons))
        ).fetchall()
        for seq, score, phase, url, anchor, context, depth, channel, hops, barred, parent in rows:
            link = Link(url, "", anchor, context, depth, Channel(channel), hops)
            link = link._replace(barred=Reason(barred) if barred else None)
            yield RuledLink(seq, clipped(score), Phase(phase), link, clipped(parent or 0.0))

    def wait(self, seq: int, score: float) -> None:
        """Let a link that was refused wait with a score."""
        self._write(
            "UPDATE link SET phase = 0, outcome = '', reason = '', detail = '', barred = '', score = ? WHERE seq = ?",
            (score, seq),
        )

    def begin_again(self) -> None:
        """Let links that failed or were refused wait again, and reset hosts except for their rest."""
        self._write(
            "UPDATE link SET phase = 0, outcome = '', reason = '', detail = '', tries = 0 "
            "WHERE phase = 2 AND outcome IN ('failed', 'refused')"
        )
        self._write(
            "UPDATE link SET due_at = 0 WHERE due_at IS NOT NULL AND phase = 2 "
            "AND host IN (SELECT id FROM host WHERE closed <> '')"
        )
        self._write("UPDATE host SET failures = 0, closed = '', reason = '', detail = ''")

    def schedule(self, seq: int, due_at: float, score: float | None = None) -> None:
        """Set when a link, once finished, is visited again; only a finished one gets the score."""
        self._write(
            "UPDATE link SET due_at = ?, score = CASE WHEN phase = 2 THEN coalesce(?, score) ELSE score END "
            "WHERE seq = ?",
            (due_at, score, seq),
        )

    def due(self, now: float, most: int) -> Sequence[tuple[int, int]]:
        """Let finished links that are due wait again, the longest overdue first; return id and host of each."""
        found: list[tuple[int, int]] = []
        while rows := self._read(_DUE, (now, most - len(found))).fetchall():
            for seq, id_, host, closed in rows:
                if closed:
                    self._write(_LATER, (now + _CLOSED_FOR, seq))
                else:
                    self._write(_AGAIN, (str(Reason.AGAIN), seq))
                    found.append((id_, host))
            if len(found) == most:
                break
        return found

    def waiting(self) -> int:
        """Count the waiting links."""
        row = self._read("SELECT count(*) FROM link WHERE phase = 0").fetchone()
        return int(row[0])

    def add_host(self, name: str) -> int:
        """Return the number of a host, which is added if it is not known."""
        row = self._read("SELECT id FROM host WHERE name = ?", (name,)).fetchone()
        if row is None:
            query = "INSERT INTO host (name) VALUES (?) RETURNING id"
            row = self._write(query, (name,)).fetchone()
        return int(row[0])

    def host_name(self, number: int) -> str:
        """Return the name of a host."""
        return str(self._read("SELECT name FROM host WHERE id = ?", (number,)).fetchone()[0])

    def save_host(self, host: Host) -> None:
        """Save a host's clock and record."""
        counts = (host.fetched, host.good, host.bad, host.failures)
        self._write(_SAVE_HOST, (host.next_at, host.delay, *counts, *codes(host.closed), host.id))

    def hosts(self, most: int = -1) -> Iterator[Host]:
        """Yield the hosts that were asked or have waiting links, each with the head of its queue, by number.

        Of the hosts that were never asked, ``most`` at most: those with the best waiting links.
        """
        limit = most if most >= 0 else 2**63 - 1  # PostgreSQL knows no negative limits
        waiting = dict(self._read(_BEST_WAITING, (limit,)).fetchall())
        for row in self._read(_HOSTS).fetchall() if most < 0 else self._some_hosts(waiting):
            *columns, closed, reason, detail = row
            host = Host(*columns)
            host.closed = Verdict(Outcome(closed), Reason(reason), detail) if closed else None
            if host.id in waiting:
                host.head = self.head(host.id)
            yield host

    def _some_hosts(self, waiting: Iterable[int]) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of hosts that were asked, and of those with these numbers."""
        asked = {row[0]: row for row in self._read(_ASKED_HOSTS)}
        for number in sorted({*asked, *waiting}):
            yield asked.get(number) or self._read(_ONE_HOST, (number,)).fetchone()


def _id_of(url: str) -> int:
    return url_id(url) if url else 0
