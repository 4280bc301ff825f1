"""Whatever a server does ends soon, in a capture or in a short reason; nothing private is touched."""

from __future__ import annotations

import asyncio
import gzip
import random
import socket
import ssl
import time
import zlib

import pytest
import trustme

from tests.hostile.server import HTML, PAGE, Answer, Exchange, HostileServer, raw, respond
from tidings.archive.write.records import response_records
from tidings.errors import Failed, Refused
from tidings.model import Link

AGENT = "Tidings/0.1.0 (+https://example.org/contact)"


async def one(fetcher, url):
    capture = (await fetcher.fetch(Link(url))).capture
    assert capture
    return capture


@pytest.fixture
def fetcher(fetcher_with):
    return fetcher_with(robots="ignore")


@pytest.fixture
async def server():
    async with HostileServer() as server:
        yield server


# What a capture holds


async def test_a_capture_holds_the_answer_as_it_came(fetcher, server, clock):
    capture = await one(fetcher, server.url("/gzip"))
    assert (capture.status, capture.reason, capture.ip) == (200, "OK", "127.0.0.1")
    assert capture.captured_at == clock.now()
    assert capture.headers[:2] == (
        ("Content-Type", "text/html; charset=utf-8"),
        ("Content-Encoding", "gzip"),
    )
    assert capture.body != PAGE
    assert gzip.decompress(capture.body) == PAGE
    assert capture.truncated == ""


async def test_the_request_is_honest_and_recorded_as_sent(fetcher, server):
    capture = await one(fetcher, server.url("/ok"))
    sent = {name.lower(): value for name, value in capture.request_headers}
    assert sent == server.log[0].headers
    assert sent["user-agent"] == AGENT
    assert sent["accept-encoding"] == "gzip, deflate, br, zstd"
    assert sent["accept"] == "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5"
    assert sent["host"] == f"127.0.0.1:{server.port}"


async def test_the_address_is_sent_as_it_is_written(fetcher, server):
    path = "/ok/%7Ea%2Fb?q=%20x+y&z=%C3%A4"
    await one(fetcher, server.url(path))
    assert server.paths() == [path]


async def test_chunks_are_joined(fetcher, server):
    assert (await one(fetcher, server.url("/chunked"))).body == b"abcde"


async def test_cookies_are_not_sent_back(fetcher_with, server):
    fetcher = fetcher_with(robots="ignore", connect=(server.connect(),))
    await one(fetcher, "http://a.example/cookie")
    await one(fetcher, "http://a.example/ok")
    assert "cookie" not in server.log[1].headers


async def test_a_connection_is_used_again(fetcher, server):
    for path in ("/ok", "/gzip", "/empty", "/204", "/304", "/404", "/ok"):
        await one(fetcher, server.url(path))
    assert server.accepted == 1


async def test_one_connection_per_host_even_when_asked_at_once(fetcher, server):
    await asyncio.gather(*(one(fetcher, server.url(f"/ok/{n}")) for n in range(20)))
    assert server.paths() == [f"/ok/{n}" for n in range(20)]
    assert server.accepted == 1


@pytest.mark.parametrize("code", [204, 304, 404, 429, 500, 503])
async def test_every_status_is_a_capture(fetcher, server, code):
    capture = await one(fetcher, server.url(f"/{code}"))
    assert capture.status == code
    assert capture.header("Retry-After") == ("120" if code == 429 else "")


async def test_redirects_are_returned_and_not_followed(fetcher, server):
    capture = await one(fetcher, server.url("/redirect/1"))
    assert (capture.status, capture.header("Location")) == (302, "/redirect/2")
    assert server.paths() == ["/redirect/1"]


async def test_bytes_that_are_no_ascii_reach_the_archive_as_they_came(fetcher):
    answer = (
        b"HTTP/1.1 302 \xff\xfe\r\nLocation: /caf\xc3\xa9\r\nX-Old: caf\xe9\r\n"
        b"Content-Length: 0\r\n\r\n"
    )
    async with HostileServer(pages={"/ok": raw(answer)}) as server:
        capture = await one(fetcher, server.url("/ok"))
    assert capture.header("Location") == "/caf\xe9"
    records, length, _ = response_records(capture, {})
    assert gzip.decompress(records[:length]).rstrip(b"\r\n").endswith(answer.rstrip(b"\r\n"))


# Time


async def test_a_byte_a_second_is_cut_at_the_deadline(fetcher_with, server):
    fetcher = fetcher_with(robots="ignore", total=1.5)
    started = time.monotonic()
    capture = await one(fetcher, server.url("/byte-a-second"))
    assert 1.4 < time.monotonic() - started < 60
    assert (set(capture.body), capture.truncated) == ({ord("x")}, "time")


