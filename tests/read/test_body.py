"""Bytes to characters: compression, limits, sniffing, charsets."""

# ruff: noqa: RUF001 - letters of other alphabets are meant

from __future__ import annotations

import gzip
import tracemalloc
import zlib
from functools import partial

import brotli
import pytest
import zstandard

from tests.growth import LINEAR, growth
from tidings.errors import Unreadable
from tidings.read.body import inflate, to_utf8, utf8_of

LIMIT = 1_000_000
PAGE = b"<html><body><p>Gr\xc3\xbc\xc3\x9fe aus K\xc3\xb6ln</p></body></html>"


def raw_deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(data) + packer.flush()


PACKERS = {
    "gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": partial(brotli.compress, quality=1),
    "zstd": zstandard.ZstdCompressor().compress,
}


@pytest.mark.parametrize("name", PACKERS)
def test_every_encoding_is_undone(name):
    assert inflate(PACKERS[name](PAGE), name, LIMIT) == PAGE


def test_deflate_without_zlib_header():
    assert inflate(raw_deflate(PAGE), "deflate", LIMIT) == PAGE


def test_stacked_encodings_are_undone_last_first():
    body = brotli.compress(gzip.compress(PAGE))
    assert inflate(body, "gzip, br", LIMIT) == PAGE


def test_gzip_of_several_members():
    assert inflate(gzip.compress(b"<p>a") + gzip.compress(b"<p>b"), "gzip", LIMIT) == b"<p>a<p>b"


def test_gzip_of_endless_members_is_refused_soon():
    def refuse(body):
        with pytest.raises(Unreadable, match="gzip in too many parts"):
            inflate(body, "gzip", LIMIT)

    member = gzip.compress(b"")
    assert growth(lambda members: member * members + gzip.compress(PAGE), refuse, 10_000) < LINEAR


def test_gzip_of_many_members_is_read():
    assert inflate(gzip.compress(b"<p>a") * 400, "gzip", LIMIT) == b"<p>a" * 400


def test_the_name_of_an_odd_encoding_can_be_written_down():
    with pytest.raises(Unreadable, match="unknown content encoding") as caught:
        inflate(PAGE, "zip\udcff", LIMIT)
    assert str(caught.value).isascii()


def test_cut_gzip_gives_what_is_there():
    text = bytes(range(33, 127)) * 2000
    got = inflate(gzip.compress(text)[:-10], "gzip", LIMIT)
    assert got
    assert text.startswith(got)


def test_encoding_named_but_not_applied():
    assert inflate(PAGE, "gzip", LIMIT) == PAGE


@pytest.mark.parametrize("name", PACKERS)
def test_bombs_stop_while_inflating(name):
    bomb = PACKERS[name](bytes(50_000_000))
    tracemalloc.start()
    with pytest.raises(Unreadable, match="larger than 1 MB after decompression"):
        inflate(bomb, name, LIMIT)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20_000_000


def test_nested_bomb_stops():
    bomb = gzip.compress(gzip.compress(bytes(50_000_000)))
    with pytest.raises(Unreadable, match="larger than 1 MB"):
        inflate(bomb, "gzip, gzip", LIMIT)


def test_plain_body_over_the_limit():
    with pytest.raises(Unreadable, match="larger than 1 MB"):
        inflate(bytes(1_000_001), "", LIMIT)


@pytest.mark.parametrize("name", ["deflate", "br", "zstd"])
def test_broken_compression_is_named(name):
    with pytest.raises(Unreadable, match=f"broken compression: {name}"):
        inflate(b"\xff\xfe not compressed at all \x00\x01", name, LIMIT)


