from __future__ import annotations

import subprocess
import sys

HEAVY = ("numpy", "aiohttp", "tidings.read", "tidings.crawl", "tidings.lab.web", "tidings.lab.run")


def test_describing_the_commands_imports_nothing_heavy() -> None:
    script = f"import sys, tidings.lab.commands; print([name for name in {HEAVY} if name in sys.modules])"
    finished = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert finished.stdout == "[]\n", finished.stderr
