"""Small damage to bytes, one kind a function: cut, repeated, spliced, swapped, nested, and words from a dictionary put in."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

LARGEST = 400_000
_ELEMENT = re.compile(rb"<([a-zA-Z][a-zA-Z0-9]*)[^<>]*>")

TOKENS: tuple[bytes, ...] = tuple(
    text.encode("utf-8", "surrogatepass")
    for text in (
        "<", ">", "</", "/>", "<!--", "-->", "--!>", "<![CDATA[", "]]>", "<?xml ", "?>", "<!doctype html>", "<!", "&", "&#", "&#x",
        "&#0;", "&#xD800;", "&#1114112;", "&nbsp;", "&notit;", "\"", "'", "=", "='", '="', "\0", "\x1b", "\x1b$B", "\ufeff", "\ufffe",
        "\ud800", "\u202e", "\u200b", "\u2028", "\u0301", "\u0130", "\u1e9e", "\ufb03", "\U0001f600", "\u0662\u0660\u0661\u0666",
        "<html>", "<head>", "<body>", "</body>", "<div>", "</div>", "<p>", "</p>", "<br>", "<table>", "<tr>", "<td>", "</table>",
        "<template>", "</template>", "<svg>", "<math>", "</svg>", "<desc>", "<foreignObject>", "<select>", "<option>", "<textarea>",
        "<title>", "</title>", "<style>", "</style>", "<script>", "</script>", "<noscript>", "<iframe>", "<plaintext>", "<frameset>",
        "<xmp>", "<b>", "<i>", "<a>", "</a>", "<a href=", "<a href='", "<base href=//b.example/>", "<base href='javascript:x'>",
        "<base target=_top>", "<link rel=canonical href=", "<link rel=next href=?p=2>", "<meta charset=utf-7>", "<meta charset=utf-16>",
        "<meta http-equiv=refresh content=0>", "<meta name=robots content=nofollow>", "<time datetime=", "<time>", "<abbr class=published title=",
        "<span class=date>", " hidden", " style=display:none", " class=comment", " id=", " role=navigation", " lang=", "<h1>", "<form>", "<button>",
        "<meta property=article:published_time content='2016-03-22T08:00:00+99:99'>", "<meta name=date content=20161332>",
        '<script type="application/ld+json">', '"datePublished":"', '"dateModified" : "9999-12-31T23:59:59-23:59"', '{"@graph":[', "]}",
        "http://", "https://[::1]:99999/", "//", "../..", "?utm_source=x&", "#", "%", "%00", "%ff", "http://xn--/", "javascript:", "data:", "mailto:",
        "Last-Modified", "2016-03-22", "22.03.2016", "03/22/2016", "22 March 2016", "March 22nd, 2016", "31 February 2016", "1.1.1", "2016", "1989",
        "2099-12-31", "0000-00-00", "yesterday", "last Tuesday", "three days ago", "am 22. M\u00e4rz", "le 1er avril", "hace 3 d\u00edas", "00:00:00Z", "+24:00",
        "Paris", "Paris, Texas", "Washington said", "Reading", "Mr. London", "New York Times", "Brussels (Belgium)", "OR", "L.A.", "Zaventem",
        "\u6771\u4eac", "\u041c\u043e\u0441\u043a\u0432\u0430", "\u0627\u0644\u0642\u0627\u0647\u0631\u0629", "bombings", "flood",
    )
)  # fmt: skip
"""Words with a meaning to a parser, a pattern or a table of names."""

Mutator = Callable[[Random, bytes, Sequence[bytes]], bytes]


def _part(rng: Random, data: bytes, longest: int = 2_000) -> tuple[int, int]:
    begin = rng.randrange(len(data) + 1)
    return begin, min(len(data), begin + rng.randrange(1, longest))


def cut(rng: Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    """Leave the end or the beginning out."""
    at = rng.randrange(len(data) + 1)
    return data[:at] if rng.random() < 0.7 else data[at:]


def delete(rng: Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    """Leave a part out."""
    begin, end = _part(rng, data)
    return data[:begin] + data[end:]


def repeat(rng: Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    """Write a part many times."""
    begin, end = _part(rng, data, rng.choice((4, 40, 400, 4000)))
    times = min(rng.choice((2, 10, 100, 1_000, 20_000)), LARGEST // max(1, end - begin))
    return data[:begin] + data[begin:end] * times + data[end:]


def repeat_token(rng: Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    """Write one or two words of the dictionary many times."""
    token = b"".join(rng.choices(TOKENS, k=rng.choice((1, 1, 2, 3))))
    at = rng.randrange(len(data) + 1)
    return data[:at] + token * rng.choice((2, 50, 500, 5_000)) + data[at:]


def duplicate_element(rng: Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    """Put an element into itself or behind itself, once or many times."""
    found = list(_ELEMENT.finditer(data, *_part(rng, data, 20_000)))
    if not found:
        return data
    start = rng.choice(found)
    closing = data.find(b"</" + start[1], start.end())
    end = data.find(b">", closing) + 1 if closing >= 0 else start.end()
    at = rng.choice((start.end(), end))
    times = min(rng.choice((1, 5, 100, 3_000)), LARGEST // max(1, end - start.start()) + 1)
    return data[:at] + data[start.start() : end] * times + data[at:]


def nest(rng: Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    """Wrap a part into many elements, properly closed or not."""
    begin, end = _part(rng, data)
    tag = rng.choice(
        (b"div", b"b", b"table><tr><td", b"ul><li", b"span", b"section", b"a href=x", b"svg", b"q")
    )
    times = rng.choice((10, 600, 3_000, 30_000))
    closing = b"</" + tag.split(b">")[0].split()[0] + b">"
    after = rng.choice((b"", closing, b"</x>", closing + b"</p>")) * times
    return data[:begin] + (b"<" + tag + b">") * times + data[begin:end] + after + data[end:]


def swap_bytes(rng: Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    """Change some bytes."""
    changed = bytearray(data)
    for _ in range(rng.choice((1, 5, 50, 500)) if data else 0):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def insert_tokens(rng: Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    """Put words of the dictionary in."""
    for _ in range(rng.choice((1, 3, 10, 30))):
        at = rng.randrange(len(data) + 1)
        data = data[:at] + rng.choice(TOKENS) + data[at:]
    return data


def splice(rng: Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    """Go on with another seed."""
    other = rng.choice(seeds)
    return data[: rng.randrange(len(data) + 1)] + other[rng.randrange(len(other) + 1) :]


def unclose(rng: Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    """Leave out all ends of some kind."""
    return data.replace(rng.choice((b"</", b">", b'"', b"-->", b"</script", b"</div>", b" ")), b"")


MUTATORS: tuple[Mutator, ...] = (
    cut, delete, repeat, repeat_token, duplicate_element, nest, swap_bytes, insert_tokens, insert_tokens, splice, unclose,
)  # fmt: skip


def mutated(rng: Random, seeds: Sequence[bytes]) -> bytes:
    """Return a damaged seed."""
    data, largest = rng.choice(seeds), rng.choice((20_000, 60_000, 60_000, LARGEST))
    for _ in range(rng.choice((1, 1, 2, 3, 5))):
        data = rng.choice(MUTATORS)(rng, data, seeds)[:largest]
    return data
