"""Shapes for people who watch a crawl: hosts, harvest, log, graph."""

from __future__ import annotations

from datetime import datetime

from pydantic import BaseModel


class HostView(BaseModel):
    """The record of a host."""

    host: str
    fetched: int
    kept: int
    rejected: int
    waiting: int
    closed: str = ""
    """Why nothing more is fetched from it."""


class HarvestPoint(BaseModel):
    """Pages visited, and how many of them were kept."""

    pages: int
    kept: int


class LogLine(BaseModel):
    """A line of the log."""

    number: int
    """The byte at which the line ends."""
    text: str


class NodeView(BaseModel):
    """A URL in the graph."""

    id: int
    url: str
    host: str
    title: str = ""
    outcome: str
    score: float | None = None


class EdgeView(BaseModel):
    """A link from one page to another, by their numbers."""

    source: int
    target: int


class GraphView(BaseModel):
    """The pages around a page, and the links between them."""

    page: int
    nodes: list[NodeView]
    edges: list[EdgeView]
    cut: bool
    """Whether there are more than are shown."""


class StrategyView(BaseModel):
    """A strategy of an experiment."""

    name: str
    harvest: float | None
    """The mean share of the visited pages that were relevant."""
    curve: list[tuple[float, float]]
    """Pages visited, and the share of them that was relevant."""


class RunView(BaseModel):
    """An experiment of the lab."""

    name: str
    title: str
    command: str
    strategies: list[StrategyView]


class AlarmView(BaseModel):
    """Something that is not as expected."""

    kind: str
    """`feed`, `stream`, `host`, `language`, `wall`, `failing` or `crawl`."""
    name: str
    expected: str
    fact: str
    since: datetime


class DueView(BaseModel):
    """A page that comes back, and when."""

    url: str
    due: datetime
