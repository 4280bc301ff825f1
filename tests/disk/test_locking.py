from __future__ import annotations

from pathlib import Path

import pytest

from tidings.disk.locking import is_locked, locked


def test_a_lock_has_one_holder_and_ends_with_its_block(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    assert not is_locked(path)
    with locked(path, RuntimeError("busy")):
        assert is_locked(path)
        with pytest.raises(RuntimeError, match="busy"), locked(path, RuntimeError("busy")):
            pass
    assert not is_locked(path)


def test_an_error_of_the_holder_is_not_taken_for_a_busy_lock(tmp_path: Path) -> None:
    with pytest.raises(BlockingIOError), locked(tmp_path / "lock", RuntimeError("busy")):
        raise BlockingIOError
    assert not is_locked(tmp_path / "lock")


def test_asking_writes_nothing(tmp_path: Path) -> None:
    assert not is_locked(tmp_path / "none" / "lock")
    assert list(tmp_path.iterdir()) == []
