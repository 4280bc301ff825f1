"""Records say what was captured, cannot be broken by what servers send, and are the same every time."""

from __future__ import annotations

import gzip
import warnings
from datetime import timedelta
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from warcio.archiveiterator import ArchiveIterator

from tests.archive.captures import FACTS, HTML, NOON, REQUEST, VARIED, capture, encoded
from tidings.archive.digests import payload_digest
from tidings.archive.write.records import (
    response_records,
    revisit_records,
    warcinfo_record,
)
from tidings.model import Capture

with warnings.catch_warnings():  # fastwarc warns about its own legacy classes when imported
    warnings.simplefilter("ignore", DeprecationWarning)
    from fastwarc.warc import ArchiveIterator as FastIterator

Record = tuple[str, dict[str, str], bytes]


def records_of(data: bytes) -> list[Record]:
    """Return type, WARC headers and block of each record, as warcio reads them."""
    found = []
    for record in ArchiveIterator(BytesIO(data), no_record_parse=True):
        headers = {name.lower(): value for name, value in record.rec_headers.headers}
        found.append((record.rec_type, headers, record.raw_stream.read()))
    return found


def http_headers(block: bytes) -> list[str]:
    return block.partition(b"\r\n\r\n")[0].decode("utf-8", "surrogateescape").split("\r\n")


def test_response_comes_first_then_request_then_metadata():
    data, length, digest = response_records(capture(), FACTS)
    response, request, metadata = records_of(data)
    assert [kind for kind, _, _ in (response, request, metadata)] == [
        "response",
        "request",
        "metadata",
    ]
    assert records_of(data[:length]) == [response]
    assert digest == response[1]["warc-payload-digest"] == payload_digest(HTML.encode())
    assert response[1]["warc-ip-address"] == "192.0.2.7"
    assert response[1]["warc-date"] == "2026-11-15T12:00:00.123456Z"
    for _, headers, _ in (request, metadata):
        assert headers["warc-concurrent-to"] == response[1]["warc-record-id"]
    assert request[2].startswith(b"GET /flood HTTP/1.1\r\nHost: news.example\r\n")
    assert b"anchor: Flood in the valley\r\n" in metadata[2]


def test_every_record_is_its_own_gzip_member():
    data, length, _ = response_records(capture(), FACTS)
    assert gzip.decompress(data[:length]).startswith(b"WARC/1.1\r\nWARC-Type: response")
    assert gzip.decompress(data[length:]).startswith(b"WARC/1.1\r\nWARC-Type: request")


def test_unknown_request_and_no_facts_leave_the_response_alone():
    data, length, _ = response_records(capture(request_headers=()), {})
    assert len(data) == length


def test_body_stays_as_received_and_transfer_encoding_is_renamed():
    body = gzip.compress(HTML.encode())
    data, _, digest = response_records(encoded("http://news.example/", "gzip", body), {})
    block = records_of(data)[0][2]
    assert block.endswith(b"\r\n\r\n" + body)
    assert http_headers(block)[2:] == [
        "Content-Encoding: gzip",
        "x-orig-transfer-encoding: chunked",
        f"Content-Length: {len(body)}",
    ]
    assert digest == payload_digest(body)


def test_wrong_content_length_is_corrected_and_kept_beside():
    (_, headers, block), *_ = records_of(response_records(VARIED["truncated"], {})[0])
    assert headers["warc-truncated"] == "length"
    assert http_headers(block)[2:] == ["x-orig-content-length: 99999", "Content-Length: 70"]


def test_right_headers_are_not_touched():
    block = records_of(response_records(capture(), {})[0])[0][2]
    assert http_headers(block) == [
        "HTTP/1.1 200 OK",
        "Content-Type: text/html; charset=utf-8",
        f"Content-Length: {len(HTML.encode())}",
    ]


def test_odd_headers_cannot_inject_lines():
    block = records_of(response_records(VARIED["odd headers"], {})[0])[0][2]
    lines = http_headers(block)
    assert lines[0] == "HTTP/1.1 200 Fine X-Injected: 1"
    assert len(lines) == 1 + len(VARIED["odd headers"].headers)
    assert "X-Evil: a WARC/1.1 b" in lines
    assert "X_Space___name: v" in lines
    assert b"X-Bytes: caf\xe9" in block


@given(
    name=st.text(max_size=8),
    value=st.text(st.characters(exclude_categories=[]), max_size=12),
    url=st.text(max_size=12),
    reason=st.text(max_size=8),
)
def test_no_text_from_outside_adds_a_record_or_a_header(
    name: str, value: str, url: str, reason: str
):
    odd = Capture(
        f"http://x.example/{url}", NOON, 200, ((name, value),), b"body", reason, ((name, value),)
    )
    response, request, metadata = records_of(response_records(odd, {name: value})[0])
    assert len(response[1]) == 8
    assert response[2].endswith(b"\r\n\r\nbody")
    assert len(http_headers(response[2])) in (
        2,
        3,
    )  # a wrong Content-Length gets a right one beside it
    assert len(http_headers(request[2])) == 2
    assert metadata[2].count(b"\r\n") == 1
    assert b" " not in response[1]["warc-target-uri"].encode("ascii")


def test_revisit_keeps_headers_and_points_to_the_original():
    earlier = NOON - timedelta(days=1)
    digest = payload_digest(HTML.encode())
    data, length = revisit_records(
        capture(),
        FACTS,
        original_url="http://news.example/first",
        original_date=earlier,
        digest=digest,
    )
    (kind, headers, block), *others = records_of(data)
    assert kind == "revisit"
    assert [other[0] for other in others] == ["request", "metadata"]
    assert (
        headers["warc-profile"]
        == "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
    )
    assert headers["warc-refers-to-target-uri"] == "http://news.example/first"
    assert headers["warc-refers-to-date"] == "2026-11-14T12:00:00.123456Z"
    assert headers["warc-payload-digest"] == digest
    assert http_headers(block)[2] == f"Content-Length: {len(HTML.encode())}"
    assert block.endswith(b"\r\n\r\n")
    assert length < len(data)


def test_warcinfo_names_file_and_software():
    ((kind, headers, block),) = records_of(
        warcinfo_record("a-00000.warc.gz", "tidings/1", {"robots": "obey"}, created_at=NOON)
    )
    assert (kind, headers["warc-filename"]) == ("warcinfo", "a-00000.warc.gz")
    assert block == b"software: tidings/1\r\nformat: WARC File Format 1.1\r\nrobots: obey\r\n"


def test_same_capture_same_bytes_another_capture_another_name():
    first, again = response_records(capture(), FACTS), response_records(capture(), FACTS)
    later = response_records(capture(captured_at=NOON + timedelta(microseconds=1)), FACTS)
    assert first == again
    names = [
        headers["warc-record-id"]
        for data in (first[0], later[0])
        for _, headers, _ in records_of(data)
    ]
    assert len(set(names)) == 6


@pytest.mark.parametrize("kind", VARIED)
def test_fastwarc_and_warcio_read_the_same_records(kind: str):
    data, _, _ = response_records(VARIED[kind], FACTS)
    fast = [
        (record.record_id, record.verify_block_digest(consume=False), record.reader.read())
        for record in FastIterator(BytesIO(data), parse_http=False)
    ]
    slow = [(headers["warc-record-id"], True, block) for _, headers, block in records_of(data)]
    assert fast == slow
    assert len(slow) == 3 if VARIED[kind].request_headers == REQUEST else 2
