"""Routes of judgements: what people said, what to judge next, what the model learned."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Query

from tidings.api.given import Folder, Opened, OpenReaders
from tidings.api.models.basic import ItemList
from tidings.api.models.feedback import (
    ChangesView,
    JudgementView,
    JudgeRequest,
    NextView,
    PageNumber,
    RevisionView,
    SideView,
)
from tidings.api.served import NotServed
from tidings.api.views import pages as views
from tidings.collection.reading import CollectionReader
from tidings.errors import QueryError
from tidings.feedback.judging import ChangedSide, Feedback, JudgementInput, qualities
from tidings.feedback.session import JudgingSession
from tidings.model import Judgement, Revision
from tidings.store.entries import Entry

router = APIRouter(prefix="/collections/{collection}", tags=["judgements"])

_SHOWN_TEXT = 600
"""Characters of a text that are shown for judging."""
_MOST_SIDES = 500


@router.get("/judgements")
def list_judgements(folder: Folder, reader: Opened) -> ItemList[JudgementView]:
    """List the judgements that count now, in the order in which they were made."""
    with JudgingSession(folder).open() as feedback:
        items = [_judgement(each, reader) for each in feedback.judgements()]
    return ItemList(items=items, total=len(items))


@router.post("/judgements", status_code=201)
def judge_pages(given: JudgeRequest, folder: Folder, reader: Opened) -> ChangesView:
    """Judge pages; all pages of the collection are scored again."""
    entries = [_existing(reader, number) for number in dict.fromkeys(given.pages)]
    session = JudgingSession(folder)
    if given.type and given.type not in session.types():
        raise QueryError(f"type: found {given.type!r}; allowed: {', '.join(session.types())}")
    relevant = given.verdict == "relevant"
    inputs = [JudgementInput(each.url, relevant, given.type) for each in entries]
    return _changed(session, lambda feedback: feedback.judge(inputs, datetime.now(UTC)))


@router.delete("/judgements/{judgement}")
def withdraw_judgement(judgement: PageNumber, folder: Folder, reader: Opened) -> ChangesView:
    """Take a judgement back."""
    session = JudgingSession(folder)
    with session.open() as feedback:
        if judgement not in {each.number for each in feedback.judgements()}:
            raise NotServed(f"{judgement}: no such judgement")
    return _changed(session, lambda feedback: feedback.withdraw(judgement, datetime.now(UTC)))


@router.get("/judgements/next")
def suggest_pages(
    folder: Folder,
    reader: Opened,
    readers: OpenReaders,
    limit: Annotated[int, Query(ge=1, le=100)] = 10,
) -> ItemList[NextView]:
    """Suggest the pages whose judgement would teach the model most."""
    items = readers.kept(folder, f"next {limit}", lambda: _suggestions(folder, limit))
    return ItemList(items=items)


def _suggestions(folder: Path, limit: int) -> list[NextView]:
    """Return the suggestions; all pages are looked at for them."""
    with JudgingSession(folder).open() as feedback:
        entries = [feedback.entry(visit) for visit in feedback.ask(limit)]
    return [_suggestion(each) for each in entries if each]


@router.get("/models")
def list_models(folder: Folder, reader: Opened) -> ItemList[RevisionView]:
    """List the revisions of the page model, the oldest first."""
    with JudgingSession(folder).open() as feedback:
        revisions = feedback.revisions()
    items = [_revision(*each) for each in zip(revisions, qualities(revisions), strict=True)]
    return ItemList(items=items, total=len(items))


@router.get("/models/changes")
def compare_models(
    folder: Folder,
    reader: Opened,
    before: Annotated[int, Query(ge=0, lt=2**63, description="0 is the measure alone.")],
    after: Annotated[int, Query(ge=0, lt=2**63)],
) -> ItemList[SideView]:
    """List the pages that changed sides between two revisions, the largest changes first."""
    with JudgingSession(folder).open() as feedback:
        numbers = {0, *(each.number for each in feedback.revisions())}
        if missing := {before, after} - numbers:
            raise NotServed(f"{min(missing)}: no such revision")
        changed = feedback.compare(before, after)
        items = [_side(each, feedback) for each in changed[:_MOST_SIDES]]
    return ItemList(items=[each for each in items if each], total=len(changed))


def _changed(session: JudgingSession, change: Callable[[Feedback], int]) -> ChangesView:
    """Make a new revision and judge all pages by it."""
    with session.open() as feedback:
        revision = change(feedback)
    changes = session.apply()
    if changes is None:
        return ChangesView(revision=revision, applied=False)
    return ChangesView(
        revision=revision,
        applied=True,
        judged=changes.pages,
        kept=changes.kept,
        rejected=changes.rejected,
        reopened=changes.reopened,
    )


def _existing(reader: CollectionReader, number: int) -> Entry:
    entry = reader.numbered(number)
    if entry is None:
        raise NotServed(f"{number}: no such page in this collection")
    return entry


def _judgement(judgement: Judgement, reader: CollectionReader) -> JudgementView:
    entry = reader.entry(judgement.url)
    return JudgementView(
        id=judgement.number,
        page=entry.number if entry else None,
        url=judgement.url,
        title=views.short(entry.title) if entry else "",
        verdict="relevant" if judgement.relevant else "not",
        type=judgement.type,
        judged=judgement.judged_at,
    )


def _suggestion(entry: Entry) -> NextView:
    return NextView(
        page=entry.number,
        url=entry.url,
        title=views.short(entry.title),
        score=entry.score.value if entry.score else None,
        lead=_lead(entry.text),
        outcome=entry.outcome,
    )


def _lead(text: str) -> str:
    """Return the beginning of a text, up to the end of a word."""
    return text if len(text) <= _SHOWN_TEXT else text[:_SHOWN_TEXT].rpartition(" ")[0] + " …"


def _revision(revision: Revision, quality: float | None) -> RevisionView:
    return RevisionView(
        number=revision.number,
        made=revision.made_at,
        note=revision.note,
        judgements=len(revision.judgements),
        kept=revision.figures.get("kept", 0),
        rejected=revision.figures.get("rejected", 0),
        quality=quality,
    )


def _side(side: ChangedSide, feedback: Feedback) -> SideView | None:
    entry = feedback.entry(side.visit)
    if entry is None:
        return None
    return SideView(
        page=entry.number,
        url=entry.url,
        title=views.short(entry.title),
        before=side.before,
        after=side.after,
        kept=side.kept,
    )
