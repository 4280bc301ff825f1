"""Runs ``tidings serve`` as people do, on a free port, until the tests are over."""

from __future__ import annotations

import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.ports import free_port

HOME = "127.0.0.1"
_SECONDS_TO_START = 120.0
"""On a machine with much else to do."""


@contextmanager
def serve(*folders: Path) -> Iterator[str]:
    """Serve folders in a process; yield the origin of the desk."""
    port = free_port()
    command = [sys.executable, "-m", "tidings", "serve", *map(str, folders), "--port", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        origin = f"http://{HOME}:{port}"
        _wait_for(f"{origin}/api/v1/me", process)
        yield origin
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + _SECONDS_TO_START
    while time.monotonic() < end and process.poll() is None:
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except OSError:
            time.sleep(0.1)
    raise TimeoutError(f"{url} does not answer")