@pytest.mark.parametrize("path", ["/silent", "/header-byte-a-second"])
async def test_no_headers_in_time_is_a_failure(fetcher_with, server, path):
    with pytest.raises(Failed, match=r"^timeout: no answer within 0\.1 s$") as caught:
        await one(fetcher_with(robots="ignore", first_byte=0.1), server.url(path))
    assert caught.value.retry


async def test_no_body_in_time_is_a_failure(fetcher_with, server):
    with pytest.raises(Failed, match=r"^timeout: no body within 1\.5 s$"):
        await one(fetcher_with(robots="ignore", total=1.5), server.url("/headers-then-silent"))


async def test_the_next_request_works_after_a_timeout(fetcher_with, server):
    fetcher = fetcher_with(robots="ignore", first_byte=1.5)
    with pytest.raises(Failed, match=r"^timeout: "):
        await one(fetcher, server.url("/silent"))
    assert (await one(fetcher, server.url("/ok"))).body == PAGE


async def test_cancelling_frees_the_host(fetcher, server):
    task = asyncio.create_task(one(fetcher, server.url("/silent")))
    await server.was_asked.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (await one(fetcher, server.url("/ok"))).body == PAGE


# Size


@pytest.mark.parametrize("path", ["/50mb", "/endless-page"])
async def test_a_huge_page_is_cut_at_the_limit(fetcher_with, server, path):
    capture = await one(fetcher_with(robots="ignore", page_megabytes=0.3), server.url(path))
    assert (len(capture.body), capture.truncated) == (300_000, "length")


async def test_a_page_of_exactly_the_limit_is_whole(fetcher_with):
    async with HostileServer(pages={"/exact": b"x" * 10_000, "/over": b"x" * 10_001}) as server:
        fetcher = fetcher_with(robots="ignore", page_megabytes=0.01)
        exact, over = (
            await one(fetcher, server.url("/exact")),
            await one(fetcher, server.url("/over")),
        )
    assert (len(exact.body), exact.truncated) == (10_000, "")
    assert (len(over.body), over.truncated) == (10_000, "length")


async def test_a_bomb_stays_packed(fetcher, server):
    capture = await one(fetcher, server.url("/bomb"))
    assert len(capture.body) < 3_000_000
    assert len(zlib.decompressobj(31).decompress(capture.body, 50_000_000)) == 50_000_000


@pytest.mark.parametrize(
    ("path", "what"),
    [
        ("/many-headers", "too many lines"),
        ("/huge-header", "too long"),
        ("/endless-header", "too long"),
    ],
)
async def test_header_floods_fail_for_good(fetcher, server, path, what):
    with pytest.raises(Failed, match=f"^header flood: .*{what}$") as caught:
        await one(fetcher, server.url(path))
    assert not caught.value.retry


async def test_other_media_are_not_downloaded(fetcher, server):
    capture = await one(fetcher, server.url("/image"))
    assert (capture.status, capture.body, capture.truncated) == (200, b"", "length")


async def test_documents_are_downloaded(fetcher, server):
    capture = await one(fetcher, server.url("/pdf"))
    assert (capture.status, capture.body[:5], capture.truncated) == (200, b"%PDF-", "")


# Protocol


@pytest.mark.parametrize("path", ["/half", "/half-then-reset"])
async def test_a_broken_body_keeps_what_came(fetcher, server, path):
    capture = await one(fetcher, server.url(path))
    assert (capture.body, capture.truncated) == (PAGE, "disconnect")


async def test_broken_chunks_keep_what_came(fetcher_with, server):
    capture = await one(fetcher_with(robots="ignore", total=0.5), server.url("/bad-chunk"))
    assert capture.body == b"hello"
    assert capture.truncated in ("disconnect", "time")


@pytest.mark.parametrize(
    ("path", "reason", "retry"),
    [
        ("/close", "connect: closed without an answer", True),
        ("/reset", "connect: reset", True),
        ("/half-header", "protocol: broken off within the headers", True),
        ("/no-headers", "protocol: ", False),
        ("/garbage", "protocol: ", False),
        ("/two-lengths", "protocol: ", False),
    ],
)
async def test_broken_answers_fail_with_a_reason(fetcher, server, path, reason, retry):
    with pytest.raises(Failed) as caught:
        await one(fetcher, server.url(path))
    assert str(caught.value).startswith(reason)
    assert len(str(caught.value)) < 150
    assert str(caught.value).isprintable()
    assert caught.value.retry is retry


@pytest.mark.parametrize("path", ["/close", "/reset"])
async def test_a_lost_connection_is_not_asked_twice(fetcher, server, path):
    await one(fetcher, server.url("/ok"))
    with pytest.raises(Failed):
        await one(fetcher, server.url(path))
    assert server.paths() == ["/ok", path]


