"""What was not measured is said, and in CI it is an error."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.corpora import DATA, corpus

MISSING, AS_ROOT = "/data/x is missing", "root may read everything"


def run(folder: Path, reason: str, **environment: str) -> subprocess.CompletedProcess[str]:
    (folder / "test_some.py").write_text(
        f"import pytest\n\ndef test_one():\n    pytest.skip({reason!r})\n", encoding="utf-8"
    )
    usual = {name: value for name, value in os.environ.items() if name != "CI"}
    usual["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    options = ["-q", "-p", "tests.skips", "-p", "no:cacheprovider", "--rootdir", str(folder)]
    command = [sys.executable, "-m", "pytest", *options, str(folder)]
    return subprocess.run(
        command, capture_output=True, text=True, env=usual | environment, timeout=120, check=False
    )


@pytest.mark.parametrize(
    ("reason", "environment", "status", "said"),
    [
        (MISSING, {}, 0, True),
        (MISSING, {"CI": "true"}, 1, True),
        (AS_ROOT, {"CI": "true"}, 0, False),
    ],
)
def test_a_skip_is_said_and_fails_in_ci(
    tmp_path: Path, reason: str, environment: dict[str, str], status: int, said: bool
) -> None:
    result = run(tmp_path, reason, **environment)
    line = "NOT MEASURED, data or programs are missing: test_some.py (1)"
    assert (result.returncode, line in result.stdout.splitlines()) == (status, said), result.stdout


def test_a_missing_corpus_skips_the_test() -> None:
    with pytest.raises(pytest.skip.Exception, match=f"{DATA}/nothing is missing"):
        corpus("nothing")
