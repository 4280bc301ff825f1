"""Captures as mementos (RFC 7089): their headers, and the TimeMap of a URL."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from email.utils import format_datetime
from typing import NamedTuple

from tidings.archive.remote.replay import sendable
from tidings.model import REDIRECTS, Capture, Snapshot
from tidings.urls import redirect_target

LINK_FORMAT = "application/link-format"
_NOT_VALUE = re.compile(r"[^\t\x20-\x7e\x80-\xff]+")
_NOT_NAME = re.compile(r"[^!#$%&'*+.^_`|~0-9A-Za-z-]")
_MOST_HEADERS = 100


class Places(NamedTuple):
    """Where the parts of an archive service are found; each ends with a slash."""

    root: str

    def memento(self, snapshot: Snapshot) -> str:
        """Return the URL of a capture as it was."""
        return self.raw(snapshot.captured_at, snapshot.url)

    def raw(self, moment: datetime, url: str) -> str:
        """Return the URL of the capture of a moment as it was."""
        return f"{self.root}memento/{moment:%Y%m%d%H%M%S}id_/{sendable(url)}"

    def gate(self, url: str) -> str:
        """Return the TimeGate of a URL."""
        return f"{self.root}timegate/{sendable(url)}"

    def map(self, url: str) -> str:
        """Return the TimeMap of a URL."""
        return f"{self.root}timemap/link/{sendable(url)}"


def links(url: str, places: Places) -> str:
    """Return the Link header of a memento or a TimeGate."""
    return (
        f'<{sendable(url)}>; rel="original", <{places.gate(url)}>; rel="timegate", '
        f'<{places.map(url)}>; rel="timemap"; type="{LINK_FORMAT}"'
    )


def time_map(url: str, snapshots: Sequence[Snapshot], places: Places) -> str:
    """Return the TimeMap of a URL: all its captures."""
    first, last = snapshots[0].captured_at, snapshots[-1].captured_at
    head = [
        f'<{sendable(url)}>; rel="original"',
        f'<{places.map(url)}>; rel="self"; type="{LINK_FORMAT}"; '
        f'from="{http_time(first)}"; until="{http_time(last)}"',
        f'<{places.gate(url)}>; rel="timegate"',
    ]
    rows = [
        f'<{places.memento(each)}>; rel="{_relation(number, len(snapshots))}"; '
        f'datetime="{http_time(each.captured_at)}"'
        for number, each in enumerate(snapshots)
    ]
    return ",\n".join([*head, *rows]) + "\n"


def _relation(number: int, count: int) -> str:
    words = ["first"] * (number == 0) + ["last"] * (number == count - 1)
    return " ".join([*words, "memento"])


def http_time(moment: datetime) -> str:
    """Return a moment as HTTP writes it."""
    return format_datetime(moment.replace(microsecond=0), usegmt=True)


def raw_headers(capture: Capture, places: Places) -> list[tuple[str, str]]:
    """Return the headers of a capture as it was: the original ones under other names, so that none takes effect.

    Media type and encoding count; a redirect leads to the capture of its target.
    """
    headers = [
        (f"X-Archive-Orig-{_NOT_NAME.sub('-', name)}", _NOT_VALUE.sub(" ", value))
        for name, value in capture.headers[:_MOST_HEADERS]
    ]
    effective = ("Content-Type", "Content-Encoding")
    values = ((name, _NOT_VALUE.sub(" ", capture.header(name)).strip()) for name in effective)
    headers += [(name, value) for name, value in values if value]
    target = redirect_target(capture.header("Location"), capture.url)
    if capture.status in REDIRECTS and target:
        headers.append(("Location", places.raw(capture.captured_at, target)))
    return [
        *headers,
        ("Memento-Datetime", http_time(capture.captured_at)),
        ("Link", links(capture.url, places)),
    ]
