"""The desk as tests use it: opens screens, notes errors, reads what is shown."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ConsoleMessage, Locator, Page, Response

COLLECTION = "/c/main"
_SERIOUS = ("serious", "critical")
_CHECKED = {"resultTypes": ["violations"], "iframes": False}
"""Archived pages in frames are as they were."""


class Desk:
    """A window on the desk."""

    def __init__(self, page: Page, origin: str) -> None:
        self.page = page
        self.origin = origin
        self.errors: list[str] = []
        """What the console reported, and answers that were no success."""
        page.on("console", self._note_message)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("response", self._note_answer)

    def _note_message(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.errors.append(message.text)

    def _note_answer(self, answer: Response) -> None:
        if answer.status >= 400:
            self.errors.append(f"{answer.status} {answer.url}")

    def open(self, path: str, heading: str = "h1") -> Desk:
        """Go to an address and wait until the screen is there."""
        self.page.goto(self.origin + path)
        self.page.locator("main").locator(heading).first.wait_for()
        return self

    def ask(self, path: str) -> Any:
        """Ask the API as the desk does."""
        return json.loads(self.page.request.get(f"{self.origin}/api/v1{path}").text())

    def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    @property
    def hits(self) -> Locator:
        """Return the pages found."""
        return self.page.locator("article.hit")

    @property
    def query(self) -> dict[str, list[str]]:
        """Return the state in the address."""
        return parse_qs(urlsplit(self.page.url).query)

    @property
    def count(self) -> int:
        """Return how many pages the heading of a search reports."""
        heading = self.page.locator(".found[aria-busy=false] .found-count", has_text="page")
        return int(heading.inner_text().split()[0].replace(",", ""))

    def violations(self) -> list[str]:
        """Return what axe finds serious on the screen."""
        found = Axe().run(self.page, options=_CHECKED).response["violations"]
        return [
            f"{each['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
            for each in found
            if each["impact"] in _SERIOUS
            for node in each["nodes"]
        ]
