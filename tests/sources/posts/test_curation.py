"""Seeds are typed after a look, hubs come first, and each next seed adds links of a site that has few."""

from __future__ import annotations

import pytest

from tidings.sources.posts.curation import LookedAt, SeedKind, curated


def page(url: str, links: str = "", *, relevant: bool = True, posts: int = 1) -> LookedAt:
    return LookedAt(f"http://{url}", relevant, frozenset(map(ord, links)), posts)


@pytest.mark.parametrize(
    ("looked", "kind"),
    [
        (page("a.example/", "ab"), SeedKind.HUB),
        (page("a.example/", "ab", relevant=False), SeedKind.TUNNEL),
        (page("a.example/"), SeedKind.DEAD_END),
        (page("a.example/", relevant=False), SeedKind.USELESS),
    ],
)
def test_pages_are_typed_by_what_they_say_and_where_they_lead(
    looked: LookedAt, kind: SeedKind
) -> None:
    assert looked.kind is kind


def _chosen(*pages: LookedAt, most: int = 10) -> list[str]:
    return [seed.page.url.removeprefix("http://") for seed in curated(pages, most)]


def test_hubs_come_first_and_useless_pages_never() -> None:
    tunnel = page("t.example/", "abcdefgh", relevant=False)
    dead, hub = page("d.example/", posts=99), page("h.example/", "a")
    useless = page("u.example/", relevant=False, posts=500)
    assert _chosen(dead, useless, tunnel, hub) == ["h.example/", "t.example/", "d.example/"]


def test_a_seed_that_adds_nothing_waits_for_one_that_does() -> None:
    large, same, other = (
        page("a.example/", "abc"),
        page("b.example/", "abc", posts=50),
        page("c.example/", "xy"),
    )
    seeds = curated([same, large, other], 3)
    assert [seed.page.url[7] for seed in seeds] == ["b", "c", "a"]
    assert [seed.new for seed in seeds] == [3, 2, 0]


def test_a_site_that_has_a_seed_counts_less() -> None:
    first, second = page("www.a.example/1", "abcd"), page("a.example/2", "efg")
    assert _chosen(first, second, page("b.example/", "xy")) == [
        "www.a.example/1",
        "b.example/",
        "a.example/2",
    ]
    assert len(_chosen(first, second, most=1)) == 1
