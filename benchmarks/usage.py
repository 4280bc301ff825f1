"""Measure the memory (PSS) and CPU time of a process and its children, from /proc while they run."""

from __future__ import annotations

import os
import re
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

SAMPLE_SECONDS = 0.25
_TICKS = os.sysconf("SC_CLK_TCK")
_PROC = Path("/proc")


class Watch:
    """Sample a process tree in a thread; shared memory counts once, ended processes stay counted."""

    def __init__(self, pid: int) -> None:
        self._root = pid
        self._cpu: dict[int, tuple[str, float]] = {}
        self._samples: list[tuple[float, dict[int, float]]] = []
        """The CPU time of each process at some moments of the monotonic clock."""
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self.peak_megabytes = 0.0

    def __enter__(self) -> Watch:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._done.set()
        self._thread.join()

    def cpu_seconds(self, since: float = 0.0) -> dict[str, list[float]]:
        """Return the CPU time of each process since a moment of the monotonic clock, by its role."""
        before: dict[int, float] = {}
        for moment, seconds in self._samples:
            if moment <= since:
                before = seconds
        roles: dict[str, list[float]] = defaultdict(list)
        for pid, (role, seconds) in self._cpu.items():
            roles[role].append(seconds - before.get(pid, 0.0))
        return dict(roles)

    def _run(self) -> None:
        while not self._done.wait(SAMPLE_SECONDS):
            memory = 0.0
            for pid in tree(self._root):
                try:
                    role = self._cpu[pid][0] if pid in self._cpu else self._role(pid)
                    self._cpu[pid] = (role, cpu_seconds(pid))
                    memory += _pss_megabytes(pid)
                except (OSError, ValueError):  # it ended meanwhile
                    continue
            self.peak_megabytes = max(self.peak_megabytes, memory)
            seconds = {pid: seconds for pid, (_, seconds) in self._cpu.items()}
            self._samples.append((time.monotonic(), seconds))

    def _role(self, pid: int) -> str:
        if pid == self._root:
            return "main"
        command = (_PROC / str(pid) / "cmdline").read_bytes()
        parent = int(_stat(pid)[1])
        return "worker" if b"forkserver" in command and parent != self._root else "other"


def tree(pid: int) -> Iterator[int]:
    """Yield a process and all its descendants."""
    yield pid
    try:
        children = (_PROC / f"{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return
    for child in children:
        yield from tree(int(child))


def cpu_seconds(pid: int) -> float:
    """Return the CPU time a process has used so far."""
    fields = _stat(pid)
    return (int(fields[11]) + int(fields[12])) / _TICKS


def _stat(pid: int) -> list[str]:
    """Return the fields of /proc/PID/stat from the process state on."""
    return (_PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()


def _pss_megabytes(pid: int) -> float:
    rollup = (_PROC / str(pid) / "smaps_rollup").read_text()
    match = re.search(r"^Pss:\s+(\d+) kB", rollup, re.MULTILINE)
    return int(match[1]) / 1024 if match else 0.0
