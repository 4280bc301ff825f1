"""Finds Chromium and puts it before a fetcher; Playwright is imported only if a browser is asked for."""

from __future__ import annotations

import os
import shutil
from importlib.util import find_spec

from tidings.ports import Fetcher
from tidings.settings import FetchSettings
from tidings.web.live import LiveFetcher

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
VARIABLE = "TIDINGS_CHROMIUM"
"""The environment variable that names the program."""


def find_program() -> str:
    """Return the path of Chromium; raise ValueError with the fix if it, or Playwright, is missing."""
    if find_spec("playwright") is None:
        raise ValueError("Playwright is missing: pip install 'tidings[browser]'")
    named = os.environ.get(VARIABLE)
    program = (
        shutil.which(named) if named else next(filter(None, map(shutil.which, PROGRAMS)), None)
    )
    if not program:
        raise ValueError(
            f"no Chromium: install it (apt install chromium), or name its program in {VARIABLE}"
        )
    return program


def check_browser(choice: str) -> None:
    """Raise ValueError if a browser is asked for and cannot be had."""
    if choice != "never":
        find_program()


def with_browser(fetcher: Fetcher, live: LiveFetcher, settings: FetchSettings) -> Fetcher:
    """Return a fetcher that shows pages in a browser if the settings ask for one."""
    if settings.browser == "never":
        return fetcher
    from tidings.web.browser.fetcher import BrowserFetcher

    return BrowserFetcher(fetcher, live.part, settings, find_program())
