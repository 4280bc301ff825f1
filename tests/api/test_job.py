"""A client generated from the OpenAPI document does a whole job on a real crawl."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.api.running import PATIENCE, running
from tests.end_to_end.world import served, write_event
from tests.oracle import oracle, program
from tidings.api.app import ServerSettings, make_app
from tidings.collection.reading import open_reader

pytestmark = [pytest.mark.oracle, pytest.mark.slow]

SCRIPT = Path(__file__).parent / "whole_job.py"


def test_a_generated_client_does_a_whole_job(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    app = make_app(ServerSettings(folders=[home]))
    _generate(app.openapi(), tmp_path / "generated")
    with served(tmp_path, seed=4, pages=300, latency=0.3) as world, running(app) as url:
        settings = {
            "budget": "pages = 10000",
            "run": "workers = 0",
            "fetch": "delay = 0.0\nconnections = 4\n",
        }
        event = write_event(tmp_path / "draft", world.web.events[0], world.port, **settings)
        seen = _done(url, event / "event.toml", tmp_path)
    assert seen["listed"] == [seen["name"]]
    assert len(set(seen["pages"])) == 3
    assert seen["added"] == {"added": ["http://added.example/"], "running": True}
    assert seen["ending"] == "out of budget"
    assert len(seen["hits"]) == 5
    assert sum(each["pages"] for each in seen["facets"]["host"]) > 0
    assert seen["page"]["text"]
    assert [each["verdict"] for each in seen["judgements"]] == ["not"]
    assert seen["changes"]["revision"] == 1
    rows = list(csv.DictReader(io.StringIO(seen["table"])))
    with open_reader(home / seen["name"]) as reader:
        assert {row["url"] for row in rows} == {entry.url for entry in reader.pages()}
        added = reader.why("http://added.example/")
    assert added is not None  # the running crawl took it
    assert added.entry.channel == "seed"


def _generate(document: dict[str, object], target: Path) -> None:
    path = target.with_suffix(".json")
    path.write_text(json.dumps(document), encoding="utf-8")
    options = ["--path", path, "--output-path", target, "--meta", "none"]
    done = oracle("openapi-python-client", "generate", *options)
    assert done.returncode == 0, done.stderr


def _done(url: str, event: Path, folder: Path) -> dict[str, object]:
    command = [program("python"), str(SCRIPT), url, str(event)]
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=5 * PATIENCE, env=environment, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return dict(json.loads(done.stdout))
