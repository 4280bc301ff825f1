"""Which links of a page are candidates, what the next page of a list is worth, and posts as data; knows no event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from heapq import nlargest

from tidings.model import Candidate, Link, Page, Reason
from tidings.read.posts.apis import data_of
from tidings.urls import normalise, url_id

_NEXT_PAGE, _BEST_LINKS = 0.7, 3
"""Share: of the mean score of this many best links of a list that its next page is worth, as in the link model."""


def allowed(links: tuple[Link, ...], nofollow: str) -> tuple[Link, ...]:
    """Return links without the mark nofollow, if the settings follow them nevertheless."""
    if nofollow != "follow" or not any(link.barred for link in links):
        return links
    return tuple(
        link._replace(barred=None) if link.barred is Reason.NOFOLLOW else link for link in links
    )


def at_most(links: tuple[Link, ...], limit: int) -> tuple[Sequence[Link], Sequence[Link]]:
    """Return the links that are followed, those of the main text first, and the others, both in page order."""
    if len(links) <= limit:
        return links, ()
    ranked = sorted(range(len(links)), key=lambda number: not links[number].in_body)
    chosen = frozenset(ranked[:limit])
    return (
        [link for number, link in enumerate(links) if number in chosen],
        [link for number, link in enumerate(links) if number not in chosen],
    )


def with_next_pages(candidates: list[Candidate]) -> list[Candidate]:
    """Let the next page of a list be worth nearly as much as the best links of this one."""
    depths = {one.link.depth for one in candidates}
    if len(depths) < 2:
        return candidates
    deepest = max(depths)
    best = nlargest(_BEST_LINKS, [one.score for one in candidates if one.link.depth == deepest])
    worth = _NEXT_PAGE * sum(best) / len(best) if best else 0.0
    return [
        one._replace(score=worth) if one.link.depth < deepest and 0.0 < one.score < worth else one
        for one in candidates
    ]


def data_of_posts(candidates: Iterable[Candidate]) -> Iterator[Candidate]:
    """Yield, for each link to a post, one to the same post as data, where its service gives it to everybody."""
    for one in candidates:
        url = normalise(data_of(one.link.url) or "")
        if url and not one.link.barred:
            yield one._replace(id=url_id(url), link=one.link._replace(url=url))


def canonical_of(page: Page) -> str:
    """Return the canonical URL, unless it is a front page, which some sites declare on every page."""
    return "" if page.canonical.count("/") == 3 and page.canonical.endswith("/") else page.canonical
