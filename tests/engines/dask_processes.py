"""A Dask scheduler and a worker as processes on loopback, which tests may kill."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.ports import free_port

PATIENCE = 600.0


class DaskProcesses:
    """A scheduler and one worker."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "scheduler.json"
        self._log = folder / "log"
        self._processes: list[subprocess.Popen[bytes]] = []
        self._port = str(free_port())
        self.address = ""

    def start(self) -> None:
        """Start both, on the same port as before if they ran before."""
        host = ("--host", "127.0.0.1", "--no-dashboard")
        self._run("scheduler", *host, "--port", self._port, "--scheduler-file", str(self._file))
        self._run(
            "worker", *host, "--scheduler-file", str(self._file), "--nthreads", "1", "--no-nanny"
        )

    def wait(self) -> None:
        """Wait until the scheduler has a port."""
        until = time.monotonic() + PATIENCE
        while not self._file.exists():
            assert time.monotonic() < until, self._log.read_text(encoding="utf-8")
            time.sleep(0.02)
        self.address = json.loads(self._file.read_text(encoding="utf-8"))["address"]

    def kill(self) -> None:
        """Kill both as a power failure would."""
        for process in reversed(self._processes):
            process.kill()
            process.wait()
        self._processes.clear()

    def _run(self, *arguments: str) -> None:
        with self._log.open("ab") as log:
            self._processes.append(
                subprocess.Popen([sys.executable, "-m", "dask", *arguments], stdout=log, stderr=log)
            )


@contextmanager
def dask_processes() -> Iterator[DaskProcesses]:
    """Run a scheduler and a worker."""
    with tempfile.TemporaryDirectory(prefix="tidings-dask-") as folder:
        processes = DaskProcesses(Path(folder))
        processes.start()
        try:
            processes.wait()
            yield processes
        finally:
            processes.kill()
