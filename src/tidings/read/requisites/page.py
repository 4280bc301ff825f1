"""Lists what a page and a style sheet need: a table of elements and attributes, as in ``wget -p`` and Heritrix."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

from tidings.model import Displayed, Requisite, Use
from tidings.read.html.taming import tamed
from tidings.read.requisites.pictures import LAZY_SETS, lazy_source, wanted
from tidings.read.requisites.styles import references
from tidings.urls import normalise

MOST_CSS = 1_000_000
"""Characters of a style sheet that are searched."""
MOST_HTML = 10_000_000
"""Bytes of a page that are searched."""
_LOADED = {
    "img": (("src", Use.IMAGE), ("lowsrc", Use.IMAGE)),
    "input": (("src", Use.IMAGE),),
    "image": (("href", Use.IMAGE), ("xlink:href", Use.IMAGE)),
    "feimage": (("href", Use.IMAGE), ("xlink:href", Use.IMAGE)),
    "use": (("href", Use.IMAGE), ("xlink:href", Use.IMAGE)),
    "video": (("poster", Use.IMAGE),),
    "script": (("src", Use.SCRIPT),),
    "iframe": (("src", Use.FRAME), ("data-src", Use.FRAME)),
    "frame": (("src", Use.FRAME),),
    "embed": (("src", Use.OBJECT),),
    "object": (("data", Use.OBJECT),),
    "track": (("src", Use.OBJECT),),
    **dict.fromkeys(
        ("body", "table", "thead", "tbody", "tfoot", "tr", "td", "th"),
        (("background", Use.IMAGE),),
    ),
}
"""Attributes that load something; films and sounds themselves are only linked."""
_RELATIONS = {
    "stylesheet": Use.STYLE,
    "icon": Use.ICON,
    "apple-touch-icon": Use.ICON,
    "apple-touch-icon-precomposed": Use.ICON,
    "mask-icon": Use.ICON,
    "modulepreload": Use.SCRIPT,
}
_PRELOADED = {
    "style": Use.STYLE,
    "image": Use.IMAGE,
    "font": Use.FONT,
    "script": Use.SCRIPT,
}
_BACKGROUNDS = ("data-bg", "data-background", "data-background-image")
"""Attributes with an image that a script would draw behind an element."""
_PLAYERS = (
    "youtube.com/embed/",
    "youtube-nocookie.com/embed/",
    "player.vimeo.com/video/",
    "dailymotion.com/embed/",
)
_FILMS = ",".join(
    (
        "video[src], audio[src], video source[src], audio source[src]",
        *(f'iframe[src*="{player}"]' for player in _PLAYERS),
    )
)
"""Films and sounds, and frames of the usual services that play them."""
_MOST_SHOWN = 30
"""Films, and words about pictures, that are recorded of one page."""
_FONTS = (".woff2", ".woff", ".ttf", ".otf")
_OLD_FONTS = (".eot",)
"""No browser of today loads them."""
_SELECTED = ",".join(
    (
        "img",
        "source",
        "link[href]",
        "style",
        *(f"[{name}]" for name in _BACKGROUNDS),
        *(
            f"{tag}[{name.replace(':', chr(92) + ':')}]"
            for tag, loaded in _LOADED.items()
            for name, _ in loaded
            if tag != "img"
        ),
    )
)
"""All elements that may load something, no matter in what way."""

Reference = tuple[str, Use]


def needed_by_page(html: bytes, url: str) -> list[Requisite]:
    """Return what a page needs, each URL once, the most important first."""
    return list(shown_by_page(html, url).requisites)


def shown_by_page(html: bytes, url: str) -> Displayed:
    """Return what a page needs and shows, each URL once, the most important first."""
    return displayed_by(LexborHTMLParser(tamed(html[:MOST_HTML])), url)


def displayed_by(tree: LexborHTMLParser, url: str) -> Displayed:
    """Return what a parsed page needs and shows."""
    first = tree.css_first("base[href]")
    base = (normalise(first.attributes["href"] or "", url) if first else None) or url
    found = [reference for node in tree.css(_SELECTED) for reference in _of_element(node)]
    for node in tree.css("[style]"):
        found += _of_style(node.attributes.get("style") or "")
    return Displayed(
        tuple(_in_order(found, base, url)),
        _distinct(normalise(_value(node, "src"), base) for node in tree.css(_FILMS)),
        _distinct(" ".join(_value(node, "alt").split())[:300] for node in tree.css("img[alt]")),
    )


def _value(node: LexborNode, name: str) -> str:
    return node.attributes.get(name) or ""


def _distinct(values: Iterable[str | None]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, values)))[:_MOST_SHOWN]


def needed_by_style(css: str, url: str) -> list[Requisite]:
    """Return what a style sheet needs, imported style sheets first."""
    return _in_order(_of_style(css), url, url)


def _in_order(found: list[Reference], base: str, url: str) -> list[Requisite]:
    """Return web addresses in their normal form, by their use and then in page order."""
    uses: dict[str, Use] = {}
    for reference, use in sorted(found, key=lambda each: each[1].rank):
        text = reference.strip()
        if text and not text.startswith(("#", "data:")):
            target = normalise(text, base)
            if target and target != url:
                uses.setdefault(target, use)
    return [Requisite(target, use) for target, use in uses.items()]


def _of_element(node: LexborNode) -> Iterator[Reference]:
    tag, attributes = (node.tag or "").lower(), node.attributes
    for name, use in _LOADED.get(tag, ()):
        yield attributes.get(name) or "", use
    if tag in ("img", "source"):
        yield from _pictures(attributes)
    elif tag == "link":
        yield from _relations(attributes)
    elif tag == "style":
        yield from _of_style(node.text() or "")
    for name in _BACKGROUNDS:
        value = attributes.get(name) or ""
        if "url(" in value:
            yield from _of_style(value)
        else:
            yield value, Use.IMAGE


def _pictures(attributes: dict[str, str | None]) -> Iterator[Reference]:
    """Yield the pictures of an image in many sizes, and those that a script would show."""
    yield lazy_source(attributes), Use.IMAGE
    for name in ("srcset", *LAZY_SETS):
        for url in wanted(attributes.get(name) or ""):
            yield url, Use.IMAGE


def _relations(attributes: dict[str, str | None]) -> Iterator[Reference]:
    relations = (attributes.get("rel") or "").lower().split()
    reference = attributes.get("href") or ""
    for relation in relations:
        if relation in _RELATIONS:
            yield reference, _RELATIONS[relation]
    if "preload" in relations:
        use = _PRELOADED.get((attributes.get("as") or "").lower())
        if use:
            yield reference, use
        for url in wanted(attributes.get("imagesrcset") or ""):
            yield url, Use.IMAGE


def _of_style(css: str) -> list[Reference]:
    if "url(" not in css and "@import" not in css and "image-set" not in css:
        lowered = css.lower()
        if not any(sign in lowered for sign in ("url(", "@import", "image-set", "\\")):
            return []
    found = []
    for reference, imported in references(css[:MOST_CSS]):
        path = reference.partition("?")[0].partition("#")[0].lower()
        if path.endswith(_OLD_FONTS):
            continue
        font = Use.FONT if path.endswith(_FONTS) else Use.IMAGE
        found.append((reference, Use.STYLE if imported else font))
    return found
