"""Markup cannot be nested or overloaded so that a parser takes long, by whatever trick, and loses no text over it."""

from __future__ import annotations

import time

import pytest

from tests.read.shortcuts import parse
from tidings.read.html.taming import MAX_ATTRIBUTES, MAX_DEPTH, tamed

MANY = [b"a%x" % number for number in range(60_000)]
NAMES = b" ".join(MANY)


@pytest.mark.parametrize(
    "unit",
    [
        b"<div></q>",
        b"<ul><li></x>",
        b"<b></i>",
        b"<div><!--</div>-->",
        b"<div><!--></div><!-- -->",
        b'<div x="</div>">',
        b"<div x=</div>>",
        b"<div><script></div></script>",
        b"<div><title></div></title>",
        b"<div><!x </div>",
        b"<div><table><tr><td></div>",
        b"<div><select></div></select>",
        b"<div><template></div>",
        b"<svg><desc></g></h>",
        b"<svg><desc><![CDATA[></desc></svg>]]>",
    ],
)
def test_elements_that_only_seem_to_be_closed_are_flattened(unit: bytes) -> None:
    page = unit * (600_000 // len(unit)) + b"<p>after all"
    start = time.process_time()
    parse(page)
    assert time.process_time() - start < 2


@pytest.mark.parametrize(
    "page",
    [
        b'<p x="<" ' + NAMES + b">",
        b"<p <" + b" <".join(MANY) + b">",
        b"<p " + b' x=">" '.join(MANY) + b">",
        b"<p " + b" y='>' ".join(MANY) + b">",
        b'<p =">" ' + b' ="a b=">" '.join(MANY) + b">",
        b"</p " + NAMES + b">",
        b"<p>" + b"".join(b"<BODY %b>" % b" ".join(MANY[n : n + 99]) for n in range(0, 60_000, 99)),
    ],
    ids=["quoted <", "<", "quoted >", "other quotes", "no quotes", "end tag", "roots"],
)
def test_attributes_without_end_are_left_out(page: bytes) -> None:
    start = time.process_time()
    document = parse(page + b"<p>after all")
    assert time.process_time() - start < 2
    assert "after all" in document.texts()


def test_text_that_is_no_markup_stays_so_however_deep_it_stands() -> None:
    page = b"<div>" * 9_000 + b"<style>" + b"<div></q>" * 60_000
    flat = tamed(page)
    assert flat.count(b"<style>") == 1
    assert flat.endswith(b"<style>" + b"<div></q>" * 60_000)


def test_many_attributes_are_read_as_they_are() -> None:
    names = b" ".join(MANY[: MAX_ATTRIBUTES - 1])
    page = b'<p class="%b" %b>words</p>' % (b"x" * 100_000, names)
    assert tamed(page) == page


def test_a_large_page_that_is_sound_passes_untouched() -> None:
    unit = b'<div class="a > b"><p>It\'s <b>so</b><br><script>x="</div><div>"</script></div>'
    page = b"<table><tr><td>" + unit * 4_000 + b"</table>"
    assert tamed(page) == page


def test_what_is_closed_properly_does_not_add_up() -> None:
    deep = b"<div>" * (MAX_DEPTH - 10) + b"<p>x" + b"</div>" * (MAX_DEPTH - 10)
    page = deep * 40
    assert tamed(page) == page


def test_elements_that_are_too_deep_lose_both_their_tags() -> None:
    page = b"<section>" * 9_000 + b"<i>inner</i>" + b"</section>" * 9_000 + b"<nav>after</nav>"
    flat = tamed(page)
    assert flat.count(b"<section>") == flat.count(b"</section>") == MAX_DEPTH
    assert b"<i>inner</i>" in flat
    assert flat.endswith(b"</section><nav>after</nav>")


@pytest.mark.parametrize("around", [b"svg", b"Math"])
def test_links_in_drawings_are_nested_only_so_deep(around: bytes) -> None:
    flat = tamed(b"<%b>" % around + b"<a href=x>w " * 2_000 + b"</%b><p>after" % around)
    assert flat.count(b"<a href=x>") < MAX_DEPTH
    assert flat.count(b"w ") == 2_000
    assert flat.endswith(b"<p>after")


def test_links_that_close_each_other_stay() -> None:
    page = b"<svg><g></g></svg>" + b"<a href=x>w " * 2_000
    assert tamed(page) == page
