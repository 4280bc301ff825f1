"""Archives on the network in all dialects and moods: lists are read, bytes come back as captured, nothing hangs."""

from __future__ import annotations

import asyncio
import gzip
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from itertools import pairwise

import pytest
from aiohttp import web

from tests.growth import LINEAR, growth
from tests.web.conftest import AGENT, LOOPBACK, ManualClock
from tidings.archive.remote import cdxserver, is_remote, open_remote
from tidings.archive.remote.client import Client
from tidings.archive.remote.memento import TimeMaps
from tidings.errors import Failed, Refused, TidingsError, TryLater
from tidings.model import Pointer, Snapshot
from tidings.ports import Holdings
from tidings.settings import FetchSettings

URL = "http://news.example/flood?b=2&a=1"
DIGEST = "BJLRXXMUNQBPLOF6JL2ILQNOOU3GLC47"
NOON = datetime(2016, 3, 22, 12, tzinfo=UTC)
MEMENTO = {"Memento-Datetime": format_datetime(NOON, usegmt=True)}
HEADER = ["urlkey", "timestamp", "original", "mimetype", "statuscode", "digest", "length"]
ROW = ["example,news)/flood", "20160322120000", URL, "text/html", "200", DIGEST, "554"]


class FakeArchive:
    """Answers everything with one handler, and remembers what it was asked."""

    root = ""

    def __init__(self) -> None:
        self.asked: list[web.Request] = []
        self.answer: Callable[[web.Request], web.StreamResponse | str] = lambda _: ""

    async def handle(self, request: web.Request) -> web.StreamResponse:
        self.asked.append(request)
        answer = self.answer(request)
        return answer if isinstance(answer, web.StreamResponse) else web.Response(text=answer)


@pytest.fixture
async def archive() -> AsyncIterator[FakeArchive]:
    fake = FakeArchive()
    server = web.Server(fake.handle)
    runner = web.ServerRunner(server)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    fake.root = f"http://127.0.0.1:{runner.addresses[0][1]}"
    yield fake
    await runner.cleanup()


Open = Callable[..., Holdings]


@pytest.fixture
async def opened(clock: ManualClock) -> AsyncIterator[Open]:
    async with AsyncExitStack() as stack:

        def make(archive: str, near: datetime | None = None, **settings: object) -> Holdings:
            usual = {"delay": 0.0, "allow": LOOPBACK, "total": 5.0, "first_byte": 5.0, "tries": 1}
            holdings = open_remote(
                archive, FetchSettings(**{**usual, **settings}), AGENT, clock, near=near
            )
            stack.push_async_callback(holdings.close)
            return holdings

        yield make


@pytest.fixture
def cdx(archive, opened) -> Holdings:
    return opened(f"cdx+{archive.root}/coll/cdx")


# Lists from CDX servers


PYWB = {
    "urlkey": ROW[0],
    "timestamp": ROW[1],
    "url": URL,
    "mime": "text/html",
    "status": "200",
    "digest": f"sha1:{DIGEST}",
    "length": "554",
}
DIALECTS = {
    "wayback": json.dumps([HEADER, ROW]),
    "wayback, other columns": json.dumps([["x", *HEADER[:0:-1]], ["-", *ROW[:0:-1]]]),
    "without a header row": json.dumps([ROW]),
    "objects": json.dumps([PYWB]),
    "pywb": json.dumps(PYWB) + "\n",
    "cdxj": f"{ROW[0]} {ROW[1]} {json.dumps(PYWB)}\n",
    "plain": " ".join(ROW) + "\n",
    "eleven fields": " CDX N b a m s k r M S V g\n"
    + " ".join([*ROW[:6], "-", "-", "554", "99", "x.warc.gz"]),
    "other legend": " CDX b a k s m N S\n"
    + " ".join([ROW[1], ROW[2], ROW[5], ROW[4], ROW[3], ROW[0], ROW[6]]),
    "half a line after it": json.dumps(PYWB) + '\n{"urlkey": "example,ne',
    "noise around it": "\ufeff\n"
    + " ".join(ROW)
    + "\nwhat?\n"
    + "org,a)/ 99999999999999 http://a/\n",
}


