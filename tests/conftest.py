"""Settings of all tests: no deadlines for a busy computer, slow files first, skips reported at the end."""

from __future__ import annotations

import pytest
from hypothesis import settings

from tests.skips import pytest_sessionfinish, pytest_terminal_summary  # noqa: F401 - hooks

settings.register_profile("house", deadline=None)
settings.load_profile("house")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the slow files first, so that two processes end at about the same time."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)
