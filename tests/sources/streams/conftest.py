"""Streams that connect again at once."""

from __future__ import annotations

import pytest

from tidings.sources.streams import stream as streaming


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streaming, "_FIRST_PAUSE", 0.01)
    monkeypatch.setattr(streaming, "_LONGEST_PAUSE", 0.05)