async def test_mangled_answers_end_in_a_capture_or_a_reason(fetcher, server):
    chance = random.Random(1)
    whole = respond(PAGE, "Content-Type: text/html", "Set-Cookie: a=b", "Content-Encoding: gzip")
    chunked = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"
    reasons = []
    for n in range(300):
        server.serve("/mangled", raw(mangled(chance, whole if n % 2 else chunked), keep=False))
        try:
            await one(fetcher, server.url("/mangled"))
        except Failed as failure:
            reasons.append(str(failure))
    assert 0 < len(reasons) < 300
    for reason in reasons:
        assert reason.isprintable()
        assert reason.startswith(("protocol: ", "connect: ", "header flood: "))


def mangled(chance, data):
    """Return the bytes with a few of them changed, removed or doubled."""
    changed = bytearray(data)
    for _ in range(chance.randint(1, 6)):
        place = chance.randrange(len(changed))
        changed[place : place + chance.randrange(3)] = chance.choice(
            [
                b"",
                bytes([chance.randrange(256)]),
                b"\r\n",
                b"\x00",
                bytes(changed[place : place + 9]),
                b"9",
            ]
        )
    return bytes(changed)


async def test_bytes_beyond_the_length_do_not_become_the_next_answer(fetcher):
    evil = respond(b"hello", "Content-Type: text/html") + respond(b"evil")
    async with HostileServer(pages={"/evil": raw(evil)}) as server:
        assert (await one(fetcher, server.url("/evil"))).body == b"hello"
        assert (await one(fetcher, server.url("/ok"))).body == PAGE


async def test_a_length_that_is_too_short_spoils_only_its_own_page(fetcher, server):
    with pytest.raises(Failed, match=r"^protocol: "):
        await one(fetcher, server.url("/short-length"))
    assert (await one(fetcher, server.url("/ok"))).body == PAGE


async def test_a_closed_port_is_a_failure(fetcher):
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        with pytest.raises(Failed, match=r"^connect: refused$") as caught:
            await one(fetcher, f"http://127.0.0.1:{unused.getsockname()[1]}/")
    assert caught.value.retry


@pytest.mark.parametrize(
    ("code", "reason", "retry"),
    [(socket.EAI_NONAME, "dns: name not found", False), (socket.EAI_AGAIN, "dns: no answer", True)],
)
async def test_an_unknown_name_is_a_failure(fetcher, monkeypatch, code, reason, retry):
    def unknown(*_):
        raise socket.gaierror(code, "not today")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with pytest.raises(Failed, match=f"^{reason}$") as caught:
        await one(fetcher, "http://nowhere.test/")
    assert caught.value.retry is retry


@pytest.mark.parametrize(
    "url",
    [
        "ftp://a.test/",
        "file:///etc/passwd",
        "http://a.test/a b",
        "http://a.test/\r\nX: y",
        "http://ä.test/",
        "",
        "//a",
    ],
)
async def test_what_is_no_web_address_is_refused(fetcher, url):
    with pytest.raises(Refused, match=r"^url: "):
        await one(fetcher, url)


@pytest.mark.parametrize(
    "url", ["http://a.test:99999/", f"http://{'a' * 70}.test/", "http://[::1/", "http:///x"]
)
async def test_an_impossible_address_fails_for_good(fetcher, url):
    with pytest.raises((Failed, Refused)) as caught:
        await one(fetcher, url)
    assert not getattr(caught.value, "retry", False)


# Forbidden addresses


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "0.0.0.0", "rebound.test"])
async def test_a_forbidden_address_is_never_connected_to(fetcher_with, server, monkeypatch, host):
    def rebound(name, port, *_):
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    monkeypatch.setattr(socket, "getaddrinfo", rebound)
    with pytest.raises(Refused, match=r"^address: \S+ is (loopback|unspecified)$"):
        await one(fetcher_with(allow=()), f"http://{host}:{server.port}/ok")
    await asyncio.sleep(0.05)
    assert server.accepted == 0


@pytest.mark.parametrize(
    ("host", "why"),
    [
        ("169.254.169.254", "169.254.169.254 is link-local"),
        ("[::ffff:7f00:1]", "::ffff:7f00:1 is IPv4-mapped"),
        ("[64:ff9b::7f00:1]", "64:ff9b::7f00:1 is NAT64"),
        ("10.0.0.1", "10.0.0.1 is private"),
    ],
)
async def test_allowing_loopback_allows_nothing_else(fetcher, host, why):
    with pytest.raises(Refused, match=f"^address: {why}$"):
        await one(fetcher, f"http://{host}/")


