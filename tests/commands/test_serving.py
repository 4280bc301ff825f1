"""The commands around the server."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from tidings.cli import main


def test_another_host_demands_users(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for host in ("192.0.2.1", "0.0.0.0", "example.org", "::"):
        assert main(["serve", str(tmp_path), "--host", host]) == 1
        assert "tidings users add" in capsys.readouterr().err
    assert main(["serve", str(tmp_path), "--login"]) == 1


def test_all_addresses_demand_a_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _add(tmp_path, monkeypatch)
    assert main(["serve", str(tmp_path), "--host", "0.0.0.0"]) == 1
    assert "--name" in capsys.readouterr().err


def test_users_are_added_listed_and_removed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _add(tmp_path, monkeypatch)
    assert main(["users", "token", "notebook", "--folder", str(tmp_path), "--days", "3"]) == 0
    assert "tidings_" in capsys.readouterr().out
    assert main(["users", "list", "--folder", str(tmp_path)]) == 0
    listed = capsys.readouterr().out
    assert "ana" in listed
    assert "notebook" in listed
    assert main(["users", "remove", "ana", "--folder", str(tmp_path)]) == 0
    assert main(["users", "remove", "ana", "--folder", str(tmp_path)]) == 1


def _add(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("a long password\n"))
    assert main(["users", "add", "ana", "--role", "owner", "--folder", str(folder)]) == 0
