"""Shapes for people who watch a crawl: hosts, harvest, log, graph."""

from __future__ import annotations

from datetime import datetime

from pydantic import BaseModel

from tidings.api.models.basic import ItemList
from tidings.model import HostState


class HostView(BaseModel):
    """The record of a host."""

    host: str
    fetched: int
    kept: int
    rejected: int
    waiting: int
    closed: str = ""
    """Why nothing more is fetched from it."""
    state: HostState
    """Whether it can be asked, rests, refuses, fails to answer, or is done with."""
    rests_until: datetime | None = None
    """It is not asked before, if it rests."""
    failures: int = 0
    """In a row."""


class HostsView(ItemList[HostView]):
    """Hosts, and how many there are in each state."""

    states: dict[HostState, int] = {}


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


class RhythmView(BaseModel):
    """How often a page comes back."""

    kind: str
    """`front page`, `live blog`, `situation report` or `article`."""
    every_hours: float
    """Between two visits while the event is on and the budget allows it; 0 for never."""
    visits: int
    """The last visits that it rests on."""
    changed: int
    """How many of them found a change."""


class DueView(BaseModel):
    """A page that comes back, and when."""

    page: int
    url: str
    due: datetime
    rhythm: RhythmView | None = None


class HubView(BaseModel):
    """A page that links to recent kept pages."""

    page: int
    url: str
    title: str = ""
    reward: float
    """The sum over the pages that no better hub links to; a young page counts more."""
    pages: int
    """How many these are."""


class NewPageView(BaseModel):
    """A page that came into the collection, with the visit."""

    page: int
    visit: int
    url: str
    host: str
    title: str = ""
    entered: datetime
    published: datetime | None = None
    language: str = ""
    score: float | None = None


class ChangedPageView(NewPageView):
    """A kept page that says something else than before."""

    before: int
    """The visit it is compared with."""
    added: list[str] = []
    """Sentences that came."""
    removed: list[str] = []
    notices: list[str] = []
    """What the page says about its change: `corrected`, `updated`."""


class LostPageView(NewPageView):
    """A kept page that no longer shows its content."""

    fate: str
    """What it shows instead, in words."""


class NewsView(BaseModel):
    """What happened in a collection since a moment."""

    since: datetime
    visits: int
    hosts: int
    """Hosts of new pages."""
    new_count: int
    changed_count: int
    new: list[NewPageView]
    """The best first."""
    changed: list[ChangedPageView]
    """The latest first."""
    lost: list[LostPageView]