async def test_a_name_with_several_forbidden_addresses_is_refused(fetcher_with, monkeypatch):
    def several(name, port, *_):
        return [
            (socket.AF_INET6, socket.SOCK_STREAM, 6, "", ("::1", port, 0, 0)),
            (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("10.0.0.1", port)),
            (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port)),
        ]

    monkeypatch.setattr(socket, "getaddrinfo", several)
    with pytest.raises(Refused, match=r"^address: "):
        await one(fetcher_with(allow=()), "http://several.test/")


async def test_a_detour_does_not_pass_the_address_check(fetcher_with, server):
    with pytest.raises(Refused, match=r"^address: 127\.0\.0\.1 is loopback$"):
        await one(fetcher_with(allow=(), connect=(server.connect(),)), "http://news.example/ok")
    assert server.accepted == 0


async def test_a_detour_leads_hosts_to_another_address(fetcher_with, server):
    fetcher = fetcher_with(robots="ignore", connect=(server.connect("*.example"),))
    capture = await one(fetcher, "http://news.example/ok")
    assert (capture.url, capture.ip) == ("http://news.example/ok", "127.0.0.1")
    assert server.log[0].host == "news.example"


# TLS


@pytest.fixture(scope="module")
def authority():
    return trustme.CA()


def tls_for(authority, name):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(name).configure_cert(context)
    return context


async def test_a_certificate_nobody_vouches_for_fails(fetcher_with, authority):
    async with HostileServer(tls=tls_for(authority, "safe.example")) as server:
        fetcher = fetcher_with(robots="ignore", connect=(server.connect(),))
        with pytest.raises(Failed, match=r"^tls: certificate verify failed: ") as caught:
            await one(fetcher, "https://safe.example/ok")
        assert not caught.value.retry
        assert server.log == []


async def test_certificates_are_checked_against_the_host(
    fetcher_with, authority, monkeypatch, tmp_path
):
    authority.cert_pem.write_to_path(str(tmp_path / "authority.pem"))
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authority.pem"))
    async with HostileServer(tls=tls_for(authority, "safe.example")) as server:
        fetcher = fetcher_with(robots="ignore", connect=(server.connect(),))
        assert (await one(fetcher, "https://safe.example/ok")).body == PAGE
        with pytest.raises(Failed, match=r"^tls: certificate verify failed: .*other"):
            await one(fetcher, "https://other.example/ok")


async def test_plain_http_behind_https_fails(fetcher_with):
    def answer(reader, writer):
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as plain:
        port = plain.sockets[0].getsockname()[1]
        with pytest.raises(Failed, match=r"^tls: ") as caught:
            await one(fetcher_with(robots="ignore"), f"https://127.0.0.1:{port}/")
    assert str(caught.value).isprintable()


async def test_close_may_be_called_twice_and_before_any_request(fetcher):
    await fetcher.close()
    await fetcher.close()


# Interim responses


def flooding(response: bytes, *, end: bytes = b"") -> Answer:
    """Answer with interim responses, endlessly unless there is an end."""

    async def answer(exchange: Exchange) -> bool:
        if end:
            await exchange.send(response + end)
            return True
        while True:
            await exchange.send(response * 1000)

    return answer


CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
HINTS = b"HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n"


@pytest.mark.parametrize("response", [CONTINUE, HINTS], ids=["continue", "hints"])
async def test_a_flood_of_interim_responses_is_cut(fetcher_with, server, response):
    server.serve("/flood", flooding(response))
    fetcher = fetcher_with(robots="ignore")
    with pytest.raises(Failed, match="header flood: too many interim responses") as caught:
        await one(fetcher, server.url("/flood"))
    assert not caught.value.retry
    assert (await one(fetcher, server.url("/ok"))).body == PAGE


async def test_some_interim_responses_are_read_over(fetcher_with, server):
    server.serve("/hints", flooding(CONTINUE + 3 * HINTS, end=respond(PAGE, HTML)))
    fetcher = fetcher_with(robots="ignore")
    for _ in range(2):  # the second one over the same connection
        assert (await one(fetcher, server.url("/hints"))).body == PAGE
    assert server.accepted == 1


async def test_all_headers_together_are_bounded(fetcher_with, server):
    lines = "".join(f"X-{number}: {'a' * 8000}\r\n" for number in range(200))
    server.serve("/heads", raw(f"HTTP/1.1 200 OK\r\n{lines}\r\n".encode(), keep=False))
    with pytest.raises(Failed, match="header flood: too many bytes"):
        await one(fetcher_with(robots="ignore"), server.url("/heads"))


async def test_a_trickle_ends_before_the_deadline(fetcher_with, server):
    """A byte a second never stops: the rate ends it, long before the time for a whole answer."""
    fetcher = fetcher_with(robots="ignore", first_byte=0.3, total=3000.0)
    capture = await one(fetcher, server.url("/byte-a-second"))
    assert capture.truncated == "time"
