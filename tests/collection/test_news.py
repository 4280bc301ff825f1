"""What is new in a collection, its digest and feed, and alarms when something falls silent."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from tests.crawl.test_returning import DAY, FRONT, GARDENS, HOUR, STORY, World, flood
from tidings.cli import main
from tidings.collection.pages.notices import changes, is_news
from tidings.collection.reading import open_reader
from tidings.collection.summary.alarms import Alarm, Lookout, alarms_of
from tidings.collection.summary.digest import atom, html, markdown
from tidings.collection.summary.news import fate_of, moment_of, what_is_new
from tidings.errors import TidingsError
from tidings.lab.bench.clock import EPOCH
from tidings.model import NewVisit, Outcome, Reason
from tidings.settings import RecrawlSettings
from tidings.store.sqlite.database import Database

EVENT = 'name = "The flood"\nseeds = ["http://a.example/"]\n[what]\nkeywords = ["flood"]\n'
LATE, GONE, MOVED = (f"http://a.example/{name}" for name in ("late", "gone", "moved"))
LONG = f"The bridge is closed to all traffic until further notice, police said. {GARDENS[:600]}"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A collection of two passes: one page is new, one changed, one vanished, one redirects to the front page."""
    folder = tmp_path_factory.mktemp("news") / "flood"
    folder.mkdir()
    (folder / "event.toml").write_text(EVENT, encoding="utf-8")
    late = DAY
    pages = {
        FRONT: lambda at: flood("Front.", STORY, GONE, MOVED, *([LATE] if at > late else [])),
        STORY: lambda at: flood(
            f"{LONG} {'Twelve' if at < late else 'Correction: fifteen'} people died in the flood of the river."
        ),
        LATE: lambda _: flood("Water sinks.", title="<b>Late & new</b> [x](javascript:1)"),
        GONE: lambda at: (
            flood("Schools in the valley stay closed this week, the ministry said. " * 9)
            if at < late
            else 404
        ),
        MOVED: lambda at: (
            flood("Two hundred volunteers filled sandbags along the harbour all night. " * 9)
            if at < late
            else 302
        ),
    }
    database = Database(folder / "tidings.db")
    world = World(pages, database=database)  # type: ignore[arg-type]
    world.run(0.0)
    world.run(2 * DAY, "all")
    database.close()
    return folder


def test_new_changed_and_lost_pages_are_named(folder: Path) -> None:
    with open_reader(folder) as reader:
        news = what_is_new(reader, EPOCH + timedelta(days=1))
        assert [visit.url for visit in news.new] == [LATE]
        changed = {page.visit.url: page.change for page in news.changed}
        assert STORY in changed
        assert "Correction: fifteen people died" in changed[STORY].added[0]
        assert "Twelve people died" in changed[STORY].removed[0]
        assert changed[STORY].notices == ("corrected",)
        assert {lost.visit.url: lost.fate for lost in news.lost}[GONE] == "vanished"
        everything = what_is_new(reader, EPOCH)
        assert {visit.url for visit in everything.new} == {FRONT, STORY, GONE, MOVED, LATE}
        assert not what_is_new(reader, EPOCH + timedelta(days=9)).visits


def test_the_digest_and_the_feed_show_hostile_titles_as_text(folder: Path) -> None:
    now = EPOCH + timedelta(days=3)
    with open_reader(folder) as reader:
        news = what_is_new(reader, EPOCH + timedelta(days=1))
        alarm = Alarm("feed", "<script>", "entries", "nothing", now)
        text, page = markdown("Flood", news, [alarm]), html("Flood", news, [alarm])
        feed = atom(reader, now, "http://127.0.0.1/feed.atom")
    assert "New pages (1)" in text
    assert r"\[x\]" in text
    assert "<script>" not in page
    assert "&lt;script&gt;" in page
    root = ElementTree.fromstring(feed)
    names = {"a": "http://www.w3.org/2005/Atom"}
    links = [link.get("href") for link in root.findall("a:entry/a:link", names)]
    assert links[0] == LATE
    assert len(links) == 5
    assert root.find("a:title", names).text == "The flood"  # type: ignore[union-attr]


