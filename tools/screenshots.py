"""Makes the pictures of the desk in ``docs/desk/``: ``python -m tools.screenshots [FOLDER]``.

Without a folder of collections, some are made of a generated web. Each screen is taken wide and on a phone.
"""

from __future__ import annotations

import io
import sys
import tempfile
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image
from playwright.sync_api import Browser, Error, Page

from tests.browser.chromium import chromium
from tests.browser.collections import collect
from tests.browser.serving import serve
from tidings.collection.folder import slug
from tidings.lab.web.web import GeneratedWeb

PICTURES = Path(__file__).parent.parent / "docs" / "desk"
WIDE = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
_QUALITY = 62
"""Of WebP pictures, out of 100; tried: 50 (letters fray), 75 (a third larger)."""
_SETTLED = 1_500
"""Milliseconds for maps and charts to be drawn."""
_LONGEST = 60_000
"""Milliseconds to wait for the last answer."""


class Shot(NamedTuple):
    """A picture of a screen."""

    name: str
    path: str
    dark: bool = False
    phone: bool = True


def main(folder: Path | None) -> None:
    """Make all pictures."""
    with ExitStack() as stack:
        home = folder or _collections(Path(stack.enter_context(tempfile.TemporaryDirectory())))
        origin = stack.enter_context(serve(home))
        browser = stack.enter_context(chromium())
        for shot in _shots(browser, origin):
            _take(browser, origin, shot, WIDE, shot.name)
            if shot.phone:
                _take(browser, origin, shot, PHONE, f"{shot.name}-phone")


def _collections(home: Path) -> Path:
    """Collect events of three webs."""
    for seed, pages, events in ((1, 1_500, (0, 1, 2)), (7, 4_000, (0,)), (9, 1_500, (0, 1))):
        web = GeneratedWeb(seed, pages)
        for number in events:
            collect(home / slug(web.events[number].event.name), web, number, pages // 5)
    return home


def _shots(browser: Browser, origin: str) -> list[Shot]:
    """Return the pictures, about the largest collection and its best page."""
    page = browser.new_page()
    cards = page.request.get(f"{origin}/api/v1/collections").json()["items"]
    name = max(cards, key=lambda card: card["counts"]["kept"])["name"]
    hits = _hits(page, f"{origin}/api/v1/collections/{name}/search?q=police")
    page.close()
    inside = f"/c/{name}"
    return [
        Shot("collections", "/"),
        Shot("overview", inside),
        Shot("search", f"{inside}/search?q=police"),
        Shot("search-dark", f"{inside}/search?q=police", dark=True, phone=False),
        Shot("page", f"{inside}/page/{hits[0]['id']}"),
        Shot("archived", f"{inside}/page/{hits[0]['id']}?view=archived", phone=False),
        Shot("judge", f"{inside}/judge", dark=True),
        Shot("monitor", f"{inside}/monitor"),
        Shot("archives", f"{inside}/archives", phone=False),
        Shot("new-event", "/new"),
        Shot("lab", "/lab", phone=False),
    ]


def _hits(page: Page, address: str) -> list[dict[str, Any]]:
    """Return what a search finds once its index is complete."""
    while (answer := page.request.get(address).json())["indexing"]:
        page.wait_for_timeout(500)
    items: list[dict[str, Any]] = answer["items"]
    return items


def _take(browser: Browser, origin: str, shot: Shot, size: dict[str, int], name: str) -> None:
    scheme = "dark" if shot.dark else "light"
    context = browser.new_context(viewport=size, color_scheme=scheme, locale="en-GB")  # type: ignore[arg-type]
    page = context.new_page()
    _open(page, origin + shot.path)
    picture = Image.open(io.BytesIO(page.screenshot()))
    PICTURES.mkdir(exist_ok=True)
    picture.save(PICTURES / f"{name}.webp", quality=_QUALITY, method=6)
    context.close()


def _open(page: Page, address: str) -> None:
    page.goto(address)
    page.locator("main h1").first.wait_for()
    with suppress(Error):  # a screen that listens to the server is never idle
        page.wait_for_load_state("networkidle", timeout=_LONGEST / 6)
    page.wait_for_function("() => !document.querySelector('main .loading-line')", timeout=_LONGEST)
    page.wait_for_timeout(_SETTLED)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
