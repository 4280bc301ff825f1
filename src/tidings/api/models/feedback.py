"""Shapes of judgements and of the models learned from them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from tidings.api.models.basic import Parameters

VerdictWord = Literal["relevant", "not"]
PageNumber = Annotated[int, Field(ge=1, lt=2**63)]


class JudgeRequest(Parameters):
    """A judgement of some pages."""

    pages: list[PageNumber] = Field(min_length=1, max_length=1000)
    verdict: VerdictWord
    type: str = Field("", max_length=100, description="The type of event, if a person chose one.")


class JudgementView(BaseModel):
    """A person's judgement of a page."""

    id: int
    page: int | None
    """The number of the page, null if the collection no longer has it."""
    url: str
    title: str = ""
    verdict: VerdictWord
    type: str = ""
    judged: datetime


class ChangesView(BaseModel):
    """What a judgement changed."""

    revision: int
    applied: bool
    """False if a running crawl will judge the pages again within seconds."""
    judged: int = 0
    """Pages that were judged again."""
    kept: int = 0
    """Pages kept now that were rejected before."""
    rejected: int = 0
    reopened: int = 0
    """Pages among ``kept`` that wait to be fetched again."""


class NextView(BaseModel):
    """A page whose judgement would teach much."""

    page: int
    url: str
    title: str
    score: float | None
    lead: str
    """The beginning of its text."""
    outcome: str


class RevisionView(BaseModel):
    """A revision of the page model."""

    number: int
    made: datetime
    note: str
    judgements: int
    kept: int
    """Pages it moved to kept."""
    rejected: int
    quality: float | None = None
    """The share of the last twenty verdicts that the model of before had foreseen."""


class SideView(BaseModel):
    """A page that one revision keeps and another rejects."""

    page: int
    url: str
    title: str = ""
    before: float
    after: float
    kept: bool
