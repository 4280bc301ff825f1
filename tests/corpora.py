"""Real pages and annotated texts on which quality is measured; too large for the repository, they lie beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

DATA = Path(__file__).parents[2] / "shared" / "data"


def corpus(name: str) -> Path:
    """Return the path of a file or folder of the corpora; skip the test where it is missing."""
    path = DATA / name
    if not path.exists():
        pytest.skip(f"{path} is missing")
    return path
