"""The end of the demo: the desk is offered to people, and named to everybody else."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from tidings.commands import demo
from tidings.commands.serving import serve


@pytest.mark.parametrize(("answer", "served"), [(True, [Path("demo")]), (False, [])])
def test_a_person_is_asked(
    monkeypatch: pytest.MonkeyPatch, answer: bool, served: list[Path]
) -> None:
    shown: list[Path] = []
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr(demo.Confirm, "ask", lambda *_, **__: answer)
    monkeypatch.setattr(demo, "show", lambda folder, _: shown.append(folder) or 0)
    console = Console(file=io.StringIO(), force_terminal=True)
    assert demo._offer_desk(Path("demo"), console) == 0
    assert shown == served


def test_elsewhere_the_command_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "show", lambda *_: pytest.fail("nobody asked for it"))
    out = io.StringIO()
    assert demo._offer_desk(Path("demo"), Console(file=out)) == 0
    assert "tidings serve demo" in out.getvalue()


@pytest.mark.parametrize(("display", "opened"), [(":0", True), ("", False)])
def test_a_browser_opens_where_there_is_a_screen(
    monkeypatch: pytest.MonkeyPatch, display: str, opened: bool
) -> None:
    opening: list[str] = []

    class Soon:
        daemon = False

        def __init__(self, seconds: float, run: object, arguments: tuple[str]) -> None:
            self.arguments = arguments

        def start(self) -> None:
            opening.extend(self.arguments)

    monkeypatch.setattr(serve.sys, "platform", "linux")
    monkeypatch.setenv("DISPLAY", display)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setattr(serve, "Timer", Soon)
    monkeypatch.setattr(serve, "_run", lambda options, console: len(options.folders))
    assert serve.show(Path("demo"), Console(file=io.StringIO())) == 1
    assert bool(opening) == opened
