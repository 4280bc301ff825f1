"""Collections of a few pages each, for what the desk shows of time: growth, versions, alarms, lab runs."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.collection.stored_pages import Shelf, StoredPage
from tidings.model import Outcome

NOW = datetime.now(UTC)
DAM = "http://paper.example/dam"
DAM_TEXTS = (
    "The dam broke in the night. Two people died there. Help is on its way.",
    "The dam broke in the night. Nine people died there. Help is on its way.",
    "The dam broke in the night. Nine people died there. The bridge is closed. <i>Help is on its way.",
)
FOUND = {"auto": [9, 16], "breadth-first": [3, 4]}
"""Relevant pages after 10 and 20 visits."""
REPORT = {
    "title": "Two orders",
    "command": "tidings lab run",
    "strategies": {name: {} for name in FOUND},
    "means": {name: {"harvest": {"mean": found[-1] / 20}} for name, found in FOUND.items()},
    "crawls": [
        {"strategy": name, "curve": {"visited": [10, 20], "found": found}}
        for name, found in FOUND.items()
    ],
}


def shelve(folder: Path) -> None:
    """Write a collection that grows, one that was left, one of a page with versions, and the report of a lab run."""
    Shelf(folder / "growing").save(
        StoredPage("http://a.example/1", title="Old news", captured=NOW - timedelta(days=3)),
        StoredPage("http://a.example/2", title="Fresh news", captured=NOW - timedelta(hours=3)),
    )
    Shelf(folder / "left").save(
        StoredPage("http://b.example/1", title="Last news", captured=NOW - timedelta(days=40)),
        StoredPage("http://b.example/2", outcome=Outcome.REJECTED),
    )
    versions = Shelf(folder / "versions")
    for hours, text in zip((50, 9, 2), DAM_TEXTS, strict=True):
        body = f"<title>Dam breaks</title><p>{text}".encode()
        at = NOW - timedelta(hours=hours)
        versions.save(StoredPage(DAM, text, "Dam breaks", body=body, captured=at))
    (folder / "report").mkdir()
    (folder / "report" / "report.json").write_text(json.dumps(REPORT), encoding="utf-8")
