"""Finds what a kept page needs, and turns the answer to such a request into a visit; it runs in worker processes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tidings.documents.exif import photograph
from tidings.errors import Unreadable
from tidings.model import (
    FILM,
    GONE,
    REDIRECTS,
    Capture,
    Displayed,
    Link,
    Outcome,
    Reason,
    Requisite,
    Use,
    Verdict,
    Visit,
)
from tidings.read.body import utf8_of
from tidings.read.requisites.page import needed_by_page, needed_by_style, shown_by_page
from tidings.read.types import media_type
from tidings.settings import Settings
from tidings.urls import redirect_target

CHOICES: dict[str, frozenset[Use]] = {
    "all": frozenset(Use),
    "styles and images": frozenset({Use.STYLE, Use.IMAGE, Use.FONT, Use.ICON}),
    "none": frozenset(),
}
"""What is fetched under each choice of ``archive.requisites``."""
MOST_LISTED = 1_000
"""Requisites of one page that are listed; the settings say how many are fetched."""
_PAGES = ("text/html", "application/xhtml+xml", "")
_SHEETS = ("text/css", "text/plain", "application/octet-stream", "")
"""Media types under which servers send style sheets."""

Recorder = Callable[[Capture, Mapping[str, str]], tuple[bytes, int, str]]
"""Makes archive records of a capture and facts about it: the bytes, the length of the response, the digest."""


class RequisiteReader:
    """Lists requisites by the settings of a crawl, and makes archive records of them."""

    def __init__(self, settings: Settings, recorder: Recorder) -> None:
        self._uses = CHOICES[settings.archive.requisites]
        self._limit = int(settings.fetch.decoded_megabytes * 1e6)
        self._recorder = recorder
        self._films = bool(settings.archive.film_helper)

    def of_page(self, capture: Capture) -> Displayed:
        """Return what a page shows, of its requisites those that the settings ask for."""
        capture = capture.shown()
        if not self._uses or media_type(capture.header("Content-Type")) not in _PAGES:
            return Displayed()
        try:
            html = utf8_of(capture, self._limit)
        except Unreadable:
            return Displayed()
        return self.chosen(shown_by_page(html, capture.url))

    def chosen(self, shown: Displayed) -> Displayed:
        """Return what a page shows, of its requisites those that the settings ask for."""
        needed = shown.requisites
        if self._films:
            others = (each for each in needed if each.url not in shown.media)
            needed = (*others, *(Requisite(url, Use.FILM) for url in shown.media))
        return shown._replace(requisites=self._chosen(needed))

    def visit(self, link: Link, capture: Capture) -> Visit:
        """Return the visit of a requisite; the anchor of its link names its use."""
        verdict, redirect = _verdict(capture)
        records, length, digest = b"", 0, ""
        if verdict.outcome in (Outcome.KEPT, Outcome.REDIRECTED):
            facts = {"requisite": link.anchor, **photograph(capture.body).facts(), **_film(capture)}
            records, length, digest = self._recorder(capture, facts)
        kept = verdict.outcome is Outcome.KEPT
        return Visit(
            capture.url,
            capture.captured_at,
            capture.status,
            verdict,
            mime=media_type(capture.header("Content-Type")) or "unknown",
            size=len(capture.body),
            digest=digest,
            redirect=redirect,
            records=records,
            response_length=length,
            provenance=capture.provenance,
            requisites=self._found(Use(link.anchor), capture, link.depth) if kept else (),
        )

    def _found(self, use: Use, capture: Capture, depth: int) -> tuple[Requisite, ...]:
        """Return what a style sheet or a frame needs; frames inside frames are left out."""
        kind = media_type(capture.header("Content-Type"))
        is_sheet = use is Use.STYLE and kind in _SHEETS
        is_frame = use is Use.FRAME and kind in _PAGES
        if not is_sheet and not is_frame:
            return ()
        try:
            content = utf8_of(capture, self._limit)
        except Unreadable:
            return ()
        if is_sheet:
            return self._chosen(needed_by_style(content.decode("utf-8", "replace"), capture.url))
        found = needed_by_page(content, capture.url)
        return self._chosen([each for each in found if each.use is not Use.FRAME])

    def _chosen(self, found: Sequence[Requisite]) -> tuple[Requisite, ...]:
        return tuple(each for each in found if each.use in self._uses)[:MOST_LISTED]


def _film(capture: Capture) -> dict[str, str]:
    """Return what is known about a film."""
    if not capture.url.startswith(FILM):
        return {}
    return {name: value for name, value in capture.headers if name.startswith(Use.FILM.value)}


def not_among(parts: Sequence[Capture], needed: Sequence[Requisite]) -> tuple[Requisite, ...]:
    """Return the requisites that did not come with their page, as they do with one that a browser showed."""
    captured = {part.url for part in parts}
    return tuple(each for each in needed if each.url not in captured)


def _verdict(capture: Capture) -> tuple[Verdict, str]:
    """Return whether an answer is archived, and where it redirects to."""
    if capture.status in REDIRECTS:
        target = redirect_target(capture.header("Location"), capture.url)
        if target and target != capture.url:
            return Verdict(Outcome.REDIRECTED, Reason.REDIRECT, target), target
        return Verdict(Outcome.FAILED, Reason.REDIRECT_NOWHERE), ""
    if capture.status != 200:
        outcome = Outcome.MISSING if capture.status in GONE else Outcome.FAILED
        return Verdict(outcome, Reason.HTTP, str(capture.status)), ""
    if capture.truncated == "length":
        return Verdict(Outcome.UNREAD, Reason.TOO_LARGE, f"{len(capture.body) / 1e6:.3g} MB"), ""
    if capture.truncated and not capture.provenance:
        return Verdict(Outcome.FAILED, Reason.CUT_SHORT, capture.truncated), ""
    return Verdict(Outcome.KEPT, Reason.OTHER), ""
