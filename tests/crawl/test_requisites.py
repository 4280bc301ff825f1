"""What kept pages need is archived with them: once, politely, behind the pages, within bounds."""

from __future__ import annotations

import gzip
from itertools import pairwise

import pytest

from tests.crawl.test_loop import (
    ANSWER_SECONDS,
    ROOT,
    Answers,
    KeepingArchive,
    Run,
    Watched,
    moved,
    page,
    site,
)
from tidings.errors import Failed, Refused, TryLater
from tidings.model import Capture, Completeness, Outcome, Reason, State, Stop, Use
from tidings.settings import ArchiveSettings, Budget, FetchSettings
from tidings.store.requisites.sqlite import SqliteRequisites
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.store import SqliteStore
from tidings.store.sqlite.visits import SqliteVisits

CSS = "http://a.example/a.css"
PICTURE = "http://cdn.example/a.png"


def file(kind: str, body: str = "", status: int = 200) -> Capture:
    """Return an answer of this media type."""
    return page(status=status)._replace(headers=(("Content-Type", kind),), body=body.encode())


def story(html: str, *links: str) -> Capture:
    """Return a kept page with further markup."""
    return page(*links)._replace(
        body=page(*links, text=html).body.replace(b"</body>", html.encode() + b"</body>")
    )


def plain(html: str) -> Capture:
    """Return a page that is not kept."""
    body = f"<html><body><p>Nothing but gardening.</p>{html}</body></html>"
    return page()._replace(body=body.encode())


def crawled(answers: Answers, **parts: object) -> tuple[Watched, SqliteRequisites]:
    run = Run(answers, **parts)  # type: ignore[arg-type]
    return run.watched(), SqliteRequisites(run.database)


def outcomes(requisites: SqliteRequisites) -> dict[str, str]:
    return {each.url: each.outcome for each in requisites.missing()}


NEEDY = story(f'<link rel=stylesheet href="/a.css"><img src="{PICTURE}">')


def test_a_kept_page_is_archived_with_what_it_needs() -> None:
    database = Database(None)
    answers: Answers = {
        ROOT: NEEDY,
        CSS: file("text/css", "@import 'b.css'; p{background:url(i.png)}"),
        ROOT + "b.css": file("text/css", "@font-face{src:url(f.woff2)}"),
        ROOT + "i.png": file("image/png", "png"),
        ROOT + "f.woff2": file("font/woff2", "font"),
        PICTURE: file("image/png", "picture"),
    }
    watched, requisites = crawled(answers, database=database)
    assert sorted(watched.order) == sorted(answers)
    assert requisites.completeness() == Completeness(5, 5, 0)
    (entry,) = requisites.pages()
    assert entry.completeness == Completeness(5, 5, 0)
    archived = {each.url: each.mime for each in SqliteVisits(database).archived()}
    assert archived[ROOT + "f.woff2"] == "font/woff2"
    assert set(archived) == set(answers)
    assert watched.ending.totals.pages == 1
    assert set(watched.entries) == {ROOT}
    assert watched.ending.state is State.FINISHED


def test_only_kept_pages_need_anything() -> None:
    watched, requisites = crawled({ROOT: plain(f'<img src="{PICTURE}">')})
    assert watched.order == [ROOT]
    assert requisites.completeness().seen == 0


def test_none_turns_it_off_and_styles_and_images_leave_scripts_out() -> None:
    answers: Answers = {
        ROOT: story('<script src="/a.js"></script><iframe src="/f"></iframe><img src="/i.png">'),
        ROOT + "i.png": file("image/png"),
    }
    watched, _ = crawled(answers, kept=ArchiveSettings(requisites="none"))
    assert watched.order == [ROOT]
    watched, _ = crawled(answers, kept=ArchiveSettings(requisites="styles and images"))
    assert watched.order == [ROOT, ROOT + "i.png"]


