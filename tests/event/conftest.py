"""A folder to write event files into."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str], Path]:
    """Write an event file, with a reference file beside it."""

    def write_file(text: str) -> Path:
        (tmp_path / "brief.txt").write_text("Bombs went off at the airport.")
        path = tmp_path / "event.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write_file
