"""Shapes of what a collection says: quotations, names, numbers, clusters."""

from __future__ import annotations

from datetime import datetime

from pydantic import BaseModel

from tidings.api.models.pages import NumberFacts


class SourcePage(BaseModel):
    """The page that something is from."""

    page: int
    url: str
    host: str


class QuotationView(SourcePage):
    """A sentence of a page, word for word."""

    title: str
    language: str = ""
    text: str
    start: int
    """Where it begins in the text of the page."""
    when: datetime | None = None
    published: bool = False
    """Whether ``when`` is the date of publication, not that of the capture."""
    score: float | None = None


class SummaryName(BaseModel):
    """A place, a person or an organisation, and how many sites and pages name it."""

    name: str
    sites: int
    pages: int
    country: str = ""
    lat: float | None = None
    lon: float | None = None


class ReportedView(NumberFacts, SourcePage):
    """A number that a page reports, with its source and day."""

    published: datetime | None = None


class ClusterPage(BaseModel):
    """A page of a cluster."""

    id: int
    url: str
    title: str


class ClusterView(BaseModel):
    """Pages with similar words."""

    name: str
    """Its strongest words; the value of the facet ``cluster``."""
    words: list[str]
    pages: int
    examples: list[ClusterPage] = []


class SummaryView(BaseModel):
    """What a collection says about its event."""

    sentences: list[QuotationView]
    """In order of time, each of another source."""
    places: list[SummaryName]
    people: list[SummaryName]
    organisations: list[SummaryName]
    numbers: list[ReportedView] = []
    """Of each kind one from each site, in order of time."""
    pages: int
    """Pages that were read for it."""
