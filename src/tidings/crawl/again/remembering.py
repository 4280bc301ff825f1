"""What is remembered of a page after a visit, and whether it comes back of itself."""

from __future__ import annotations

from hashlib import sha1

from tidings.frontier.coming_back.change import Look, faded, with_look
from tidings.frontier.coming_back.rhythm import kind_of
from tidings.model import Capture, Channel, Link, Outcome, PageKind, Tracked, Visit

READ = frozenset({Outcome.KEPT, Outcome.REJECTED, Outcome.UNCHANGED, Outcome.DUPLICATE})
"""Outcomes of pages that were read."""


def kind_seen(link: Link, visit: Visit) -> PageKind:
    """Return the kind of a page that was visited."""
    return kind_of(link.url, visit.title, is_dated=visit.published is not None)


def comes_back(link: Link, visit: Visit) -> bool:
    """Return whether a page comes back of itself: kept pages and seeds; others only once they led to kept ones."""
    outcome, channel = visit.verdict.outcome, link.channel
    if outcome is Outcome.KEPT:
        return True
    is_seed = channel is Channel.SEED or (channel is Channel.REDIRECT and not link.depth)
    return is_seed and outcome not in (Outcome.REDIRECTED, Outcome.DUPLICATE)


def after(page: Tracked, capture: Capture, visit: Visit, now: float) -> Tracked:
    """Return what is remembered of a page after one more visit."""
    seconds = max(now - page.visited_at, 0.0) if page.visited_at else 0.0
    digest = visit.digest or _digest(capture)
    changed = _has_changed(page, visit, digest)
    history = page.history
    if seconds and changed is not None:
        history = with_look(history, Look(seconds, changed))
    page = page._replace(
        visited_at=now,
        history=history,
        fruit=faded(page.fruit, seconds),
        watched=faded(page.watched, seconds) + seconds,
    )
    if capture.status != 200 or visit.verdict.outcome not in READ:
        return page
    etag, modified = capture.header("ETag")[:500], capture.header("Last-Modified")[:100]
    if capture.rendering:  # what a script shows changes while the page of the server does not
        etag = modified = ""
    return page._replace(etag=etag, modified=modified, digest=digest)


def _has_changed(page: Tracked, visit: Visit, digest: str) -> bool | None:
    """Return whether a page has changed, None if the visit does not show it."""
    match visit.verdict.outcome:
        case Outcome.UNCHANGED:
            return False
        case Outcome.KEPT:
            return True
        case Outcome.REJECTED | Outcome.DUPLICATE:
            return digest != page.digest
    return None


def _digest(capture: Capture) -> str:
    return sha1(capture.body, usedforsecurity=False).hexdigest() if capture.body else ""
