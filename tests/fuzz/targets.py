"""The parts under attack: how to make an input for each, how to run it, and how to check the result."""

from __future__ import annotations

import gzip
import math
import zlib
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from random import Random
from typing import NamedTuple

import brotli
import zstandard

from tests.fuzz import grammar
from tests.fuzz.mutate import mutated
from tidings.archive.index.cdx import surt
from tidings.archive.write.records import uri
from tidings.crawl.pipeline import Pipeline
from tidings.errors import Unreadable
from tidings.model import Capture, Dating, Event, EventModel, Link, Outcome, Page, TimeSpan, Visit
from tidings.read.body import inflate
from tidings.read.dates.calendar import moment_of, moments_in, short_moments_in
from tidings.read.dates.in_url import date_in_url
from tidings.read.dates.mentioned import mentioned_days
from tidings.read.dates.published import header_date
from tidings.read.places.find import Finder, PlaceSpan
from tidings.read.reader import Reader
from tidings.read.words.fingerprint import fingerprint
from tidings.read.words.language import detect
from tidings.read.words.resemblance import SIZE, bands
from tidings.read.words.words import stems, url_words, words
from tidings.settings import FetchSettings, RelevanceSettings, Settings
from tidings.urls import MAX_LENGTH, host_of, normalise, origin_of, redirect_target, site_of, url_id

CAPTURED = datetime(2016, 4, 1, 12, tzinfo=UTC)
EARLIEST = datetime(1990, 1, 1, tzinfo=UTC)
LATEST = CAPTURED + timedelta(days=2)
URL = "http://news.example/2016/story"
DECODED_LIMIT = 2_000_000
PLACES = ("Brussels", "Zaventem", "Paris, Texas")


class Case(NamedTuple):
    """One input: its target, its bytes, and other arguments by name."""

    target: str
    data: bytes
    options: dict[str, str]


class Insane(Exception):
    """A result that must not be."""


class Target(NamedTuple):
    """A part under attack."""

    make: Callable[[Random, Sequence[bytes]], Case]
    act: Callable[[Case], object]
    """The work that is timed."""
    check: Callable[[object], None]


def _must(holds: bool, what: str) -> None:
    if not holds:
        raise Insane(what)


# Whole captures, as servers may send them

_TYPES = (
    "text/html", "text/html; charset=utf-8", "text/html;charset=iso-8859-1", "text/plain", "text/plain; charset=utf-16", "application/xhtml+xml",
    "application/xml", "", "TEXT/HTML; charset=\"idna\"", "text/html; charset=punycode", "text/html; charset=shift_jis", "image/png", "x",
    "text/html; charset=utf-7", "text/html; charset=iso-2022-kr", "text/html; charset=hz", "text/html; charset=unicode_escape", "text/html; charset=rot13",
)  # fmt: skip
_ENCODERS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": lambda body: gzip.compress(body, mtime=0),
    "deflate": zlib.compress,
    "br": lambda body: bytes(brotli.compress(body, quality=1)),
    "zstd": zstandard.ZstdCompressor(1).compress,
    "identity": bytes,
}


def _capture(rng: Random, seeds: Sequence[bytes]) -> Case:
    kind = rng.randrange(10)
    if kind < 2:
        body = rng.randbytes(rng.choice((0, 1, 40, 3_000, 60_000)))
    else:
        body = mutated(rng, seeds) if kind < 8 else _page_text(rng).encode("utf-8", "surrogatepass")
    if rng.random() < 0.1:
        body = body.decode("utf-8", "replace").encode(
            rng.choice(("utf-16", "utf-16-be", "cp1251", "shift_jis", "utf-7")), "replace"
        )
    if rng.random() < 0.05:
        body *= rng.choice((1, 100))
    names = rng.choices(tuple(_ENCODERS), k=rng.choice((0, 0, 1, 1, 2)))
    for name in names:
        body = _ENCODERS[name](body[: 1 << 20])
    if names and rng.random() < 0.5:
        body = rng.choice(
            (
                body[: rng.randrange(len(body) + 1)],
                _flipped(rng, body),
                body + rng.randbytes(50),
                body * 3,
            )
        )
    told = rng.choice(
        (
            ", ".join(names),
            ", ".join(names),
            rng.choice(tuple(_ENCODERS)),
            "x-gzip",
            grammar.noise(rng, 9),
        )
    )
    return Case(
        "capture",
        body,
        {
            "type": rng.choice((*_TYPES, grammar.noise(rng, 30))),
            "encoding": told,
            "status": rng.choice(("200", "200", "200", "301", "404", "500", "999")),
            "location": rng.choice(("", grammar.address(rng), grammar.noise(rng))),
            "modified": grammar.date(rng),
            "url": normalise(grammar.address(rng)) or URL,
            "pipeline": rng.choice(tuple(_PIPELINES)),
        },
    )  # fmt: skip


