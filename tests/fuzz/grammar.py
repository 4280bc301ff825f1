"""Inputs written from scratch: markup, JSON-LD, dates, addresses and texts, mostly plausible, never right throughout."""

from __future__ import annotations

import json
from random import Random

from tests.fuzz.mutate import TOKENS

_ELEMENTS = """div p span b i a table tr td th ul ol li h1 h2 section article nav header footer form select option button template svg
    math desc foreignObject title style script textarea noscript iframe time abbr address blockquote pre dl dt dd figure figcaption
    body html head meta link base br hr img area map object param marquee frameset frame plaintext xmp details summary main"""
_TAGS = tuple(_ELEMENTS.split())
_PROPERTIES = """class id role lang hidden style href src title rel name content property itemprop datetime type pubdate
    aria-label alt http-equiv charset xml:lang"""
_ATTRIBUTES = tuple(_PROPERTIES.split())
_CALENDAR = "January Feb. m\u00e4rz avril mayo giugno temmuz \u0430\u0432\u0433\u0443\u0441\u0442\u0430 sept. \u0623\u0643\u062a\u0648\u0628\u0631 nov 12 00 99"
_MONTHS = tuple(_CALENDAR.split())
_PROSE = """the of and said in on at flood bombings attack Brussels Paris Texas London Washington Reading March May police two days ago
    yesterday Tuesday last hace d\u00edas vor Tagen il y a jours \u5317\u4eac \u6771\u4eac\u90fd \u041f\u0430\u0440\u0438\u0436 Mr. Dr. A. B. OR US U.S. L.A. 22 2016 1.1 \u0661\u0662 St. Saint"""
_WORDS = tuple(_PROSE.split())
_LANGUAGES = (
    "en",
    "de",
    "fr",
    "es",
    "pt",
    "it",
    "nl",
    "ru",
    "ar",
    "tr",
    "id",
    "zh",
    "ja",
    "xx",
    "",
    "EN-us",
    "\u0130",
)


def noise(rng: Random, longest: int = 200) -> str:
    """Return characters of all scripts, controls and lone surrogates among them."""
    ranges = (
        (0, 0x80),
        (0, 0x300),
        (0x300, 0x3000),
        (0x3000, 0xD800),
        (0xD800, 0xE000),
        (0xE000, 0x11000),
    )
    return "".join(chr(rng.randrange(*rng.choice(ranges))) for _ in range(rng.randrange(longest)))


def token(rng: Random) -> str:
    """Return a word of the dictionary."""
    return rng.choice(TOKENS).decode("utf-8", "surrogatepass")


def text(rng: Random, longest: int = 300) -> str:
    """Return something like prose."""
    words = rng.choices(_WORDS, k=rng.randrange(longest))
    for _ in range(rng.randrange(5)):
        words.insert(rng.randrange(len(words) + 1), rng.choice((token, date, address, noise))(rng))
    return rng.choice((" ", " ", " ", "\n", ", ", "")).join(words)


def date(rng: Random) -> str:
    """Return something like a date."""
    day, month, year = (
        rng.randrange(35),
        rng.randrange(15),
        rng.choice((rng.randrange(1985, 2035), rng.randrange(10_000))),
    )
    clock = f"{rng.randrange(26):02}:{rng.randrange(62):02}:{rng.randrange(62):02}"
    zone = rng.choice(
        (
            "",
            "Z",
            "+00:00",
            f"{rng.choice('+-')}{rng.randrange(100):02}:{rng.randrange(100):02}",
            " GMT",
            " -9999",
            " EST",
        )
    )
    return rng.choice(
        (
            f"{year:04}-{month:02}-{day:02}T{clock}{zone}", f"{year}{month:02}{day:02}", f"{day}.{month}.{year}", f"{month}/{day}/{year % 100:02}",
            f"{day} {rng.choice(_MONTHS)} {year}", f"{rng.choice(_MONTHS)} {day}th, {year}", f"Tue, {day:02} Mar {year} {clock}{zone}",
            f"{day}-{day + 2} {rng.choice(_MONTHS)}", f"/{year}/{month:02}/{day:02}/", f"{rng.randrange(200)} days ago", f"{year}\u5e74{month}\u6708{day}\u65e5",
            "9" * rng.randrange(5_000), f"{day}. {month}.", f"{year}-{month}", f"Mon, 1 Jan 1 00:00:00 {zone}", f"{-rng.randrange(10**12)}",
        )
    )  # fmt: skip


