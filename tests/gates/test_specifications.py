"""The published specifications of event collections all load as event files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.corpora import corpus
from tidings.collection.proposing.specifications import write_specifications
from tidings.event.file import load


@pytest.mark.gate
def test_all_published_specifications_load(tmp_path: Path) -> None:
    paths = list(write_specifications(corpus("specs/events.tsv"), tmp_path))
    assert len(paths) == 32
    events = [load(path) for path in paths]
    assert all(each.event.references and each.event.when and each.seeds for each in events)