def _flipped(rng: Random, body: bytes) -> bytes:
    at = rng.randrange(len(body) + 1)
    return body[:at] + rng.randbytes(rng.randrange(1, 9)) + body[at + 1 :]


def captured(case: Case) -> Capture:
    """Return an input as a server's answer."""
    get = case.options.get
    headers = (
        ("Content-Type", get("type", "text/html; charset=utf-8")),
        ("Content-Encoding", get("encoding", "")),
        ("Location", get("location", "")),
        ("Last-Modified", get("modified", "")),
    )
    return Capture(get("url", URL), CAPTURED, int(get("status", "200")), headers, case.data)


_MODEL = EventModel(
    {"flood": 1.0, "bomb": 0.5},
    {"Brussels": 1.0, "Paris, Texas": 0.5},
    TimeSpan(datetime(2016, 3, 22, tzinfo=UTC), datetime(2016, 3, 23, tzinfo=UTC)),
)
_PIPELINES = {
    "event": RelevanceSettings(threshold=0.0),
    "containment": RelevanceSettings(threshold=0.3, places="containment"),
    "topic": RelevanceSettings(measure="topic", threshold=0.5),
}


@cache
def pipeline(name: str) -> Pipeline:
    """Return a pipeline that keeps everything, something or little."""
    fetch = FetchSettings(decoded_megabytes=DECODED_LIMIT / 1e6)
    return Pipeline(
        Settings(Event("Flood"), (URL,), relevance=_PIPELINES[name], fetch=fetch), _MODEL
    )


def _process(case: Case) -> Visit:
    capture = captured(case)
    return pipeline(case.options.get("pipeline", "event")).process(Link(capture.url), capture)


def _check_judged(judged: object) -> None:
    assert isinstance(judged, Visit)
    judged.verdict.sentence.encode()
    f"{judged.title} {judged.mime} {judged.language} {judged.canonical} {judged.redirect}".encode()
    if judged.published:
        _check_dating(judged.published)
    if judged.score:
        _must(0 <= judged.score.value <= 1, f"score {judged.score.value}")
        for reason in judged.score.evidence:
            f"{reason.what} {reason.note}".encode()
    for candidate in judged.links:
        _must(0 <= candidate.score <= 1, f"priority {candidate.score}")
        _check_link(candidate.link)
    _must(len(judged.fingerprint) in (0, SIZE), "fingerprint")
    if judged.records:
        _must(gzip.decompress(judged.records[: judged.response_length])[:5] == b"WARC/", "record")
    _must(judged.verdict.outcome is not Outcome.KEPT or bool(judged.records), "kept, not archived")


# Pages, as a reader finds them


def _page_text(rng: Random) -> str:
    return rng.choice((grammar.markup, grammar.linked_data))(rng)


def _page(rng: Random, seeds: Sequence[bytes]) -> Case:
    if rng.random() < 0.7:
        return Case("page", mutated(rng, seeds), {})
    return Case("page", _page_text(rng).encode("utf-8", "surrogatepass"), {})


@cache
def _reader() -> Reader:
    return Reader(PLACES, decoded_limit=DECODED_LIMIT)


def _read(case: Case) -> Page | None:
    """Read in both ways: at a glance, then with care."""
    try:
        reading = _reader().open(captured(case))
        _check_page(reading.glance())
        return reading.page()
    except Unreadable as error:
        str(error).encode()
        return None


def _check_page(page: object) -> None:
    if page is None:
        return
    assert isinstance(page, Page)
    f"{page.title} {page.text} {page.language} {page.canonical}".encode()
    for dating in page.dates:
        _check_dating(dating)
    for mention in page.places:
        _must(mention.count > 0 and bool(mention.place.name), f"place {mention}")
    for link in page.links:
        _check_link(link)
    _must(len({link.url for link in page.links}) == len(page.links), "a link twice")


def _check_link(link: Link) -> None:
    _must(normalise(link.url) == link.url, f"not normal: {link.url!a}")
    _must(link.url.startswith(("http://", "https://")), f"not the web: {link.url!a}")
    f"{link.url} {link.anchor} {link.context}".encode()
    _must(len(link.anchor) <= 200 and len(link.context) <= 200, "long words around a link")


