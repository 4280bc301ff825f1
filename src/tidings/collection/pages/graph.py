"""The neighbourhood of a page: what it links to, what links to it, up to two steps away."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from tidings.model import Edge, LinkedPage
from tidings.ports import LinkGraph

MOST_NODES = 500


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """Some URLs and the links between them."""

    pages: tuple[LinkedPage, ...]
    edges: tuple[Edge, ...]
    is_cut: bool
    """Whether there are more than are shown."""


def neighbourhood(graph: LinkGraph, id_: int, hops: int, most: int) -> Neighbourhood:
    """Return the pages around the URL with an id, at most ``most``; kept pages and pages that were read come first."""
    nodes: dict[int, LinkedPage] = {page.id: page for page in graph.pages([id_])}
    edges: dict[Edge, None] = {}
    border, is_cut = [id_], False
    for _ in range(hops):
        found = [*graph.into(border), *graph.out(border)]
        new = {end for edge in found for end in edge} - nodes.keys()
        ranked = sorted(graph.pages(new), key=_worth)
        room = most - len(nodes)
        is_cut = is_cut or len(ranked) > room
        taken = {page.id: page for page in islice(ranked, room)}
        nodes |= taken
        edges |= dict.fromkeys(
            edge for edge in found if edge.source in nodes and edge.target in nodes
        )
        border = list(taken)
    return Neighbourhood(tuple(nodes.values()), tuple(edges), is_cut)


def _worth(page: LinkedPage) -> tuple[bool, float, int]:
    return page.outcome != "kept", -(page.score or 0.0), page.number