@pytest.mark.parametrize("dialect", DIALECTS)
async def test_every_dialect_gives_the_same_snapshot(archive, cdx, dialect):
    archive.answer = lambda _: DIALECTS[dialect]
    (found,) = await cdx.snapshots(URL)
    raw = f"{archive.root}/coll/20160322120000id_/{URL}"
    assert found == Snapshot(URL, NOON, "text/html", 200, f"sha1:{DIGEST}", Pointer(raw, 0, 554))


async def test_the_question_is_exact_and_honest(archive, cdx):
    await cdx.snapshots(URL)
    (asked,) = archive.asked
    assert asked.path == "/coll/cdx"
    assert (asked.query["url"], asked.query["matchType"]) == (URL, "exact")
    assert asked.headers["User-Agent"] == AGENT


@pytest.mark.parametrize("answer", ["", "\n", "[]", json.dumps([HEADER])])
async def test_an_unknown_address_has_no_captures(archive, cdx, answer):
    archive.answer = lambda _: answer
    assert await cdx.snapshots(URL) == []


async def test_captures_come_in_the_order_of_time_and_repeats_know_what_they_repeat(archive, cdx):
    lines = [
        {**PYWB, "timestamp": "20180101", "mime": "warc/revisit", "status": "-"},
        {**PYWB, "timestamp": "20170101000000", "mime": "warc/revisit"},
        PYWB,
        PYWB,
        {
            **PYWB,
            "timestamp": "20190101000000",
            "mime": "warc/revisit",
            "status": "",
            "digest": "X",
        },
    ]
    archive.answer = lambda _: "\n".join(map(json.dumps, lines))
    found = await cdx.snapshots(URL)
    assert [each.captured_at.year for each in found] == [2016, 2017, 2018, 2019]
    assert [(each.mime, each.status) for each in found] == [
        *[("text/html", 200)] * 3,
        ("warc/revisit", 0),
    ]
    assert found[2].pointer.file.endswith(f"/20180101000000id_/{URL}")


async def test_captures_before_the_web_and_other_schemes_are_left_out(archive, cdx):
    rows = [ROW, [*ROW], [*ROW], [*ROW]]
    rows[1][1] = "19700101000000"
    rows[2][2] = "dns:news.example"
    rows[3][1] = "20161399000000"
    archive.answer = lambda _: json.dumps([HEADER, *rows])
    assert [each.captured_at for each in await cdx.snapshots(URL)] == [NOON]


def numbered(first: int, count: int) -> list[list[str]]:
    moments = (NOON + timedelta(minutes=n) for n in range(first, first + count))
    return [[ROW[0], f"{moment:%Y%m%d%H%M%S}", *ROW[2:]] for moment in moments]


async def test_pages_are_fetched_by_resume_key(archive, cdx):
    def answer(request):
        page = {"": 0, "org%2Ca)+1": 1, "b%2B": 2}.get(request.query.get("resumeKey", ""), 2)
        rows = [HEADER, *numbered(page * 10, 10)]
        key = [[], ["org%2Ca%29+1"]] if page == 0 else []
        return json.dumps(rows + key)

    archive.answer = answer
    assert len(await cdx.snapshots(URL)) == 20
    assert "resumeKey=org%2Ca%29+1" in archive.asked[1].raw_path


async def test_a_plain_resume_key_is_encoded(archive, cdx):
    archive.answer = lambda request: (
        " ".join(ROW) + ("" if "resumeKey" in request.query else "\n\norg,a)/+&x=1\n")
    )
    assert len(await cdx.snapshots(URL)) == 1
    assert archive.asked[1].query["resumeKey"] == "org,a)/+&x=1"


