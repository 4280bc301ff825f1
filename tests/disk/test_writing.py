from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import pytest

from tidings.disk.writing import atomic_file, replace_file, write_text


def test_a_file_is_written_and_nothing_else_is_left(tmp_path: Path) -> None:
    write_text(tmp_path / "a.txt", "Grüße\n")
    assert (tmp_path / "a.txt").read_bytes() == "Grüße\n".encode()
    assert [each.name for each in tmp_path.iterdir()] == ["a.txt"]


def test_an_interrupted_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    write_text(path, "old")
    with suppress(KeyboardInterrupt), atomic_file(path) as file:
        file.write(b"half of")
        file.flush()
        assert path.read_text() == "old"
        raise KeyboardInterrupt
    assert path.read_text() == "old"
    assert [each.name for each in tmp_path.iterdir()] == ["a.txt"]


def test_permissions_stay(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    write_text(path, "old")
    path.chmod(0o640)
    write_text(path, "new")
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o640


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_a_write_protected_file_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    write_text(path, "old")
    path.chmod(0o444)
    with pytest.raises(PermissionError, match=r"a\.txt"):
        write_text(path, "new")
    assert path.read_text() == "old"


def test_a_symbolic_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    target, link = tmp_path / "folder" / "a.txt", tmp_path / "link.txt"
    target.write_text("old")
    link.symlink_to(target)
    write_text(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"


def test_a_device_is_written_not_replaced() -> None:
    write_text(Path(os.devnull), "anything")
    assert not Path(os.devnull).is_file()


def test_a_folder_that_is_missing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write_text(tmp_path / "none" / "a.txt", "text")


@pytest.mark.parametrize("sync", [True, False])
def test_a_draft_takes_the_place_of_a_file(tmp_path: Path, sync: bool) -> None:
    draft, path = tmp_path / "draft", tmp_path / "file"
    draft.write_text("new")
    path.write_text("old")
    replace_file(draft, path, sync=sync)
    assert path.read_text() == "new"
    assert not draft.exists()
