"""Restores the original capture from a page that an archive replays: moment, headers, payload, target."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import NamedTuple
from urllib.parse import quote, urljoin

from tidings.archive.index.dialects import parse_timestamp
from tidings.errors import Failed, Unreadable
from tidings.model import REDIRECTS, Capture, Reason, Snapshot
from tidings.read.body import inflate
from tidings.urls import host_of

WEB_BEGAN = datetime(1990, 1, 1, tzinfo=UTC)
"""Earlier dates of captures are errors."""

Headers = tuple[tuple[str, str], ...]

_STAMPED = re.compile(r"/(?P<stamp>\d{14})(?:[a-z]{2}_)?/(?P<url>https?:/.+)")
_SENDABLE = "!#$%&'()*+,/:;=?@[]~"
_ORIGINAL = "x-archive-orig-"
_MAX_DECODED = 30_000_000
"""Bytes of a decoded payload."""
_ARCHIVE_OWN = ("memento-datetime", "preference-applied")


class Stamped(NamedTuple):
    """The moment and the target in a replay URL."""

    moment: datetime
    url: str


def stamped(url: str) -> Stamped | None:
    """Return moment and target of a replay URL, ``.../20160322081500id_/http://...``."""
    match = _STAMPED.search(url)
    moment = moment_of(match["stamp"]) if match else None
    return Stamped(moment, match["url"]) if match and moment else None


def raw_url(url: str) -> str:
    """Return the replay URL of the unchanged bytes, for a replay URL with a timestamp."""
    return _STAMPED.sub(r"/\g<stamp>id_/\g<url>", sendable(url), count=1)


def replay_url(root: str, stamp: str, url: str) -> str:
    """Return the URL of the unchanged bytes of a capture in a Wayback-like archive."""
    return f"{root.rstrip('/')}/{stamp}id_/{sendable(url)}"


def sendable(url: str) -> str:
    """Return a URL with everything percent-encoded that a request cannot hold."""
    return quote(url, safe=_SENDABLE, errors="replace")


def absolute(location: str, base: str) -> str:
    """Return the absolute URL of a Location, not normalised; empty if it is no web URL."""
    try:
        target = sendable(urljoin(base, location.strip())) if location.strip() else ""
    except ValueError:
        return ""
    return target if target.startswith(("http://", "https://")) else ""


def moment_of(stamp: str) -> datetime | None:
    """Return the moment of a timestamp, None if it is damaged or older than the web."""
    try:
        moment = parse_timestamp(stamp)
    except ValueError:
        return None
    return moment if moment >= WEB_BEGAN else None


def http_date(text: str) -> datetime | None:
    """Return the moment of an HTTP date, None if it is damaged or older than the web."""
    try:
        moment = parsedate_to_datetime(text)
        moment = moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(UTC)
    except (ValueError, TypeError, OverflowError):
        return None
    return moment if moment >= WEB_BEGAN else None


def is_archived(answer: Capture) -> bool:
    """Return whether an answer is an archived one, marked as in RFC 7089, not the archive's own."""
    return _memento_moment(answer) is not None


def onward(answer: Capture) -> str | None:
    """Return the target of the archive's own redirect within its host, None for anything else.

    Without Memento headers it may be an archived redirect: then the URL inside the replay URL differs.
    """
    if answer.status not in REDIRECTS or is_archived(answer):
        return None
    target = absolute(answer.header("Location"), answer.url)
    if not target or host_of(target) != host_of(answer.url):
        return None
    here, there = stamped(answer.url), stamped(target)
    if here and there and _loose(here.url) != _loose(there.url):
        return None
    return target