def test_requisites_wait_behind_the_pages_of_their_host_and_fill_idle_ones() -> None:
    pages = site(5)
    answers: Answers = {**pages, ROOT: story(NEEDY.body.decode(), *list(pages)[1:])}
    answers |= {CSS: file("text/css"), PICTURE: file("image/png")}
    watched, _ = crawled(answers, fetch=FetchSettings(part_delay=1.0))
    own = [url for url in watched.order if url.startswith(ROOT)]
    assert own[-1] == CSS
    assert watched.order.index(PICTURE) < 3  # its host has nothing better to do
    moments = [moment for moment, url in watched.web.log if url.startswith(ROOT)]
    assert all(later - earlier >= 1.0 for earlier, later in pairwise(moments))


def illustrated(*, wanted: str = "all", **parts: object) -> Watched:
    """Crawl a host of six pages, the first with 20 pictures."""
    pages = site(5)
    html = "".join(f'<img src="/{number}.png">' for number in range(20))
    answers: Answers = {**pages, ROOT: story(html, *list(pages)[1:])}
    answers |= {f"{ROOT}{number}.png": file("image/png", str(number)) for number in range(20)}
    return crawled(
        answers | parts.pop("answers", {}), kept=ArchiveSettings(requisites=wanted), **parts
    )[0]  # type: ignore[arg-type, operator]


def gaps(watched: Watched) -> list[tuple[float, str]]:
    """Return the seconds from the beginning of each request to the next, and the URL of the next."""
    return [(later[0] - earlier[0], later[1]) for earlier, later in pairwise(watched.web.log)]


def test_requisites_use_the_time_between_the_pages_of_their_host() -> None:
    watched = illustrated()
    assert all(gap >= 0.2 + ANSWER_SECONDS for gap, _ in gaps(watched))
    pages = [moment for moment, url in watched.web.log if not url.endswith("png")]
    assert all(later - earlier >= 1.0 for earlier, later in pairwise(pages))
    alone = [moment for moment, _ in illustrated(wanted="none").web.log]
    assert len(pages) == len(alone) == 6
    assert pages[-1] <= alone[-1] + 6 * (0.2 + ANSWER_SECONDS)
    assert watched.web.log[-1][0] < 20 * 0.5, "a second each would take longer"


def test_a_delay_that_a_host_asks_for_is_kept_around_requisites_too() -> None:
    watched = illustrated(delay=2.0)
    assert all(gap >= 2.0 for gap, _ in gaps(watched))
    busy = page(status=503)._replace(headers=(("Retry-After", "30"),))
    for url in (ROOT + "1", ROOT + "0.png"):
        watched = illustrated(answers={url: [busy, page()]})
        (asked, again) = watched.web.times(url)
        assert again >= asked + 30.0
        assert not [moment for moment, _ in watched.web.log if asked < moment < asked + 30.0]


def test_they_are_outside_the_budget_of_pages() -> None:
    watched, requisites = crawled(
        {ROOT: NEEDY, CSS: file("text/css"), PICTURE: file("image/png", "x")},
        budget=Budget(pages=1),
    )
    assert requisites.completeness().share == 1.0
    assert (watched.ending.state, watched.ending.reason) == (
        State.OUT_OF_BUDGET,
        "1 pages fetched",
    )
    assert any("files that kept pages need" in reason for _, reason in watched.states())


def test_a_crawl_out_of_time_leaves_the_rest_to_wait() -> None:
    html = "".join(f'<img src="/{number}.png">' for number in range(100))
    answers: Answers = {ROOT: story(html)}
    answers |= {f"{ROOT}{number}.png": file("image/png", str(number)) for number in range(100)}
    database = Database(None)
    watched, requisites = crawled(answers, database=database, budget=Budget(minutes=0.5))
    assert watched.ending.state is State.OUT_OF_BUDGET
    left = requisites.completeness().waiting
    assert 0 < left < 100
    watched, requisites = crawled(answers, database=database)  # another run goes on
    assert len(watched.order) == left
    assert requisites.completeness() == Completeness(100, 100, 0)


