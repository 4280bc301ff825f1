"""What happens to every capture, from wherever it came: read, judge, keep or not, record, score the links.

Pure: it knows no network, no disk and no other page. It runs in worker processes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from itertools import islice
from typing import Protocol, TypedDict

from tidings.archive.write.records import response_records
from tidings.errors import Unreadable
from tidings.frontier.order import ORDERS
from tidings.frontier.scope import HostRules
from tidings.learn.page_model import Corrected, PageModel, base_of, terms_of
from tidings.learn.types.model import open_types
from tidings.model import (
    GONE,
    REDIRECTS,
    Candidate,
    Capture,
    EventModel,
    Link,
    Named,
    Outcome,
    Page,
    Reason,
    Score,
    Typed,
    Verdict,
    Visit,
)
from tidings.ports import Relevance
from tidings.read import Opened, Reader, readable
from tidings.read.names.who import who
from tidings.read.places.recognise import recogniser
from tidings.read.words.fingerprint import fingerprint
from tidings.relevance import MEASURES, link_scorer
from tidings.settings import Settings
from tidings.urls import host_of, redirect_target, url_id

Recorder = Callable[[Capture, Mapping[str, str]], tuple[bytes, int, str]]
"""Makes archive records of a capture and facts: the bytes, how many are the response, the digest."""


class PageReader(Protocol):
    """Turns captures into pages."""

    def open(self, capture: Capture, depth: int = 0) -> Opened:
        """Return what can be read of a capture found ``depth`` links away from a seed; raise Unreadable."""


LEAD = 1_200
"""Characters of a text in which those who matter, and what kind of thing happened, are named."""


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
    ) -> None:
        """Prepare the stages; the lab brings some that remember, and a recorder that makes nothing."""
        self._scope = settings.scope
        self._hosts = HostRules(settings.scope)
        self._threshold = settings.relevance.threshold
        self._reader = reader or Reader(
            places=model.places,
            decoded_limit=int(settings.fetch.decoded_megabytes * 1e6),
            recogniser=recogniser(settings.relevance.recogniser),
        )
        self._recorder = recorder
        self._measure = relevance or MEASURES[settings.relevance.measure](model, settings.relevance)
        self._relevance, self._version = self._measure, 0
        self._judged_types: Mapping[int, str] = {}
        self._types = open_types(settings.types.model)
        self._links = link_scorer(
            ORDERS[settings.order.policy].link_scorer, model, settings.relevance
        )

    def adopt(self, learned: PageModel) -> None:
        """Judge by the measure as this page model corrects it, from now on."""
        self._relevance, self._version = self._measure, learned.version
        self._judged_types = learned.types
        if learned.version:
            self._relevance = Corrected(self._measure, learned)

    def process(self, link: Link, capture: Capture) -> Visit:
        """Return everything the crawl needs to know about a capture."""
        if capture.status in REDIRECTS:
            return self._redirected(link, capture)
        if capture.status != 200:
            outcome = Outcome.MISSING if capture.status in GONE else Outcome.FAILED
            return Visit(
                **_known(capture), verdict=Verdict(outcome, Reason.HTTP, str(capture.status))
            )
        if capture.truncated and not capture.provenance:
            return Visit(**_known(capture), verdict=_cut(capture))
        try:
            reading = self._reader.open(capture, link.depth)
        except Unreadable as error:
            return Visit(
                **_known(capture), verdict=Verdict(Outcome.UNREAD, error.reason, error.detail)
            )
        return self._judged(link, capture, reading)

    def _judged(self, link: Link, capture: Capture, reading: Opened) -> Visit:
        page = reading.glance()
        score = self._relevance.score(page)
        verdict = self._keep(page, score)
        records, length, digest, mark = b"", 0, "", b""
        names: tuple[Named, ...] = ()
        kind: Typed | None = None
        if verdict.outcome is Outcome.KEPT:
            page = reading.page()
            records, length, digest = self._recorder(capture, _facts(link, capture, page, score))
            mark = fingerprint(page.text)
            names = who(page.text[:LEAD], page.places, page.language)
            kind = self._type(page)
        return Visit(
            **_known(capture),
            verdict=verdict,
            digest=digest,
            title=page.title,
            language=page.language,
            published=page.published,
            score=score,
            canonical=_trusted(page),
            fingerprint=mark,
            who=names,
            type=kind,
            base=base_of(score),
            terms=terms_of(page),
            version=self._version,
            links=tuple(self._candidates(page, score)),
            records=records,
            response_length=length,
        )

    def _type(self, page: Page) -> Typed | None:
        if self._judged_types and (named := self._judged_types.get(url_id(page.url))):
            return Typed(named, 1.0)
        if self._types is None:
            return None
        return self._types.classify(f"{page.title}\n{page.text[:LEAD]}", page.language)

    def _keep(self, page: Page, score: Score) -> Verdict:
        if self._scope.languages and page.language not in self._scope.languages:
            return Verdict(Outcome.REJECTED, Reason.LANGUAGE, f"{page.language or 'unknown'}")
        outcome = Outcome.KEPT if score.value >= self._threshold else Outcome.REJECTED
        detail = f"{score.value:.3f}, threshold {self._threshold:g}"
        return Verdict(outcome, Reason.SCORE, detail)

    def _candidates(self, page: Page, score: Score) -> Iterator[Candidate]:
        """Yield the links of a page with their scores; those that will not be followed have none."""
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
                **_known(capture), verdict=Verdict(Outcome.FAILED, Reason.REDIRECT_NOWHERE)
            )
        if target in (capture.url, link.url):
            return Visit(
                **_known(capture), verdict=Verdict(Outcome.FAILED, Reason.REDIRECT_TO_ITSELF)
            )
        facts = {"via": link.parent, "redirect": target, "provenance": capture.provenance}
        told = {name: value for name, value in facts.items() if value}
        records, length, digest = self._recorder(capture, told)
        return Visit(
            **_known(capture),
            verdict=Verdict(Outcome.REDIRECTED, Reason.REDIRECT, str(target)),
            digest=digest,
            redirect=target,
            records=records,
            response_length=length,
        )


def _trusted(page: Page) -> str:
    """Return the canonical address, unless every page of the site seems to claim the front page."""
    return "" if page.canonical.count("/") == 3 and page.canonical.endswith("/") else page.canonical


class _Known(TypedDict):
    """What is known of a capture before it is looked at."""

    url: str
    captured_at: datetime
    status: int
    mime: str
    size: int
    provenance: str


def _known(capture: Capture) -> _Known:
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
    return kind.encode("utf-8", "ignore").decode()[:100] or "unknown"  # bytes that are no text go


def _facts(link: Link, capture: Capture, page: Page, score: Score) -> dict[str, str]:
    """Tell in the archive why this page was kept."""
    facts = {"via": link.parent, "anchor": link.anchor, "score": f"{score.value:.4f}"}
    facts |= {f"score-{name}": f"{part:.4f}" for name, part in score.parts.items()}
    facts["evidence"] = "; ".join(
        f"{item.aspect} {item.what} {item.amount:.3f}" for item in score.evidence
    )
    if page.published:
        facts["published"] = f"{page.published.moment.isoformat()} ({page.published.evidence})"
    facts["provenance"] = capture.provenance
    return {name: value for name, value in facts.items() if value}
