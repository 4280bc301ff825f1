"""Starts crawls as processes of their own, which a restart of the server does not end."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from threading import Lock

from tidings.api.live.logs import log_path
from tidings.collection.folder import CONTROL_FILE, EVENT_FILE, is_being_crawled, order_of, steer
from tidings.errors import CollectionBusy, CollectionError

_PATIENCE = 20.0
"""Seconds within which a crawl takes its lock or ends; reading its tables takes two."""
_ERRORS = (1, 2)
"""Exit codes of a crawl that could not be carried out; others say how it ended."""
_LOOK_SECONDS = 0.05
_SHOWN = 2_000
"""Characters of what a failed crawl printed."""


class Crawls:
    """The crawls that this server started; it steers others, too."""

    def __init__(self) -> None:
        self._processes: dict[Path, Process] = {}
        self._lock = Lock()

    def start(self, folder: Path, command: Sequence[str]) -> None:
        """Run ``tidings COMMAND FOLDER`` until it has begun; raise CollectionError with its message if it fails."""
        with self._lock:
            if self.is_running(folder):
                raise CollectionBusy(f"{folder.name}: a crawl is running already")
            process = self._begun(folder, command)
            self._processes[folder] = process
        deadline = time.monotonic() + _PATIENCE
        while time.monotonic() < deadline and not is_being_crawled(folder):
            if process.has_ended():
                break
            time.sleep(_LOOK_SECONDS)
        if process.has_ended() and process.status in _ERRORS:
            raise CollectionError(f"the crawl could not begin: {_printed(folder)}")

    def is_running(self, folder: Path) -> bool:
        """Return whether a crawl runs in a folder, or is about to."""
        process = self._processes.get(folder)
        return is_being_crawled(folder) or (process is not None and not process.has_ended())

    def collect_ended(self) -> None:
        """Let the operating system forget the crawls that have ended."""
        for process in list(self._processes.values()):
            process.has_ended()

    def _begun(self, folder: Path, command: Sequence[str]) -> Process:
        log = log_path(folder)
        log.parent.mkdir(exist_ok=True)
        tidings = [sys.executable, "-m", "tidings", "--log", str(log)]
        return Process([*tidings, *command, str(folder)], _printed_path(folder))


class Process:
    """A process in a session of its own, which neither the end of this one nor its signals end."""

    def __init__(self, command: Sequence[str], out: Path) -> None:
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        actions = [
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, str(out), flags, 0o644),
            (os.POSIX_SPAWN_DUP2, 1, 2),
        ]
        self._id = os.posix_spawn(
            command[0], list(command), os.environ, file_actions=actions, setsid=True
        )
        self.status: int | None = None
        """The exit code, None while it runs."""

    def has_ended(self) -> bool:
        """Return whether the process has ended; the operating system may forget it then."""
        if self.status is None:
            try:
                ended, status = os.waitpid(self._id, os.WNOHANG)
            except ChildProcessError:  # somebody else has waited for it
                ended, status = self._id, 0
            if ended:
                self.status = os.waitstatus_to_exitcode(status)
        return self.status is not None


def _printed_path(folder: Path) -> Path:
    return log_path(folder).with_name("crawl.out")


def _printed(folder: Path) -> str:
    text = _printed_path(folder).read_text(encoding="utf-8", errors="replace")
    return text[-_SHOWN:].strip()


def is_paused(folder: Path) -> bool:
    """Return whether a running crawl is ordered to pause."""
    return order_of(folder) == "pause"


def take_event_file(folder: Path) -> bool:
    """Make a running crawl take its changed event file, a paused one when it resumes; return whether it runs."""
    if not is_being_crawled(folder):
        return False
    if not is_paused(folder):
        steer(folder, "reload")
    return True


def resume(folder: Path) -> None:
    """Let a paused crawl go on, with its event file if that changed meanwhile."""
    control, event = folder / CONTROL_FILE, folder / EVENT_FILE
    changed = control.exists() and event.stat().st_mtime_ns > control.stat().st_mtime_ns
    steer(folder, "reload" if changed and is_paused(folder) else "continue")
