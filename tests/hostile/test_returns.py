"""A service that is killed comes back: no visit is lost or doubled, and no host is asked too early."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.hostile.returns import come_back


@pytest.mark.slow
def test_a_killed_service_comes_back_where_it_was(tmp_path: Path) -> None:
    found = come_back(tmp_path / "flood", 3, Random(1))
    assert found.kills == 3
    assert found.visits >= 15
    assert (found.lost, found.doubled, found.early) == (0, 0, 0)
