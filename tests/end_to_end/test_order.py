"""Same seed, same crawl: in two processes, inline and with workers."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

SCRIPT = """
import json, sys
from dataclasses import replace
from tidings.lab.grounds import task_of
from tidings.lab.strategies import parse, settings_for
from tidings.lab.inprocess import InProcessWeb
from tidings.lab.simulate import simulate
from tidings.lab.web import GeneratedWeb
from tidings.settings import RunSettings

def main():
    web = GeneratedWeb(7, 400)
    (strategy,) = parse(sys.argv[2]).values()
    settings = settings_for(task_of(web.events[0]), strategy, pages=150)
    settings = replace(settings, run=RunSettings(workers=int(sys.argv[1])))
    fetchers = []
    def fetcher(clock):
        fetchers.append(InProcessWeb(web, clock))
        return fetchers[0]
    simulate(settings, fetcher)
    print(json.dumps(fetchers[0].log))

if __name__ == "__main__":
    main()
"""


def order(tmp_path, workers: int, strategy: str, hash_seed: str) -> list[tuple[float, str]]:
    script = tmp_path / "order.py"
    script.write_text(SCRIPT, encoding="utf-8")
    environment = os.environ | {"PYTHONHASHSEED": hash_seed}
    command = [sys.executable, str(script), str(workers), strategy]
    result = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=120, check=True
    )
    return json.loads(result.stdout)


@pytest.mark.parametrize(
    "strategy", ["event", "breadth-first", "event:policy=PFS-2,sources=thompson", "auto"]
)
def test_two_processes_fetch_in_the_same_order(tmp_path, strategy: str) -> None:
    inline = order(tmp_path, 0, strategy, "1")
    assert len(inline) > 150
    assert order(tmp_path, 0, strategy, "2") == inline
    assert order(tmp_path, 2, strategy, "3") == inline


def test_another_strategy_fetches_in_another_order(tmp_path) -> None:
    assert order(tmp_path, 0, "event", "1") != order(tmp_path, 0, "breadth-first", "1")
