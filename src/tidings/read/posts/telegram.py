"""The public preview of a Telegram channel: a page of messages, read into the form of its exported files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from selectolax.lexbor import LexborHTMLParser, LexborNode

_MESSAGE = "div.tgme_widget_message[data-post]"
_COUNT = re.compile(r"([\d.]+)\s*([KM]?)")
_TIMES = {"": 1, "K": 1_000, "M": 1_000_000}
_LONGEST = 20_000
"""Characters of the HTML of one message that are kept."""


def preview_messages(html: bytes) -> list[dict[str, Any]]:
    """Return the messages of a preview page, the oldest first; an empty list if there are none."""
    lined = html.decode("utf-8", "replace").replace("<br", "\n<br")  # lines end in the text as well
    tree = LexborHTMLParser(lined)
    found = [_message(node) for node in tree.css(_MESSAGE)]
    return sorted((each for each in found if each), key=lambda each: int(each["id"]))


def _message(node: LexborNode) -> dict[str, Any] | None:
    channel, _, number = (node.attributes.get("data-post") or "").partition("/")
    if not channel or not number.isascii() or not number.isdigit():
        return None
    said = node.css_first(".tgme_widget_message_text")
    time = node.css_first(".tgme_widget_message_date time[datetime]")
    return {
        "id": int(number),
        "channel": channel,
        "date": (time.attributes.get("datetime") or "") if time else "",
        "text_entities": list(_parts(said)) if said else [],
        "views": _views(node),
        "media": {"webpage": _webpage(node)},
        "html": (node.html or "")[:_LONGEST],
    }


def _parts(said: LexborNode) -> Iterator[dict[str, str]]:
    """Yield the words, then the addresses behind words; links inside Telegram, such as tags, are words only."""
    yield {"type": "plain", "text": said.text().strip()}
    for anchor in said.css("a[href]"):
        address = anchor.attributes.get("href") or ""
        if address.startswith(("http://", "https://")):
            yield {"type": "text_link", "text": "", "href": address}


def _webpage(node: LexborNode) -> dict[str, str]:
    shown = node.css_first("a.tgme_widget_message_link_preview[href]")
    if shown is None:
        return {}
    title = shown.css_first(".link_preview_title")
    about = shown.css_first(".link_preview_description")
    return {
        "url": shown.attributes.get("href") or "",
        "title": title.text().strip() if title else "",
        "description": about.text().strip() if about else "",
    }


def _views(node: LexborNode) -> int:
    """Return the number of views, which the page rounds: ``1.2K``."""
    shown = node.css_first(".tgme_widget_message_views")
    found = _COUNT.fullmatch(shown.text().strip()) if shown else None
    try:
        return int(float(found[1]) * _TIMES[found[2]]) if found else 0
    except ValueError:
        return 0
