"""No nesting or overloading of markup makes a parser slow, and taming loses no text."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.growth import LINEAR, growth
from tests.read.shortcuts import parse
from tidings.read.html.taming import MAX_ATTRIBUTES, MAX_DEPTH, tamed

NAMES = [b"a%x" % number for number in range(40_000)]


def _groups(names: list[bytes]) -> Iterator[list[bytes]]:
    return (names[n : n + 99] for n in range(0, len(names), 99))


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
    def page(size: int) -> bytes:
        return unit * (size // len(unit)) + b"<p>after all"

    assert growth(page, parse, 70_000) < LINEAR


@pytest.mark.parametrize(
    "page",
    [
        lambda names: b'<p x="<" ' + b" ".join(names) + b">",
        lambda names: b"<p <" + b" <".join(names) + b">",
        lambda names: b"<p " + b' x=">" '.join(names) + b">",
        lambda names: b"<p " + b" y='>' ".join(names) + b">",
        lambda names: b'<p =">" ' + b' ="a b=">" '.join(names) + b">",
        lambda names: b"</p " + b" ".join(names) + b">",
        lambda names: b"<p>" + b"".join(b"<BODY %b>" % b" ".join(some) for some in _groups(names)),
    ],
    ids=["quoted <", "<", "quoted >", "other quotes", "no quotes", "end tag", "roots"],
)
def test_overloaded_tags_are_dropped(page: Callable[[list[bytes]], bytes]) -> None:
    def read_page(html: bytes) -> None:
        assert "after all" in parse(html).texts()

    assert growth(lambda n: page(NAMES[:n]) + b"<p>after all", read_page, 10_000) < LINEAR


def test_raw_text_stays_unchanged_at_any_depth() -> None:
    page = b"<div>" * 9_000 + b"<style>" + b"<div></q>" * 60_000
    flat = tamed(page)
    assert flat.count(b"<style>") == 1
    assert flat.endswith(b"<style>" + b"<div></q>" * 60_000)


def test_many_attributes_are_read_as_they_are() -> None:
    names = b" ".join(NAMES[: MAX_ATTRIBUTES - 1])
    page = b'<p class="%b" %b>words</p>' % (b"x" * 100_000, names)
    assert tamed(page) == page


def test_a_large_page_that_is_sound_passes_untouched() -> None:
    unit = b'<div class="a > b"><p>It\'s <b>so</b><br><script>x="</div><div>"</script></div>'
    page = b"<table><tr><td>" + unit * 4_000 + b"</table>"
    assert tamed(page) == page


def test_properly_closed_elements_do_not_add_up() -> None:
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
def test_links_in_drawings_have_a_bounded_depth(around: bytes) -> None:
    flat = tamed(b"<%b>" % around + b"<a href=x>w " * 2_000 + b"</%b><p>after" % around)
    assert flat.count(b"<a href=x>") < MAX_DEPTH
    assert flat.count(b"w ") == 2_000
    assert flat.endswith(b"<p>after")


def test_links_that_close_each_other_stay() -> None:
    page = b"<svg><g></g></svg>" + b"<a href=x>w " * 2_000
    assert tamed(page) == page