async def test_without_resume_keys_pages_follow_the_time(archive, cdx, monkeypatch):
    monkeypatch.setattr(cdxserver, "PAGE", 10)
    everything = numbered(0, 25)

    def answer(request):
        later = [row for row in everything if row[1] >= request.query.get("from", "")]
        return json.dumps([HEADER, *later[: int(request.query["limit"])]])

    archive.answer = answer
    assert len(await cdx.snapshots(URL)) == 25
    assert len(archive.asked) == 3


async def test_a_server_that_ignores_the_limit_is_asked_once_more_at_most(
    archive, cdx, monkeypatch
):
    monkeypatch.setattr(cdxserver, "PAGE", 10)
    archive.answer = lambda _: json.dumps([HEADER, *numbered(0, 25)])
    assert len(await cdx.snapshots(URL)) == 25
    assert len(archive.asked) == 2


async def test_of_too_many_captures_one_a_day_is_asked_for(archive, cdx, monkeypatch):
    monkeypatch.setattr(cdxserver, "PAGE", 10)

    def answer(request):
        if request.query.get("collapse") == "timestamp:8":
            return json.dumps([HEADER, ROW])
        return json.dumps([HEADER, *numbered(10 * len(archive.asked), 10)])

    archive.answer = answer
    assert len(await cdx.snapshots(URL)) == 1


@pytest.mark.parametrize("new_rows", [True, False])
async def test_endless_resume_keys_end(archive, cdx, new_rows):
    def answer(_):
        n = len(archive.asked)
        return json.dumps([HEADER, *numbered(n if new_rows else 0, 1), [], [f"key{n}"]])

    archive.answer = answer
    with pytest.raises(Failed, match=r"^cdx: more than 50,000 captures$"):
        await cdx.snapshots(URL)
    assert len(archive.asked) == 20


async def test_the_same_resume_key_twice_is_a_failure(archive, cdx):
    archive.answer = lambda _: json.dumps([HEADER, ROW, [], ["again"]])
    with pytest.raises(Failed, match="same resume key twice"):
        await cdx.snapshots(URL)
    assert len(archive.asked) == 2


BAD = {
    "html": ("<!DOCTYPE html><html>Sign in</html>", r"^cdx: answered with HTML"),
    "broken json": ('[["urlkey", "timest', r"^cdx: broken JSON"),
    "deep json": ("[" * 100_000, r"^cdx: broken JSON"),
    "other json": ('["a", 1]', r"^cdx: not an index"),
    "a message": ('{"message": "no\\u001b[31m such"}', r"^cdx: no \[31m such$"),
    "words": ("Blocked site error", r"^cdx: no capture in the answer: Blocked"),
    "only half a line": ('{"urlkey": "example,ne', r"^cdx: no capture in the answer"),
    "only before the web": (" ".join(ROW).replace("2016", "1889"), "no capture"),
    "odd values": (json.dumps([{"timestamp": [1], "url": {"a": 2}}]), "no capture"),
}


@pytest.mark.parametrize("kind", BAD)
async def test_what_is_no_index_is_said(archive, cdx, kind):
    text, reason = BAD[kind]
    archive.answer = lambda _: text
    with pytest.raises(Failed, match=reason):
        await cdx.snapshots(URL)


async def test_a_huge_list_is_not_read_to_its_end(archive, opened):
    archive.answer = lambda _: web.Response(body=b"x" * 3_000_000)
    with pytest.raises(Failed, match=r"^archive: a list over 1 MB$"):
        await opened(f"cdx+{archive.root}/cdx", page_megabytes=1.0).snapshots(URL)


