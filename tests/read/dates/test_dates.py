"""Dates: where they are read, which one is chosen, what is refused."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.growth import LINEAR, growth
from tests.read.shortcuts import parse
from tidings.model import Dating
from tidings.read.dates.calendar import moment_of, moments_in, short_moments_in
from tidings.read.dates.in_url import date_in_url, year_in_url
from tidings.read.dates.published import header_date, published
from tidings.read.html.parse import Document
from tidings.read.html.text import MainText, main_text

CAPTURED = datetime(2016, 4, 1, 12, tzinfo=UTC)
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
        "https://a.example/news/22-03-2016",
        "https://a.example/news_22.03.2016.html",
    ],
)
def test_days_in_urls(url):
    dating = date_in_url(url)
    assert dating is not None
    assert (dating.moment, dating.evidence, dating.kind) == (day(2016, 3, 22), "url", "published")
    assert dating.confidence >= 0.8


def test_months_in_urls_are_worth_less():
    dating = date_in_url("https://a.example/2016/03/attacks")
    assert dating is not None
    assert dating.moment == day(2016, 3, 1)
    assert dating.precision == "month"
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
def test_urls_without_a_date(url):
    dating = date_in_url(url)
    assert dating is None or dating.confidence < 0.5


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2016-03-22", day(2016, 3, 22)),
        ("20160322", day(2016, 3, 22)),
        ("2016-03-22T23:30:00-05:00", day(2016, 3, 23, 4, 30)),
        ("2016-03-22T10:00:00.000Z", day(2016, 3, 22, 10)),
        ("2016-03-22 10:00:00+0200", day(2016, 3, 22, 8)),
        ("2016-03-22T10:00:00+02", day(2016, 3, 22, 8)),
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
        "22 martie 2016",
        "22. března 2016",
        "22 березня 2016",
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
    assert published.evidence == source
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


def test_agreement_raises_confidence(read):
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


@pytest.mark.parametrize(
    "written", ["2016-04-06T00:00:00+99:00", "Sun, 31 Dec 1989 23:30:00 -0100"]
)
def test_no_time_zone_makes_an_impossible_day_possible(read, written):
    assert read(f'<meta property="article:published_time" content="{written}">').dates == ()


def test_numbers_too_large_for_a_day_are_ignored(read):
    assert read("<p>Posted 99999999999 May 2016</p>").dates == ()


def test_the_next_day_has_begun_somewhere(read):
    assert read('<meta name="date" content="2016-04-02">').dates


def test_every_moment_is_aware_and_in_utc(read):
    page = read('<meta name="date" content="2016-03-22T23:00:00+02:00"><p>Posted 21 March 2016</p>')
    assert len(page.dates) == 2
    assert all(dating.moment.tzinfo is UTC for dating in page.dates)


def test_a_page_full_of_dates_is_cheap(read):
    page = read("<ul>" + "<li>22 March 2016 <time datetime=2016-03-22>x</time></li>" * 5000)
    assert len(page.dates) < 50


def test_two_digit_years():
    assert [m for _, m in short_moments_in("Party, 22.03.16")] == [day(2016, 3, 22)]
    assert [m for _, m in short_moments_in("3/22/98, 4 pm", day_first=False)] == [day(1998, 3, 22)]
    assert list(short_moments_in("1.22.333.4, 10.20.30.40, 99/99/99, 22.03.2016")) == []


def test_a_two_digit_year_dates_a_page_without_better_clues(read):
    page = read(f"<h1>Flood</h1><div class=date>Party, 22.03.16</div>{PROSE}{PROSE}")
    assert page.published.moment == day(2016, 3, 22)
    better = read(
        f"<h1>Flood</h1><div class=date>22.03.16</div><p>Posted 21 March 2016</p>{PROSE}{PROSE}"
    )
    assert better.published.moment == day(2016, 3, 21)


def test_the_date_at_the_headline_wins_over_those_of_other_stories(read):
    teasers = "".join(
        f"<li class=teaser><time datetime=2016-02-{n:02}>x</time><p>A story</p></li>"
        for n in range(1, 12)
    )
    page = read(
        f"<title>Flood in town</title><body><ul>{teasers}</ul><div><h1>Flood in town</h1>"
        f"<p>22 March 2016, 12:01</p>{PROSE}{PROSE}{PROSE}</div><ul>{teasers}</ul>"
    )
    assert page.published.moment == day(2016, 3, 22)


def test_dates_of_comments_are_not_the_pages_own(read):
    page = read(
        f"<h1>Flood</h1>{PROSE}{PROSE}<p>Written by us on 20 March 2016</p>"
        "<div class=comments><p><time datetime=2016-03-23>x</time></p><p>Ah.</p></div>"
    )
    assert page.published.moment == day(2016, 3, 20)


def test_a_date_line_opens_a_long_paragraph(read):
    page = read(f"<h1>Flood</h1><p>Karlsruhe (12.03.2016). {PROSE[3:-4] * 3}</p>")
    assert page.published.moment == day(2016, 3, 12)


def test_a_date_deep_in_a_long_paragraph_dates_an_event(read):
    page = read(f"<h1>Flood</h1><p>{PROSE[3:-4] * 3} It was 12.03.2016.</p>")
    assert page.dates == ()


def test_blogs_call_one_date_published_and_updated(read):
    page = read(
        f"<h1>Flood</h1><time class='published updated' datetime=2016-03-22>x</time>{PROSE}"
    )
    assert page.published.kind == "published"


@pytest.mark.parametrize(
    "html",
    [
        "<time class=updated datetime=2016-03-25>25 March 2016</time>",
        "<p>Updated on 25 March 2016</p>",
        "<p>Am 25. März 2016 um 13:22 Uhr geändert.</p>",
        "<p>Letzte Änderung: 25.03.2016</p>",
    ],
)
def test_days_of_change(read, html):
    page = read(f"<h1>Flood</h1>{PROSE}{PROSE}{html}")
    assert {(d.moment.day, d.kind) for d in page.dates} == {(25, "modified")}


def test_a_declared_change_beats_a_day_in_the_text(read):
    page = read(
        f'<meta property="article:modified_time" content="2016-03-25"><h1>Flood</h1>{PROSE}{PROSE}'
        + f"<p>{'It was much worse here than on that terrible 2 May 2011, they say. ' * 3}</p>"
    )
    assert [(d.kind, d.moment.date()) for d in page.dates] == [("modified", date(2016, 3, 25))]


def test_a_month_in_the_url_supports_its_days(read):
    html = f"<p>14 February 2016</p><h1>Flood</h1>{PROSE}{PROSE}<p>9 March 2016</p>"
    assert read(html).published.moment == day(2016, 2, 14)
    page = read(html, url="https://blog.example/2016/03/flood.html")
    assert page.published.moment == day(2016, 2, 14)
    late = f"<h1>Flood</h1>{PROSE}{PROSE}<ul><li>9 March 2016</ul>"
    page = read(late, url="https://blog.example/2016/03/flood.html")
    assert (page.published.moment, page.published.precision) == (day(2016, 3, 9), "day")


def test_the_local_day_of_writing_is_kept(read):
    page = read('<meta name="date" content="2016-03-22T01:00:00+05:30">')
    assert (page.published.moment, page.published.precision) == (day(2016, 3, 22), "day")
    page = read('<meta name="date" content="2016-03-21T20:00:00-08:00">')
    assert page.published.moment == day(2016, 3, 21, 23, 59, 59)


@pytest.mark.parametrize(
    ("content", "precision"), [("2016-03-22T10:00:00Z", "time"), ("2016-03-22", "day")]
)
def test_precision(read, content, precision):
    assert read(f'<meta name="date" content="{content}">').published.precision == precision


def test_metadata_is_parsed_unless_the_month_is_ambiguous(read):
    assert read('<meta name="date" content="22. März 2016">').published.moment == day(2016, 3, 22)
    assert read('<meta name="date" content="03/22/2016 12:43">').published.moment == day(
        2016, 3, 22
    )
    assert read('<meta name="date" content="02/03/2016 12:43">').dates == ()


def test_last_resorts(read):
    described = read(f'<meta name=description content="News of 14 March 2016"><h1>Bear</h1>{PROSE}')
    assert described.published.moment == day(2016, 3, 14)
    pictured = read(
        f'<meta property="og:image" content="https://a.example/2016/03/15/b.png"><h1>Bear</h1>{PROSE}'
    )
    assert (pictured.published.moment, pictured.published.evidence) == (day(2016, 3, 15), "image")
    assert described.published.confidence < 0.9
    assert pictured.published.confidence < 0.9


def test_a_clock_on_the_page_is_no_publication(read):
    page = read(f"<div>Friday, 1 April 2016</div>{'<p>Menu</p>' * 40}<h1>Flood</h1>{PROSE}{PROSE}")
    assert page.dates == ()


def test_the_day_on_the_masthead_is_no_publication(read):
    menu = "<p>Menu</p>" * 10
    page = read(f"<div class=masthead__date>1 April 2016</div>{menu}<h1>Flood</h1>{PROSE}{PROSE}")
    assert page.dates == ()
    page = read(f"<div class=posted__date>1 April 2016</div>{menu}<h1>Flood</h1>{PROSE}{PROSE}")
    assert page.published.moment == day(2016, 4, 1)


@pytest.mark.parametrize(
    "clock",
    [
        "<small>Today: 1 April 2016</small>",
        "<time class=clock>Friday, 1 April 2016</time>",
        "<span>Saturday, 2 April 2016</span>",
    ],
    ids=["said", "marked", "further east"],
)
def test_a_clock_above_the_headline_is_no_publication(read, clock):
    page = read(f"<div>The Courier {clock}</div><h1>Flood</h1>{PROSE}{PROSE}")
    assert page.dates == ()
    posted = "<p>Posted on 12 March 2016</p>"
    page = read(f"<div>The Courier {clock}</div><h1>Flood</h1>{posted}{PROSE}{PROSE}")
    assert page.published.moment == day(2016, 3, 12)


def test_published_today_at_the_headline_is_believed(read):
    page = read(f"<h1>Flood</h1><p>1 April 2016, 09:30</p>{PROSE}{PROSE}")
    assert page.published.moment == day(2016, 4, 1)


@pytest.mark.parametrize(
    "stamp",
    [
        "<time>1 April 2016</time>",
        "<time datetime=2016-04-01T08:00:00Z>3 hours ago</time>",
        "<abbr title=2016-04-01>Friday</abbr>",
    ],
)
def test_a_bare_time_of_the_fetch_day_under_the_headline_is_believed(read, stamp):
    page = read(
        f"<title>Flood in town</title><div>Courier</div><h1>Flood in town</h1>{stamp}{PROSE}"
    )
    assert page.published.moment.date() == date(2016, 4, 1)
    page = read(f"<div>Courier</div>{stamp}<h1>Flood in town</h1>{PROSE}")
    assert page.dates == ()


@pytest.mark.parametrize(
    "sentence",
    [
        "On 26 December 2004 a wave flooded the islands, and the capital lost a third of its houses.",
        "The city has been on guard since the November 13, 2015 attacks, which nobody has forgotten here.",
        "Am 26. Dezember 2004 überflutete eine Welle die Inseln, und viele Häuser in der Stadt gingen verloren.",
        "The county has been twinned with it since September 17, 1993",
    ],
)
def test_a_date_in_running_prose_is_no_publication(read, sentence):
    page = read(f"<h1>The islands</h1>{PROSE}<p>{sentence}</p>{PROSE}{PROSE}")
    assert page.dates == ()


@pytest.mark.parametrize(
    "line",
    [
        "Porto Alegre, 12 March 2016. The river rose again and the water reached the old town, said the mayor.",
        "Posted on 12 March 2016 by the editors who wrote this long report about the river and the old town.",
        "12 March 2016",
    ],
)
def test_datelines_and_by_lines_still_date_a_page(read, line):
    page = read(f"<h1>The river</h1><p>{line}</p>{PROSE}{PROSE}")
    assert page.published.moment == day(2016, 3, 12)


def test_a_day_far_from_the_headline_is_a_guess(read):
    menu = "<p>Menu</p>" * 40
    page = read(f"<h1>The islands</h1>{PROSE}{menu}<p>31 December 2004</p>{menu}{PROSE}")
    assert page.published is None or page.published.confidence <= 0.5


@pytest.mark.parametrize(
    ("url", "year"),
    [
        ("https://a.example/2017/results", 2017),
        ("https://a.example/race/2017", 2017),
        ("https://a.example/race-2017/results", 0),
        ("https://a.example/x?y=/2017/", 0),
    ],
)
def test_the_year_in_a_path(url, year):
    dating = year_in_url(url)
    assert (dating.moment.year if dating else 0) == year


def known_dates(html: str, *known: Dating, captured_at: datetime = CAPTURED) -> tuple[Dating, ...]:
    document = parse(html.encode())
    texts = document.texts()
    main = main_text(document.blocks, texts)
    return published(document, texts, main, "https://a.example/", captured_at, known)


def test_a_header_is_a_weak_sign_of_change():
    dating = header_date("Tue, 22 Mar 2016 10:00:00 GMT")
    assert dating == Dating(day(2016, 3, 22, 10), "header", 0.2, "modified", "time")
    assert header_date("yesterday") is None
    (alone,) = known_dates("<p>Flood</p>", dating)
    assert (alone.kind, alone.confidence) == ("modified", 0.2)
    chosen, *_ = known_dates("<time datetime=2016-03-20>x</time>", dating)
    assert chosen.moment == day(2016, 3, 20)


def test_a_header_made_for_the_fetch_is_ignored():
    assert known_dates("<p>Flood</p>", Dating(CAPTURED, "header", 0.2, "modified")) == ()


def test_a_feed_agrees_with_the_page():
    feed = Dating(day(2016, 3, 20), "feed", 0.9)
    (alone,) = known_dates("<p>Flood</p>", feed)
    agreed, *_ = known_dates("<time datetime=2016-03-20>x</time>", feed)
    assert alone.moment == agreed.moment == day(2016, 3, 20)
    assert agreed.confidence > alone.confidence


def test_doubt_lowers_confidence_and_leaves_some_to_other_days(read):
    sure = read(f"<h1>Flood</h1><p>22 March 2016</p>{PROSE}{PROSE}").dates
    torn = read(
        f'<meta name="date" content="2016-03-15"><h1>Flood</h1><p>22 March 2016</p>{PROSE}{PROSE}'
    ).dates
    assert torn[0].moment == sure[0].moment
    assert torn[0].confidence < sure[0].confidence
    assert torn[0].confidence + torn[1].confidence <= 1.0


def test_nothing_to_read():
    assert published(Document(), (), MainText("", 0, 0), "https://a.example/", CAPTURED) == ()


@given(st.text(alphabet="0123456789./-: TZ+年月日MarchMärzof,()\n", max_size=60))
def test_no_text_breaks_the_calendar(text):
    for found in (*moments_in(text), *short_moments_in(text, day_first=False)):
        assert 1990 <= found[1].year <= 2089
    written = moment_of(text)
    assert written is None or written.moment.tzinfo is UTC
    date_in_url(f"https://a.example/{text}")


@pytest.mark.parametrize("piece", ["2016", "22.", "1.1.16 ", "22 March ", "2016-", "a"])
def test_long_lines_are_read_in_linear_time(piece):
    def read_dates(text):
        return [*moments_in(text), *short_moments_in(text), moment_of(text)]

    assert growth(lambda size: piece * (size // len(piece)), read_dates, 10_000) < LINEAR
