"""What servers write into headers can be followed, archived and written down, whatever its bytes."""

from __future__ import annotations

import gzip
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tidings.crawl.pipeline import Pipeline
from tidings.model import Capture, Event, EventModel, Link, Named, Outcome, Visit
from tidings.settings import RelevanceSettings, Settings, TypesSettings
from tidings.store.content import unpack
from tidings.store.derived import complete

URL = "http://news.example/a"
SETTINGS = Settings(
    Event("Flood", {"flood": 1.0}), (URL,), relevance=RelevanceSettings(measure="topic")
)


def judged(
    status: int, *headers: tuple[str, bytes], body: bytes = b"", settings: Settings = SETTINGS
) -> Visit:
    texts = tuple((name, value.decode("utf-8", "surrogateescape")) for name, value in headers)
    capture = Capture(URL, datetime(2024, 5, 1, tzinfo=UTC), status, texts, body)
    return Pipeline(settings, EventModel({"flood": 1.0}, {}, None)).process(Link(URL), capture)


@pytest.mark.parametrize("location", ["/caf\u00e9".encode(), "/caf\u00e9".encode("latin-1")])
def test_redirects_in_any_charset_are_followed_and_archived_as_they_came(location: bytes) -> None:
    found = judged(302, ("Location", location))
    assert found.verdict.outcome is Outcome.REDIRECTED
    assert found.redirect == "http://news.example/caf%C3%A9"
    record = gzip.decompress(found.records[: found.response_length])
    assert b"\r\nLocation: " + location + b"\r\n" in record


@pytest.mark.parametrize("location", [b"", b"  ", b"http://", b"mailto:a@b.example"])
def test_redirects_to_nowhere(location: bytes) -> None:
    assert judged(301, ("Location", location)).verdict.reason == "redirect to nowhere"


@pytest.mark.parametrize(
    ("written", "mime"),
    [
        (b"Text/HTML; charset=x", "text/html"),
        (b"text/h\xfftml", "text/html"),
        (b"\xff", "unknown"),
        (b"", "unknown"),
    ],
)
def test_a_type_is_told_without_bytes_that_are_no_text(written: bytes, mime: str) -> None:
    assert judged(200, ("Content-Type", written), body=b"<p>flood").mime == mime


def test_every_reason_can_be_written_down() -> None:
    headers = (("Content-Type", b"text/html"), ("Content-Encoding", b"\xff\xc3\xa9"))
    found = judged(200, *headers, body=b"<p>flood")
    assert found.verdict.sentence.encode().startswith(b"unknown content encoding: ")


def test_people_and_organisations_of_kept_and_rejected_pages_are_stored() -> None:
    body = "<p>After the flood Anna Berg met the Red Cross, and Berg thanked all of them.</p>"
    header = ("Content-Type", b"text/html; charset=utf-8")
    kept = judged(200, header, body=body.encode())
    assert kept.verdict.outcome is Outcome.KEPT
    content = unpack(kept.content)
    assert content.people == (Named("Anna Berg", 2),)
    assert content.organisations == (Named("Red Cross", 1),)
    rejected = judged(200, header, body=body.replace("flood", "game").encode())
    assert rejected.verdict.outcome is Outcome.REJECTED
    assert complete(unpack(rejected.content), "en").people == content.people


def test_the_type_is_told_of_kept_pages_alone_and_only_if_wanted() -> None:
    body = b"<p>The flood came after heavy rain, and the swollen river has burst its banks.</p>"
    header = ("Content-Type", b"text/html; charset=utf-8")
    kept = judged(200, header, body=body)
    assert kept.type
    assert (kept.type.name, kept.type.probability > 0.9) == ("flood/rain", True)
    assert judged(200, header, body=body.replace(b"flood", b"storm")).type is None
    silent = replace(SETTINGS, types=TypesSettings(model="none"))
    assert judged(200, header, body=body, settings=silent).type is None
