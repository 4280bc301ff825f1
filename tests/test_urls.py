from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from publicsuffixlist import PublicSuffixList

from tidings.urls import (
    MAX_LENGTH,
    _normalised,
    _suffixes,
    host_of,
    normalise,
    origin_of,
    redirect_target,
    site_of,
    url_id,
)


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("HTTP://News.Example", "http://news.example/"),
        ("http://news.example:80/a/../b", "http://news.example/b"),
        ("https://news.example:443/", "https://news.example/"),
        ("https://news.example:8443/", "https://news.example:8443/"),
        ("http://user:secret@news.example/", "http://news.example/"),
        ("http://news.example/a#part", "http://news.example/a"),
        ("http://news.example/a#", "http://news.example/a"),
        ("http://news.example/?utm_source=x&id=7&fbclid=y", "http://news.example/?id=7"),
        ("http://news.example/?utm_source=x", "http://news.example/"),
        ("http://news.example/?utm_source=x&", "http://news.example/"),
        ("http://news.example/??a=1", "http://news.example/??a=1"),
        ("http://news.example/?utm_source=x&?a=1", "http://news.example/??a=1"),
        ("  http://news.example/ \n", "http://news.example/"),
        ("http://news.example/o\nk\t", "http://news.example/ok"),
        ("http://news.example/\x00\x01x", "http://news.example/%00%01x"),
        ("http://münchen.example/ü", "http://xn--mnchen-3ya.example/%C3%BC"),
        ("http://0x7f.1/", "http://127.0.0.1/"),
        ("http://2130706433/", "http://127.0.0.1/"),
        ("http://[::1]/", "http://[::1]/"),
        ("http:\\\\news.example\\a", "http://news.example/a"),
    ],
)
def test_an_address_has_one_form(written: str, normal: str) -> None:
    assert normalise(written) == normal


@pytest.mark.parametrize(
    "written",
    [
        "", "news.example", "/a", "mailto:a@b.example", "javascript:alert(1)", "file:///etc/passwd",
        "ftp://news.example/", "http://", "http://a b/", "http://[::1", "http://x:99999/",
        "data:text/html,x", "http://news.example/\ud800x" * 200, "http://news.example/" + "a" * MAX_LENGTH,
        "http://news.example/" + "ü" * 1000,
    ],
)  # fmt: skip
def test_what_is_no_usable_web_address_is_none(written: str) -> None:
    assert normalise(written) is None


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("b", "http://news.example/a/b"),
        ("/b", "http://news.example/b"),
        ("//other.example/b", "http://other.example/b"),
        ("?page=2", "http://news.example/a/?page=2"),
        ("../../../b", "http://news.example/b"),
        ("https://other.example", "https://other.example/"),
        ("mailto:a@b.example", None),
        ("ht\rtp:x", "http://news.example/a/x"),
    ],
)
def test_relative_addresses_are_seen_from_their_page(written: str, normal: str | None) -> None:
    assert normalise(written, "http://news.example/a/") == normal


@given(st.text(max_size=200))
def test_no_text_breaks_and_the_form_is_stable(text: str) -> None:
    for base in (None, "http://news.example/a/"):
        normal = normalise(text, base)
        if normal is not None:
            assert normalise(normal) == normal
            assert normal.isascii()
            assert normal.isprintable()
            assert host_of(normal)


def test_hosts_keep_an_unusual_port() -> None:
    assert host_of("http://news.example/a") == "news.example"
    assert host_of("http://news.example:8080/a") == "news.example:8080"
    assert host_of("http://[::1]:8080/a") == "[::1]:8080"
    assert origin_of("https://news.example:8443/a/b") == "https://news.example:8443"


@pytest.mark.parametrize(
    ("host", "site"),
    [
        ("news.bbc.co.uk", "bbc.co.uk"),
        ("bbc.co.uk:8080", "bbc.co.uk"),
        ("a.b.news.example", "news.example"),
        ("localhost", "localhost"),
        ("127.0.0.1:80", "127.0.0.1"),
        ("[::1]:80", "[::1]"),
    ],
)
def test_a_site_is_the_domain_somebody_registered(host: str, site: str) -> None:
    assert site_of(host) == site


def test_identities_fit_a_database_and_tell_addresses_apart() -> None:
    ids = {url_id(f"http://news.example/{number}") for number in range(10_000)}
    assert len(ids) == 10_000
    assert all(-(2**63) <= id_ < 2**63 for id_ in ids)
    assert url_id("http://news.example/") == url_id("http://news.example/")


def test_what_is_too_long_is_not_remembered() -> None:
    before = _normalised.cache_info().currsize
    for number in range(10):
        assert normalise(f"http://news.example/{number}" + "a" * MAX_LENGTH) is None
    assert _normalised.cache_info().currsize == before


@pytest.mark.parametrize(
    ("location", "target"),
    [
        ("/café", "http://news.example/caf%C3%A9"),
        ("/caf\udce9", "http://news.example/caf%C3%A9"),
        ("http://other.example/", "http://other.example/"),
        ("", None),
        (" ", None),
        ("/\ud800", None),
    ],
)
def test_redirects_lead_somewhere_whatever_their_bytes(location: str, target: str | None) -> None:
    assert redirect_target(location, "http://news.example/a") == target


def test_the_suffixes_are_those_of_the_package_in_both_spellings() -> None:
    ours, theirs = _suffixes(), PublicSuffixList()
    assert ours._publicsuffix == theirs._publicsuffix
    assert ours._maxlabel == theirs._maxlabel