def test_the_commands_print_what_is_new(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    since = f"{EPOCH + timedelta(days=1):%Y-%m-%d}"
    assert main(["status", str(folder), "--since", since]) == 0
    assert "Changed pages" in capsys.readouterr().out
    assert main(["digest", str(folder), "--since", since]) == 0
    assert LATE in capsys.readouterr().out
    assert main(["digest", str(folder), "--format", "atom"]) == 0
    assert "<feed" in capsys.readouterr().out
    assert main(["export", str(folder), "--format", "urls", "--new-since", since]) == 0
    exported = capsys.readouterr().out.split()
    assert LATE in exported
    assert STORY in exported
    assert main(["status", str(folder), "--since", "soon"]) == 1


def test_moments_are_read_as_people_write_them() -> None:
    now = datetime(2026, 5, 5, 12, tzinfo=UTC)
    assert moment_of("24h", now) == now - timedelta(days=1)
    assert moment_of("2w", now) == now - timedelta(weeks=2)
    assert moment_of("yesterday", now) == datetime(2026, 5, 4, tzinfo=UTC)
    assert moment_of("2026-05-01", now) == datetime(2026, 5, 1, tzinfo=UTC)
    for wrong in ("", "soon", "-3h", "999999w"):
        with pytest.raises(TidingsError, match="--since"):
            moment_of(wrong, now)


@pytest.mark.parametrize(
    ("change", "news"),
    [
        ("Read by 2,204 readers.", False),
        ("Advertisement: buy the new phone of the year now and save money.", False),
        ("The army opened a second shelter in the school on Tuesday evening.", True),
    ],
)
def test_counters_and_advertisements_are_no_news(change: str, news: bool) -> None:
    assert is_news(f"{LONG} Read by 1,000 readers.", f"{LONG} {change}") is news


def test_a_changed_figure_in_a_sentence_is_news_but_a_clock_is_not() -> None:
    assert is_news(
        f"{LONG} At least 12 people have died in the town.",
        f"{LONG} At least 15 people have died in the town.",
    )
    assert not is_news(
        f"{LONG} This story was last updated at 10:05 by our staff.",
        f"{LONG} This story was last updated at 11:45 by our staff.",
    )
    assert changes("One.", "One. Update: the road is open.").notices == ("updated",)


# Alarms


def visit(at: float, **facts: object) -> NewVisit:
    base = NewVisit(
        1, 1, "http://a.example/1", "a.example", "link", at, "", "en", None, 0.5,
        Outcome.KEPT, Reason.SCORE, "", 0,
    )  # fmt: skip
    return base._replace(**facts)  # type: ignore[arg-type]


def quiet_days(days: float, feed_until: float = 1e9, seed: int = 1) -> Iterator[NewVisit]:
    """Yield visits of a regular feed, and of hosts and languages whose pages come by chance, in order."""
    chance, visits = Random(seed), list[NewVisit]()
    at = 0.0
    while (at := at + chance.uniform(0.8, 1.2) * HOUR) < min(days * DAY, feed_until):
        url = "http://f.example/feed"
        visits.append(visit(at, url=url, channel="listing", outcome=Outcome.LISTED))
    for number in range(10):
        at, language = 0.0, ("en", "es", "de")[number % 3]
        while (at := at + chance.expovariate(1 / (2 * HOUR))) < days * DAY:
            visits.append(visit(at, host=f"{number}.example", language=language))
    return iter(sorted(visits, key=lambda each: each.entered_at))


@pytest.mark.parametrize("seed", range(3))
def test_fourteen_quiet_days_raise_no_alarm(seed: int) -> None:
    watch, hour = Lookout(), 0
    for each in quiet_days(14, seed=seed):
        while hour * HOUR < each.entered_at:
            assert list(watch.alarms(hour * HOUR)) == []
            hour += 1
        watch.take(each)


def test_a_silenced_feed_raises_an_alarm_within_twice_its_usual_interval() -> None:
    watch = Lookout()
    for each in quiet_days(6, feed_until=6 * DAY):
        watch.take(each)
    last = 6 * DAY - HOUR
    usual = 1.2 * HOUR
    assert not [alarm for alarm in watch.alarms(last + usual) if alarm.kind == "feed"]
    (alarm,) = [alarm for alarm in watch.alarms(6 * DAY + 2 * usual) if alarm.kind == "feed"]
    assert alarm.name == "http://f.example/feed"
    assert "expected: something new every 59 minutes" in alarm.sentence()
    assert "nothing for" in alarm.fact


def test_a_site_that_turns_into_a_consent_wall_raises_an_alarm_with_the_second_visit() -> None:
    watch, wall = Lookout(), {"outcome": Outcome.UNREAD, "reason": Reason.CONSENT, "before": 5}
    for number in range(4):
        watch.take(visit(number * HOUR))
    watch.take(visit(5 * HOUR, **wall))
    assert not list(watch.alarms(5 * HOUR))
    watch.take(visit(6 * HOUR, **wall))
    (alarm,) = watch.alarms(6 * HOUR)
    assert (alarm.kind, alarm.name) == ("wall", "a.example")
    assert "asks for consent" in alarm.fact
    watch.take(visit(7 * HOUR))
    assert not list(watch.alarms(7 * HOUR)), "a page was read again"


def test_what_became_of_a_kept_page_is_named() -> None:
    def fate(outcome: Outcome, reason: Reason, detail: str = "") -> str:
        return fate_of(visit(0.0, outcome=outcome, reason=reason, detail=detail, before=1))

    assert (
        fate(Outcome.REDIRECTED, Reason.REDIRECT, "http://a.example/")
        == "redirects to the front page"
    )
    assert (
        fate(Outcome.REDIRECTED, Reason.REDIRECT, "http://a.example/x")
        == "redirects to http://a.example/x"
    )
    assert fate(Outcome.MISSING, Reason.SOFT_404) == "says that it was not found"
    assert fate(Outcome.UNREAD, Reason.CONSENT) == "asks for consent before it shows anything"
    assert fate(Outcome.REJECTED, Reason.SCORE) == "shows something else now"


def test_hubs_are_listed_for_people_and_programs(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["hubs", str(folder), "-k", "1", "--format", "urls"]) == 0
    assert capsys.readouterr().out == f"{FRONT}\n"
    assert main(["hubs", str(folder), "--format", "json"]) == 0
    (hub,) = json.loads(capsys.readouterr().out)
    assert (hub["url"], hub["pages"]) == (FRONT, 4)
    assert main(["hubs", str(folder)]) == 0
    assert FRONT in capsys.readouterr().out
    assert main(["hubs", str(folder), "-k", "0"]) == 1


def test_a_crawl_that_was_broken_off_is_an_alarm_and_is_sent(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    heard: list[dict[str, object]] = []

    class Hook(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            heard.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None: ...

    assert main(["check", str(folder)]) == 0
    assert "No alarm" in capsys.readouterr().out
    database = Database(folder / "tidings.db")
    database.write("UPDATE crawl SET state = 'running'")
    database.commit()
    with open_reader(folder) as reader:
        (alarm,) = alarms_of(reader, datetime.now(UTC))
    assert "ended without being stopped" in alarm.sentence()
    server = HTTPServer(("127.0.0.1", 0), Hook)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        url = f"http://127.0.0.1:{server.server_port}/"
        assert main(["check", str(folder), "--webhook", url]) == 6
        assert main(["check", str(folder), "--webhook", "ftp://a.example/"]) == 1
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
        database.write("UPDATE crawl SET state = 'finished'")
        database.commit()
        database.close()
    assert heard[0]["collection"] == "The flood"
    assert heard[0]["alarms"][0]["kind"] == "crawl"  # type: ignore[index]
    assert RecrawlSettings().webhook == ""
