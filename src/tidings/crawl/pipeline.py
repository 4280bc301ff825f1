"""Turns every capture into a visit: reads it, judges it, makes archive records and scores its links.

A pure function of the capture: it knows no network, no disk and no other page. It runs in worker processes.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import islice
from typing import TypedDict

from tidings.archive.write.records import response_records
from tidings.errors import Unreadable
from tidings.frontier.order import ORDERS
from tidings.frontier.scope import HostRules
from tidings.learn.page_model import Corrected, PageModel, base_of, terms_of
from tidings.learn.types.model import open_types
from tidings.model import (
    GONE,
    NOT_MODIFIED,
    REDIRECTS,
    Candidate,
    Capture,
    Content,
    EventModel,
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
from tidings.read import Reader, readable
from tidings.read.names.who import is_organisation, who
from tidings.read.places.recognise import recogniser
from tidings.read.words.fingerprint import fingerprint
from tidings.read.words.keywords import keywords
from tidings.relevance import MEASURES, link_scorer
from tidings.settings import Settings
from tidings.store.content import pack
from tidings.urls import host_of, redirect_target, url_id

Recorder = Callable[[Capture, Mapping[str, str]], tuple[bytes, int, str]]
"""Makes archive records of a capture and facts about it: the bytes, the length of the response, the digest."""
LEAD_LENGTH = 1_200
"""Characters at the start of a text: names and the type of a crisis are read from them."""
_REJECTED_LEAD = 500
"""The same of a rejected page: most pages are rejected, and names take time."""
MOST_PLACES, MOST_DATES = 30, 12
"""Places and dates of one page that are kept."""
_LEAD_IN_ARCHIVE = 300
"""Characters of the text that go into the metadata record."""


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
        self._hosts = HostRules(settings.scope)
        self._threshold = settings.relevance.threshold
        self._reader = reader or Reader(
            places=model.places,
            decoded_limit=int(settings.fetch.decoded_megabytes * 1e6),
            recogniser=recogniser(settings.relevance.recogniser),
        )
        self._recorder = recorder
        self._remembers = remembers
        self._rejected_text = settings.archive.rejected_text
        self._measure = relevance or MEASURES[settings.relevance.measure](model, settings.relevance)
        self._relevance, self._revision = self._measure, 0
        self._judged_types: Mapping[int, str] = {}
        self._types = open_types(settings.types.model)
        self._links = link_scorer(
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
        if capture.status in REDIRECTS:
            return self._redirected(link, capture)
        if capture.status == NOT_MODIFIED:
            return Visit(
                **_basics(capture), verdict=Verdict(Outcome.UNCHANGED, Reason.NOT_MODIFIED)
            )
        if capture.status != 200:
            outcome = Outcome.MISSING if capture.status in GONE else Outcome.FAILED
            return Visit(
                **_basics(capture), verdict=Verdict(outcome, Reason.HTTP, str(capture.status))
            )
        if capture.truncated and not capture.provenance:
            return Visit(**_basics(capture), verdict=_cut(capture))
        try:
            reading = self._reader.open(capture, link.depth)
        except Unreadable as error:
            return Visit(
                **_basics(capture), verdict=Verdict(Outcome.UNREAD, error.reason, error.detail)
            )
        visit = self._judged(link, capture, reading)
        if parts and visit.verdict.outcome is Outcome.KEPT:
            return replace(visit, parts=tuple(map(self._part, parts)))
        return visit

    def _judged(self, link: Link, capture: Capture, opened: Opened) -> Visit:
        page = opened.glance()
        score = self._relevance.score(page)
        verdict = self._keep(page, score)
        kept = verdict.outcome is Outcome.KEPT
        if kept:
            page = opened.page()
        typed = self._type(page) if kept else None
        content = self._content(page, kept)
        records, length, digest = b"", 0, ""
        if kept:
            facts = _facts(link, capture, page, score) | _about(page, content, typed)
            records, length, digest = self._recorder(capture, facts)
        links = tuple(self._candidates(page, score))
        return Visit(
            **_basics(capture),
            verdict=verdict,
            digest=digest,
            title=page.title,
            language=page.language,
            published=page.published,
            score=score,
            canonical=_trusted(page),
            fingerprint=fingerprint(page.text) if kept else b"",
            type=typed,
            base=base_of(score),
            cells=terms_of(page),
            content=pack(content) if self._remembers else b"",
            edges=array("q", [link.id for link in links]).tobytes(),
            edge_scores=array("f", [link.score for link in links]).tobytes() if kept else b"",
            revision=self._revision,
            links=links,
            records=records,
            response_length=length,
        )

    def _content(self, page: Page, kept: bool) -> Content:
        """Return the content of a page that the collection keeps; of a rejected page, only the lead of its text."""
        if not self._remembers:
            return Content()
        names = who(
            page.text[: LEAD_LENGTH if kept else _REJECTED_LEAD], page.places, page.language
        )
        return Content(
            text=page.text if kept else page.text[: self._rejected_text],
            places=page.places[:MOST_PLACES],
            people=tuple(name for name in names if not is_organisation(name.name)),
            organisations=tuple(name for name in names if is_organisation(name.name)),
            dates=page.dates[:MOST_DATES],
            keywords=keywords(page),
        )

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

    def _keep(self, page: Page, score: Score) -> Verdict:
        if self._scope.languages and page.language not in self._scope.languages:
            return Verdict(Outcome.REJECTED, Reason.LANGUAGE, f"{page.language or 'unknown'}")
        outcome = Outcome.KEPT if score.value >= self._threshold else Outcome.REJECTED
        detail = f"{score.value:.3f}, threshold {self._threshold:g}"
        return Verdict(outcome, Reason.SCORE, detail)

    def _candidates(self, page: Page, score: Score) -> Iterator[Candidate]:
        """Yield the links of a page with their scores, which are 0 for links that will not be followed."""
        limit, why_not = self._scope.links_per_page, self._hosts.why_not
        for link in page.links[:limit]:
            value = 0.0 if why_not(host_of(link.url)) else self._links.score(link, score)
            yield Candidate(url_id(link.url), value, link)
        for link in islice(page.links, limit, None):
            yield Candidate(url_id(link.url), 0.0, link._replace(barred=Reason.LINKS_PER_PAGE))

    def _redirected(self, link: Link, capture: Capture) -> Visit:
        target = redirect_target(capture.header("Location"), capture.url)
        if not target:
            return Visit(
                **_basics(capture), verdict=Verdict(Outcome.FAILED, Reason.REDIRECT_NOWHERE)
            )
        if target in (capture.url, link.url):
            return Visit(
                **_basics(capture), verdict=Verdict(Outcome.FAILED, Reason.REDIRECT_TO_ITSELF)
            )
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


def _trusted(page: Page) -> str:
    """Return the canonical URL, unless it is a front page, which some sites declare on every page."""
    return "" if page.canonical.count("/") == 3 and page.canonical.endswith("/") else page.canonical


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


def _about(page: Page, content: Content, typed: Typed | None) -> dict[str, str]:
    """Return facts for the archive about the page itself: title, language, countries, names, type and lead."""
    countries = dict.fromkeys(mention.place.country for mention in content.places)
    names = (*content.people, *content.organisations)
    about = {
        "title": page.title,
        "language": page.language,
        "countries": " ".join(filter(None, countries)),
        "names": "; ".join(name.name for name in names),
        "type": f"{typed.name} {typed.probability:.2f}" if typed else "",
        "lead": " ".join(page.text[:_LEAD_IN_ARCHIVE].split()),
    }
    return {name: value for name, value in about.items() if value}


def _facts(link: Link, capture: Capture, page: Page, score: Score) -> dict[str, str]:
    """Return facts for the archive about why a page was kept."""
    facts = {"via": link.parent, "anchor": link.anchor, "score": f"{score.value:.4f}"}
    facts |= {f"score-{name}": f"{part:.4f}" for name, part in score.parts.items()}
    facts["evidence"] = "; ".join(
        f"{item.aspect} {item.what} {item.amount:.3f}" for item in score.evidence
    )
    if page.published:
        facts["published"] = f"{page.published.moment.isoformat()} ({page.published.evidence})"
    facts["provenance"] = capture.provenance
    return {name: value for name, value in facts.items() if value}
