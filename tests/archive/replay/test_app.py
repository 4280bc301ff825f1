"""The replay server sends the capture closest in time, its own headers alone, and quiet answers for the rest."""

from __future__ import annotations

import gzip
from datetime import timedelta

import pytest

from tests.archive.captures import NOON
from tests.archive.replay.serving import PNG, STAMP, TOKEN, Asking, page
from tidings.archive.replay.names import Names
from tidings.archive.replay.worker import Rewriter, Rewriting
from tidings.errors import Unreadable

SITE = "http://news.example"
HELD = [
    page(f"{SITE}/a", "<p>first"),
    page(f"{SITE}/a", "<p>second", captured_at=NOON + timedelta(days=10)),
    page(f"{SITE}/a", "<p>broken", captured_at=NOON + timedelta(days=20), status=500),
    page(f"{SITE}/q?x=1&y=%20z", "<p>asked"),
    page(f"{SITE}/latin", "<p>Zürich".encode("latin-1"), "text/html; charset=iso-8859-1"),
    page(f"{SITE}/zip", gzip.compress(b"<p>packed"))._replace(
        headers=(
            ("Content-Type", "text/html"), ("Content-Encoding", "gzip"), ("Set-Cookie", "a=b"), ("Refresh", "0;url=/x"),
            ("Content-Security-Policy", "script-src *"), ("Link", "</x>; rel=preload"), ("Location", "/elsewhere"),
        )
    ),
    page(f"{SITE}/moved", b"", status=301)._replace(headers=(("Location", "/a?utm_source=x"),)),
    page(f"{SITE}/loop", b"", status=302)._replace(headers=(("Location", "/loop"),)),
    page(f"{SITE}/out", b"", status=302)._replace(headers=(("Location", "https://evil.example/\r\nX-A: b"),)),
    page(f"{SITE}/i.png", PNG, "image/png"),
    page(f"{SITE}/fake.png", "<script>alert(1)</script>", "image/png"),
    page(f"{SITE}/d.svg", "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "image/svg+xml"),
    page(f"{SITE}/s.css", "@import 'b.css'; a{b:url(i.png)}", "text/css"),
    page(f"{SITE}/html.css", "<html>a{b:c}", "text/html"),
    page(f"{SITE}/t.txt", "<b>text</b>", "text/plain"),
    page(f"{SITE}/p.pdf", "%PDF-1.4", "application/pdf"),
    page(f"{SITE}/x.js", "alert(1)", "text/javascript"),
    page(f"{SITE}/lost", "<p>older", captured_at=NOON - timedelta(days=1)),
    page(f"{SITE}/lost", "<p>x", truncated="lost"),
    page(f"{SITE}/gone", "<p>x", truncated="lost"),
    page(f"{SITE}/bomb", gzip.compress(bytes(60_000_000)))._replace(headers=(("Content-Encoding", "gzip"),)),
]  # fmt: skip


@pytest.fixture(scope="module")
def asking():  # type: ignore[no-untyped-def]
    asking = Asking(HELD)
    yield asking
    asking.replay._rewriter.close()


@pytest.mark.parametrize(
    ("stamp", "expected"),
    [(STAMP, "first"), ("2020", "first"), ("20261124", "second"), ("20991231235959", "second")],
)
async def test_the_closest_good_capture_is_shown(asking: Asking, stamp: str, expected: str) -> None:
    assert expected in (await asking.show(f"{SITE}/a", stamp=stamp)).text


async def test_queries_and_their_spelling_reach_the_archive(asking: Asking) -> None:
    assert "asked" in (await asking.show(f"{SITE}/q?x=1&y=%20z")).text


async def test_other_character_sets_become_utf8(asking: Asking) -> None:
    answer = await asking.show(f"{SITE}/latin")
    assert "Zürich" in answer.text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"


async def test_no_archived_header_is_sent(asking: Asking) -> None:
    answer = await asking.show(f"{SITE}/zip")
    assert "packed" in answer.text
    assert not {"set-cookie", "refresh", "link", "location", "content-encoding"} & set(
        answer.headers
    )
    policy = answer.headers["content-security-policy"]
    assert "sandbox" in policy.split("; ")
    assert "script-src 'none'" in policy
    assert "default-src 'none'" in policy
    assert "*" not in policy
    assert "img-src http://127.0.0.1:8401 data:" in policy
    assert "frame-ancestors http://127.0.0.1:8400" in policy
    assert answer.headers["memento-datetime"] == "Sun, 15 Nov 2026 12:00:00 GMT"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["x-content-type-options"] == "nosniff"


async def test_redirects_stay_inside_the_archive(asking: Asking) -> None:
    moved = await asking.show(f"{SITE}/moved")
    assert (moved.status, moved.headers["location"]) == (302, f"/{TOKEN}/flood/{STAMP}/{SITE}/a")
    outside = await asking.show(f"{SITE}/out", "im_")
    assert outside.headers["location"].startswith(
        f"/{TOKEN}/flood/{STAMP}im_/https://evil.example/"
    )
    assert "location" not in (await asking.show(f"{SITE}/loop")).headers


@pytest.mark.parametrize(
    ("path", "kind", "status", "media", "body"),
    [
        ("i.png", "im_", 200, "image/png", PNG),
        ("i.png", "oe_", 200, "image/png", PNG),
        ("fake.png", "im_", 404, "image/svg+xml", None),
        ("x.js", "oe_", 404, "image/svg+xml", None),
        ("a", "im_", 404, "image/svg+xml", None),
        ("d.svg", "im_", 200, "image/svg+xml", None),
        ("html.css", "cs_", 404, "text/css; charset=utf-8", b""),
        ("nowhere.css", "cs_", 404, "text/css; charset=utf-8", b""),
        ("nowhere.png", "im_", 404, "image/svg+xml", None),
        ("t.txt", "", 200, "text/plain; charset=utf-8", b"<b>text</b>"),
        ("x.js", "", 200, "text/plain; charset=utf-8", b"alert(1)"),
    ],
)  # fmt: skip
async def test_only_what_fits_its_use_is_sent(
    asking: Asking, path: str, kind: str, status: int, media: str, body: bytes | None
) -> None:
    answer = await asking.show(f"{SITE}/{path}", kind)
    assert (answer.status, answer.headers["content-type"]) == (status, media)
    assert body is None or answer.body == body
    assert answer.headers["content-security-policy"].startswith("sandbox; default-src 'none'")


async def test_a_drawing_is_shown_as_an_image_only(asking: Asking) -> None:
    answer = await asking.show(f"{SITE}/d.svg")
    assert "alert" not in answer.text
    assert f"{STAMP}im_/{SITE}/d.svg" in answer.text
    direct = await asking.show(f"{SITE}/d.svg", "im_", sec_fetch_dest="document")
    assert b"alert" not in direct.body


async def test_style_sheets_are_rewritten(asking: Asking) -> None:
    text = (await asking.show(f"{SITE}/s.css", "cs_")).text
    assert f"{STAMP}cs_/{SITE}/b.css" in text
    assert f"{STAMP}oe_/{SITE}/i.png" in text


async def test_what_is_not_shown_is_said(asking: Asking) -> None:
    assert "application/pdf, 8 bytes" in (await asking.show(f"{SITE}/p.pdf")).text
    absent = await asking.show(f"{SITE}/%3Cscript%3Ealert(1)")
    assert (absent.status, "<script>" in absent.text) == (404, False)
    assert "Cannot be shown" in (await asking.show(f"{SITE}/bomb")).text


async def test_a_capture_that_cannot_be_read_gives_way_to_another(asking: Asking) -> None:
    assert "older" in (await asking.show(f"{SITE}/lost")).text
    assert "Cannot be shown" in (await asking.show(f"{SITE}/gone")).text


@pytest.mark.parametrize(
    ("path", "changes", "status"),
    [
        (f"/{TOKEN}/flood/{STAMP}/{SITE}/a", {"host": "evil.example"}, 421),
        (f"/{TOKEN}/flood/{STAMP}/{SITE}/a", {"host": ""}, 421),
        (f"/{TOKEN}/flood/{STAMP}/{SITE}/a", {"method": "POST"}, 405),
        (f"/{TOKEN}/flood/{STAMP}/{SITE}/a", {"service_worker": "script"}, 405),
        (f"/other/flood/{STAMP}/{SITE}/a", {}, 404),
        (f"/{TOKEN}/../{STAMP}/{SITE}/a", {}, 404),
        (f"/{TOKEN}/flood/99999999999999/{SITE}/a", {}, 404),
        (f"/{TOKEN}/flood/{STAMP}js_/{SITE}/a", {}, 404),
        (f"/{TOKEN}/flood/{STAMP}/file:///etc/passwd", {}, 404),
        ("/", {}, 404),
    ],
)
async def test_other_requests_are_refused(
    asking: Asking, path: str, changes: dict[str, str], status: int
) -> None:
    answer = await asking.get(path, **changes)
    assert answer.status == status
    assert "first" not in answer.text


async def test_the_head_of_an_answer_can_be_asked_for(asking: Asking) -> None:
    answer = await asking.get(f"/{TOKEN}/flood/{STAMP}/{SITE}/a", method="HEAD")
    assert (answer.status, answer.body) == (200, b"")
    assert int(answer.headers["content-length"]) > 0


async def test_a_page_that_takes_too_long_costs_only_itself() -> None:
    rewriter = Rewriter(seconds=0.0)
    job = Rewriting(False, b"<p>x" * 100_000, Names("/t/c", STAMP), SITE)
    with pytest.raises(Unreadable, match="took over"):
        await rewriter.rewrite(job)
    rewriter._seconds = 30.0
    assert b"<p>x" in await rewriter.rewrite(job)
    rewriter._process.kill()  # type: ignore[union-attr]
    with pytest.raises(Unreadable, match="crashed"):
        await rewriter.rewrite(job)
    assert b"<p>x" in await rewriter.rewrite(job)
    rewriter.close()
