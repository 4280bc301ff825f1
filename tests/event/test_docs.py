"""The documentation of the event file is complete and as the settings are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tidings.event.docs import settings_tables, with_tables
from tidings.event.file import load
from tidings.event.keys import KEYS

DOCUMENT = Path(__file__).parents[2] / "docs" / "event-file.md"


def test_the_tables_are_up_to_date() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert text == with_tables(text), "run: make docs"


def test_every_key_has_a_row() -> None:
    tables = settings_tables()
    for key in KEYS:
        assert f"| `{key.name}` |" in tables


def test_the_example_loads(tmp_path: Path) -> None:
    example = re.search(r"```toml\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    assert example is not None
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "report.html").write_text("<p>Bombs</p>")
    path = tmp_path / "event.toml"
    path.write_text(example[1], encoding="utf-8")
    assert load(path).event.name == "Brussels bombings"


def test_a_document_without_marks_is_refused() -> None:
    with pytest.raises(ValueError, match="settings"):
        with_tables("no marks here")
