"""The embedded index after a kill at a bad moment."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from tidings.index.tantivy import TantivyIndex
from tidings.model import IndexedPage, Mark, SearchQuery


def _update(folder: Path, keys: range, mark: int) -> None:
    with closing(TantivyIndex(folder)) as index:
        index.put(IndexedPage(key=key, text=f"flood {mark}", outcome="kept") for key in keys)
        index.commit(Mark(mark, 1))


def test_a_commit_killed_before_its_last_step_can_be_repeated(tmp_path: Path) -> None:
    _update(tmp_path, range(1, 101), mark=1)
    committed = (tmp_path / "meta.json").read_bytes()
    _update(tmp_path, range(1, 51), mark=2)
    # the last step of a commit names its files in meta.json; a kill before it leaves the rest behind
    (tmp_path / "meta.json").write_bytes(committed)

    _update(tmp_path, range(1, 51), mark=2)

    with closing(TantivyIndex(tmp_path)) as index:
        assert index.mark() == Mark(2, 1)
        assert [index.search(SearchQuery(words=words)).count for words in ("flood", "1", "2")] == [
            100,
            50,
            50,
        ]
