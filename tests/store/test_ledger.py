"""What is written down about a page can be read back."""

from __future__ import annotations

from datetime import UTC, datetime

from tidings.model import Candidate, Judged, Link, Named, Outcome, Score, Typed, Verdict
from tidings.store.catalog import SqliteCatalog
from tidings.store.database import Database
from tidings.store.ledger import Ledger
from tidings.store.links import SqliteLinks
from tidings.urls import url_id

URL = "http://news.example/a"
NAMES = (Named("Anna Berg", 2), Named("ООН", 1))  # noqa: RUF001 - Cyrillic


def test_who_a_page_names_and_its_type_are_kept_with_its_score() -> None:
    database = Database(None)
    links = SqliteLinks(database)
    candidate = Candidate(url_id(URL), 0.5, Link(URL))
    seq = links.add(candidate, links.add_host("news.example"), 0.0, None, final=False).seq
    moment = datetime(2024, 5, 1, tzinfo=UTC)
    verdict, score = Verdict(Outcome.KEPT, "score"), Score(0.9, {"topic": 0.9})
    judged = Judged(
        URL, moment, 200, verdict, score=score, who=NAMES, type=Typed("flood/rain", 0.9)
    )
    SqliteCatalog(database).save(seq, judged, None)
    entry = Ledger(database).entry(URL)
    assert entry
    assert (entry.who, entry.score) == (NAMES, score)
    assert entry.type == Typed("flood/rain", 0.9)
    database.close()