def test_a_stopped_crawl_loses_none() -> None:
    html = "".join(f'<img src="/{number}.png">' for number in range(20))
    database = Database(None)
    watched, requisites = crawled(
        {ROOT: story(html)},
        database=database,
        steer=lambda crawl, seconds: crawl.stop(Stop.ASKED) if seconds > 5 else None,
    )
    assert requisites.completeness().waiting + len(watched.order) - 1 == 20


def test_each_address_is_asked_once_and_equal_bytes_become_a_revisit() -> None:
    archive, database = KeepingArchive(), Database(None)
    other = "http://b.example/"
    html = f'<img src="{PICTURE}"><img src="/copy.png">'
    watched, requisites = crawled(
        {
            ROOT: story(html, other),
            other: story(f'<img src="{PICTURE}">'),
            PICTURE: file("image/png", "same"),
            ROOT + "copy.png": file("image/png", "same"),
        },
        archive=archive,
        database=database,
    )
    assert watched.order.count(PICTURE) == 1
    kinds = [each.mime for each in SqliteVisits(database).archived() if each.url.endswith("png")]
    assert sorted(kinds) == ["image/png", "warc/revisit"]
    assert any(b"WARC-Refers-To-Target-URI" in gzip.decompress(each) for each in archive.records)
    assert [each.completeness.share for each in requisites.pages()] == [1.0, 1.0]


def test_redirects_are_followed_and_archived() -> None:
    database = Database(None)
    _, requisites = crawled(
        {
            ROOT: story('<img src="/old.png">'),
            ROOT + "old.png": moved(PICTURE),
            PICTURE: file("image/png", "x"),
        },
        database=database,
    )
    assert requisites.completeness() == Completeness(2, 2, 0)
    assert [each.status for each in SqliteVisits(database).archived()] == [200, 302, 200]


def test_circles_of_imports_frames_and_redirects_end() -> None:
    answers: Answers = {
        ROOT: story('<link rel=stylesheet href="/a.css"><iframe src="/f"></iframe><img src="/r">'),
        CSS: file("text/css", "@import 'b.css'"),
        ROOT + "b.css": file("text/css", "@import 'a.css'; @import 'b.css'"),
        ROOT + "f": file("text/html", '<iframe src="/g"></iframe><img src="/in.png">'),
        ROOT + "in.png": file("image/png", "x"),
        ROOT + "r": moved("/s"),
        ROOT + "s": moved("/r"),
    }
    watched, requisites = crawled(answers)
    assert sorted(watched.order) == sorted(answers)
    assert requisites.completeness().share == 1.0


def test_an_endless_chain_of_redirects_or_imports_ends() -> None:
    chain = {f"{ROOT}{n}.css": file("text/css", f"@import '{n + 1}.css'") for n in range(50)}
    moves = {f"{ROOT}{n}.png": moved(f"{ROOT}{n + 1}.png") for n in range(50)}
    html = '<link rel=stylesheet href="/0.css"><img src="/0.png">'
    watched, _ = crawled({ROOT: story(html), **chain, **moves})
    assert len(watched.order) < 15


@pytest.mark.parametrize(
    ("answer", "outcome", "asked"),
    [
        (file("image/png", status=404), Outcome.MISSING, 1),
        (file("image/png", status=403), Outcome.FAILED, 1),
        (file("image/png", status=503), Outcome.FAILED, 3),
        (Failed(Reason.TIMEOUT, "slow"), Outcome.FAILED, 3),
        (Failed(Reason.TLS, "bad", retry=False), Outcome.FAILED, 1),
        (Refused(Reason.ROBOTS, "disallowed"), Outcome.REFUSED, 1),
        (TryLater(Reason.ROBOTS_UNREACHABLE, "later", seconds=30.0), Outcome.FAILED, 3),
        (TryLater(Reason.ROBOTS_UNREACHABLE, "later", seconds=9000.0), Outcome.FAILED, 1),
        (ValueError("strange"), Outcome.FAILED, 1),
        (file("image/png")._replace(truncated="length"), Outcome.UNREAD, 1),
        (file("image/png")._replace(truncated="disconnect"), Outcome.FAILED, 3),
    ],
)
def test_what_cannot_be_had_is_on_the_list(
    answer: Capture | Exception, outcome: Outcome, asked: int
) -> None:
    watched, requisites = crawled({ROOT: story(f'<img src="{PICTURE}">'), PICTURE: answer})
    assert outcomes(requisites) == {PICTURE: outcome.value}
    assert watched.order.count(PICTURE) == asked
    (missing,) = requisites.missing()
    assert (missing.use, missing.page) == (Use.IMAGE, ROOT)
    assert missing.reason.sentence(missing.detail)
    assert watched.ending.state is State.FINISHED


