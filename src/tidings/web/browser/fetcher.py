"""Shows pages in a browser before they are read: all of them, or those that are empty without scripts."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import time
from collections import Counter
from html import escape

from tidings.errors import in_short
from tidings.model import MADE_HERE, Capture, Channel, Fetched, Link, Rendering
from tidings.ports import Fetcher, KnowsSitemaps
from tidings.read.types import media_type
from tidings.settings import FetchSettings
from tidings.urls import host_of
from tidings.web.browser.answering import Answers, Get, Shelf
from tidings.web.browser.chromium import BrowserFailed, Chromium
from tidings.web.browser.lessons import Lessons
from tidings.web.browser.showing import Appearance, show

LEAST_TEXT = 400
"""Characters of text that make the work of the browser worth it."""
_PAGES = ("text/html", "application/xhtml+xml")
_NEVER = frozenset({Channel.REQUISITE, Channel.LISTING, Channel.POST, Channel.SCAN})
_SHADOW = re.compile(r"<template shadowroot[^>]*>", re.IGNORECASE)
_HEAD = re.compile(r"<head\b[^>]*>", re.IGNORECASE)
_LOG = logging.getLogger("tidings.crawl")


class BrowserFetcher:
    """Fetches as another fetcher does, and shows pages in a browser."""

    def __init__(self, inner: Fetcher, get: Get, settings: FetchSettings, program: str) -> None:
        """Take pages from ``inner``, and what they load through ``get``; ``program`` is Chromium."""
        self._inner = inner
        self._get = get
        self._always = settings.browser == "always"
        self._seconds = settings.browser_seconds
        self._decoded = int(settings.decoded_megabytes * 1e6)
        self._room = asyncio.Semaphore(settings.browser_pages)
        self._chromium = Chromium(program)
        self._lessons = Lessons()
        self._shelf = Shelf()

    async def fetch(self, link: Link) -> Fetched:
        """Return the answer to a link, shown in a browser if that is asked for or this host is known to need it."""
        if link.channel in _NEVER:
            return await self._inner.fetch(link)
        host = host_of(link.url)
        at_once = self._always or self._lessons.is_sure(host)
        fetched = await self._inner.fetch(link._replace(validators=()) if at_once else link)
        if fetched.capture is None or not _can_be_shown(fetched.capture):
            return fetched
        if not at_once:
            self._lessons.count_plain(host)
            return fetched
        shown = await self._shown(fetched.capture)
        return shown._replace(snapshots=fetched.snapshots)

    async def render(self, link: Link, capture: Capture) -> Fetched:
        """Return a capture that seems empty as a browser shows it; unchanged if that is in vain on its host."""
        host = host_of(link.url)
        if not (_can_be_shown(capture) and self._lessons.is_worth(host)):
            return Fetched(capture)
        self._lessons.uncount_plain(host)
        return await self._shown(capture)

    def sitemaps(self, url: str) -> tuple[str, ...]:
        """Return the sitemaps of a site, as far as they are known."""
        return self._inner.sitemaps(url) if isinstance(self._inner, KnowsSitemaps) else ()

    def delay(self, url: str) -> float:
        """Return the seconds to leave between two requests to the host of a URL."""
        return self._inner.delay(url)

    async def close(self) -> None:
        """End the browser and close all connections."""
        await self._chromium.close()
        await self._inner.close()

    async def _shown(self, capture: Capture) -> Fetched:
        """Show a capture; whatever goes wrong costs only what the browser would have shown."""
        if self._chromium.is_broken:
            return Fetched(capture)
        answers = Answers(capture, self._get, self._shelf, self._decoded)
        async with self._room:
            begun = time.monotonic()
            try:
                async with self._chromium.context() as context:
                    view = await show(context, capture.url, answers, self._seconds, self._decoded)
            except BrowserFailed as error:
                return self._unshown(capture, str(error))
            except Exception as error:  # nothing that a page does may end a crawl
                _LOG.exception("%s: could not be shown", capture.url)
                return self._unshown(capture, in_short(error))
        self._lessons.count(host_of(capture.url), gained=len(view.text) >= LEAST_TEXT)
        return _fetched(capture, view, answers, time.monotonic() - begun)

    def _unshown(self, capture: Capture, problem: str) -> Fetched:
        _LOG.info("%s: read without a browser, %s", capture.url, problem)
        if self._chromium.is_broken:
            _LOG.warning("pages are read without a browser from now on: %s", problem)
        self._lessons.count(host_of(capture.url), gained=False)
        return Fetched(capture._replace(rendering=Rendering(b"", problem)))


def _can_be_shown(capture: Capture) -> bool:
    kind = media_type(capture.header("Content-Type"))
    whole = capture.status == 200 and not capture.truncated and not capture.provenance
    return whole and capture.rendering is None and (kind in _PAGES or not kind)


def _fetched(capture: Capture, view: Appearance, answers: Answers, seconds: float) -> Fetched:
    """Return a capture with what was shown, and as its parts all that was received and seen."""
    refused = sum(bool(each.refusal) for each in answers.log)
    note = f"{len(answers.log)} requests, {refused} refused, {seconds:.1f} s"
    html = _readable(view.html, answers.departures).encode("utf-8", "replace")
    made = {
        "rendered": ("text/html; charset=utf-8", html),
        "text": ("text/plain; charset=utf-8", view.text.encode("utf-8", "replace")),
        "pageinfo": ("application/json", _page_info(capture, answers)),
        "view": ("image/jpeg", view.picture),
    }
    records = [_resource(name, kind, body, capture) for name, (kind, body) in made.items() if body]
    parts = [each for url, each in answers.captures.items() if url != capture.url]
    rendering = Rendering(html, f"{note}; {view.note}" if view.note else note)
    return Fetched(capture._replace(rendering=rendering), parts=(*parts, *records))


def _readable(html: str, departures: list[str]) -> str:
    """Return HTML with the content of shadow roots in the open, and where a script led as a refresh."""
    if _SHADOW.search(html):
        html = _SHADOW.sub("<div>", html).replace("</template>", "</div>")
    if departures:
        refresh = f'<meta http-equiv="refresh" content="0; url={escape(departures[0])}">'
        html = _HEAD.sub(lambda match: match[0] + refresh, html, count=1)
    return f"<!DOCTYPE html>{html}"


def _page_info(capture: Capture, answers: Answers) -> bytes:
    """Return what was asked for the page, in the form in which Browsertrix records it, with reasons for refusals."""
    urls = {
        each.url: {
            "status": each.status,
            "mime": each.mime,
            "type": each.kind,
            **({"refused": each.refusal} if each.refusal else {}),
        }
        for each in answers.log
    }
    refusals = Counter(each.refusal for each in answers.log if each.refusal)
    info = {
        "url": capture.url,
        "ts": capture.captured_at.isoformat(),
        "urls": urls,
        "refusals": dict(refusals.most_common()),
    }
    return json.dumps(info).encode()


def _resource(name: str, kind: str, body: bytes, page: Capture) -> Capture:
    """Return a record made here, named as Browsertrix names them."""
    headers = (("Content-Type", kind),)
    return Capture(f"{MADE_HERE}{name}:{page.url}", page.captured_at, 200, headers, body)
