"""Reading as a whole, on good pages and on any bytes."""

from __future__ import annotations

import gzip
import pickle
from contextlib import suppress
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.errors import Unreadable
from tidings.model import Capture
from tidings.read.reader import Reader
from tidings.read.types import readable

PROSE = "Two explosions hit the departure hall of the airport in Brussels on Tuesday morning, and many people were hurt. "
PAGE = f"""<!doctype html><html lang="en"><head><title>Blasts hit Brussels airport</title>
<link rel="canonical" href="/world/blasts"><meta property="article:published_time" content="2016-03-22T08:30:00Z"></head>
<body><nav><a href="/">Home</a><a href="/world">World</a></nav><article><h1>Blasts hit airport</h1>
<p>{PROSE}<a href="/live">Follow live</a></p><p>{PROSE}</p></article><footer>Contact us</footer></body></html>"""


def test_a_page_as_a_person_reads_it(read):
    page = read(PAGE)
    assert page.title == "Blasts hit airport"
    assert "Two explosions" in page.text
    assert "Contact us" not in page.text
    assert page.published is not None
    assert page.published.moment == datetime(2016, 3, 22, 8, 30, tzinfo=UTC)
    assert page.language == "en"
    assert page.places[0].place.name == "Brussels"
    assert [link.anchor for link in page.links] == ["Home", "World", "Follow live"]
    assert page.canonical == "https://news.example/world/blasts"


def test_compressed_pages(read):
    assert read(gzip.compress(PAGE.encode()), encoding="gzip") == read(PAGE)


def test_depth_of_links(capture_of):
    page = Reader().read(capture_of(PAGE), depth=4)
    assert {link.depth for link in page.links} == {5}


def test_the_reader_has_its_own_limit(capture_of):
    with pytest.raises(Unreadable, match=r"larger than 0\.0005 MB after decompression"):
        Reader(decoded_limit=500).read(capture_of(PAGE))


def test_given_places(capture_of):
    page = Reader(places=["Departure Hall"]).read(
        capture_of("<p>In the Departure Hall of Brussels</p>")
    )
    assert [mention.place.name for mention in page.places] == ["Brussels", "Departure Hall"]


@pytest.mark.parametrize(
    ("html", "canonical"),
    [
        ('<link rel="canonical" href="https://news.example/other">', "https://news.example/other"),
        (
            '<meta property="og:url" content="https://news.example/other">',
            "https://news.example/other",
        ),
        ('<link rel="canonical" href="https://elsewhere.example/other">', ""),
        ('<link rel="canonical" href="/story#top">', ""),
        ('<link rel="canonical" href="javascript:x">', ""),
        ("", ""),
    ],
)
def test_canonical(read, html, canonical):
    assert read(html + "<p>x</p>").canonical == canonical


def test_plain_text_has_no_links(read):
    page = read("See http://a.example in Brussels", content_type="text/plain")
    assert page.text == "See http://a.example in Brussels"
    assert page.links == ()
    assert page.places[0].place.name == "Brussels"


def test_pages_travel_between_processes(read):
    page = read(PAGE)
    assert pickle.loads(pickle.dumps(page)) == page
    assert pickle.loads(pickle.dumps(Reader(["Brussels"]))).places == ("Brussels",)


@pytest.mark.parametrize(
    "body", [b"\x00", b"<", b"\xff", b"&#0;", b"<a href='\xed\xa0\x80'>", b"<!--", b"<title>"]
)
def test_scraps(read, body):
    with suppress(Unreadable):
        assert read(body).url


MARKUP = st.lists(
    st.sampled_from(
        [
            "<p>", "</p>", "<div class=comment>", "</div>", "<a href='", "'>", "</a>", "<time datetime='", "<meta name=date content='",
            "<script type='application/ld+json'>", "</script>", '{"datePublished":"', '"}', "2016-03-22", "T25:61:61+99:99", "31 February 2016",
            "http://[::1", "//", "?", "#", "%", "&#x110000;", "\ud7ff", "Brussels ", "New York ", "x" * 300, "<base href='", "<table><tr>", "<svg>", "\x00", "<html lang='",
        ]
    ),
    max_size=60,
).map("".join)  # fmt: skip
BODIES = st.one_of(
    st.binary(max_size=2000),
    st.text(max_size=2000).map(lambda t: t.encode("utf-8", "replace")),
    MARKUP.map(str.encode),
)
HEADERS = st.sampled_from(
    [
        "text/html",
        "text/html; charset=utf-16",
        "text/html; charset=shift_jis",
        "",
        "text/plain",
        "application/xhtml+xml",
    ]
)
ENCODINGS = st.sampled_from(["", "gzip", "deflate", "br", "zstd", "gzip, br"])


@settings(max_examples=400, deadline=None)
@given(body=BODIES, kind=HEADERS, encoding=ENCODINGS)
def test_anything_is_read_or_refused(body, kind, encoding):
    headers = (("Content-Type", kind), ("Content-Encoding", encoding))
    capture = Capture("https://a.example/x", datetime(2016, 4, 1, tzinfo=UTC), 200, headers, body)
    try:
        page = Reader().read(capture)
    except Unreadable:
        return
    assert all(link.url for link in page.links)
    assert pickle.loads(pickle.dumps(page)) == page


@pytest.mark.parametrize("kind", ["image/png", "application/zip", "application/json", "text/css"])
def test_other_types_are_refused_by_header(capture_of, kind):
    with pytest.raises(Unreadable, match=f"not HTML: {kind}"):
        Reader().open(capture_of("<p>Hello</p>", kind))


@pytest.mark.parametrize(
    "kind",
    [
        "",
        "text/html",
        "TEXT/HTML; charset=x",
        "application/xhtml+xml",
        "text/plain",
        "text/xml",
        "odd",
    ],
)
def test_what_could_be_a_page_is_readable(kind):
    assert readable(kind)


@pytest.mark.parametrize(
    "kind",
    [
        "image/svg+xml",
        "video/mp4",
        "audio/mpeg",
        "Application/ZIP",
        "application/zip",
        "text/css;x=y",
        "font/woff2",
    ],
)
def test_what_is_clearly_no_page_is_not_readable(kind):
    assert not readable(kind)
