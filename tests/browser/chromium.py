"""A real browser for tests of what people see: Chromium, driven by Playwright."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, sync_playwright

_ARGUMENTS = [
    "--no-sandbox",  # its own sandbox needs an ordinary user
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
]

_NAMES = ("chromium", "chromium-browser", "google-chrome")


@contextmanager
def chromium(*arguments: str) -> Iterator[Browser]:
    """Start Chromium: the one that ``TIDINGS_CHROMIUM`` names, else one on the PATH; skip the test without any."""
    program = os.environ.get("TIDINGS_CHROMIUM") or next(
        filter(None, map(shutil.which, _NAMES)), None
    )
    if not program:
        pytest.skip("no Chromium: make browser, or name it in the variable TIDINGS_CHROMIUM")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program, args=[*_ARGUMENTS, *arguments]
        )
        try:
            yield browser
        finally:
            browser.close()
