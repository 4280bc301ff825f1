"""Reference programs (warcio, cdxj-indexer, pywb) in their own environment, to check what we write."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import URLError
from urllib.request import urlopen

from tests.ports import free_port

_PROGRAMS = Path(__file__).resolve().parent.parent / ".venv-oracle" / "bin"
_PATIENCE = 120.0


def program(name: str) -> str:
    """Return the path of a reference program; a missing environment is a failure, never a skip."""
    path = _PROGRAMS / name
    if not path.exists():
        raise AssertionError(f"{path} is missing: run `make oracle`")
    return str(path)


def oracle(
    name: str, *args: str | Path, stdin: str | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a reference program to its end."""
    command = [program(name), *map(str, args)]
    return subprocess.run(
        command, input=stdin, capture_output=True, text=True, timeout=_PATIENCE, check=False
    )


@contextmanager
def pywb(collection: Path) -> Iterator[str]:
    """Serve a folder with ``archive/*.warc.gz`` and ``indexes/*.cdxj`` by pywb; yield the collection's URL.

    The indexes are used as they are: what pywb finds, it finds through them.
    """
    paths = {
        "index_paths": f"{collection.resolve()}/indexes",
        "archive_paths": f"{collection.resolve()}/archive/",
    }
    with pywb_of(paths) as url:
        yield url


@contextmanager
def pywb_of(settings: dict[str, str]) -> Iterator[str]:
    """Serve a collection with these settings by pywb; yield its URL."""
    with TemporaryDirectory() as name:
        home = Path(name)
        document = {"collections": {"coll": settings}}
        (home / "config.yaml").write_text(json.dumps(document))  # JSON is YAML
        server, port = _started([program("pywb"), "-b", "127.0.0.1", "-d", name], home)
        try:
            yield f"http://127.0.0.1:{port}/coll"
        finally:
            _stop(server)


def _started(command: list[str], home: Path) -> tuple[subprocess.Popen[bytes], int]:
    """Start pywb on a free port; somebody else may take the port meanwhile, so it is tried again."""
    log = home / "log"
    for _ in range(3):
        port = free_port()
        with log.open("wb") as out:
            server = subprocess.Popen(
                [*command, "-p", str(port)], cwd=home, stdout=out, stderr=subprocess.STDOUT
            )
        if _answers(server, port):
            return server, port
        _stop(server)
    raise AssertionError(f"pywb did not start:\n{log.read_text(errors='replace')[-2000:]}")


def _stop(server: subprocess.Popen[bytes]) -> None:
    server.terminate()
    try:
        server.wait(timeout=10)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()


def _answers(server: subprocess.Popen[bytes], port: int) -> bool:
    """Wait until the server answers; return False if it ends or never does."""
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline and server.poll() is None:
        try:
            with urlopen(f"http://127.0.0.1:{port}/", timeout=30):
                return server.poll() is None
        except (URLError, OSError):
            time.sleep(0.1)
    return False