def address(rng: Random) -> str:
    """Return something like a web address."""
    scheme = rng.choice(
        (
            "http://",
            "https://",
            "HTTP:\\\\",
            "//",
            "",
            "javascript:",
            "data:text/html,",
            "ftp://",
            "http:",
            "http:///",
            "\x01http://",
        )
    )
    host = rng.choice(
        (
            "news.example",
            "NEWS.Example.:80",
            "[::1]",
            "1.2.3.4",
            "0x7f.1",
            "xn--nxasmq6b",
            "b\u00fccher.example",
            "a..b",
            "-",
            "a" * 300,
            "co.uk",
            "user:pw@h.example",
            "\u3002example",
            "h%41.example",
            "",
        )
    )
    path = "".join(
        rng.choice(
            (
                "/a",
                "/..",
                "//",
                "/%2e%2e",
                "/%zz",
                "/;x",
                "/" + date(rng),
                "/\u00e9",
                "/" + noise(rng, 10),
                "/" + "x" * rng.randrange(900),
            )
        )
        for _ in range(rng.randrange(6))
    )
    query = rng.choice(
        (
            "",
            "",
            "?utm_source=a&b=c&fbclid=" + noise(rng, 9),
            "?" + "&" * 50,
            "?sid=" + "0" * 32,
            "?a=%F0%9F&x=" + noise(rng, 20),
        )
    )
    return scheme + host + path + query + rng.choice(("", "#", "#" + noise(rng, 9), " ", "\n"))


def json_value(rng: Random, depth: int = 0) -> object:
    """Return something like linked data: wrong types, deep lists, references to itself."""
    kind = rng.randrange(9 if depth < 6 else 5)
    if kind < 5:
        return rng.choice(
            (
                None,
                True,
                rng.random() * 10 ** rng.randrange(300),
                date(rng),
                text(rng, 8),
                address(rng),
            )
        )
    if kind < 7:
        return [json_value(rng, depth + 1) for _ in range(rng.randrange(4))]
    names = (
        "@type",
        "@id",
        "@graph",
        "datePublished",
        "dateModified",
        "uploadDate",
        "author",
        "mainEntity",
        "headline",
        noise(rng, 5),
    )
    return {rng.choice(names): json_value(rng, depth + 1) for _ in range(rng.randrange(6))}


def linked_data(rng: Random) -> str:
    """Return a page with scripts of linked data, well-formed or broken."""
    scripts = []
    for _ in range(rng.choice((1, 1, 3, 200))):
        written = json.dumps(json_value(rng), ensure_ascii=rng.random() < 0.5)
        if rng.random() < 0.3:
            written = '{"a":[' * rng.choice((1, 50, 5_000)) + written
        at = rng.randrange(len(written) + 1)
        written = rng.choice(
            (written, written[:at], written[:at] + token(rng) + written[at:], f"<!--{written}-->")
        )
        scripts.append(f'<script type="application/ld+json">{written}</script>')
    return f"<title>{text(rng, 9)}</title>{''.join(scripts)}<p>{text(rng)}"


def markup(rng: Random) -> str:
    """Return elements in any order, closed in any order."""
    parts, opened = [], []
    for _ in range(rng.choice((3, 20, 100, 400))):
        kind = rng.randrange(10)
        if kind < 4:
            opened.append(rng.choice(_TAGS))
            parts.append(f"<{opened[-1]}{_attributes(rng)}>")
        elif kind < 7 and opened:
            parts.append(f"</{opened.pop(rng.randrange(len(opened)) if kind < 5 else -1)}>")
        else:
            parts.append(rng.choice((text, text, token, date, noise))(rng))
    return "".join(parts)


def _attributes(rng: Random) -> str:
    written = ""
    for _ in range(rng.choice((0, 0, 1, 2, 3))):
        value = rng.choice(
            (address, date, token, lambda r: text(r, 6), lambda r: "x" * r.randrange(3_000))
        )(rng)
        quote = rng.choice(('"', '"', "'", ""))
        written += f" {rng.choice(_ATTRIBUTES)}={quote}{value}{quote}"
    return written


def language(rng: Random) -> str:
    """Return the code of a language, or what is none."""
    return rng.choice(_LANGUAGES)
