from __future__ import annotations

from pathlib import Path

import pytest

from tidings.errors import CollectionError
from tidings.lab.demo import is_taken


def test_a_demo_replaces_an_earlier_one_unless_somebody_judged_its_pages(tmp_path: Path) -> None:
    folder = tmp_path / "flood"
    assert not is_taken(folder)
    folder.mkdir()
    assert is_taken(folder)
    (folder / "judgements.db").touch()
    with pytest.raises(CollectionError, match=r"flood: holds judgements.* another --folder"):
        is_taken(folder)