async def test_a_small_list_that_unpacks_into_a_huge_one_is_refused(archive, opened):
    packed = gzip.compress(b"x" * 50_000_000, 9)
    archive.answer = lambda _: web.Response(body=packed, headers={"Content-Encoding": "gzip"})
    with pytest.raises(Failed, match="larger than 1 MB after decompression"):
        await opened(f"cdx+{archive.root}/cdx", page_megabytes=1.0).snapshots(URL)


async def test_compressed_lists_are_read(archive, cdx):
    packed = gzip.compress(DIALECTS["pywb"].encode())
    archive.answer = lambda _: web.Response(body=packed, headers={"Content-Encoding": "gzip"})
    assert len(await cdx.snapshots(URL)) == 1


# Manners


async def test_a_busy_archive_is_asked_again_later(archive, clock):
    def answer(_):
        if len(archive.asked) < 3:
            return web.Response(status=(429, 503)[len(archive.asked) - 1])
        return DIALECTS["pywb"]

    archive.answer = answer
    client = Client(FetchSettings(delay=0.0, allow=LOOPBACK, tries=3), AGENT, clock, min_wait=0.02)
    lists = cdxserver.CdxServer(f"{archive.root}/cdx", archive.root, client)
    started = time.monotonic()
    assert len(await lists.snapshots(URL)) == 1
    assert time.monotonic() - started >= 0.118  # 40 ms, then 80
    await client.close()


async def test_a_long_rest_is_reported_and_kept(archive, opened):
    archive.answer = lambda _: web.Response(status=429, headers={"Retry-After": "300"})
    holdings = opened(f"cdx+{archive.root}/cdx", tries=3)
    for _ in range(3):
        with pytest.raises(TryLater, match=r"^archive: ") as caught:
            await holdings.snapshots(URL)
        assert 290 < caught.value.seconds <= 300
    assert len(archive.asked) == 1


async def test_no_rest_is_longer_than_allowed(archive, opened):
    archive.answer = lambda _: web.Response(status=503, headers={"Retry-After": "99999999999"})
    with pytest.raises(TryLater) as caught:
        await opened(f"cdx+{archive.root}/cdx", retry_after=100.0).snapshots(URL)
    assert 90 < caught.value.seconds <= 100


async def test_an_archive_that_always_refuses_is_given_up(archive, opened):
    archive.answer = lambda _: web.Response(status=429)
    holdings = opened(f"cdx+{archive.root}/cdx", retry_after=0.01)
    outcomes = []
    for _ in range(12):
        with pytest.raises((TryLater, Failed)) as caught:
            await holdings.snapshots(URL)
        outcomes.append(type(caught.value))
    assert outcomes == [TryLater] * 11 + [Failed]
    assert str(caught.value) == "archive: http 429 (12 times in a row)"


@pytest.mark.parametrize("status", [500, 504])
async def test_a_broken_archive_fails_after_some_tries(archive, opened, status):
    archive.answer = lambda _: web.Response(status=status)
    with pytest.raises(Failed, match=rf"^archive: http {status} \(2 tries\)$"):
        await opened(f"cdx+{archive.root}/cdx", tries=2, retry_after=0.01).snapshots(URL)
    assert len(archive.asked) == 2


@pytest.mark.parametrize("status", [400, 403, 404])
async def test_a_refusal_is_final(archive, opened, status):
    archive.answer = lambda _: web.Response(status=status)
    with pytest.raises(Failed, match=f"http {status}") as caught:
        await opened(f"cdx+{archive.root}/cdx", tries=3).snapshots(URL)
    assert not caught.value.retry
    assert len(archive.asked) == 1


async def test_requests_are_spaced(archive, opened):
    times: list[float] = []

    def answer(_):
        times.append(time.monotonic())
        return ""

    archive.answer = answer
    holdings = opened(f"cdx+{archive.root}/cdx", delay=0.05)
    for n in range(3):
        await holdings.snapshots(f"{URL}{n}")
    assert min(b - a for a, b in pairwise(times)) >= 0.049


