"""Find the main text of a page: descend into the block that holds most of the prose; it looks at no words."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from tidings.read.html.parse import Block

SHARE = 0.7
"""Share of the prose a block must hold to descend into it; 0.6 splits articles, 0.8 includes teasers."""
_LEAST_PROSE = 80
"""Bytes outside links that make a block prose; bytes, because ideographs say more per character."""
_TOO_SHORT = 25
"""Characters that cannot fill ``_LEAST_PROSE`` bytes in any script."""
_DOUBTFUL = 400
"""Characters of main text below which class names may have misled us, and most of them are ignored."""
ALMOST_NOTHING = 100
"""Characters of main text below which all class names are ignored."""


def _naming(words: str) -> re.Pattern[str]:
    """Match a name that contains one of the words; grouping them by first letter takes an eighth of the time."""
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
_NEVER_TEXT = _naming("comment disqus reply respond cookie consent")
"""Never the article, however long."""
_BODY = _naming("article body content entry main story text post hentry blog column page")
_ASIDE_TAGS = frozenset(
    ("nav", "footer", "aside", "form", "menu", "dir", "address", "dialog", "figcaption", "header")
)
_ROOT_TAGS = frozenset(("html", "body", "article", "main"))
AsideTest = Callable[[str, str], bool]
"""Returns whether an element with this tag and these marks is not part of the main text."""


class MainText(NamedTuple):
    """The text, and the range of blocks it comes from."""

    text: str
    first: int
    last: int


def main_text(blocks: Sequence[Block], texts: Sequence[str]) -> MainText:
    """Return the prose of a page or, without prose (a list, a front page), all text outside menus."""
    main = _prose(blocks, texts, _asides(blocks, is_aside))
    if len(main.text) < _DOUBTFUL:
        main = _much_longer(main, _prose(blocks, texts, _asides(blocks, is_never_text)))
    if len(main.text) < ALMOST_NOTHING:
        main = _much_longer(main, _prose(blocks, texts, [False] * len(blocks)))
    return main


def _much_longer(main: MainText, other: MainText) -> MainText:
    return other if len(other.text) > 2 * len(main.text) else main


def _prose(blocks: Sequence[Block], texts: Sequence[str], aside: Sequence[bool]) -> MainText:
    mass = _masses(blocks, texts, aside)
    if not mass or not mass[0]:
        everything = [text for text, off in zip(texts, aside, strict=True) if text and not off]
        return MainText("\n".join(everything), 0, len(blocks))
    first = _densest(blocks, mass)
    last = _end(blocks, first)
    prose = [
        texts[i]
        for i in range(first, last)
        if texts[i] and not aside[i] and not is_mostly_links(texts[i], blocks[i].link_length)
    ]
    return MainText("\n".join(prose), first, last)


def _asides(blocks: Sequence[Block], test: AsideTest) -> list[bool]:
    """Return for each block whether it, or a block around it, is not part of the main text."""
    aside: list[bool] = []
    for block in blocks:
        parent = block.parent
        aside.append((parent >= 0 and aside[parent]) or test(block.tag, block.marks))
    return aside


def prose_length(text: str, link_length: int) -> int:
    """Return the bytes of prose in a block, 0 if it is short or mostly links."""
    if len(text) <= _TOO_SHORT:
        return 0
    prose = (len(text) if text.isascii() else len(text.encode())) - link_length
    return prose if prose >= _LEAST_PROSE and prose >= link_length else 0


def is_mostly_links(text: str, link_length: int) -> bool:
    """Return whether more than half of a block is in links."""
    return link_length * 2 > len(text)


@lru_cache(maxsize=16384)
def is_aside(tag: str, marks: str) -> bool:
    """Return whether tag or marks say that an element is not part of the main text."""
    if tag in _ASIDE_TAGS:
        return True
    if not marks or tag in _ROOT_TAGS:
        return False
    names = marks.lower()
    return bool(_ASIDE.search(names)) and not _BODY.search(names)


@lru_cache(maxsize=16384)
def is_never_text(tag: str, marks: str) -> bool:
    """Return whether an element cannot be the main text, however long: comments, cookie notices."""
    return bool(marks) and tag not in _ROOT_TAGS and bool(_NEVER_TEXT.search(marks.lower()))


def _masses(blocks: Sequence[Block], texts: Sequence[str], aside: Sequence[bool]) -> list[int]:
    """Return the bytes of prose in each block, including the blocks inside it."""
    mass = [0] * len(blocks)
    for i in range(len(blocks) - 1, -1, -1):
        if texts[i] and not aside[i]:
            mass[i] += prose_length(texts[i], blocks[i].link_length)
        if mass[i] and (parent := blocks[i].parent) >= 0:
            mass[parent] += mass[i]
    return mass


def _densest(blocks: Sequence[Block], mass: Sequence[int]) -> int:
    """Descend from the root into the heaviest block while it holds most of the prose."""
    heaviest: dict[int, int] = {}
    for i, weight in enumerate(mass):
        if weight and weight > mass[heaviest.setdefault(blocks[i].parent, i)]:
            heaviest[blocks[i].parent] = i
    block = 0
    while block in heaviest and mass[heaviest[block]] >= SHARE * mass[block]:
        block = heaviest[block]
    return block


def _end(blocks: Sequence[Block], first: int) -> int:
    level = blocks[first].level
    for i in range(first + 1, len(blocks)):
        if blocks[i].level <= level:
            return i
    return len(blocks)
