"""URLs: one normal form, one id, one notion of host and site for the whole product."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

import can_ada
from publicsuffixlist import PSLFILE, PublicSuffixList

MAX_LENGTH = 2083
"""Characters: longer URLs are traps or data; the limit of old browsers and of Scrapy."""

_SCHEMES = ("http://", "https://")
_STRAY_BYTES = {0xDC00 + byte: byte for byte in range(0x80, 0x100)}
"""The byte that each lone surrogate stands for; headers are decoded with ``surrogateescape``."""
_TRACKING = re.compile(
    r"^(?:utm_\w+|fbclid|gclid|dclid|gbraid|wbraid|msclkid|yclid|igshid|mc_cid|mc_eid|_ga|_gl|"
    r"_hsenc|_hsmi|mkt_tok|cmpid|ocid|ns_\w+|at_(?:medium|campaign|custom\d|link\w*)|s_cid|"
    r"xtor|wt_mc|PHPSESSID|jsessionid|sessionid)$",
    re.IGNORECASE,
)


def normalise(url: str, base: str | None = None) -> str | None:
    """Return the normal form of a URL, or None if it is not a usable web address.

    It is parsed by the WHATWG rules against ``base``, without fragment, credentials and tracking parameters.
    """
    url = url.strip()
    return _normalised(url, base) if len(url) <= MAX_LENGTH else None


def redirect_target(location: str, base: str) -> str | None:
    """Return the target of a Location header; bytes that are not UTF-8 are read as Latin-1."""
    return normalise(location.translate(_STRAY_BYTES), base) if location.strip() else None


@lru_cache(maxsize=1 << 15)
def _normalised(url: str, base: str | None) -> str | None:
    try:
        parsed = _parsed(base) + url if base else can_ada.parse(url)
    except (ValueError, TypeError):  # TypeError: lone surrogates
        return None
    href: str = parsed.href
    if not href.startswith(_SCHEMES):
        return None
    if "?" not in href and "#" not in href and "@" not in href:  # nothing to remove
        return href if len(href) <= MAX_LENGTH else None
    if parsed.hash:
        parsed.hash = ""
    if parsed.has_credentials():
        parsed.username = parsed.password = ""
    search: str = parsed.search
    if search:
        parsed.search = _without_tracking(search)
    href = parsed.href.rstrip("#")
    return href if len(href) <= MAX_LENGTH else None


@lru_cache(maxsize=64)
def _parsed(base: str) -> can_ada.URL:
    return can_ada.parse(base)


def _without_tracking(search: str) -> str:
    parts = [part for part in search[1:].split("&") if not _is_tracking(part.partition("=")[0])]
    query = "&".join(parts)
    return f"?{query}" if query else ""  # a query may begin with a question mark of its own


@lru_cache(maxsize=1024)
def _is_tracking(name: str) -> bool:
    return bool(_TRACKING.match(name))


@lru_cache(maxsize=1 << 15)
def url_id(url: str) -> int:
    """Return the id of a normalised URL: 64 bits, signed because SQLite's integers are."""
    return int.from_bytes(
        blake2b(url.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big", signed=True
    )


def host_of(url: str) -> str:
    """Return the host of a normalised URL, with its port if unusual; delays are kept per host."""
    start = url.find("//") + 2
    end = url.find("/", start)
    return url[start:] if end == -1 else url[start:end]


def origin_of(url: str) -> str:
    """Return scheme, host and port of a URL: the scope of one robots.txt."""
    return url[: url.find("//") + 2] + host_of(url)


@lru_cache(maxsize=1)
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList(_suffix_rules(), accept_encoded_idn=False)


def _suffix_rules() -> Iterator[str]:
    """Yield the packaged rules, those of other scripts in both spellings.

    The package by itself encodes all ten thousand, which takes more than twice as long.
    """
    with Path(PSLFILE).open(encoding="utf-8") as file:
        for line in file:
            rule = line.strip()
            if rule and not rule.startswith("//"):
                yield rule
                if not rule.isascii():
                    sign = "!" if rule[0] == "!" else ""
                    yield sign + rule.lower().lstrip("!").encode("idna").decode("ascii")


@lru_cache(maxsize=65536)
def site_of(host: str) -> str:
    """Return the registrable domain of a host (``news.bbc.co.uk`` is ``bbc.co.uk``), else the host."""
    name = host if host.endswith("]") else re.sub(r":\d+$", "", host)
    if name.startswith("[") or re.fullmatch(r"[\d.]+", name):
        return name
    return _suffixes().privatesuffix(name) or name


def is_address(reference: str) -> bool:
    """Return whether a reference is a web address, not a file."""
    return reference.lower().startswith(("http://", "https://"))
