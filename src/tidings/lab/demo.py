"""The demonstration: a generated news web on loopback, an event file for one of its events, a comparison."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from tidings.event.template import toml
from tidings.lab.harvest import COMPARED, Curve, harvest, mean_curve
from tidings.lab.plot import Axis, curves, nice_top
from tidings.lab.targets import LabEvent
from tidings.lab.web import GeneratedWeb

SHARE = 0.2
"""How much of the web a demonstration crawl may visit."""


@contextlib.contextmanager
def served(seed: int, pages: int) -> Iterator[int]:
    """Serve a generated web on loopback, in a process of its own; give its port."""
    command = [
        sys.executable,
        "-m",
        "tidings.lab.server",
        "--seed",
        str(seed),
        "--pages",
        str(pages),
    ]
    with subprocess.Popen([*command, "--port", "0"], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            yield int(process.stdout.readline())
        finally:
            process.terminate()


def write_event(folder: Path, target: LabEvent, port: int, pages: int) -> Path:
    """Write the event file of one event of the served web."""
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


def compare(
    web: GeneratedWeb, step: Callable[[str, str], None] = lambda _event, _strategy: None
) -> list[Curve]:
    """Crawl every event of a web with every strategy, all with the same budget."""
    found = []
    for target in web.events:
        for strategy in COMPARED:
            step(target.event.name, strategy)
            found.append(harvest(web, target, strategy, SHARE))
    return found


def picture(found: list[Curve]) -> str:
    """Draw the mean harvest curves of a comparison."""
    lines = {
        strategy: [
            (at * SHARE, ratio)
            for at, ratio in mean_curve([curve for curve in found if curve.strategy == strategy])
        ]
        for strategy in COMPARED
    }
    top = nice_top(max(ratio for points in lines.values() for _, ratio in points))
    return curves(
        "How much of what is visited is about the event",
        lines,
        Axis("share of the web visited", SHARE),
        Axis("harvest ratio", top),
    )
