"""Proposals of event files, and how they would judge sample pages."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Depends, Request

from tidings.api.given import Served
from tidings.api.models.basic import ItemList
from tidings.api.models.proposals import (
    PresetView,
    PreviewRequest,
    PreviewView,
    ProposalRequest,
    ProposalView,
    Reference,
    SamplesRequest,
    SamplesView,
    SampleView,
    SeedsRequest,
    SeedsView,
    SeedView,
    WeightedPlace,
    WeightedView,
)
from tidings.api.served import ServedFolders
from tidings.collection.folder import EVENT_FILE
from tidings.collection.proposing.gathering import MOST_ADDRESSES, Material, OpenWeb, gather
from tidings.collection.proposing.preview import JudgedSample, preview
from tidings.collection.proposing.proposal import Proposal, propose
from tidings.collection.proposing.samples import SAMPLES, SamplePages, stored_samples
from tidings.collection.proposing.seed_files import SeedFile, find_seeds
from tidings.collection.reading.explain import explain
from tidings.errors import EventFileError, QueryError, TidingsError
from tidings.event.advice import advice
from tidings.event.file import load
from tidings.job import open_live
from tidings.learn.types.presets import PRESETS, preset_of
from tidings.model import Event, Page

router = APIRouter(tags=["proposals"])


def _samples(request: Request) -> SamplePages:
    samples: SamplePages = request.app.state.samples
    return samples


def _web(request: Request) -> OpenWeb:
    opened: OpenWeb = getattr(request.app.state, "open_web", open_live)
    return opened


ReadSamples = Annotated[SamplePages, Depends(_samples)]
LiveWeb = Annotated[OpenWeb, Depends(_web)]


@router.get("/presets")
def list_presets() -> ItemList[PresetView]:
    """List the types of events with their usual days."""
    return ItemList(items=[PresetView(**each._asdict()) for each in PRESETS], total=len(PRESETS))


@router.post("/proposals")
def make_proposal(
    given: ProposalRequest, served: Served, samples: ReadSamples, web: LiveWeb
) -> ProposalView:
    """Propose an event file from words, pages and addresses; pages are fetched only with a contact."""
    contact = given.contact or _known_contact(served)
    addresses = [each.url for each in given.references if each.url]
    material = Material(
        given.text,
        [each.text for each in given.references if each.text],
        [each.html for each in given.references if each.html],
        addresses,
    )
    gathered = gather(material, contact, web, samples.of(addresses))
    samples.add(gathered.pages)
    if not gathered.pages and not addresses and not given.seeds:
        raise QueryError("found nothing to read; allowed: a text, pages or addresses")
    made = propose(
        gathered.pages,
        given.text,
        seeds=[*given.seeds, *addresses],
        languages=given.languages,
        preset=preset_of(given.type),
        contact=contact,
    )
    return _view(made, [*gathered.warnings, *_advice(made)])


@router.post("/proposals/seeds")
def find_seeds_in_files(given: SeedsRequest) -> SeedsView:
    """Find addresses to start from in files of posts, saved search results and lists."""
    files = [SeedFile(each.name, each.content) for each in given.files]
    found = find_seeds(files, given.keywords)
    items = [SeedView(url=each.url, posts=each.posts, words=each.words) for each in found.seeds]
    return SeedsView(
        items=items, posts=found.posts, links=found.links, by_keywords=found.by_keywords
    )


@router.post("/proposals/samples")
def read_samples(
    given: SamplesRequest, served: Served, samples: ReadSamples, web: LiveWeb
) -> SamplesView:
    """Read pages that a proposal is tried on, at most ten at once; they are fetched only with a contact."""
    contact = given.contact or _known_contact(served)
    unread = [url for url in given.urls if not samples.of([url])][:MOST_ADDRESSES]
    gathered = gather(Material(addresses=unread), contact, web)
    samples.add(gathered.pages)
    return SamplesView(read=len(gathered.pages), warnings=gathered.warnings)


@router.post("/proposals/preview")
def preview_proposal(given: PreviewRequest, served: Served, samples: ReadSamples) -> PreviewView:
    """Judge sample pages by an event file that is not saved yet."""
    pages = _given_pages(given.samples, samples) if given.samples else _usual(served, samples)
    judged = preview(given.event_file, samples, pages[:SAMPLES])
    unread = [f"{url}: not read, so its words do not count here" for url in judged.missing]
    return PreviewView(
        items=[_sample(each, judged.threshold) for each in judged.samples],
        threshold=judged.threshold,
        warnings=unread,
    )


def _usual(served: ServedFolders, samples: SamplePages) -> list[Page]:
    """Return the pages read for proposals, and pages of the served collections."""
    pages = samples.newest(SAMPLES)
    if len(pages) < SAMPLES:
        known = {page.url for page in pages}
        more = [
            page for page in stored_samples(served.collections().values()) if page.url not in known
        ]
        samples.add(reversed([*pages, *more[: SAMPLES - len(pages)]]))
        pages = samples.newest(SAMPLES)
    return pages


def _given_pages(references: Sequence[Reference], samples: SamplePages) -> list[Page]:
    known = samples.of([each.url for each in references if each.url])
    material = Material(
        "",
        [each.text for each in references if each.text],
        [each.html for each in references if each.html],
    )
    return [*known, *gather(material, "", open_live).pages]


def _known_contact(served: ServedFolders) -> str:
    """Return the contact of the first served collection that has one."""
    for folder in served.collections().values():
        try:
            if contact := load(folder / EVENT_FILE).fetch.contact:
                return contact
        except TidingsError:
            continue
    return ""


def _advice(made: Proposal) -> tuple[str, ...]:
    """Return what should be known about the places; the words come from texts, where people use them."""
    event = Event(made.name, places=made.suggestion.places)
    try:
        return advice(event, made.languages, datetime.now(UTC).date())
    except EventFileError:
        return ()


def _view(made: Proposal, warnings: list[str]) -> ProposalView:
    suggestion = made.suggestion
    return ProposalView(
        name=made.name,
        keywords=[
            WeightedView(name=name, weight=weight) for name, weight in suggestion.keywords.items()
        ],
        places=[_place(name, weight, made) for name, weight in suggestion.places.items()],
        people=[WeightedView(name=name, weight=weight) for name, weight in suggestion.who.items()],
        start=suggestion.start,
        end=suggestion.end,
        lead=made.lead,
        cooldown=made.cooldown,
        languages=list(made.languages),
        seeds=list(made.seeds),
        event_file=made.event_file,
        warnings=warnings,
    )


def _place(name: str, weight: float, made: Proposal) -> WeightedPlace:
    place = made.places.get(name)
    return WeightedPlace(
        name=name,
        weight=weight,
        country=place.country if place else "",
        lat=place.latitude if place else None,
        lon=place.longitude if place else None,
    )


def _sample(judged: JudgedSample, threshold: float) -> SampleView:
    page, score = judged.page, judged.score
    return SampleView(
        url=page.url,
        title=page.title,
        language=page.language,
        score=score.value,
        parts=dict(score.parts),
        kept=judged.is_kept,
        explanation=explain(score, threshold),
    )