async def test_the_same_list_is_not_asked_for_twice(archive, cdx):
    archive.answer = lambda _: DIALECTS["pywb"]
    assert await cdx.snapshots(URL) == await cdx.snapshots(URL)
    assert len(archive.asked) == 1


async def test_private_addresses_are_refused_unless_allowed(archive, opened):
    with pytest.raises(Refused, match="loopback"):
        await opened(f"cdx+{archive.root}/cdx", allow=()).snapshots(URL)
    assert archive.asked == []


async def test_a_dead_archive_fails(opened):
    with pytest.raises(Failed, match=r"^archive: \S+ does not answer \(connect: refused\)$"):
        await opened("cdx+http://127.0.0.1:1/cdx").snapshots(URL)


# Lists by Memento


def timemap(root: str, *extra: str) -> str:
    mementos = [
        f'<{root}/web/20160322120000/{URL}>; rel="first memento"; datetime="{MEMENTO["Memento-Datetime"]}"',
        f'<{root}/web/20180101000000mp_/{URL}>;rel=memento; datetime="Mon, 01 Jan 2018 00:00:00 GMT"',
        f'<{root}/web/19890101000000/{URL}>; rel="memento"; datetime="Sun, 01 Jan 1989 00:00:00 GMT"',
        f'<{root}/web/20190101000000/{URL}>; rel="last memento"; datetime="not a date, but ; look <at> it"',
        f'<{root}/memento/xyz>; rel="memento"; datetime="Wed, 01 Jan 2020 00:00:00 GMT"',
    ]
    return ",\n".join([f'<{URL}>; rel="original"', *mementos, *extra])


async def test_a_timemap_lists_captures(archive, opened):
    archive.answer = lambda _: timemap(archive.root)
    found = await opened(f"memento+{archive.root}/web/timemap/link/").snapshots(URL)
    assert archive.asked[0].raw_path == f"/web/timemap/link/{URL}"
    assert [each.captured_at.year for each in found] == [2016, 2018, 2019, 2020]
    assert [each.pointer.file.removeprefix(archive.root) for each in found] == [
        f"/web/20160322120000id_/{URL}",
        f"/web/20180101000000id_/{URL}",
        f"/web/20190101000000id_/{URL}",
        "/memento/xyz",
    ]
    assert {(each.url, each.mime, each.status, each.digest) for each in found} == {(URL, "", 0, "")}


async def test_a_timemap_in_pages_is_read_whole(archive, opened):
    def answer(request):
        page = int(request.query.get("page", "0"))
        me = f'<{archive.root}/tm/{page}>; rel="self timemap"; type="application/link-format"'
        others = [
            f'</tm/{n}?page={n}>; rel="timemap"; type="application/link-format"' for n in (1, 2)
        ]
        abroad = '<http://other.example/tm>; rel="timemap"'
        moment = f'<{archive.root}/{2016 + page}0101000000/{URL}>; rel="memento"'
        return ", ".join([me, *others, abroad, moment])

    archive.answer = answer
    found = await opened(f"memento+{archive.root}/tm/").snapshots(URL)
    assert [each.captured_at.year for each in found] == [2016, 2017, 2018]
    assert len(archive.asked) == 3


async def test_endless_timemaps_end(archive, opened):
    archive.answer = lambda _: f'</tm/{len(archive.asked)}>; rel="timemap"'
    with pytest.raises(Failed, match="over 50 pages"):
        await opened(f"memento+{archive.root}/tm/").snapshots(URL)


