"""Crawls a collection in a process of its own, so that programs and notebooks with an event loop can do it, too."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tidings.collection.reading import CollectionReader, open_reader
from tidings.errors import CollectionError

_ERRORS = (1, 2)
"""Exit codes of a crawl that could not be carried out; others say how it ended."""


def collect(target: Path | str, report: Callable[[str], None] | None = None) -> CollectionReader:
    """Collect an event, given by its event file or its folder, and open the collection for reading.

    ``report`` gets every line that the command ``crawl`` prints. Raise CollectionError if the crawl cannot begin.
    """
    crawl(target, report)
    return open_reader(target)


def crawl(target: Path | str, report: Callable[[str], None] | None = None) -> int:
    """Collect an event, given by its folder or its event file, to the end; return the exit code.

    ``report`` gets every line that the command ``crawl`` prints. Raise CollectionError if the crawl cannot begin.
    """
    command = [sys.executable, "-m", "tidings", "crawl", str(target), "--plain"]
    lines = [""]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as process:
        for line in process.stdout or ():
            lines.append(line.rstrip("\n"))
            del lines[:-20]
            if report:
                report(lines[-1])
    if process.returncode in _ERRORS:
        raise CollectionError("\n".join(lines).strip().removeprefix("tidings: "))
    return process.returncode
