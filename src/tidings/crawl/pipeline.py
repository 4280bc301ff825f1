"""Turns every capture into a visit: reads it, judges it, makes archive records and scores its links.

A pure function of the capture: it knows no network, no disk and no other page. It runs in worker processes.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from typing import TypedDict

from tidings.archive.write.records import response_records
from tidings.collection.about import page_facts, why_facts
from tidings.crawl.again.listing import dated, feeds_of, newest_entry
from tidings.crawl.following import allowed, at_most, canonical_of, data_of_posts, with_next_pages
from tidings.crawl.requisites.reading import Recorder, RequisiteReader, not_among
from tidings.errors import Unreadable
from tidings.frontier.order import ORDERS
from tidings.frontier.scope import HostRules, bounds_of
from tidings.learn.genres.genre import genre_of
from tidings.learn.page_model import Corrected, PageModel, base_of
from tidings.learn.page_words import terms_of
from tidings.learn.types.model import open_types
from tidings.model import (
    GONE,
    NOT_MODIFIED,
    REDIRECTS,
    Candidate,
    Capture,
    Channel,
    Content,
    Declared,
    Displayed,
    EventModel,
    Guess,
    Link,
    Outcome,
    Page,
    Part,
    Reason,
    Score,
    Typed,
    Verdict,
    Visit,
)
from tidings.ports import Opened, PageReader, Relevance
from tidings.read.about.source import source_kind
from tidings.read.names.who import LEAD_LENGTH, people_and_organisations
from tidings.read.places.recognise import recogniser
from tidings.read.posts.apis import is_data
from tidings.read.reader import Reader
from tidings.read.types import readable
from tidings.read.walls import MOST_TEXT, wall_of
from tidings.read.words.fingerprint import fingerprint
from tidings.relevance import MEASURES, link_rater
from tidings.settings import Scope, Settings
from tidings.store.content import pack
from tidings.urls import host_of, redirect_target, url_id

MOST_PLACES, MOST_DATES = 30, 12
"""Places and dates of one page that are kept."""
_WIDELY_SHARED = 0.3
"""Share of the way to 1 that a link rises if everybody shares it."""
_CACHED_TARGETS = 1 << 15
"""URLs whose id and rule are cached: those of menus and lists recur on every page of a site."""


class Pipeline:
    """The stages of one crawl, prepared for many captures."""

    def __init__(
        self,
        settings: Settings,
        model: EventModel,
        *,
        reader: PageReader | None = None,
        relevance: Relevance | None = None,
        recorder: Recorder = response_records,
        remembers: bool = True,
    ) -> None:
        """Prepare the stages; the lab passes cached ones, archives nothing and remembers no content."""
        self._scope = settings.scope
        why_not = HostRules(bounds_of(settings)).why_not
        self._target = lru_cache(_CACHED_TARGETS)(
            lambda url: (url_id(url), why_not(host_of(url)) is None)
        )
        """Returns the id of a URL, and whether links to its host are followed."""
        self._threshold = settings.relevance.threshold
        self._reader = reader or Reader(
            places=model.places,
            decoded_limit=int(settings.fetch.decoded_megabytes * 1e6),
            recogniser=recogniser(settings.relevance.recogniser),
        )
        if isinstance(self._reader, Reader):
            self._reader.names_authors = settings.streams.authors == "named"
            self._reader.displays = settings.archive.requisites != "none"
        self._recorder = recorder
        self._requisites = RequisiteReader(settings, recorder)
        self._discovers = settings.streams.discover == "kept"
        self._posts = settings.streams.posts == "kept"
        self._remembers = remembers
        self._rejected_text = settings.archive.rejected_text
        self._measure = relevance or MEASURES[settings.relevance.measure](model, settings.relevance)
        self._relevance, self._revision = self._measure, 0
        self._judged_types: Mapping[int, str] = {}
        self._types = open_types(settings.types.model)
        self._rate = link_rater(
            ORDERS[settings.order.policy].link_scorer, model, settings.relevance
        )

    def adopt(self, learned: PageModel) -> None:
        """Correct the measure by this page model from now on."""
        self._relevance, self._revision = self._measure, learned.revision
        self._judged_types = learned.types
        if learned.revision:
            self._relevance = Corrected(self._measure, learned)

    def process(self, link: Link, capture: Capture, parts: Sequence[Capture] = ()) -> Visit:
        """Return the visit of a capture; its parts are archived if it is kept."""
        if link.channel is Channel.REQUISITE:
            return self._requisites.visit(link, capture)
        if capture.status in REDIRECTS:
            return self._redirected(link, capture)
        if capture.status == NOT_MODIFIED:
            return _ended(capture, Outcome.UNCHANGED, Reason.NOT_MODIFIED)
        if capture.status != 200:
            outcome = Outcome.MISSING if capture.status in GONE else Outcome.FAILED
            return _ended(capture, outcome, Reason.HTTP, str(capture.status))
        if capture.truncated and not capture.provenance:
            return Visit(**_basics(capture), verdict=_cut(capture))
        try:
            reading = self._reader.open(capture, link.depth)
        except Unreadable as error:
            return _ended(capture, Outcome.UNREAD, error.reason, error.detail)
        visit = self._judged(link, capture, reading)
        if parts and visit.verdict.outcome is Outcome.KEPT:
            needed = not_among(parts, visit.requisites)
            return replace(visit, parts=tuple(map(self._part, parts)), requisites=needed)
        return visit

    def _judged(self, link: Link, capture: Capture, opened: Opened) -> Visit:
        page = opened.glance()
        if page.listing:
            return self._listed(link, capture, page)
        page = dated(page, link)
        score = self._relevance.score(page)
        verdict = verdict_on(page, score, self._scope, self._threshold)
        kept = verdict.outcome is Outcome.KEPT
        short = not kept and not page.notes and len(page.text) <= MOST_TEXT  # posts are short
        if short and (wall := wall_of(page)):
            verdict = Verdict(_WALLS.get(wall, Outcome.UNREAD), wall)
        if kept:
            page = dated(opened.page(), link)
        typed = self._type(page) if kept else None
        seen = self._requisites.chosen(page.displayed) if kept else Displayed()
        content = self._content(page, kept)
        records, length, digest = b"", 0, ""
        is_post = link.channel is Channel.POST and bool(page.notes)
        if is_post or kept:  # posts are all archived
            facts = why_facts(link, capture, page, score)
            if is_post or is_data(
                capture.url
            ):  # what they say stays in one record, which can be withdrawn
                facts |= dict(page.notes)
                facts.pop("evidence", None)
            else:
                facts |= page_facts(page, content, typed) | seen.facts()
            records, length, digest = self._recorder(capture, facts)
        links = tuple(self._candidates(page, score))
        if kept:
            links += (
                *self._feeds(link, page, score),
                *(data_of_posts(links) if self._posts else ()),
            )
        return Visit(
            **_basics(capture),
            verdict=verdict,
            digest=digest,
            title=page.title,
            language=page.language,
            published=page.published,
            score=score,
            canonical=canonical_of(page),
            fingerprint=fingerprint(page.text) if kept else b"",
            type=typed,
            base=base_of(score),
            cells=terms_of(page),
            content=pack(content) if self._remembers else b"",
            edges=array("q", [link.id for link in links]).tobytes(),
            edge_scores=scores_of(links) if kept or is_post else b"",
            revision=self._revision,
            links=links,
            records=records,
            response_length=length,
            requisites=seen.requisites,
            needs_browser=page.needs_scripts,
        )

    def _listed(self, link: Link, capture: Capture, page: Page) -> Visit:
        """Return the visit of a feed or sitemap: archived, not judged; what a person named speaks for its links."""
        count = len(page.links)
        facts = {
            "via": link.parent,
            "title": page.title,
            page.listing or "entries": f"{count} entries",
        }
        given = {name: value for name, value in facts.items() if value}
        records, length, digest = self._recorder(capture, given)
        parent = Score(self._threshold if link.depth else 1.0)
        return Visit(
            **_basics(capture),
            verdict=Verdict(Outcome.LISTED, Reason.ENTRIES, f"{count}"),
            digest=digest,
            title=page.title,
            published=newest_entry(page),
            links=tuple(self._candidates(page, parent)),
            records=records,
            response_length=length,
        )

    def _content(self, page: Page, kept: bool) -> Content:
        """Return the content of a page that the collection keeps.

        Of a rejected page only the lead of its text; its names are found there when asked for (``store/derived.py``),
        and so are keywords.
        """
        if not self._remembers:
            return Content()
        places, dates = page.places[:MOST_PLACES], page.dates[:MOST_DATES]
        if not kept:
            return Content(page.text[: self._rejected_text], places, dates=dates)
        names = people_and_organisations(page.text, page.places, page.language)
        return Content(page.text, places, *names, dates, **_recorded(page))

    def _part(self, capture: Capture) -> Part:
        records, length, digest = self._recorder(capture, {})
        return Part(
            capture.url,
            capture.captured_at,
            capture.status,
            _mime(capture),
            digest,
            records,
            length,
        )

    def _type(self, page: Page) -> Typed | None:
        if self._judged_types and (named := self._judged_types.get(url_id(page.url))):
            return Typed(named, 1.0)
        if self._types is None:
            return None
        return self._types.classify(f"{page.title}\n{page.text[:LEAD_LENGTH]}", page.language)

    def _candidates(self, page: Page, score: Score) -> Iterator[Candidate]:
        """Yield the links of a page with their scores, which are 0 for links that will not be followed."""
        limit, target = self._scope.links_per_page, self._target
        rate = self._rate(Score(1.0, score.parts) if page.notes else score)  # a post was asked for
        shared = _WIDELY_SHARED * page.shared
        links, rest = at_most(allowed(page.links, self._scope.nofollow), limit)
        candidates = []
        for link in links:
            id_, followed = target(link.url)
            value, experts = rate(link) if followed else (0.0, ())
            value += (1.0 - value) * shared
            candidates.append(Candidate(id_, value, link, experts))
        yield from with_next_pages(candidates)
        for link in rest:
            yield Candidate(url_id(link.url), 0.0, link._replace(barred=Reason.LINKS_PER_PAGE))

    def _feeds(self, link: Link, page: Page, score: Score) -> Iterator[Candidate]:
        """Yield the feeds of a kept page, if they are wanted."""
        for url in feeds_of(page) if self._discovers else ():
            feed = Link(url, page.url, page.title, depth=link.depth + 1, channel=Channel.LISTING)
            yield Candidate(url_id(url), score.value, feed)

    def _redirected(self, link: Link, capture: Capture) -> Visit:
        target = redirect_target(capture.header("Location"), capture.url)
        if not target:
            return _ended(capture, Outcome.FAILED, Reason.REDIRECT_NOWHERE)
        if target in (capture.url, link.url):
            return _ended(capture, Outcome.FAILED, Reason.REDIRECT_TO_ITSELF)
        facts = {"via": link.parent, "redirect": target, "provenance": capture.provenance}
        given = {name: value for name, value in facts.items() if value}
        records, length, digest = self._recorder(capture, given)
        return Visit(
            **_basics(capture),
            verdict=Verdict(Outcome.REDIRECTED, Reason.REDIRECT, str(target)),
            digest=digest,
            redirect=target,
            records=records,
            response_length=length,
        )


def scores_of(links: Sequence[Candidate]) -> bytes:
    """Return the scores of links, four bytes each."""
    return array("f", [link.score for link in links]).tobytes()


def verdict_on(page: Page, score: Score, scope: Scope, threshold: float) -> Verdict:
    """Return whether a page is kept, by its language and its score."""
    if scope.languages and page.language not in scope.languages:
        return Verdict(Outcome.REJECTED, Reason.LANGUAGE, f"{page.language or 'unknown'}")
    outcome = Outcome.KEPT if score.value >= threshold else Outcome.REJECTED
    return Verdict(outcome, Reason.SCORE, f"{score.value:.3f}, threshold {threshold:g}")


_WALLS = {Reason.SOFT_404: Outcome.MISSING}
"""The outcome of a page that shows something else than its content, if it was not just unread."""


def _ended(capture: Capture, outcome: Outcome, reason: Reason, detail: str = "") -> Visit:
    """Return the visit of a capture that is no page."""
    return Visit(**_basics(capture), verdict=Verdict(outcome, reason, detail))


class _Basics(TypedDict):
    """The fields of a visit that are known before the capture is read."""

    url: str
    captured_at: datetime
    status: int
    mime: str
    size: int
    provenance: str


def _basics(capture: Capture) -> _Basics:
    return {
        "url": capture.url,
        "captured_at": capture.captured_at,
        "status": capture.status,
        "mime": _mime(capture),
        "size": len(capture.body),
        "provenance": capture.provenance,
    }


def _cut(capture: Capture) -> Verdict:
    if capture.truncated != "length":
        return Verdict(Outcome.FAILED, Reason.CUT_SHORT, str(capture.truncated))
    if not readable(capture.header("Content-Type")):  # its body was not received
        return Verdict(Outcome.UNREAD, Reason.NOT_HTML, _mime(capture))
    return Verdict(Outcome.UNREAD, Reason.TOO_LARGE, f"{len(capture.body) / 1e6:.3g} MB")


def _mime(capture: Capture) -> str:
    kind = capture.header("Content-Type").partition(";")[0].strip().lower()
    text = kind.encode("utf-8", "ignore").decode()  # without bytes that are not text
    return text[:100] or "unknown"


class _Recorded(TypedDict, total=False):
    """The fields of content that only kept pages have."""

    source: Guess
    genre: Guess | None
    declared: Declared


def _recorded(page: Page) -> _Recorded:
    """Return what experts record about a page."""
    source = source_kind(page.url, page.declared, (link.anchor for link in page.links))
    return {"source": source, "genre": genre_of(page, source), "declared": page.declared}
