"""A small generated web whose pages are all written beforehand: one template for each host."""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from random import Random
from typing import NamedTuple
from urllib.parse import urlsplit

from tidings.lab.web.targets import LabEvent
from tidings.lab.web.web import Answer

_HTML = (("Content-Type", "text/html; charset=utf-8"), ("Server", "lab"))


class Pointing(NamedTuple):
    """A link on a page."""

    url: str
    text: str
    note: str = ""
    """Words beside it."""


class Sheet(NamedTuple):
    """One page as it is written; ``beside`` are links at the margin."""

    url: str
    title: str
    paragraphs: tuple[str, ...] = ()
    items: tuple[Pointing, ...] = ()
    """Links of its list."""
    inline: tuple[Pointing, ...] = ()
    """Links within its text."""
    beside: tuple[Pointing, ...] = ()
    published: date | None = None


class Frame(NamedTuple):
    """What all pages of a host, or of a part of it, share."""

    name: str
    menu: tuple[Pointing, ...]
    foot: str = ""


class KindWeb:
    """Answers requests for the pages of a web that was written as a whole."""

    def __init__(
        self,
        seed: int,
        sheets: Iterable[Sheet],
        frames: Mapping[str, Frame],
        events: tuple[LabEvent, ...],
    ) -> None:
        """Take the pages and the frames by the beginnings of URLs, the longest first."""
        self.seed = seed
        self._sheets = {sheet.url: sheet for sheet in sheets}
        self._frames = sorted(frames.items(), key=lambda item: -len(item[0]))
        self.pages: tuple[str, ...] = tuple(self._sheets)
        self.hosts: tuple[str, ...] = tuple(
            dict.fromkeys(urlsplit(url).netloc for url in self.pages)
        )
        self.events = events

    def answer(self, url: str, now: datetime) -> Answer:
        """Return the answer to a request at a moment."""
        latency = Random(f"{self.seed}:latency:{url}").uniform(0.02, 0.2)
        sheet = self._sheets.get(url)
        if sheet is None:
            return Answer(404, _HTML, b"", latency)
        frame = next(frame for begin, frame in self._frames if url.startswith(begin))
        return Answer(200, _HTML, _page(sheet, frame).encode(), latency)


def _page(sheet: Sheet, frame: Frame) -> str:
    title = html.escape(sheet.title)
    menu = "".join(f"<li>{_link(item)}</li>" for item in frame.menu)
    beside = "".join(f"<li>{_link(item)}</li>" for item in sheet.beside)
    return (
        f'<!doctype html><html lang="en"><head><title>{title} - {html.escape(frame.name)}</title>{_meta(sheet)}</head>'
        f"<body><nav><ul>{menu}</ul></nav><main><h1>{title}</h1>{_text(sheet)}{_list(sheet)}</main>"
        f"<aside><ul>{beside}</ul></aside><footer><p>{html.escape(frame.foot)}</p></footer></body></html>"
    )


def _meta(sheet: Sheet) -> str:
    if sheet.published is None:
        return ""
    return f'<meta property="article:published_time" content="{sheet.published.isoformat()}">'


def _text(sheet: Sheet) -> str:
    """Return the paragraphs, with the links of the text spread over them."""
    links: list[list[str]] = [[] for _ in sheet.paragraphs]
    for number, item in enumerate(sheet.inline):
        links[number % len(links)].append(_link(item))
    return "".join(
        f"<p>{html.escape(text)}{' See also ' + ', '.join(own) + '.' if own else ''}</p>"
        for text, own in zip(sheet.paragraphs, links, strict=True)
    )


def _list(sheet: Sheet) -> str:
    rows = "".join(f"<li>{_link(item)} {html.escape(item.note)}</li>" for item in sheet.items)
    return f"<ul>{rows}</ul>" if rows else ""


def _link(item: Pointing) -> str:
    return f'<a href="{html.escape(item.url)}">{html.escape(item.text)}</a>'
