"""A throw-away OpenSearch node on loopback, from ``.venv-opensearch``, which ``make`` fetches."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

_FOLDER = Path(__file__).resolve().parents[2] / ".venv-opensearch"
_PATIENCE = 120.0
"""Seconds that the node may take to answer; it takes four of one core."""
_NOBODY = 65534
"""The server refuses to run as root."""
_SETTINGS = """
cluster.name: test
network.host: 127.0.0.1
http.port: 0
transport.port: 0
node.portsfile: true
discovery.type: single-node
path.data: {folder}/data
path.logs: {folder}/logs
cluster.routing.allocation.disk.threshold_enabled: false
"""


def home() -> Path:
    """Return the folder of the server; skip the test if it could not be fetched."""
    homes = sorted(_FOLDER.glob("opensearch-*/lib"))
    if not homes or not shutil.which("java"):
        pytest.skip("OpenSearch needs Maven and Java: run `make .venv-opensearch/ready`")
    return homes[-1].parent


@contextmanager
def opensearch(folder: Path) -> Iterator[str]:
    """Run a node with its data in a folder, and yield its URL."""
    server = home()
    (folder / "conf").mkdir()
    (folder / "tmp").mkdir()
    shutil.copy(server / "config" / "log4j2.properties", folder / "conf")
    settings = _SETTINGS.format(folder=folder)
    (folder / "conf" / "opensearch.yml").write_text(settings, encoding="utf-8")
    with (folder / "out.log").open("wb") as log:
        process = subprocess.Popen(
            _command(server, folder), cwd=server, stdout=log, stderr=log, **_as_nobody(folder)
        )
    try:
        yield _wait_for(process, folder)
    finally:
        process.kill()
        process.wait()


def _command(server: Path, folder: Path) -> list[str]:
    options = ["-Xms256m", "-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"]
    facts = {
        "java.security.manager": "allow",
        "java.io.tmpdir": f"{folder}/tmp",
        "opensearch.path.home": str(server),
        "opensearch.path.conf": f"{folder}/conf",
        "opensearch.distribution.type": "zip",
        "opensearch.bundled_jdk": "false",
    }
    given = [f"-D{name}={value}" for name, value in facts.items()]
    return ["java", *options, *given, "-cp", "lib/*", "org.opensearch.bootstrap.OpenSearch"]


def _as_nobody(folder: Path) -> dict[str, int]:
    """Return the user to run as, and give the folder to that user."""
    if os.geteuid() != 0:
        return {}
    for path in (folder, *folder.rglob("*")):
        os.chown(path, _NOBODY, _NOBODY)
    return {"user": _NOBODY, "group": _NOBODY}


def _wait_for(process: subprocess.Popen[bytes], folder: Path) -> str:
    """Return the URL of the node when it answers; it writes down the port that it was given."""
    until = time.monotonic() + _PATIENCE
    while time.monotonic() < until and process.poll() is None:
        try:
            url = f"http://{(folder / 'logs' / 'http.ports').read_text().splitlines()[0]}"
            with urlopen(f"{url}/_cluster/health?wait_for_status=yellow&timeout=60s", timeout=90):
                return url
        except (OSError, IndexError):
            time.sleep(0.1)
    log = (folder / "out.log").read_text(errors="replace")
    raise AssertionError(f"the server does not answer: {log[-3000:]}")
