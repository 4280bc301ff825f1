"""The visits of a store in memory: pages, their stories and their words."""

from __future__ import annotations

from bisect import insort
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tidings.model import (
    Channel,
    DueVisit,
    Original,
    Outcome,
    Page,
    Part,
    Phase,
    Pointer,
    Reason,
    Snapshot,
    StoredWords,
    Totals,
    Typed,
    Verdict,
    Visit,
)
from tidings.read.words.resemblance import bands
from tidings.store.alike.similar import MOST_COMPARED, MOST_IN_BAND, MOST_RECENT, ranked
from tidings.store.content import page_of
from tidings.store.explained import explain, score_of
from tidings.store.memory.tables import Tables, VisitRow
from tidings.store.rules import storable
from tidings.urls import url_id

_DECIDED = {(Outcome.KEPT, Reason.SCORE), (Outcome.REJECTED, Reason.SCORE)}


class MemoryVisits:
    """``Visits`` in lists; the port describes its methods."""

    def __init__(self, tables: Tables) -> None:
        self._links, self._visits = tables.links, tables.visits
        self._by_digest: dict[str, list[VisitRow]] = defaultdict(list)

    def save(
        self,
        link: int,
        visit: Visit,
        pointer: Pointer | None,
        *,
        entered_at: float | None = None,
        snapshot: bool = False,
    ) -> int:
        title, mime = storable(visit.title), storable(visit.mime)
        slim = replace(visit, title=title, mime=mime, records=b"", links=(), parts=(), head=None)
        seq, row = len(self._visits) + 1, self._links[link - 1]
        visited = VisitRow(seq, row, slim, pointer, explain(visit.score))
        self._visits.append(visited)
        if pointer:
            self._by_digest[visit.digest].append(visited)
        outcome = visit.verdict.outcome
        if snapshot and outcome is Outcome.KEPT and row.outcome != Outcome.KEPT:
            row.visit = seq
            row.settle(visit.verdict, row.phase)
        elif not snapshot and outcome is not Outcome.UNCHANGED:
            row.visit = seq
        elif not snapshot and visit.verdict.reason is Reason.SAME_BYTES:
            row.visit = self._first_of(link, visit.digest) or row.visit
        return seq

    def _first_of(self, link: int, digest: str) -> int:
        """Return the visit that brought these bytes to a link first and was kept, 0 if none did."""
        visits = (
            row for row in self._visits if row.link.seq == link and row.visit.digest == digest
        )
        return next((row.seq for row in visits if row.visit.verdict.outcome is Outcome.KEPT), 0)

    def save_part(self, visit: int, part: Part, pointer: Pointer) -> None:
        self._visits[visit - 1].parts.append(
            (replace(part, mime=storable(part.mime), records=b""), pointer)
        )

    def has_part(self, part: Part) -> bool:
        saved = (each for row in self._visits for each, _ in row.parts)
        return any((each.digest, each.url) == (part.digest, part.url) for each in saved)

    def original_part(self, digest: str) -> Original | None:
        for row in self._visits:
            for part, _ in row.parts:
                if part.digest == digest and part.mime != "warc/revisit":
                    return Original(row.seq, 0, part.url, part.captured_at)
        return None

    def original(self, digest: str) -> Original | None:
        for row in self._by_digest.get(digest, ()):
            outcome, reason, _ = row.visit.verdict
            nearly = outcome is Outcome.UNCHANGED and reason is Reason.SAME_TEXT
            if outcome is Outcome.KEPT or nearly:
                return Original(row.seq, row.link.seq, row.link.link.url, row.visit.captured_at)
        return None

    def withdraw(self, url: str, *, account: bool = False) -> list[Pointer]:
        places, verdict = [], Verdict(Outcome.REFUSED, Reason.WITHDRAWN)
        for row in self._visits:
            link = row.link.link
            named = link.url.startswith(url) if account else link.url == url
            is_post = link.channel is Channel.POST and row.visit.mime == "application/json"
            if not (named and is_post):
                continue
            places += [row.pointer] if row.pointer else []
            row.visit = replace(
                row.visit,
                title="",
                content=b"",
                cells=b"",
                edges=b"",
                score=None,
                digest="",
                verdict=verdict,
            )
            row.pointer, row.explained = None, ""
            row.link.settle(verdict)
            for child in self._links:
                if child.link.parent == link.url:
                    child.link = child.link._replace(anchor="", context="")
        return places

    def totals(self) -> Totals:
        rows = [row for row in self._visits if row.visit.verdict.outcome is Outcome.KEPT]
        kept = len({row.seq if row.visit.provenance else -row.link.seq for row in rows})
        parts = sum(pointer.length for row in self._visits for _, pointer in row.parts)
        size = sum(row.visit.size for row in self._visits)
        return Totals(len(self._visits), kept, size + parts)

    def archived(self) -> Iterator[Snapshot]:
        for row in self._visits:
            page = row.visit
            if row.pointer:
                repeats = page.verdict.reason in (Reason.SAME_BYTES, Reason.NOT_MODIFIED)
                mime = "warc/revisit" if repeats else page.mime
                facts = (page.captured_at, mime, page.status, page.digest)
                yield Snapshot(row.link.link.url, *facts, row.pointer)
            for part, pointer in row.parts:
                facts = (part.captured_at, part.mime, part.status, part.digest)
                yield Snapshot(part.url, *facts, pointer)


