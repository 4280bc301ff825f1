"""The demo: a generated news web on loopback, an event file for one of its events, and a comparison."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tidings.collection.folder import check_free, judgements_path
from tidings.crawl.workers.processes import signals_blocked
from tidings.errors import CollectionError
from tidings.event.template import toml
from tidings.lab.bench.experiment import Experiment, Generated
from tidings.lab.bench.strategies import STRATEGIES
from tidings.lab.bench.trial import Conditions
from tidings.lab.report.pictures import HARVEST, draw
from tidings.lab.report.summary import Summary
from tidings.lab.web.targets import LabEvent

COMPARED = ("auto", "event", "topic", "breadth-first")
"""Names of the strategies that the demo compares."""
SEED, PAGES = 1, 2000
"""The web that is generated unless another one is asked for."""
SHARE = 0.2
"""Share of the web that each compared crawl may visit."""


@contextlib.contextmanager
def served(seed: int, pages: int) -> Iterator[int]:
    """Serve a generated web on loopback in a separate process; yield its port."""
    server = [sys.executable, "-m", "tidings.lab.serving.server"]
    options = ["--seed", str(seed), "--pages", str(pages), "--port", "0"]
    with signals_blocked():
        process = subprocess.Popen([*server, *options], stdout=subprocess.PIPE, text=True)
    with process:
        try:
            assert process.stdout
            yield int(process.stdout.readline())
        finally:
            process.kill()  # it has nothing to save, and other signals are left to this process


def is_taken(folder: Path) -> bool:
    """Return whether a folder holds an earlier demo; raise CollectionError if it must not be deleted."""
    check_free(folder)
    if judgements_path(folder).exists():
        raise CollectionError(
            f"{folder}: holds judgements, which a new demo would delete; choose another --folder"
        )
    return folder.exists()


def write_event(folder: Path, target: LabEvent, port: int, pages: int) -> Path:
    """Write the event file for one event of the served web."""
    event = target.event
    assert event.when
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "event.toml"
    path.write_text(
        f"""\
# An event of the generated web; `tidings new` writes a commented file for a real one.
name = {toml(event.name)}
seeds = {toml(tuple(target.seeds))}

[what]
keywords = {toml(tuple(event.keywords))}
references = {toml(tuple(target.references))}

[where]
places = {toml(tuple(event.places))}

[when]
start = {event.when.start:%Y-%m-%d}
end = {event.when.end:%Y-%m-%d}

[budget]
pages = {pages}

[fetch]
contact = "https://tidings.example/demo"
delay = 0.1
allow = ["127.0.0.0/8"]
connect = ["*.example 127.0.0.1:{port}"]
""",
        encoding="utf-8",
    )
    return path


def comparison(seed: int, pages: int) -> Experiment:
    """Return the experiment: every event of a web with every strategy, all with the same budget."""
    strategies = {name: STRATEGIES[name] for name in COMPARED}
    conditions = Conditions(share=SHARE)
    return Experiment("Demonstration", (Generated(seed, pages),), strategies, (), conditions)


def picture(summary: Summary) -> str:
    """Draw the mean harvest curves of a comparison."""
    return draw(
        summary, HARVEST._replace(title="Share of the visited pages that are about the event")
    )
