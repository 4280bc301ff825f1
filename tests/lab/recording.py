"""A small recorded web for tests: written as WARC by our own writer, with a tasks file beside it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from tidings.archive.write.records import response_records
from tidings.model import Capture

DAY = datetime(2016, 3, 22, 12, tzinfo=UTC)
ROOT = "http://news.example/"
FLOOD = "The flood in Liège rose over night, and rescue teams brought people out of the water. " * 4
OTHER = "The council met to talk about parking fees and the new library in the town. " * 4


def page(title: str, text: str, *links: str) -> str:
    anchors = "".join(f'<a href="{link}">{link.rpartition("/")[2]}</a> ' for link in links)
    return (
        f"<html><title>{title}</title><body><article><p>{text}</p></article>{anchors}</body></html>"
    )


PAGES = {
    "": page("Front", "News of the day.", "/flood-1", "/council-1", "/old", "/gone", "/private/x"),
    "flood-1": page("Flood in Liège", FLOOD, "/flood-2", "http://outside.example/"),
    "flood-2": page("Flood in Liège: rescue", FLOOD, "/flood-3"),
    "flood-3": page("After the flood in Liège", FLOOD),
    "council-1": page("Council", OTHER, "/council-2"),
    "council-2": page("Council again", OTHER),
    "reference": page("What the flood in Liège did", FLOOD),
    "private/x": page("Private", OTHER),
}


def capture(
    path: str, body: str, status: int = 200, at: datetime = DAY, location: str = ""
) -> Capture:
    headers = [("Content-Type", "text/html; charset=utf-8")]
    if location:
        headers.append(("Location", location))
    return Capture(ROOT + path, at, status, tuple(headers), body.encode(), "OK")


def captures(times: Mapping[str, datetime] | None = None) -> list[Capture]:
    pages = [capture(path, body, at=(times or {}).get(path, DAY)) for path, body in PAGES.items()]
    return [*pages, capture("old", "", 301, location="/council-1")]


def write_web(folder: Path, captured: list[Capture], tasks: str = "") -> Path:
    """Write WARC, truth and tasks; return the tasks file."""
    folder.mkdir(exist_ok=True)
    records = b"".join(response_records(one, {})[0] for one in captured)
    (folder / "web.warc.gz").write_bytes(records)
    (folder / "flood.txt").write_text("".join(f"{ROOT}flood-{n}\n" for n in (1, 2, 3)))
    path = folder / "web.tasks.toml"
    path.write_text(tasks or TASKS, encoding="utf-8")
    return path


TASKS = f"""
web = "small"
warc = "web.warc.gz"

[[tasks]]
id = "flood"
description = "The flood in Liège."
seeds = ["{ROOT}"]
references = ["{ROOT}reference"]
barred = ["{ROOT}private/"]
relevant = "flood.txt"
reachable_pages = 7

[tasks.event]
name = "Flood in Liège"
what = ["flood", "rescue"]
where = ["Liège"]

[tasks.event.when]
start = 2016-03-20
end = 2016-03-22
lead = 0
cooldown = 30

[tasks.breadth_first]
percent = [50, 100]
pages = [3, 7]
found = [1, 3]
"""