def test_broken_gzip_is_named():
    with pytest.raises(Unreadable, match="broken compression: gzip"):
        inflate(b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03" + b"\xff" * 40, "gzip", LIMIT)


def test_unknown_encoding_is_named():
    with pytest.raises(Unreadable, match="unknown content encoding: compress"):
        inflate(PAGE, "compress", LIMIT)


def test_binary_served_as_html_is_refused(capture_of):
    with pytest.raises(Unreadable, match="binary data served as text/html: image/png"):
        utf8_of(capture_of(b"\x89PNG\r\n\x1a\n" + bytes(100), "text/html"), LIMIT)


def test_noise_served_as_html_is_refused(capture_of):
    noise = bytes((i * 7919 + 13) % 256 for i in range(3000))
    with pytest.raises(Unreadable, match="binary data served as text/html"):
        utf8_of(capture_of(noise, "text/html"), LIMIT)


def test_feeds_are_not_pages(capture_of):
    with pytest.raises(Unreadable, match="not HTML: text/xml"):
        utf8_of(capture_of("<?xml version='1.0'?><rss><channel/></rss>", "text/xml"), LIMIT)


@pytest.mark.parametrize("body", [b"", b"  \n\t "])
def test_empty_pages(capture_of, body):
    with pytest.raises(Unreadable, match="empty"):
        utf8_of(capture_of(body), LIMIT)


def test_a_missing_type_is_read(capture_of):
    assert utf8_of(capture_of(PAGE, ""), LIMIT) == PAGE


WORDS = "<p>Žluťoučký kůň, Grüße, щука, ¿qué?</p>"


def test_utf8_wins_over_a_wrong_header():
    assert to_utf8(PAGE, "iso-8859-1") == PAGE


@pytest.mark.parametrize(
    ("text", "charset"),
    [
        ("<p>Grüße – “quoted”</p>", "windows-1252"),
        ("<p>Привет, мир, как дела</p>", "windows-1251"),
        ("<p>こんにちは世界</p>", "shift_jis"),
        ("<p>こんにちは世界</p>", "iso-2022-jp"),
        ("<p>你好，世界</p>", "gb2312"),
        ("<p>안녕하세요</p>", "euc-kr"),
    ],
)
def test_declared_charsets(text, charset):
    assert to_utf8(text.encode(charset), charset).decode() == text
    tagged = f'<meta charset="{charset}">{text}'
    assert to_utf8(tagged.encode(charset)).decode() == tagged


def test_latin1_means_windows_1252_as_in_browsers():
    assert to_utf8(b"<p>it\x92s</p>", "iso-8859-1").decode() == "<p>it\u2019s</p>"


@pytest.mark.parametrize("charset", ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig"])
def test_marked_and_wide_charsets(capture_of, charset):
    assert utf8_of(capture_of(WORDS.encode(charset), "text/html"), LIMIT).decode() == WORDS


def test_mixed_charsets_lose_nothing():
    mixed = "<p>Grüße</p>".encode() + "<p>déjà</p>".encode("cp1252")
    assert to_utf8(mixed, "utf-8").decode() == "<p>Grüße</p><p>déjà</p>"


@pytest.mark.parametrize(
    "charset",
    [
        "no-such-charset", "base64", "hex", "rot13", "utf-7\x00", "idna", "punycode", "utf_7", "undefined",
        "unicode_escape", "raw_unicode_escape",
    ],
)  # fmt: skip
def test_unknown_charsets_do_no_harm(charset):
    assert "caf\u00e9" in to_utf8(b"<p>caf\xe9</p>", charset).decode()


@pytest.mark.parametrize(
    "body",
    [
        lambda n: b"<meta charset=" + b" " * n,
        lambda n: b"<meta charset='" + b" " * n,
        lambda n: b"<meta charset" + b" " * n + b"=",
        lambda n: b"<meta charset" * (n // 13),
        lambda n: b"<meta " * 40 + b"charset" + b" " * n,
    ],
)
def test_a_hostile_declaration_is_read_in_linear_time(body):
    assert growth(lambda n: body(n) + b"\xff", to_utf8, 2_000) < LINEAR


def test_a_declaration_may_have_white_space_around_it():
    page = b"<meta charset = ' windows-1251 '><p>\xd9\xf3\xea\xe0"
    assert to_utf8(page).decode().endswith("<p>Щука")


def test_a_charset_that_takes_quadratic_time_is_not_used():
    def decode(body):
        return to_utf8(body, "punycode")

    assert growth(lambda n: b"\x1b-" + b"a" * n, decode, 25_000) < LINEAR
