"""The documentation site can be built: every page is in its menu, every link and picture leads somewhere."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_the_site_builds_without_a_warning(tmp_path) -> None:
    program = ROOT / ".venv-docs" / "bin" / "zensical"
    assert program.exists(), f"{program} is missing: run `make docs`"
    shutil.copy(ROOT / "mkdocs.yml", tmp_path)
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    build = [program, "build", "--strict"]
    built = subprocess.run(build, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert built.returncode == 0, built.stdout + built.stderr
    assert (tmp_path / "site" / "commands" / "index.html").exists()


def test_every_document_is_in_the_menu() -> None:
    menu = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    docs = ROOT / "docs"
    missing = [
        path.relative_to(docs).as_posix()
        for path in docs.rglob("*.md")
        if f" {path.relative_to(docs).as_posix()}\n" not in menu
    ]
    assert not missing, "add them to the nav of mkdocs.yml"
