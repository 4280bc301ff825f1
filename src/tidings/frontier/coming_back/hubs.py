"""The K pages that link to the most recent relevant pages (Pham et al., 2017): seeds of the next crawl."""

from __future__ import annotations

from array import array
from collections.abc import Container, Iterable, Mapping
from heapq import heapify, heappop, heapreplace
from typing import NamedTuple

_DAY = 86_400.0


class ChosenHub(NamedTuple):
    """A page that was chosen, and the reward of the relevant pages that no better hub links to."""

    link: int
    reward: float
    pages: int
    """How many these are."""


def reward(age_days: float | None, horizon: float) -> float:
    """Return the reward of a relevant page: the younger, the higher; 1 for one that is old or has no date."""
    return 1.0 if age_days is None else max(1.0, horizon - max(age_days, 0.0))


def rewards(
    kept: Iterable[tuple[int, float | None]], now: float, horizon: float
) -> dict[int, float]:
    """Return the reward of each relevant page by its id, from its time of publication."""
    return {
        id_: reward(None if published is None else (now - published) / _DAY, horizon)
        for id_, published in kept
    }


def top_hubs(
    pages: Iterable[tuple[int, bytes]], worth: Mapping[int, float], most: int
) -> list[ChosenHub]:
    """Choose greedily the pages whose links cover the largest sum of rewards; ``pages`` has the edges of each."""
    children = {link: found for link, edges in pages if (found := _relevant(edges, worth))}
    return _greedy(children, worth, dict.fromkeys(children, 1.0), most)


def pure_hubs(
    pages: Iterable[tuple[int, bytes]],
    worth: Mapping[int, float],
    kept: Container[int],
    most: int,
) -> tuple[list[ChosenHub], list[int]]:
    """Choose hubs, of those with the same news the one with the fewest links to pages that were not kept.

    A list of one subject changes when there is news about it, a front page changes all day. Return also those left out.
    """
    children, purity = {}, {}
    for link, edges in pages:
        ids = _ids(edges)
        if found := frozenset(id_ for id_ in ids if id_ in worth):
            children[link] = found
            purity[link] = 1.0 + sum(id_ in kept for id_ in ids) / len(ids)
    chosen = _greedy(children, worth, purity, most)
    return chosen, list(children.keys() - {hub.link for hub in chosen})


def _greedy(
    children: Mapping[int, frozenset[int]],
    worth: Mapping[int, float],
    weights: Mapping[int, float],
    most: int,
) -> list[ChosenHub]:
    """Choose the pages with the largest weighted sum of rewards.

    What a page adds can only sink while others are chosen, so most need not be looked at again (lazy greedy).
    """
    heap = [
        (-weights[link] * sum(worth[id_] for id_ in found), link)
        for link, found in children.items()
    ]
    heapify(heap)
    covered: set[int] = set()
    chosen: list[ChosenHub] = []
    while heap and len(chosen) < most:
        before, link = heap[0]
        new = children[link] - covered
        gain = sum(worth[id_] for id_ in new)
        if weights[link] * gain < -before:
            if gain:
                heapreplace(heap, (-weights[link] * gain, link))
            else:
                heappop(heap)
            continue
        heappop(heap)
        covered |= new
        chosen.append(ChosenHub(link, gain, len(new)))
    return chosen


def _relevant(edges: bytes, worth: Mapping[int, float]) -> frozenset[int]:
    return frozenset(id_ for id_ in _ids(edges) if id_ in worth)


def _ids(edges: bytes) -> array[int]:
    ids = array("q")
    ids.frombytes(edges)
    return ids