async def test_timemaps_in_json_are_read(archive, opened):
    texts = {
        "wayback": json.dumps([[*HEADER, "redirect"], [*ROW, "-"]]),
        "pywb": DIALECTS["pywb"],
        "memgator": json.dumps(
            {
                "original_uri": URL,
                "mementos": {
                    "list": [
                        {
                            "datetime": "2016-03-22T12:00:00Z",
                            "uri": f"{archive.root}/web/20160322120000/{URL}",
                        },
                        {"datetime": "1970-01-01T00:00:00Z", "uri": "http://a/"},
                        {"uri": 3, "datetime": "0001-01-01T00:00:00+05:00"},
                    ]
                },
            }
        ),
    }
    for text in texts.values():
        archive.answer = lambda _, text=text: text
        holdings = opened(f"memento+{archive.root}/web/timemap/json/")
        (found,) = await holdings.snapshots(URL)
        assert (found.url, found.captured_at) == (URL, NOON)
        assert found.pointer.file == f"{archive.root}/web/20160322120000id_/{URL}"


class OneText:
    """Answers every request for a list with the same text."""

    def __init__(self, text: str) -> None:
        self._text = text

    async def text(self, url: str) -> str:
        return self._text


def read_timemap(text: str) -> list[Snapshot]:
    return asyncio.run(TimeMaps("http://a.example/tm/", OneText(text)).snapshots(URL))


def test_many_thousand_pages_of_a_timemap_take_time_in_proportion():
    def make(pages: int) -> str:
        return ",".join(f'</tm/{n}>;rel="timemap"' for n in range(pages))

    def read(text: str) -> None:
        with pytest.raises(Failed, match="over 50 pages"):
            read_timemap(text)

    assert growth(make, read, 500) < LINEAR


@pytest.mark.parametrize("answer", [web.Response, lambda: web.Response(status=404)])
async def test_a_timemap_of_an_unknown_address_is_empty(archive, opened, answer):
    archive.answer = lambda _: answer()
    assert await opened(f"memento+{archive.root}/tm/").snapshots(URL) == []


@pytest.mark.parametrize(
    "text",
    ["<html><p>hello</p></html>", "hello", "{}", '{"mementos": {"list": 3}}', "<" * 1_000_000],
)
async def test_what_is_no_timemap_is_said(archive, opened, text):
    archive.answer = lambda _: text
    with pytest.raises(Failed, match=r"^(timemap|cdx): "):
        await opened(f"memento+{archive.root}/tm/").snapshots(URL)


def test_spaces_without_end_in_a_timemap_take_time_in_proportion():
    def read(text: str) -> None:
        assert read_timemap(text) == []

    assert growth(lambda size: '<a>; rel="x" ' + " " * size + "y", read, 250_000) < LINEAR


async def test_a_timegate_names_captures_around_a_moment(archive, opened):
    def answer(_):
        links = f'<{URL}>; rel="original timegate", ' + timemap(archive.root)
        place = f"/web/20160322120000/{URL}"
        return web.Response(
            status=302, headers={"Location": place, "Link": links.replace("\n", " ")}
        )

    archive.answer = answer
    found = await opened(f"timegate+{archive.root}/web/", near=NOON).snapshots(URL)
    assert archive.asked[0].headers["Accept-Datetime"] == "Tue, 22 Mar 2016 12:00:00 GMT"
    assert archive.asked[0].raw_path == f"/web/{URL}"
    assert [each.captured_at.year for each in found] == [2016, 2018, 2019, 2020]


# Loading


def snapshot(archive: FakeArchive) -> Snapshot:
    address = f"{archive.root}/web/20160322120000id_/{URL}"
    return Snapshot(URL, NOON, "text/html", 200, "", Pointer(address, 0, 0))


async def test_wayback_headers_become_the_originals_again(archive, cdx):
    archive.answer = lambda _: web.Response(
        body=b"<p>flood",
        headers={
            **MEMENTO,
            "Content-Type": "text/html",
            "X-Archive-Orig-Date": "Tue, 22 Mar 2016 11:59:59 GMT",
            "x-archive-orig-server": "Apache",
            "X-App-Server": "wwwb-app202",
            "X-Archive-Src": "a.warc.gz",
        },
    )
    capture = await cdx.load(snapshot(archive))
    assert capture.headers == (
        ("Date", "Tue, 22 Mar 2016 11:59:59 GMT"),
        ("server", "Apache"),
        ("Content-Type", "text/html"),
    )
    assert (capture.url, capture.captured_at, capture.status) == (URL, NOON, 200)
    assert (capture.body, capture.record, capture.request_headers) == (b"<p>flood", b"", ())
    assert capture.provenance == snapshot(archive).pointer.file


