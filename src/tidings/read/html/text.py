"""Which blocks of a page are its main text: follow the box that holds most of the prose; it knows no words."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from tidings.read.html.parse import Block

SHARE = 0.7
"""Go into a box while it holds this much of the prose around it; 0.6 splits articles, 0.8 takes teasers along."""
_PROSE = 80
"""A block with so many bytes outside links is prose; bytes, because ideographs say more per character."""
_SHORT = 25
"""Characters that are fewer than so many bytes in any script."""
_ENOUGH = 400
"""Less main text than this is doubted: the author's names for boxes may have misled us."""
_NOTHING = 100
"""Less than this is no text at all: then the page is all about what elsewhere stands aside."""


def _naming(words: str) -> re.Pattern[str]:
    """Match a lower-cased name that has one of the words in it; grouped by first letter, in an eighth of the time."""
    groups: dict[str, list[str]] = defaultdict(list)
    for word in words.split():
        groups[word[0]].append(word[1:])
    return re.compile("|".join(f"{first}(?:{'|'.join(rest)})" for first, rest in groups.items()))


_ASIDE = _naming(
    r"""comment disqus side-?_?bar foot related recommend shar(?:e|ing) social promo sponsor advert banner
    breadcrumb menu navi n(?<=\bn)av\b newsletter subscri cookie consent popup modal login sign-?up masthead
    pagination pager tags?\b widget outbrain taboola byline author meta\b caption credit toolbar
    copyright disclaimer complementary trending most-read popular read-?more more- also- teaser a(?<=\ba)ds?\b
    print- hidden screen-reader sr-only reply respond rating poll\b gallery"""
)
_OTHERS = _naming("comment disqus reply respond cookie consent")
"""Never the article, however much of it there is."""
_BODY = _naming("article body content entry main story text post hentry blog column page")
_ASIDE_TAGS = frozenset(
    ("nav", "footer", "aside", "form", "menu", "dir", "address", "dialog", "figcaption", "header")
)
_ROOT_TAGS = frozenset(("html", "body", "article", "main"))
StandsAside = Callable[[str, str], bool]
"""Tells of the tag of a box and what its author called it whether it is something beside the text."""


class MainText(NamedTuple):
    """The text and the range of blocks it was taken from."""

    text: str
    first: int
    last: int


def main_text(blocks: Sequence[Block], texts: Sequence[str]) -> MainText:
    """Return the prose of a page; of a page without prose (a list, a front page), all it says outside menus."""
    found = _prose(blocks, texts, _asides(blocks, is_aside))
    if len(found.text) < _ENOUGH:
        doubted = _prose(blocks, texts, _asides(blocks, is_others))
        found = doubted if len(doubted.text) > 2 * len(found.text) else found
    if len(found.text) < _NOTHING:
        everything = _prose(blocks, texts, [False] * len(blocks))
        found = everything if len(everything.text) > 2 * len(found.text) else found
    return found


def _prose(blocks: Sequence[Block], texts: Sequence[str], aside: Sequence[bool]) -> MainText:
    mass = _masses(blocks, texts, aside)
    if not mass or not mass[0]:
        kept = [text for text, off in zip(texts, aside, strict=True) if text and not off]
        return MainText("\n".join(kept), 0, len(blocks))
    first = _densest(blocks, mass)
    last = _end(blocks, first)
    kept = [
        texts[i]
        for i in range(first, last)
        if texts[i] and not aside[i] and not is_mostly_links(texts[i], blocks[i].link_length)
    ]
    return MainText("\n".join(kept), first, last)


def _asides(blocks: Sequence[Block], test: StandsAside) -> list[bool]:
    """Tell for each block whether it, or a box around it, is something beside the text."""
    aside: list[bool] = []
    for block in blocks:
        parent = block.parent
        aside.append((parent >= 0 and aside[parent]) or test(block.tag, block.marks))
    return aside


def prose_length(text: str, link_length: int) -> int:
    """Return how many bytes of a block are prose, none if it is too short or stands in links."""
    if len(text) <= _SHORT:
        return 0
    prose = (len(text) if text.isascii() else len(text.encode())) - link_length
    return prose if prose >= _PROSE and prose >= link_length else 0


def is_mostly_links(text: str, link_length: int) -> bool:
    """Tell whether more than half of a block stands in links."""
    return link_length * 2 > len(text)


@lru_cache(maxsize=16384)
def is_aside(tag: str, marks: str) -> bool:
    """Tell whether a box is something beside the text, from its tag and what its author called it."""
    if tag in _ASIDE_TAGS:
        return True
    if not marks or tag in _ROOT_TAGS:
        return False
    names = marks.lower()
    return bool(_ASIDE.search(names)) and not _BODY.search(names)


@lru_cache(maxsize=16384)
def is_others(tag: str, marks: str) -> bool:
    """Tell whether a box can not be the text, however much of it there is."""
    return bool(marks) and tag not in _ROOT_TAGS and bool(_OTHERS.search(marks.lower()))


def _masses(blocks: Sequence[Block], texts: Sequence[str], aside: Sequence[bool]) -> list[int]:
    """Return how much prose each block holds, everything inside it included."""
    mass = [0] * len(blocks)
    for i in range(len(blocks) - 1, -1, -1):
        if texts[i] and not aside[i]:
            mass[i] += prose_length(texts[i], blocks[i].link_length)
        if mass[i] and (parent := blocks[i].parent) >= 0:
            mass[parent] += mass[i]
    return mass


def _densest(blocks: Sequence[Block], mass: Sequence[int]) -> int:
    """Return the block to which the heaviest blocks lead, from the root on."""
    heaviest: dict[int, int] = {}
    for i, weight in enumerate(mass):
        if weight and weight > mass[heaviest.setdefault(blocks[i].parent, i)]:
            heaviest[blocks[i].parent] = i
    box = 0
    while box in heaviest and mass[heaviest[box]] >= SHARE * mass[box]:
        box = heaviest[box]
    return box


def _end(blocks: Sequence[Block], first: int) -> int:
    level = blocks[first].level
    for i in range(first + 1, len(blocks)):
        if blocks[i].level <= level:
            return i
    return len(blocks)
