"""The desk as tests use it: opens screens, notes errors, reads what is shown."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ConsoleMessage, Locator, Page, Request, Response, expect

NAME = "demo"
"""The collection that the demo makes."""
COLLECTION = f"/c/{NAME}"
PATIENCE = 60_000
"""Milliseconds to wait for anything, on a machine with much else to do."""
_SHOWN = """() => {
  const found = document.querySelector(".found");
  const wanted = new URLSearchParams(location.search).toString();
  return found && found.dataset.shown === wanted && !document.querySelector(".indexing");
}"""
"""Whether the pages found are those of the address, and all of them."""
_LOOKS = 2_000
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
        self._asked: list[Request] = []
        page.on("request", self._note_question)
        page.on("requestfinished", self._note_end)
        page.on("requestfailed", self._note_end)

    def _note_message(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.errors.append(message.text)

    def _note_answer(self, answer: Response) -> None:
        if answer.status >= 400:
            self.errors.append(f"{answer.status} {answer.url}")

    def _note_question(self, request: Request) -> None:
        if not request.url.endswith("/events"):  # a listener never ends
            self._asked.append(request)

    def _note_end(self, request: Request) -> None:
        if request in self._asked:
            self._asked.remove(request)

    def settle(self) -> None:
        """Wait until nothing is asked of the server and nothing is said to be loading."""
        try:
            expect(self.page.locator("main .loading-line")).to_have_count(0)
        except AssertionError as error:
            raise self._unsettled() from error
        quiet = 0
        for _ in range(_LOOKS):
            quiet = 0 if self._asked else quiet + 1
            if quiet > 3:
                return
            self.page.wait_for_timeout(30)
        raise self._unsettled()

    def _unsettled(self) -> AssertionError:
        waiting = [request.url for request in self._asked]
        return AssertionError(f"the screen does not settle: {waiting} unanswered, {self.errors}")

    def open(self, path: str, heading: str = "h1") -> Desk:
        """Go to an address and wait until the screen is there."""
        self.page.goto(self.origin + path)
        self.page.locator("main").locator(heading).first.wait_for()
        return self

    def ask(self, path: str) -> Any:
        """Ask the API as the desk does."""
        for _ in range(_LOOKS):
            answer = json.loads(self.page.request.get(f"{self.origin}/api/v1{path}").text())
            if not answer.get("indexing"):
                return answer
            self.page.wait_for_timeout(30)
        raise TimeoutError("the search index is not built")

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
        """Return how many pages the heading of a search reports, once it is about the address."""
        self.page.wait_for_function(_SHOWN)
        heading = self.page.locator(".found-count", has_text="page")
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