class MemoryStories:
    """``Stories`` in dictionaries; the port describes its methods."""

    def __init__(self, tables: Tables) -> None:
        self._links, self._visits = tables.links, tables.visits
        self._stories: dict[int, tuple[int, bytes]] = {}
        self._bands: dict[int, list[int]] = defaultdict(list)

    def similar(self, fingerprint: bytes) -> list[int]:
        if not fingerprint:
            return []
        shared: Counter[int] = Counter()
        for band in bands(fingerprint):
            shared.update(self._bands.get(band, ())[:MOST_IN_BAND])
        kept = sorted((-count, visit) for visit, count in shared.items() if self.is_kept(visit))
        visits = [visit for _, visit in kept[:MOST_COMPARED]]
        return ranked(fingerprint, [(visit, self._stories[visit][1]) for visit in visits])

    def neighbours(self, link: int, most: int) -> list[int]:
        host = self._links[link - 1].host
        found = [
            row.seq
            for row in reversed(self._visits[-MOST_RECENT:])
            if row.link.host == host
            and row.link.seq != link
            and row.visit.verdict.outcome in (Outcome.KEPT, Outcome.REJECTED)
        ]
        return found[:most]

    def begin(self, visit: int, fingerprint: bytes) -> None:
        if not fingerprint:
            return
        self._stories[visit] = visit, fingerprint
        for band in bands(fingerprint):
            if visit not in self._bands[band]:
                insort(self._bands[band], visit)

    def join(self, visit: int, first: int) -> None:
        self._stories[visit] = first, b""

    def page(self, visit: int) -> tuple[int, str]:
        link = self._visits[visit - 1].link
        return link.seq, link.link.url

    def is_kept(self, visit: int) -> bool:
        return self._visits[visit - 1].visit.verdict.outcome is Outcome.KEPT

    def story(self, visit: int) -> int | None:
        return self._stories[visit][0] if visit in self._stories else None


class MemoryWords:
    """``Words`` over the visits; the port describes its methods."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._visits = tables.visits

    def of(self, url: str) -> StoredWords | None:
        id_ = url_id(url)
        return next((_words(row) for row in reversed(self._read()) if row.link.id == id_), None)

    def some(self, most: int) -> Iterator[StoredWords]:
        rows = sorted((row for row in self._read() if row.is_current), key=_by_id)
        return map(_words, rows[:most])

    def decided(self) -> Iterator[StoredWords]:
        for row in self._read():
            waits = row.link.phase is Phase.WAITING and row.is_current
            decides = row.verdict in _DECIDED and (row.is_current or row.pointer)
            if waits or decides:
                yield _words(row)

    def sample(self, most: int) -> list[bytes]:
        return [row.visit.cells for row in sorted(self._read(), key=_by_id)[:most]]

    def rejected(self, below: float, most: int) -> list[StoredWords]:
        rows = [
            row
            for row in self._read()
            if row.is_current and row.link.outcome == Outcome.REJECTED and row.visit.base < below
        ]
        return [_words(row) for row in sorted(rows, key=_by_id)[:most]]

    def seeds(self, least: float) -> list[StoredWords]:
        return [
            _words(row)
            for row in self._read()
            if row.is_current and row.link.link.channel is Channel.SEED and row.visit.base >= least
        ]

    def due(self, after: int, until: int, revision: int, most: int) -> list[DueVisit]:
        between = self._visits[after:until]
        rows = (row for row in between if row.visit.score and row.visit.revision != revision)
        return [_due(row) for _, row in zip(range(most), rows, strict=False)]

    def pages(self, visits: Sequence[int]) -> dict[int, Page]:
        rows = [self._visits[number - 1] for number in visits]
        return {row.seq: _page(row) for row in rows if row.visit.score}

    def rebase(self, visit: int, base: float) -> None:
        row = self._visits[visit - 1]
        row.visit = replace(row.visit, base=base)

    def last(self) -> int:
        return len(self._visits)

    def prepare(self) -> None:
        pass

    def rescore(
        self, visit: int, score: float, revision: int, explained: str, typed: Typed | None
    ) -> None:
        row = self._visits[visit - 1]
        value = score_of(score, explained)
        row.visit = replace(row.visit, score=value, revision=revision, type=typed)
        row.explained = explained

    def judge_alone(self, visit: int, verdict: Verdict) -> None:
        row = self._visits[visit - 1]
        row.visit = replace(row.visit, verdict=verdict)

    def judge(self, visit: int, verdict: Verdict) -> None:
        self.judge_alone(visit, verdict)
        row = self._visits[visit - 1]
        if row.is_current:
            row.link.settle(verdict)

    def move(self, id_: int, by: float) -> list[int]:
        page = self._tables.by_id.get(id_)
        rows = self._tables.waiting_children(page.link.url) if page else []
        for row in rows:
            row.score += by
            self._tables.enqueue(row)
        return [row.host for row in rows]

    def reopen(self, link: int, score: float, detail: str) -> None:
        row = self._tables.links[link - 1]
        row.phase, row.score, row.tries = Phase.WAITING, score, 0
        row.outcome, row.reason, row.detail = "", Reason.AGAIN, detail
        self._tables.enqueue(row)

    def _read(self) -> list[VisitRow]:
        """Return the visits whose pages were read."""
        return [row for row in self._visits if row.visit.score]


def _page(row: VisitRow) -> Page:
    visit = row.visit
    url = row.link.link.url
    return page_of(url, visit.title, visit.language, visit.captured_at, visit.content)


def _by_id(row: VisitRow) -> tuple[int, int]:
    return row.link.id, row.seq


def _words(row: VisitRow) -> StoredWords:
    return StoredWords(row.seq, row.link.id, row.visit.base, row.visit.cells)


def _due(row: VisitRow) -> DueVisit:
    link, visit = row.link, row.visit
    value = visit.score.value if visit.score else 0.0
    page = (row.seq, link.seq, visit.base, visit.cells, value, link.id, link.link.url, link.host)
    outcome, reason = row.verdict
    archived = row.pointer is not None
    return DueVisit(
        *page, link.phase, outcome, reason, archived, row.explained, visit.type, row.is_current
    )