PACKED = gzip.compress(b"<p>flood", mtime=0)


@pytest.mark.parametrize(
    ("original", "on_the_way", "sent", "kept", "encoding"),
    [
        ("gzip", "gzip", PACKED, PACKED, {"Content-Encoding": "gzip"}),
        ("", "gzip", PACKED, b"<p>flood", {}),
        ("gzip", "", PACKED, PACKED, {"Content-Encoding": "gzip"}),
        ("gzip", "", b"<p>flood", b"<p>flood", {"x-orig-content-encoding": "gzip"}),
        ("br", "gzip", PACKED, b"<p>flood", {"x-orig-content-encoding": "br"}),
    ],
)
async def test_the_payload_fits_its_headers(
    archive, cdx, original, on_the_way, sent, kept, encoding
):
    headers = {**MEMENTO, "Content-Type": "text/html", "X-Archive-Orig-Server": "Apache"}
    headers |= {"X-Archive-Orig-Content-Encoding": original} if original else {}
    headers |= {"Content-Encoding": on_the_way} if on_the_way else {}
    archive.answer = lambda _: web.Response(body=sent, headers=headers)
    capture = await cdx.load(snapshot(archive))
    assert capture.body == kept
    assert {name: value for name, value in capture.headers if "ncoding" in name} == encoding


async def test_the_archives_own_redirect_is_followed_and_its_moment_believed(archive, cdx):
    def answer(request):
        if "20160322120000id_" in request.raw_path:
            where = f"/web/20160401000000id_/{URL.replace('http:', 'https:')}"
            return web.Response(status=302, headers={"Location": where})
        return web.Response(body=b"<p>near", content_type="text/html")

    archive.answer = answer
    capture = await cdx.load(snapshot(archive))
    assert (capture.body, capture.status) == (b"<p>near", 200)
    assert capture.captured_at == datetime(2016, 4, 1, tzinfo=UTC)
    assert "20160401000000id_" in capture.provenance


async def test_the_archives_redirects_are_followed_for_a_while_only(archive, cdx):
    archive.answer = lambda _: web.Response(
        status=302, headers={"Location": f"/web/{20170101000000 + len(archive.asked)}id_/{URL}"}
    )
    with pytest.raises(Failed, match="more than 5 redirects"):
        await cdx.load(snapshot(archive))
    assert len(archive.asked) == 6


TARGET = "https://www.news.example/new?utm_source=x&y#z"


@pytest.mark.parametrize(
    ("headers", "location"),
    [
        ({**MEMENTO, "Location": TARGET}, TARGET),
        ({**MEMENTO, "Location": f"/web/20160322120001id_/{TARGET}"}, TARGET),
        ({"Location": f"/web/20160322120001id_/{TARGET}"}, TARGET),
        ({"Location": TARGET}, TARGET),
        (
            {
                **MEMENTO,
                "Location": f"/web/20160322120001id_/{TARGET}",
                "X-Archive-Orig-Location": "/new",
            },
            "/new",
        ),
        ({**MEMENTO, "Location": "/relative"}, "/relative"),
        ({**MEMENTO, "Location": f"{URL}/20160322120000/more"}, f"{URL}/20160322120000/more"),
        (
            {**MEMENTO, "Location": f"http://archive.example/20160322120000/{URL}"},
            f"http://archive.example/20160322120000/{URL}",
        ),
    ],
)
async def test_an_archived_redirect_leads_where_it_led(archive, cdx, headers, location):
    archive.answer = lambda _: web.Response(status=301, headers=headers)
    capture = await cdx.load(snapshot(archive))
    assert (capture.status, capture.header("Location")) == (301, location)
    assert len(archive.asked) == 1


