"""Shell completion."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from tidings.cli import main
from tidings.commands import COMMANDS
from tidings.commands.completion import SHELLS


@pytest.mark.parametrize("shell", SHELLS)
def test_every_command_is_completed(shell: str, capsys) -> None:
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    for command in COMMANDS:
        assert command.name.split()[-1] in script


def test_bash_completes_commands_options_and_choices(tmp_path, capsys) -> None:
    if not shutil.which("bash"):
        pytest.skip("bash is not installed")
    main(["completion", "bash"])
    script = tmp_path / "completion"
    script.write_text(capsys.readouterr().out, encoding="utf-8")
    completed = [
        _completed(script, *words)
        for words in (["lab", "s"], ["crawl", "--pl"], ["completion", "po"])
    ]
    assert completed == [["serve"], ["--plain"], ["powershell"]]


def _completed(script, *words: str) -> list[str]:
    """Return what bash offers for the last word."""
    line = " ".join(("tidings", *words))
    ask = (
        f"source {script}; COMP_WORDS=({line}); COMP_CWORD={len(words)}; "
        f"COMP_LINE='{line}'; COMP_POINT={len(line)}; _shtab_tidings; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    )
    run = subprocess.run(["bash", "-c", ask], capture_output=True, text=True, check=True)
    return [word.strip() for word in run.stdout.split()]