def test_a_dead_host_is_given_up_soon() -> None:
    html = "".join(f'<img src="http://dead.example/{number}.png">' for number in range(50))
    answers: Answers = {ROOT: story(html)}
    answers |= {
        f"http://dead.example/{number}.png": Failed(Reason.CONNECT, "refused")
        for number in range(50)
    }
    watched, requisites = crawled(answers)
    assert len(watched.order) < 6
    assert len(outcomes(requisites)) == 50
    assert set(outcomes(requisites).values()) == {"failed"}


def test_number_bytes_and_time_of_a_page_are_bounded() -> None:
    html = "".join(f'<img src="/{number}.png">' for number in range(30))
    answers: Answers = {ROOT: story(html)}
    answers |= {f"{ROOT}{n}.png": file("image/png", f"{n:01000d}") for n in range(30)}
    watched, requisites = crawled(answers, kept=ArchiveSettings(requisites_per_page=10))
    assert len(watched.order) == 11
    assert requisites.completeness() == Completeness(30, 10, 0)
    for bound in (
        ArchiveSettings(requisite_megabytes_per_page=0.001),
        ArchiveSettings(requisite_minutes_per_page=0.01),
        ArchiveSettings(requisite_megabytes=0.001),
    ):
        watched, requisites = crawled(answers, kept=bound)
        assert 1 < len(watched.order) < 15
        assert {each.reason for each in requisites.missing()} == {Reason.PAGE_LIMIT}


def test_wrong_types_are_archived_but_not_read() -> None:
    html = '<img src="/i.png"><link rel=stylesheet href="/s.css">'
    answers: Answers = {
        ROOT: story(html),
        ROOT + "i.png": file("text/html", '<img src="/never.png">'),
        ROOT + "s.css": file("image/png", "@import 'never.css'"),
    }
    watched, _ = crawled(answers)
    assert sorted(watched.order) == sorted(answers)


def test_films_are_fetched_only_if_a_program_is_named_and_keep_no_host_busy() -> None:
    film, player = ROOT + "f.mp4", "http://www.youtube.com/embed/x1"
    html = f'<video src="/f.mp4"></video><iframe src="{player}"></iframe>'
    answers: Answers = {ROOT: story(html), film: file("video/mp4", "f"), player: file("text/html")}
    watched, _ = crawled(answers)
    assert watched.order == [ROOT, player]
    database = Database(None)
    named = ArchiveSettings(film_helper="yt-dlp")
    watched, requisites = crawled(answers, kept=named, database=database)
    assert watched.order == [ROOT, film, player]
    assert requisites.completeness() == Completeness(2, 2, 0)
    assert {host.name for host in SqliteStore(database).links.hosts(9)} == {
        "a.example",
        "films.invalid",
    }


def test_a_crawl_rests_while_all_connections_for_requisites_are_taken() -> None:
    html = "".join(f'<img src="http://h{number}.example/i.png">' for number in range(9))
    answers: Answers = {ROOT: story(html)}
    answers |= {f"http://h{n}.example/i.png": file("image/png", str(n)) for n in range(9)}
    watched, requisites = crawled(answers, fetch=FetchSettings(connections=4))
    assert requisites.completeness() == Completeness(9, 9, 0)
    assert len(watched.shown) < 60, "the loop turned without need"
