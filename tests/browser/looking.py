"""Looks at every screen of the desk: a clean console, accessible in light and dark, no wider than a phone."""

from __future__ import annotations

from tests.browser.desk import Desk

PHONE = {"width": 390, "height": 844}
WIDE = {"width": 1280, "height": 900}
VIEWS = ("text", "archived", "versions", "links", "similar")
"""Of a page."""


def screens(collection: str, page: int) -> dict[str, tuple[str, str]]:
    """Return the address of every screen by name, and what is there once it is shown."""
    inside = f"/c/{collection}"
    return {
        "collections": ("/", "h1"),
        "search all": ("/search?q=the", "h1"),
        "overview": (inside, "h1"),
        "search": (f"{inside}/search?q=the", "h1"),
        "judge": (f"{inside}/judge", "h1"),
        "monitor": (f"{inside}/monitor", "h1"),
        "archives": (f"{inside}/archives", "h1"),
        "new event": ("/new", "h1"),
        "lab": ("/lab", "h1"),
        "nothing": ("/no/such/screen", ".empty"),
        **{view: (f"{inside}/page/{page}?view={view}", ".page-body > *") for view in VIEWS},
    }


def faults(desk: Desk, path: str, there: str) -> list[str]:
    """Open a screen; return what is wrong with it."""
    desk.open(path, there)
    desk.settle()
    found = []
    for theme in ("light", "dark"):
        desk.page.emulate_media(color_scheme=theme)
        found += desk.violations()
    desk.page.set_viewport_size(PHONE)
    wide = desk.page.evaluate("document.documentElement.scrollWidth")
    if wide > PHONE["width"]:
        found.append(f"{wide} px wide on a phone")
    desk.page.set_viewport_size(WIDE)
    return [*found, *desk.errors]
