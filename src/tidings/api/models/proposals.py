"""Shapes of proposals: what a person gives, what is proposed, how samples would be judged."""

from __future__ import annotations

from datetime import date

from pydantic import BaseModel, ConfigDict, Field

_LONGEST_FILE = 5_000_000
_LONGEST_TEXT = 200_000


class Reference(BaseModel):
    """A page about the event: its address, its HTML or its text."""

    model_config = ConfigDict(extra="forbid")
    url: str = Field("", max_length=2_083)
    html: str = Field("", max_length=_LONGEST_FILE)
    text: str = Field("", max_length=_LONGEST_FILE)


class ProposalRequest(BaseModel):
    """An event in words, pages about it, addresses to start from."""

    model_config = ConfigDict(extra="forbid")
    text: str = Field("", max_length=_LONGEST_TEXT)
    references: list[Reference] = Field([], max_length=50)
    seeds: list[str] = Field([], max_length=1_000)
    type: str = Field("", max_length=40)
    languages: list[str] = Field([], max_length=50)
    contact: str = Field("", max_length=300)
    """Sent to the sites whose pages are read; without one, that of a served collection is used."""


class WeightedView(BaseModel):
    """A word or a name with its weight, from 0 to 1."""

    name: str
    weight: float


class WeightedPlace(WeightedView):
    """A place with its weight and coordinates."""

    country: str = ""
    lat: float | None = None
    lon: float | None = None


class ProposalView(BaseModel):
    """What is proposed for an event; a person corrects it."""

    name: str
    keywords: list[WeightedView]
    places: list[WeightedPlace]
    people: list[WeightedView]
    start: date | None
    end: date | None
    lead: int
    cooldown: int
    languages: list[str]
    seeds: list[str]
    event_file: str
    warnings: list[str]


class PresetView(BaseModel):
    """A type of event with its usual length, lead and cool-down, in days."""

    type: str
    title: str
    length: int
    lead: int
    cooldown: int
    recurs: bool
    topic_only: bool
    """Whether places and days do not count."""


class SeedFileGiven(BaseModel):
    """A file of posts, saved search results or a list of addresses."""

    model_config = ConfigDict(extra="forbid")
    name: str = Field("list.txt", max_length=300, description="Its ending says what it holds.")
    content: str = Field(max_length=_LONGEST_FILE)


class SeedsRequest(BaseModel):
    """Files in which seeds are looked for, and words of the event."""

    model_config = ConfigDict(extra="forbid")
    files: list[SeedFileGiven] = Field(max_length=50)
    keywords: list[str] = Field([], max_length=200)


class SeedView(BaseModel):
    """An address to start from, and how many posts share it."""

    url: str
    posts: int
    words: str = ""


class SeedsView(BaseModel):
    """The seeds found in files."""

    items: list[SeedView]
    posts: int
    links: int
    by_keywords: bool


class SamplesRequest(BaseModel):
    """Addresses that are read as samples; that needs a contact."""

    model_config = ConfigDict(extra="forbid")
    urls: list[str] = Field(max_length=50)
    contact: str = Field("", max_length=300)


class SamplesView(BaseModel):
    """How many samples were read, and why others were not."""

    read: int
    warnings: list[str] = []


class PreviewRequest(BaseModel):
    """An event file, and pages that it is tried on."""

    model_config = ConfigDict(extra="forbid")
    event_file: str = Field(max_length=1_000_000)
    samples: list[Reference] = Field([], max_length=50)
    """Pages in place of those that were read for proposals; addresses that were not read are left out."""


class SampleView(BaseModel):
    """A page as an event file would judge it."""

    url: str
    title: str
    language: str = ""
    score: float
    parts: dict[str, float]
    kept: bool
    explanation: str
    """The score in words."""


class PreviewView(BaseModel):
    """How an event file would judge sample pages, the best first."""

    items: list[SampleView]
    threshold: float
    warnings: list[str] = []
