"""The command ``replay``: starts pywb, another program, which shows archived pages with their scripts."""

from __future__ import annotations

import argparse
import json
import shutil
import signal
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console

from tidings.collection.collection import index
from tidings.collection.folder import database_path, existing, plain_slug
from tidings.commands.terminal.arguments import add_folder
from tidings.commands.terminal.printing import say
from tidings.errors import TidingsError

DEFAULT_PORT = 8490
_MISSING = (
    "pywb is not installed; `pipx install pywb` or `uv tool install pywb` gets it, in an environment of its own. "
    "`tidings serve` shows archived pages without it, but without their scripts"
)


def describe(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``replay``."""
    command.set_defaults(run=_run)
    add_folder(command)
    command.add_argument("--port", type=int, default=DEFAULT_PORT, help=f"default: {DEFAULT_PORT}")
    command.add_argument(
        "--pywb", metavar="PROGRAM", default="", help="the program; default: wayback on the PATH"
    )


def _run(options: argparse.Namespace, console: Console) -> int:
    program = shutil.which(options.pywb or "wayback") or shutil.which(options.pywb or "pywb")
    if program is None:
        raise TidingsError(f"{options.pywb}: no such program" if options.pywb else _MISSING)
    existing(database_path(options.folder))
    index(options.folder)
    name = plain_slug(options.folder.resolve().name)
    with TemporaryDirectory(prefix="tidings-replay-") as home:
        _configure(Path(home), name, options.folder.resolve())
        say(
            console,
            f"pywb shows the collection at http://127.0.0.1:{options.port}/{name}/; Ctrl-C ends it.",
        )
        say(
            console,
            "Archived scripts run there: look at pages that you do not trust with `tidings serve`.",
        )
        command = [program, "-b", "127.0.0.1", "-p", str(options.port), "-d", home]
        return _ended(subprocess.Popen(command, cwd=home))


def _configure(home: Path, name: str, folder: Path) -> None:
    paths = {"index_paths": f"{folder}/indexes/index.cdxj", "archive_paths": f"{folder}/archive/"}
    settings = {"collections": {name: paths}}
    (home / "config.yaml").write_text(json.dumps(settings), encoding="utf-8")  # JSON is YAML


def _ended(server: subprocess.Popen[bytes]) -> int:
    """Wait for a program and return its exit code; end it with this one, also when that is terminated."""
    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        return server.wait()
    except KeyboardInterrupt:
        return 0
    finally:
        signal.signal(signal.SIGTERM, before)
        server.terminate()
        server.wait()


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt
