"""The waiting links, the seen set and the ledger of outcomes, in SQLite."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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
    Verdict,
    Waiting,
)
from tidings.store.rules import MAX_FINDS
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.visits import codes
from tidings.urls import url_id

_ADD = """
INSERT INTO link
    (id, host, phase, score, depth, hops, parent, found_at, url, anchor, context, channel, barred,
     outcome, reason, detail)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO NOTHING RETURNING seq
"""
_RAISE = """
UPDATE link SET score = ?2, depth = least(depth, ?3), scored_by = ?4
WHERE id = ?1 AND phase = 0 AND score < ?2 RETURNING seq
"""
_COMBINE = f"""
UPDATE link SET score = score + (1 - score) * ?2 / ((finds + 1) * (finds + 1)), finds = finds + 1
WHERE id = ?1 AND phase = 0 AND score BETWEEN 0 AND 1 AND finds < {MAX_FINDS}
RETURNING seq, host, score
"""
_COME_NEARER = "UPDATE link SET depth = ?2 WHERE id = ?1 AND phase = 0 AND depth > ?2 RETURNING seq"
_REVIVE = """
UPDATE link SET score = ?2, depth = ?3, hops = ?4, parent = ?5, anchor = ?6, context = ?7, channel = ?8,
                barred = ?9, phase = 0, outcome = '', reason = '', detail = ''
WHERE id = ?1 AND phase = 1 RETURNING seq
"""
_BEST = """
SELECT seq, link.id, greatest(0.0, least(1.0, link.score)), tries, url, anchor, context, depth, channel, hops,
       (SELECT url FROM link AS above WHERE above.id = link.parent)
FROM link WHERE host = ? AND phase = 0 ORDER BY link.score DESC, seq LIMIT 1
"""
_HEAD = "SELECT greatest(0.0, least(1.0, score)), seq FROM link WHERE host = ? AND phase = 0 ORDER BY score DESC, seq LIMIT 1"
_INDEX_SIBLINGS = "CREATE INDEX IF NOT EXISTS link_siblings ON link (parent) WHERE phase = 0"
_SCORE_SIBLINGS = """
WITH RECURSIVE way (parent, hops) AS (  -- a link that a redirect led to was found where the first of the chain was
    SELECT parent, hops FROM link WHERE id = ?1
    UNION
    SELECT link.parent, link.hops FROM way JOIN link ON link.id = way.parent WHERE way.hops > 0
)
UPDATE link SET score = ?2
WHERE parent = (SELECT parent FROM way WHERE hops = 0 AND parent <> 0) AND phase = 0 AND score <> ?2
RETURNING id, host
"""
_STAYS = """
UPDATE link SET phase = 2, (outcome, reason, detail) = (SELECT outcome, reason, detail FROM visit WHERE seq = link.visit)
WHERE seq = ?
"""
_DUE = """
UPDATE link SET phase = 0, outcome = '', reason = ?, detail = '', tries = 0, due_at = NULL
WHERE seq IN (
    SELECT seq FROM link WHERE due_at <= ? AND phase = 2 AND host NOT IN (SELECT id FROM host WHERE closed <> '')
    ORDER BY due_at, seq LIMIT ?
)
RETURNING id, host
"""
_SAVE_HOST = """
UPDATE host SET next_at = ?, delay = ?, fetched = ?, good = ?, bad = ?, failures = ?, closed = ?, reason = ?, detail = ?
WHERE id = ?
"""
_HOSTS = "SELECT id, name, next_at, delay, fetched, good, bad, failures, closed, reason, detail FROM host ORDER BY id"


class SqliteLinks:
    """A ``LinkStore`` in one SQLite database; the caller commits."""

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
        """Remember a link: waiting without a verdict, else done, or passed over if not final."""
        link = candidate.link
        phase = Phase.WAITING if verdict is None else Phase.DONE if final else Phase.PASSED_OVER
        judged = codes(verdict)
        row = (
            candidate.id, host, phase, candidate.score, link.depth, link.hops,
            _id_of(link.parent), found_at,
            link.url, link.anchor, link.context, str(link.channel), str(link.barred or ""), *judged,
        )  # fmt: skip
        new = self._write(_ADD, row).fetchone()
        if new:
            return Added(new[0], new=True)
        return Added(0, new=False) if verdict else self._add_again(candidate)

    def _add_again(self, candidate: Candidate) -> Added:
        link = candidate.link
        changes = (candidate.id, candidate.score, link.depth)
        parent = _id_of(link.parent)
        raised = self._write(_RAISE, (*changes, parent)).fetchone()
        if raised:
            return Added(raised[0], new=False)
        if self._write(_COME_NEARER, (candidate.id, link.depth)).fetchone():
            return Added(0, new=False)
        found = (link.hops, parent, link.anchor, link.context)
        codes = (str(link.channel), str(link.barred or ""))
        revived = self._write(_REVIVE, (*changes, *found, *codes)).fetchone()
        return Added(revived[0], new=True) if revived else Added(0, new=False)

    def best(self, host: int) -> Waiting | None:
        """Return the best waiting link of a host."""
        row = self._read(_BEST, (host,)).fetchone()
        if row is None:
            return None
        seq, id_, score, tries, url, anchor, context, depth, channel, hops, parent = row
        link = Link(url, parent or "", anchor, context, depth, Channel(channel), hops)
        return Waiting(seq, Candidate(id_, score, link), tries, host)

    def head(self, host: int) -> tuple[float, int] | None:
        """Return score and number of the best waiting link of a host."""
        row: tuple[float, int] | None = self._read(_HEAD, (host,)).fetchone()
        return row

    def channel(self, seq: int) -> str:
        """Return the channel a link came by."""
        return str(self._read("SELECT channel FROM link WHERE seq = ?", (seq,)).fetchone()[0])

    def finish(self, seq: int, verdict: Verdict, *, final: bool = True) -> None:
        """Write down the outcome of a link, or pass it over if that is not final; unchanged means that of the visit before."""
        if verdict.outcome is Outcome.UNCHANGED:
            self._write(_STAYS, (seq,))
            return
        phase = Phase.DONE if final else Phase.PASSED_OVER
        self._write(
            "UPDATE link SET phase = ?, outcome = ?, reason = ?, detail = ? WHERE seq = ?",
            (phase, *codes(verdict), seq),
        )

    def score_siblings(self, id_: int, score: float) -> Sequence[tuple[int, int]]:
        """Give the links that wait beside this one, found on the same page, a score; return identity and host of those it changed."""
        self._write(_INDEX_SIBLINGS)  # most crawls never ask, and need not keep it
        return self._write(_SCORE_SIBLINGS, (id_, score)).fetchall()

    def combine(self, id_: int, score: float) -> tuple[int, int, float] | None:
        """Raise a waiting link that one more page links to with a score; return its number, host and new score."""
        row: tuple[int, int, float] | None = self._write(_COMBINE, (id_, score)).fetchone()
        return row

    def lower(self, seq: int, by: float) -> None:
        """Let a link wait with a lower score."""
        self._write("UPDATE link SET score = score - ? WHERE seq = ?", (by, seq))

    def note_try(self, seq: int, reason: Reason, detail: str, *, counts: bool) -> None:
        """Note why a link that was tried goes on waiting, and that it was tried once more if it counts."""
        query = "UPDATE link SET tries = tries + ?, reason = ?, detail = ? WHERE seq = ?"
        self._write(query, (int(counts), str(reason), detail, seq))

    def finish_host(self, host: int, verdict: Verdict) -> int:
        """Give every waiting link of a host the same verdict; return how many there were."""
        return self._write(
            "UPDATE link SET phase = 2, outcome = ?, reason = ?, detail = ? WHERE host = ? AND phase = 0",
            (*codes(verdict), host),
        ).rowcount

    def find(self, id_: int) -> LinkStatus | None:
        """Return where an address stands, if it was ever met."""
        row = self._read(
            "SELECT seq, host, phase, outcome, visit FROM link WHERE id = ?", (id_,)
        ).fetchone()
        return LinkStatus(row[0], row[1], Phase(row[2]), *row[3:]) if row else None

    def reopen(self, reason: Reason) -> None:
        """Let all links that ended for a reason wait again, but for those of closed hosts."""
        self._write(
            "UPDATE link SET phase = 0, outcome = '', reason = '', detail = '' WHERE phase = 2 AND reason = ? "
            "AND host NOT IN (SELECT id FROM host WHERE closed <> '')",
            (str(reason),),
        )

    def begin_again(self) -> None:
        """Let whatever failed or was refused wait again, with hosts as good as new: nothing was reached; they rest as before."""
        self._write(
            "UPDATE link SET phase = 0, outcome = '', reason = '', detail = '', tries = 0 "
            "WHERE phase = 2 AND outcome IN ('failed', 'refused')"
        )
        self._write("UPDATE host SET failures = 0, closed = '', reason = '', detail = ''")

    def schedule(self, seq: int, due_at: float) -> None:
        """Set the moment from which a link, once it is finished, is to be visited again."""
        self._write("UPDATE link SET due_at = ? WHERE seq = ?", (due_at, seq))

    def due(self, now: float, most: int) -> Sequence[tuple[int, int]]:
        """Let finished links that are due wait again, the longest overdue first; return id and host of each."""
        return self._write(_DUE, (str(Reason.AGAIN), now, most)).fetchall()

    def waiting(self) -> int:
        """Count the waiting links."""
        row = self._read("SELECT count(*) FROM link WHERE phase = 0").fetchone()
        return int(row[0])

    def add_host(self, name: str) -> int:
        """Remember a host and return its number."""
        query = "INSERT INTO host (name) VALUES (?) RETURNING id"
        return int(self._write(query, (name,)).fetchone()[0])

    def save_host(self, host: Host) -> None:
        """Write down a host's clock and record."""
        counts = (host.fetched, host.good, host.bad, host.failures)
        self._write(_SAVE_HOST, (host.next_at, host.delay, *counts, *codes(host.closed), host.id))

    def hosts(self) -> Iterator[Host]:
        """Yield every host with the head of its queue."""
        waiting = {row[0] for row in self._read("SELECT DISTINCT host FROM link WHERE phase = 0")}
        for row in self._read(_HOSTS).fetchall():
            *known, closed, reason, detail = row
            host = Host(*known)
            host.closed = Verdict(Outcome(closed), Reason(reason), detail) if closed else None
            if host.id in waiting:
                host.head = self.head(host.id)
            yield host


def _id_of(url: str) -> int:
    return url_id(url) if url else 0
