"""Hostile pages of any size, whose reading must take time in proportion to it."""

from __future__ import annotations

from collections.abc import Callable

Shape = Callable[[int], str]
"""Returns a page, or the text of one, of about this many characters."""


def _times(unit: str, size: int) -> str:
    return unit * (size // len(unit) + 1)


def _page(head: str = "", body: str = "") -> str:
    return f"<!doctype html><html><head><title>T</title>{head}</head><body>{body}</body></html>"


def _body(unit: str) -> Shape:
    return lambda size: _page(body=_times(unit, size))


def _head(unit: str) -> Shape:
    return lambda size: _page(head=_times(unit, size), body="<p>words</p>")


def _text(unit: str) -> Shape:
    """Put everything into one paragraph: one long line."""
    return lambda size: _page(body=f"<p>{_times(unit, size)}</p>")


def _tag(before: str, unit: str, behind: str) -> Shape:
    return lambda size: _page(body=before + _times(unit, size) + behind)


def _nested(opening: str, closing: str) -> Shape:
    pair = len(opening) + len(closing)
    return lambda size: _page(body=opening * (size // pair) + "deep" + closing * (size // pair))


def _distinct(unit: Callable[[int], str]) -> Shape:
    """Make every piece another one."""
    step = len(unit(10_000))
    return lambda size: _page(body="".join(unit(n) for n in range(size // step)))


def _json(value: str) -> str:
    return f'<script type="application/ld+json">{value}</script>'


def _nested_json(size: int) -> str:
    half = size // 10
    return _page(head=_json('{"a":[' * half + '"datePublished": "2016' + "]}" * half))


SHAPES: dict[str, Shape] = {
    "nested tags": _nested("<div>", "</div>"),
    "nested formatting": _nested("<b>", "</b>"),
    "nested tables": _nested("<table><tr><td>", "</td></tr></table>"),
    "nested quotes and lists": _nested("<blockquote><ul><li>", "</li></ul></blockquote>"),
    "unclosed tags": _body("<div><span>x "),
    "frames": lambda size: f"<frameset>{_times('<frame src=x>', size)}<noframes>words",
    "nested frames": lambda size: _times("<frameset><noframes><a href=x>", size),
    "unclosed comments": _body("<!-- a <a href=x>y "),
    "unclosed formatting": _body("<b><i><font>x<p>"),
    "unclosed anchors": _body("<a href=x>y<div>"),
    "misnested tags": _body("<b><p><i></b></p></i>x"),
    "closing tags only": _body("</div></p></b></table>"),
    "other elements closed": _body("<div></q>"),
    "lists, nothing of them closed": _body("<ul><li></x>"),
    "other formatting closed": _body("<b></i>"),
    "closed in comments": _body("<div><!--</div>-->"),
    "closed in attributes": _body('<div x="</div>">'),
    "closed in scripts": _body("<div><script></div></script>"),
    "closed across tables": _body("<div><table><tr><td></div>"),
    "closed in bogus comments": _body("<div><!x </div>"),
    "islands in drawings": _body("<svg><desc></g></h>"),
    "text in nested links": lambda size: _page(body="<a href=x><object>" * 1_000 + "w " * (size // 2)),
    "text in nested paragraphs": lambda size: _page(body="<p>w <object>" * 1_000 + "w " * (size // 2)),
    "empty declarations": _body("<script type=ld+json></script>"),
    "links in a drawing": _tag("<svg>", "<a href=x>w ", ""),
    "links in a formula": _tag("<p><MATH>", "<A HREF=x><mi>", ""),
    "style in drawings": _body("<svg><style><div></style>"),
    "templates": _nested("<template><div>", "</div></template>"),
    "selects in tables": _body("<table><select><tr><td>x"),
    "one block of anchors": _distinct(lambda n: f"<a href=/p/{n}>w{n}</a> "),
    "one block of long anchors": _body(f'<a href="/{"p" * 2000}">word</a> '),
    "nested spans in one block": _nested("<span class=date>", "x</span>"),
    "many stamps": _body("<time datetime=2016-03-22>22 March 2016</time> "),
    "one stamp of many parts": _tag("<time>", "<i>2016</i>", "</time>"),
    "many headings": _body("<h1>words of a headline</h1>"),
    "many dated blocks": _body("<p>Posted on 22 March 2016</p>"),
    "many short dates": _body("<p>on 22.03.16</p>"),
    "many metas": _head("<meta name=date content='22 March 2016'>"),
    "many relations": _head("<link rel='next up' href=/x>"),
    "many scripts": _head(_json('{"datePublished": "never at all"}')),
    "one script of open quotes": lambda size: _page(
        head=_json(_times('"datePublished" : "', size))
    ),
    "one script of spaces": lambda size: _page(
        head=_json('"datePublished"' + _times(" ", size))
    ),
    "nested JSON": _nested_json,
    "long attribute": _tag('<p class="', "date x", '">'),
    "attribute without end": _tag('<p class="', "date x ", ""),
    "many attributes": _tag("<p ", "a=b ", ">"),
    "distinct attributes": lambda size: _page(
        body="<p " + " ".join(f"a{n}=b" for n in range(size // 9)) + ">"
    ),
    "attributes behind a quoted <": lambda size: _page(
        body='<p x="<" ' + " ".join(f"a{n}" for n in range(size // 7)) + ">"
    ),
    "attributes and quoted >": lambda size: _page(
        body="<p " + " ".join(f'a{n}=">" b{n}' for n in range(size // 15)) + ">"
    ),
    "attributes of many roots": lambda size: _page(
        body="".join(f"<body {' '.join(f'a{n}x{m}' for m in range(100))}>" for n in range(size // 750))
    ),
    "distinct classes": _distinct(lambda n: f"<p class=article-{n}>x"),
    "long tag name": _tag("<", "tag", ">"),
    "many <": _body("<"),
    "many <a": _body("<a "),
    "many <!": _body("<!"),
    "many &": _body("&"),
    "many entities": _body("&amp;&lt;&#x41;&notin;"),
    "entity without end": _tag("&#", "9", ";"),
    "many comments": _body("<!-- -->x"),
    "open comments": _body("<!--x--"),
    "CDATA": _body("<![CDATA[x]]>"),
    "nulls": _body("\0<p>\0"),
    "many bases": _head("<base href=/x/>"),
    "one long line": _text("some words of one sentence that never ends, "),
    "long words": _text("Lopado"),
    "digits": _text("1.1."),
    "slashed digits": _text("1/1/"),
    "years": _text("2016 "),
    "dashed years": _text("2016-"),
    "digits without end": _text("1"),
    "spaced days": _text("1 - 1 - "),
    "month and day": _text("January 1 "),
    "days without a year": _text("22 March and "),
    "ordinals": _text("the 1st of the 2nd of "),
    "days ago": _text("two days "),
    "place names": _text("Paris "),
    "places in commas": _text("Paris, Texas, "),
    "speaking places": _text("Bath said Bath "),
    "one-word towns": _text("Reading Police March "),
    "no spaces before names": _text("Paris\n"),
    "initials": _text("A. B. C. "),
    "states": _text("OR IN ME "),
    "capitals": _text("Xy Zw "),
    "percent escapes": _text("%41%C3%A9"),
    "quotes": _text("'\u2019\" "),
    "ideographs": _text("\u5317\u4eac\u6771"),
    "surrogate pairs": _text("\U0001f30a\U0001d54f "),
    "combining marks": _text("a\u0301\u0302\u0303"),
    "right to left": _text("\u202e\u0645\u0627\u0631\u0633 "),
    "capital sharp s": _text("\u1e9e\u0130 "),
    "line breaks": _body("x<br>"),
    "white space": _body(" \n\t"),
    "spaces between tags": _body("<i> </i> "),
}  # fmt: skip
"""Shapes that have made some parser, pattern or loop slow."""