def as_captured(answer: Capture, snapshot: Snapshot) -> Capture:
    """Return the original capture of a replay; raise Failed if the answer is none."""
    if not is_archived(answer) and answer.status >= 400:
        raise Failed(Reason.ARCHIVE, f"http {answer.status}", retry=False)
    if answer.truncated in ("time", "disconnect"):
        raise Failed(Reason.ARCHIVE, f"answer cut short: {answer.truncated}")
    here = stamped(answer.url)
    headers, body = _as_sent(answer)
    return Capture(
        url=snapshot.url,
        captured_at=_memento_moment(answer) or (here.moment if here else snapshot.captured_at),
        status=answer.status,
        headers=tuple(_with_own_target(name, value, answer.url) for name, value in headers),
        body=body,
        reason=answer.reason,
        truncated=answer.truncated,
        provenance=answer.url,
    )


def _memento_moment(answer: Capture) -> datetime | None:
    """Return the moment of the capture: the last such header, since the page may have had one itself."""
    values = [value for name, value in answer.headers if name.lower() == "memento-datetime"]
    return http_date(values[-1]) if values else None


def _loose(url: str) -> str:
    return re.sub(r"^(?:https?:/*)?(?:www\.)?", "", url.lower()).rstrip("/")


def _as_sent(answer: Capture) -> tuple[Headers, bytes]:
    """Return the headers and the payload of the original server, as far as the archive shows them."""
    prefixed = [
        _without_prefix(name, value) for name, value in answer.headers if _is_original(name)
    ]
    if not prefixed or _keeps_headers(answer):
        return _all_but_own(answer), answer.body
    if not any(name.lower() == "content-type" for name, _ in prefixed):
        prefixed.append(("Content-Type", answer.header("Content-Type")))
    return _as_coded(prefixed, answer)


def _is_original(name: str) -> bool:
    return name.lower().startswith(_ORIGINAL)


def _without_prefix(name: str, value: str) -> tuple[str, str]:
    return (name[len(_ORIGINAL) :], value) if _is_original(name) else (name, value)


def _keeps_headers(answer: Capture) -> bool:
    """Return whether the archive keeps most headers and adds its own, as pywb does."""
    return any(
        name.lower() == "content-location" and stamped(value) for name, value in answer.headers
    )


def _all_but_own(answer: Capture) -> Headers:
    renamed = {name.lower() for name, _ in answer.headers if _is_original(name)}
    return tuple(
        _without_prefix(name, value)
        for name, value in answer.headers
        if not _is_own(name.lower(), value) and _ORIGINAL + name.lower() not in renamed
    )


def _is_own(name: str, value: str) -> bool:
    """Return whether a header is about the archive rather than the page."""
    if name == "content-location":
        return stamped(value) is not None
    if name == "link":
        return "timegate" in value or "timemap" in value
    if name.startswith("x-archive-"):
        return not name.startswith(_ORIGINAL)
    return name in _ARCHIVE_OWN


def _as_coded(headers: list[tuple[str, str]], answer: Capture) -> tuple[Headers, bytes]:
    """Return headers and payload that fit: archives decode payloads, or encode them for transfer."""
    coded = next((value for name, value in headers if name.lower() == "content-encoding"), "")
    transfer_coding = answer.header("Content-Encoding")
    body = answer.body
    if coded.strip().lower() == transfer_coding.strip().lower():
        return tuple(headers), body
    if transfer_coding:
        body = _decoded(answer, transfer_coding)
    if "gzip" in coded.lower() and body.startswith(b"\x1f\x8b"):
        return tuple(headers), body
    return tuple(
        (f"x-orig-{name.lower()}" if name.lower() == "content-encoding" else name, value)
        for name, value in headers
    ), body


def _decoded(answer: Capture, coding: str) -> bytes:
    try:
        return inflate(answer.body, coding, _MAX_DECODED)
    except Unreadable as error:
        raise Failed(Reason.ARCHIVE, str(error), retry=False) from error


def _with_own_target(name: str, value: str, base: str) -> tuple[str, str]:
    """Return a header, where a Location that leads into the archive is replaced by its original target."""
    if name.lower() != "location":
        return name, value
    target = absolute(value, base)
    there = stamped(target) if host_of(target) == host_of(base) else None
    return name, there.url if there else value
