"""Dates: where they are read, which one is chosen, what is refused."""

from __future__ import annotations

import timeit
from datetime import UTC, date, datetime

import pytest

from tidings.read.calendar import moment_of, moments_in
from tidings.read.dates import date_in_url

PROSE = (
    "<p>"
    + "The river rose by two metres and people left their homes before night fell. " * 3
    + "</p>"
)


def day(*numbers: int) -> datetime:
    return datetime(*numbers, tzinfo=UTC)  # type: ignore[misc]


@pytest.mark.parametrize(
    "url",
    [
        "https://a.example/2016/03/22/attacks",
        "https://a.example/2016/3/22/attacks",
        "https://a.example/world/2016/mar/22/attacks",
        "https://a.example/2016/March/22/",
        "https://a.example/news-2016-03-22-attacks.html",
        "https://a.example/2016-03-22",
        "https://a.example/n/20160322/x",
        "https://a.example/x_20160322.html",
        "https://a.example/2016/0322/x",
        "https://a.example/?date=2016-03-22&x=1",
    ],
)
def test_days_in_addresses(url):
    dating = date_in_url(url)
    assert dating is not None
    assert (dating.moment, dating.source, dating.kind) == (day(2016, 3, 22), "url", "published")
    assert dating.confidence >= 0.8


def test_months_in_addresses_are_worth_less():
    dating = date_in_url("https://a.example/2016/03/attacks")
    assert dating is not None
    assert dating.moment == day(2016, 3, 1)
    assert dating.confidence < 0.5


@pytest.mark.parametrize(
    "url",
    [
        "https://a.example/",
        "https://a.example/news/12345678",
        "https://a.example/2016/attacks",
        "https://a.example/2016/13/45/x",
        "https://a.example/2016/02/31/x",
        "https://a.example/1989/03/22/x",
        "https://a.example/item-120160322",
    ],
)
def test_addresses_without_a_date(url):
    dating = date_in_url(url)
    assert dating is None or dating.confidence < 0.5


def test_looking_for_nothing_is_quick():
    url = "https://www.news.example/world/europe/brussels-attacks-what-we-know-so-far"
    assert min(timeit.repeat(lambda: date_in_url(url), number=10_000, repeat=5)) / 10_000 < 4e-6


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2016-03-22", day(2016, 3, 22)),
        ("20160322", day(2016, 3, 22)),
        ("2016-03-22T23:30:00-05:00", day(2016, 3, 23, 4, 30)),
        ("2016-03-22T10:00:00.000Z", day(2016, 3, 22, 10)),
        ("2016-03-22 10:00:00+0200", day(2016, 3, 22, 8)),
        ("Tue, 22 Mar 2016 10:00:00 GMT", day(2016, 3, 22, 10)),
    ],
)
def test_machine_dates(text, moment):
    written = moment_of(text)
    assert written is not None
    assert written.moment == moment
    assert written.day == date(2016, 3, 22)


@pytest.mark.parametrize(
    "text", ["", "yesterday", "2016-13-45", "2016-02-31", "99999999999", "-", "Mar", "1 2 3 4 5"]
)
def test_no_machine_dates(text):
    assert moment_of(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "March 22, 2016",
        "Mar. 22nd, 2016",
        "22 March 2016",
        "22nd of March, 2016",
        "22. März 2016",
        "22 mars 2016",
        "22 de marzo de 2016",
        "22 de março de 2016",
        "22 marzo 2016",
        "22 maart 2016",
        "22 марта 2016",
        "22 Mart 2016",
        "22 Maret 2016",
        "22.03.2016",
        "22/03/2016",
        "03/22/2016",
        "2016/03/22",
        "2016年3月22日",
    ],
)
def test_written_dates(text):
    assert [moment for _, moment in moments_in(f"Posted on {text} by us")] == [day(2016, 3, 22)]


def test_order_of_day_and_month():
    assert [m for _, m in moments_in("04/03/2016", day_first=True)] == [day(2016, 3, 4)]
    assert [m for _, m in moments_in("04/03/2016", day_first=False)] == [day(2016, 4, 3)]
    assert [m for _, m in moments_in("04.03.2016", day_first=False)] == [day(2016, 3, 4)]


@pytest.mark.parametrize(
    "text", ["in 2016", "2016 people", "room 2016, floor 3", "31 February 2016", "99.99.2016"]
)
def test_no_written_dates(text):
    assert list(moments_in(text)) == []


@pytest.mark.parametrize(
    ("html", "source"),
    [
        (
            '<script type="application/ld+json">{"datePublished":"2016-03-22T10:00:00Z"}</script>',
            "json-ld",
        ),
        (
            '<script type="application/ld+json">{broken, "datePublished": "2016-03-22",</script>',
            "json-ld",
        ),
        ('<meta property="article:published_time" content="2016-03-22T10:00:00+00:00">', "meta"),
        ('<meta name="DC.date.issued" content="2016-03-22">', "meta"),
        ('<meta itemprop="datePublished" content="2016-03-22">', "meta"),
        ('<time datetime="2016-03-22">Tuesday</time>', "time"),
        ("<time>22 March 2016</time>", "time"),
        ('<abbr class="published" title="2016-03-22T10:00:00Z">Tue</abbr>', "time"),
        ("<p>Published: March 22, 2016</p>", "text"),
        ("<p>Veröffentlicht am 22. März 2016</p>", "text"),
        ("<div class=byline>By A. Writer | 22 March 2016</div>", "text"),
    ],
)
def test_sources_of_dates(read, html, source):
    published = read(f"<html><body>{html}<h1>Flood</h1>{PROSE}{PROSE}").published
    assert published is not None
    assert published.moment.date() == date(2016, 3, 22)
    assert published.source == source
    assert published.kind == "published"


def test_undated_is_a_value(read):
    page = read(f"<h1>Flood</h1>{PROSE}<footer>Copyright 2016</footer>")
    assert page.dates == ()
    assert page.published is None


def test_modification_is_kept_apart(read):
    page = read(
        '<meta property="article:modified_time" content="2016-03-25"><meta property="article:published_time" content="2016-03-22">'
    )
    assert [(d.moment.day, d.kind) for d in page.dates] == [(22, "published"), (25, "modified")]


def test_agreement_makes_credible(read):
    alone = read('<meta name="date" content="2016-03-22">')
    agreed = read('<meta name="date" content="2016-03-22"><time datetime="2016-03-22">x</time>')
    assert agreed.dates[0].confidence > alone.dates[0].confidence


def test_the_day_shown_to_readers_wins_over_the_next_day_in_utc(read):
    page = read(
        '<script type="application/ld+json">{"datePublished":"2016-03-23T02:30:00Z"}</script>',
        url="https://news.example/2016/03/22/flood",
    )
    assert page.dates[0].moment.date() == date(2016, 3, 22)


def test_old_and_future_dates_are_refused(read):
    page = read(
        '<meta name="date" content="2016-04-03"><time datetime="1989-01-01">x</time><p>Published 5 May 2031</p>'
    )
    assert page.dates == ()


def test_tomorrow_is_today_somewhere(read):
    assert read('<meta name="date" content="2016-04-02">').dates


def test_every_moment_is_aware_and_in_utc(read):
    page = read('<meta name="date" content="2016-03-22T23:00:00+02:00"><p>Posted 21 March 2016</p>')
    assert len(page.dates) == 2
    assert all(dating.moment.tzinfo is UTC for dating in page.dates)


def test_a_page_full_of_dates_is_cheap(read):
    page = read("<ul>" + "<li>22 March 2016 <time datetime=2016-03-22>x</time></li>" * 5000)
    assert len(page.dates) < 50