@pytest.mark.parametrize("status", [404, 503])
async def test_an_archived_error_is_a_capture(archive, cdx, status):
    archive.answer = lambda _: web.Response(status=status, headers=MEMENTO)
    assert (await cdx.load(snapshot(archive))).status == status


async def test_what_the_archive_lost_is_a_failure(archive, cdx):
    archive.answer = lambda _: web.Response(status=404)
    with pytest.raises(Failed, match=r"^archive: http 404$"):
        await cdx.load(snapshot(archive))


async def test_a_huge_capture_is_cut_and_an_image_not_received(archive, opened):
    holdings = opened(f"cdx+{archive.root}/cdx", page_megabytes=1.0)
    archive.answer = lambda _: web.Response(
        body=b"x" * 2_000_000, content_type="text/html", headers=MEMENTO
    )
    capture = await holdings.load(snapshot(archive))
    assert (len(capture.body), capture.truncated) == (1_000_000, "length")
    archive.answer = lambda _: web.Response(
        body=b"x" * 2_000_000, content_type="image/png", headers=MEMENTO
    )
    capture = await holdings.load(snapshot(archive))
    assert (len(capture.body), capture.truncated) == (0, "length")


# Which archive is meant


async def test_a_collection_of_pywb_is_found_out(archive, opened):
    archive.answer = lambda request: DIALECTS["pywb"] if request.path == "/coll/cdx" else missing()
    holdings = opened(f"{archive.root}/coll/")
    (found,) = await holdings.snapshots(URL)
    assert found.pointer.file == f"{archive.root}/coll/20160322120000id_/{URL}"


def missing() -> web.Response:
    return web.Response(status=404, text="<p>no")


async def test_an_archive_like_the_wayback_machine_is_found_out(archive, opened):
    archive.answer = lambda request: (
        DIALECTS["wayback"] if request.path == "/cdx/search/cdx" else missing()
    )
    (found,) = await opened(f"{archive.root}/web").snapshots(URL)
    assert found.pointer.file == f"{archive.root}/web/20160322120000id_/{URL}"


async def test_an_archive_with_timemaps_only_is_found_out_once(archive, opened):
    archive.answer = lambda request: (
        timemap(archive.root) if request.path.startswith("/a/timemap/link/") else missing()
    )
    holdings = opened(f"{archive.root}/a")
    assert len(await holdings.snapshots(URL)) == 4
    await holdings.snapshots(f"{URL}&c")
    assert [request.path for request in archive.asked].count("/a/cdx") == 1


async def test_an_address_without_an_archive_says_so(archive, opened):
    archive.answer = lambda _: "<html>Welcome</html>"
    with pytest.raises(Failed, match=r"^archive: neither CDX nor Memento at http://127.*HTML"):
        await opened(archive.root).snapshots(URL)


async def test_the_place_of_replay_can_be_named(archive, opened):
    archive.answer = lambda _: DIALECTS["pywb"]
    holdings = opened(f"cdx+{archive.root}/index?x=1#https://replay.example/all")
    (found,) = await holdings.snapshots(URL)
    assert archive.asked[0].query["x"] == "1"
    assert found.pointer.file == f"https://replay.example/all/20160322120000id_/{URL}"


@pytest.mark.parametrize("name", ["ftp://a.example/", "cdx+ftp://a", "warc+http://a/", "http://"])
def test_other_names_are_no_archive(name, opened):
    with pytest.raises(TidingsError, match="allowed: https://"):
        opened(name)


def test_urls_are_distinguished_from_files():
    assert is_remote("https://archive.example/web")
    assert is_remote("CDX+http://archive.example/cdx")
    assert not is_remote("archive/part.warc.gz")
    assert not is_remote("http")