def _check_dating(dating: Dating) -> None:
    _must(EARLIEST <= dating.moment <= LATEST, f"dated {dating}")
    _must(0 <= dating.confidence <= 1, f"confidence {dating.confidence}")


# Dates, addresses and texts by themselves


def _words_case(target: str, longest: int) -> Callable[[Random, Sequence[bytes]], Case]:
    def make(rng: Random, seeds: Sequence[bytes]) -> Case:
        written = rng.choice(
            (grammar.text, grammar.text, grammar.date, grammar.noise, grammar.address)
        )(rng)
        written *= rng.choice((1, 1, 1, 10, 100, 1_000))
        data = written[:longest].encode("utf-8", "surrogatepass")
        if rng.random() < 0.3:
            data = mutated(rng, (data,))
        return Case(target, data[:longest], {"language": grammar.language(rng)})

    return make


def _text_of(case: Case) -> str:
    """Return what headers may hold; the text of a page has no lone surrogates."""
    return case.data.decode("utf-8", "surrogateescape")


def _dates(case: Case) -> object:
    text, language = _text_of(case), case.options["language"]
    moments = [moment for order in (True, False) for _, moment in moments_in(text, day_first=order)]
    moments += [moment for _, moment in short_moments_in(text)]
    days = [
        mentioned_days(text, language, when)
        for when in (CAPTURED, None, datetime.max.replace(tzinfo=UTC))
    ]
    return moments, days, moment_of(text), date_in_url(text), header_date(text)


def _check_dates(found: object) -> None:
    assert isinstance(found, tuple)
    _must(all(moment.tzinfo is UTC for moment in found[0]), "a moment without a zone")


def _addresses(case: Case) -> object:
    written, _, base = _text_of(case).partition(" ")
    url = normalise(written, normalise(base))
    target = redirect_target(written, URL)
    keys = surt(uri(written)), surt(uri(base)), site_of(written), url_words(written)
    return url, target, keys


def _check_addresses(found: object) -> None:
    assert isinstance(found, tuple)
    for url in found[:2]:
        if url is None:
            continue
        _check_link(Link(url))
        _must(len(url) <= MAX_LENGTH, "a long address")
        _must(bool(host_of(url)) and bool(site_of(host_of(url))), f"no host: {url!a}")
        _must(url.startswith(origin_of(url)), f"origin of {url!a}")
        url_id(url)
        surt(url).encode()


@cache
def _finder() -> Finder:
    return Finder(PLACES)


def _texts(case: Case) -> object:
    text, language = case.data.decode("utf-8", "replace"), case.options["language"]
    mark = fingerprint(text)
    found = words(text), stems(text, detect(text, language)), bands(mark) if mark else ()
    return text, _finder().find(text), _finder().spans(text), found


def _check_texts(found: object) -> None:
    assert isinstance(found, tuple)
    text, mentions, hits, _ = found
    _must(sum(mention.count for mention in mentions) == len(hits), "mentions and hits")
    end = 0
    for hit in hits:
        assert isinstance(hit, PlaceSpan)
        _must(end <= hit.start < hit.end <= len(text), f"hit {hit}")
        place = hit.place
        _must(place.latitude is None or math.fabs(place.latitude) <= 90, f"place {place}")
        end = hit.end


TARGETS = {
    "capture": Target(_capture, _process, _check_judged),
    "page": Target(_page, _read, _check_page),
    "dates": Target(_words_case("dates", 50_000), _dates, _check_dates),
    "addresses": Target(_words_case("addresses", 5_000), _addresses, _check_addresses),
    "texts": Target(_words_case("texts", 50_000), _texts, _check_texts),
}
SHARES = {"capture": 5, "page": 5, "dates": 2, "addresses": 2, "texts": 2}


def make(rng: Random, seeds: Sequence[bytes]) -> Case:
    """Return a new input for any of the targets."""
    target = rng.choices(tuple(SHARES), tuple(SHARES.values()))[0]
    return TARGETS[target].make(rng, seeds)


def size_of(case: Case) -> int:
    """Return the size of an input as it is read: after decompression."""
    try:
        return max(
            len(case.data), len(inflate(case.data, case.options.get("encoding", ""), DECODED_LIMIT))
        )
    except Unreadable as error:
        return DECODED_LIMIT if "larger" in str(error) else len(case.data)
