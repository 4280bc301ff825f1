"""Pages as answers: a line of the ledger, a visit, everything known about a page."""

from __future__ import annotations

from collections.abc import Sequence

from tidings.api.models.basic import completeness
from tidings.api.models.pages import (
    DateView,
    DayView,
    EvidenceView,
    GuessView,
    LineView,
    NameView,
    NumberView,
    PageView,
    RecordView,
    StepView,
    VisitView,
    WhyView,
)
from tidings.api.models.search import DatedView, PlaceView
from tidings.collection.pages.evidence import TextEvidence
from tidings.collection.pages.fields import Noted
from tidings.collection.reading import Why
from tidings.collection.reading.explain import explain
from tidings.model import Dating, Evidence, Guess, Mention, Named, Reported
from tidings.store.entries import Entry
from tidings.urls import host_of

_LONGEST_TITLE = 500
"""Characters of a title in a list."""


def line(entry: Entry) -> LineView:
    """Return a URL as one line of the ledger."""
    return LineView.model_validate(_line(entry))


def _line(entry: Entry) -> dict[str, object]:
    return {
        "id": entry.number,
        "url": entry.url,
        "host": host_of(entry.url),
        "title": short(entry.title),
        "outcome": entry.outcome,
        "reason": entry.reason,
        "code": entry.code.name.lower() if entry.code else "",
        "channel": entry.channel,
        "priority": entry.priority,
        "depth": entry.depth,
        "found": entry.found_at,
        "captured": entry.captured_at,
        "status": entry.status,
        "mime": entry.mime,
        "size": entry.size,
        "language": entry.language,
        "published": entry.published,
        "score": entry.score.value if entry.score else None,
        "type": entry.type.name if entry.type else "",
        "story": entry.story,
        "provenance": entry.provenance,
        "visit": entry.visit,
    }


def short(title: str) -> str:
    """Return a title as lists show it: a hostile page may have one of a megabyte."""
    return title if len(title) <= _LONGEST_TITLE else title[:_LONGEST_TITLE] + "…"


def _about(entry: Entry) -> dict[str, object]:
    declared = entry.declared
    return {
        "source": _guess(entry.source_type),
        "genre": _guess(entry.genre),
        "site": declared.site,
        "author": declared.author,
        "description": declared.description,
        "lead": entry.summary,
    }


def _guess(guess: Guess | None) -> GuessView | None:
    return GuessView(name=guess.name, confidence=guess.confidence) if guess and guess.name else None


def visit(entry: Entry, current: int | None) -> VisitView:
    """Return one visit to a URL."""
    record = RecordView(file=entry.file, offset=entry.offset, length=entry.length)
    return VisitView(
        id=entry.visit or 0,
        captured=entry.captured_at,
        outcome=entry.outcome,
        reason=entry.reason,
        status=entry.status,
        mime=entry.mime,
        size=entry.size,
        digest=entry.digest,
        title=short(entry.title),
        score=entry.score.value if entry.score else None,
        provenance=entry.provenance,
        record=record if entry.file else None,
        current=entry.visit == current,
    )


def why(answer: Why) -> WhyView:
    """Return the outcome of a URL with the reasons for it."""
    entry = answer.entry
    return WhyView(
        page=line(entry),
        explanation=explain(entry.score, answer.threshold) if entry.score else "",
        parts=dict(entry.score.parts) if entry.score else {},
        evidence=_evidence(entry),
        threshold=answer.threshold,
        anchor=entry.anchor,
        scored_by=entry.scored_by,
        tries=entry.tries,
        path=[_step(each) for each in answer.path],
    )


def page(answer: Why, visits: Sequence[Entry], judged: str, noted: Noted) -> PageView:
    """Return everything known about a page."""
    entry, content = answer.entry, answer.entry.content
    text = TextEvidence(content.text, entry.language, entry.published)
    return PageView.model_validate(
        {
            **_line(entry),
            **_about(entry),
            "title": entry.title,
            "text": content.text,
            "parts": dict(entry.score.parts) if entry.score else {},
            "evidence": _evidence(entry),
            "dates": [_date(each) for each in content.dates],
            "days": [DayView(day=each.day, spans=list(each.spans)) for each in text.days()],
            "numbers": [_number(each, text) for each in entry.numbers],
            "places": _places(content.places, text),
            "people": _names(content.people, text),
            "organisations": _names(content.organisations, text),
            "keywords": list(content.keywords),
            "completeness": completeness(answer.needs) if answer.needs else None,
            "why": why(answer),
            "visits": [visit(each, entry.visit) for each in visits],
            "judged": judged,
            "tags": list(noted.tags),
            "fields": dict(noted.fields),
        }
    )


def places(mentions: Sequence[Mention]) -> list[PlaceView]:
    """Return the places that a page names."""
    return [
        PlaceView(
            name=each.place.name,
            country=each.place.country,
            lat=each.place.latitude,
            lon=each.place.longitude,
            times=each.count,
        )
        for each in mentions
    ]


def published(entry: Entry) -> DatedView | None:
    """Return when a page was published, and how that is known."""
    if entry.published is None:
        return None
    chosen = next(iter(entry.content.dates), None)
    confidence = chosen.confidence if chosen else None
    return DatedView(when=entry.published, evidence=entry.dated_by, confidence=confidence)


def _evidence(entry: Entry) -> list[EvidenceView]:
    if not entry.score:
        return []
    text = TextEvidence(entry.content.text, entry.language, entry.published)
    return [_one_reason(each, text) for each in entry.score.evidence]


def _one_reason(reason: Evidence, text: TextEvidence) -> EvidenceView:
    return EvidenceView(
        aspect=reason.aspect,
        what=reason.what,
        amount=reason.amount,
        note=reason.note,
        spans=text.spans(reason),
    )


def _date(date: Dating) -> DateView:
    return DateView(
        when=date.moment,
        evidence=date.evidence,
        confidence=date.confidence,
        kind=date.kind,
        precision=date.precision,
    )


def _places(mentions: Sequence[Mention], text: TextEvidence) -> list[PlaceView]:
    spans = text.places(mentions)
    return [
        each.model_copy(update={"spans": where})
        for each, where in zip(places(mentions), spans, strict=True)
    ]


def _names(names: Sequence[Named], text: TextEvidence) -> list[NameView]:
    return [
        NameView(name=each.name, times=each.times, spans=text.named(each.name)) for each in names
    ]


def _number(number: Reported, text: TextEvidence) -> NumberView:
    return NumberView(**number._asdict(), spans=text.named(number.sentence))


def _step(entry: Entry) -> StepView:
    return StepView(
        id=entry.number,
        url=entry.url,
        title=short(entry.title),
        outcome=entry.outcome,
        channel=entry.channel,
        anchor=entry.anchor,
        priority=entry.priority,
    )
