"""Compares a visit with what is archived: copies of other pages, unchanged pages and new versions."""

from __future__ import annotations

from dataclasses import replace

from tidings.archive.write.records import NOT_MODIFIED_PROFILE, REVISIT_PROFILE, revisit_records
from tidings.collection.collection import Collection
from tidings.collection.pages.notices import is_news
from tidings.model import (
    Capture,
    Link,
    Original,
    Outcome,
    Reason,
    Verdict,
    Visit,
    Waiting,
)
from tidings.store.alike.copies import Copies
from tidings.store.content import unpack
from tidings.urls import url_id


class Comparison:
    """Gives visits the verdicts that only what is archived can give them."""

    def __init__(self, collection: Collection) -> None:
        self._collection = collection
        self._visits, self._stories = collection.visits, collection.stories
        self._copies = Copies(collection.store)

    def compared(
        self, waiting: Waiting, capture: Capture, visit: Visit, snapshot: bool
    ) -> tuple[Visit, int | None]:
        """Make a visit a duplicate or unchanged if its page is kept already; return it and the story it belongs to.

        A page with the same bytes is archived as a revisit record, one with nearly the same text in full.
        """
        if visit.verdict.outcome is Outcome.UNCHANGED:
            return self._unchanged(waiting, capture, visit), None
        if visit.verdict.outcome is not Outcome.KEPT:
            return visit, None
        original = None if capture.rendering else self._visits.original(visit.digest)
        if original:  # all pages that a script makes may begin with the same bytes
            story = self._stories.story(original.visit)
            return _same_bytes(capture, visit, original, own=original.link == waiting.seq), story
        if waiting.is_kept and not snapshot:
            return self._new_version(waiting, visit)
        return self._first(waiting, visit, snapshot)

    def _first(self, waiting: Waiting, visit: Visit, snapshot: bool) -> tuple[Visit, int | None]:
        """Compare a page that was not kept before with all kept ones."""
        link, stories = waiting.candidate.link, self._stories
        if not snapshot and is_another(link, visit.canonical):
            twin = self._collection.links.find(url_id(visit.canonical))
            story = stories.story(twin.visit) if twin else None
            is_kept = story is None or stories.is_kept(story)
            if twin and twin.outcome in (Outcome.KEPT, Outcome.DUPLICATE) and is_kept:
                same = _duplicate(visit, Reason.SAME_PAGE, visit.canonical)
                return replace(same, records=b"", parts=()), story
        if story := self._copies.find(waiting.seq, visit):
            seq, url = stories.page(story)
            own = seq == waiting.seq  # an earlier text of the same page
            return visit if own else _duplicate(visit, Reason.SAME_TEXT, url), story
        return visit, None

    def _new_version(self, waiting: Waiting, visit: Visit) -> tuple[Visit, int | None]:
        """Return another version of a kept page; if only counters and advertisements changed, it is unchanged."""
        before = self._collection.store.words.pages([waiting.visit]).get(waiting.visit)
        after = unpack(visit.content).text if visit.content else ""
        if before and after and not is_news(before.text, after, visit.language):
            url = waiting.candidate.link.url
            same = Verdict(Outcome.UNCHANGED, Reason.SAME_TEXT, url)
            return replace(visit, verdict=same), None
        story = self._copies.find(waiting.seq, visit)
        own = story and self._stories.page(story)[0] == waiting.seq
        return visit, story if own else None

    def _unchanged(self, waiting: Waiting, capture: Capture, visit: Visit) -> Visit:
        """Accept "not modified" only for a link that was visited before; a kept page gets a revisit record."""
        if not waiting.visit:
            return replace(visit, verdict=Verdict(Outcome.FAILED, Reason.HTTP, str(visit.status)))
        tracked = self._collection.store.tracked.load(waiting.seq) if waiting.is_kept else None
        original = self._visits.original(tracked.digest) if tracked and tracked.digest else None
        if original is None or tracked is None:
            return visit
        return _revisit(capture, visit, original, tracked.digest, NOT_MODIFIED_PROFILE)


def is_another(link: Link, canonical: str) -> bool:
    """Return whether a page declares another URL as its canonical one."""
    return bool(canonical) and canonical != link.url


def _duplicate(visit: Visit, reason: Reason, url: str) -> Visit:
    return replace(visit, verdict=Verdict(Outcome.DUPLICATE, reason, url))


def _same_bytes(capture: Capture, visit: Visit, original: Original, *, own: bool) -> Visit:
    """Return a visit with the payload of an archived page as a duplicate, or as unchanged if it has the same URL."""
    outcome = Outcome.UNCHANGED if own else Outcome.DUPLICATE
    verdict = Verdict(outcome, Reason.SAME_BYTES, original.url)
    same = replace(visit, verdict=verdict, parts=())
    return _revisit(capture, same, original, visit.digest, REVISIT_PROFILE)


def _revisit(
    capture: Capture, visit: Visit, original: Original, digest: str, profile: str
) -> Visit:
    """Return a visit with a revisit record, which refers to an archived page."""
    facts = {"duplicate-of": original.url}
    if capture.provenance:
        facts["provenance"] = capture.provenance
    records, length = revisit_records(
        capture,
        facts,
        original_url=original.url,
        original_date=original.captured_at,
        digest=digest,
        profile=profile,
    )
    return replace(visit, records=records, response_length=length, digest=digest)
