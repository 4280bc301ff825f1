"""Shapes of requests that make collections and steer their crawls."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import BaseModel, Field, model_validator

from tidings.api.models.basic import Parameters

Text = Annotated[str, Field(min_length=1, max_length=2000)]
Texts = Annotated[list[Text], Field(max_length=1000)]


class EventDraft(Parameters):
    """An event as a person describes it; what is missing is suggested from the text and the references."""

    name: Annotated[str, Field(min_length=1, max_length=200)]
    seeds: Texts = []
    keywords: Texts = []
    places: Texts = []
    who: Texts = []
    references: Texts = Field([], description="Web addresses of pages about the event.")
    start: date | None = None
    end: date | None = None
    text: Annotated[str, Field(max_length=1_000_000)] = ""
    contact: Annotated[str, Field(max_length=500)] = ""


class NewCollection(Parameters):
    """A new collection: its event file, or a draft of one."""

    event_file: Annotated[str, Field(max_length=1_000_000)] | None = None
    draft: EventDraft | None = None
    folder: Annotated[str, Field(min_length=1, max_length=100)] | None = Field(
        None, description="The name of its folder; by default that of the event."
    )

    @model_validator(mode="after")
    def _one_of_them(self) -> NewCollection:
        if (self.event_file is None) == (self.draft is None):
            raise ValueError("found both or none; allowed: event_file or draft")
        return self


class CrawlOrder(Parameters):
    """What a crawl is to do."""

    action: Literal["start", "pause", "resume", "stop"]


class BudgetChange(Parameters):
    """New limits of a crawl; those left out stay as they are."""

    pages: int | None = Field(None, ge=1, le=10**12)
    minutes: float | None = Field(None, ge=0, le=10**9)
    megabytes: float | None = Field(None, ge=0, le=10**12)
    harvest: float | None = Field(None, ge=0, le=1)
    coverage: float | None = Field(None, ge=0, le=1)


class Additions(Parameters):
    """Texts to add to the event file: web addresses, words or queries."""

    values: Texts = Field(min_length=1)


class AddedView(BaseModel):
    """What was added."""

    added: list[str]
    running: bool
    """Whether a running crawl takes it now."""


class QueryView(BaseModel):
    """A query that the pages suggest."""

    query: str
    """As the route that adds queries takes it."""
    kept: int
    """Kept pages and posts that it occurs on."""
    rejected: int
    """Rejected ones."""


class QueriesView(BaseModel):
    """What the streams of a collection ask for, and what may be worth asking for."""

    words: list[str]
    tags: list[str]
    accounts: list[str]
    languages: list[str]
    regions: list[str]
    """Each as south, west, north, east in degrees."""
    followed: list[str]
    """Queries that the crawl follows by itself."""
    proposed: list[QueryView]
    listening: bool
    """Whether the event file names services or files of posts."""


class ExtractRequest(Parameters):
    """Archives to collect from."""

    archives: Annotated[list[Text], Field(min_length=1, max_length=100)]
    scan: bool = Field(
        False, description="Read everything in the files instead of following links."
    )
