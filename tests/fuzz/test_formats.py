"""Damaged pages, requests, headers, robots.txt, feeds, archives, indexes, event files and posts break no reader."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.formats import SLOWEST, TARGETS, attack


@pytest.mark.parametrize("part", range(4))
def test_no_input_breaks_a_reader(part: int, tmp_path: Path) -> None:
    names = set()
    for number in range(part * 150, part * 150 + 150):
        name, seconds = attack(1, number, tmp_path)
        assert seconds < SLOWEST, (name, number)
        names.add(name)
    assert names == set(TARGETS)
