"""Run, time and check one input after another; a failing input is shrunk and saved."""

from __future__ import annotations

import gc
import json
import re
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.fuzz.targets import TARGETS, Case, Insane, make, size_of

SECONDS_PER_BYTE = 1 / 100_000
LEAST_SECONDS = 0.2
PEAK = 100_000_000
PEAK_PER_BYTE = 400
"""Memory that one input may need at its peak: a page of nothing but tags makes an object of each."""
GROWTH = 150_000_000
"""Growth by caches of words, names and URLs after the first inputs."""
WARM_UP = 0.25
"""Share of the run after which memory may hardly grow any more."""
_STATUS = Path("/proc/self/status")
_RESET = Path("/proc/self/clear_refs")


class Failure(NamedTuple):
    """A failure: one line that identifies it, and the details."""

    what: str
    trace: str = ""


class Slow(NamedTuple):
    """The seconds an input took, and per byte."""

    per_byte: float
    seconds: float
    size: int
    target: str
    number: int


_NOTHING = Slow(0.0, 0.0, 0, "", 0)


@dataclass
class Tally:
    """Statistics of a run."""

    inputs: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    size: int = 0
    slowest: Slow = _NOTHING
    longest: Slow = _NOTHING
    peak: int = 0
    memory: list[tuple[float, int]] = field(default_factory=list)

    def add(self, number: int, case: Case, size: int, seconds: float) -> None:
        """Count one input."""
        self.inputs += 1
        self.counts[case.target] = self.counts.get(case.target, 0) + 1
        self.seconds += seconds
        self.size += size
        slow = Slow(seconds / max(size, 20_000), seconds, size, case.target, number)
        self.slowest = max(self.slowest, slow)
        self.longest = max(self.longest, slow, key=lambda one: one.seconds)


def memory(name: str) -> int:
    """Return the memory of this process in bytes: ``VmRSS`` now, ``VmHWM`` at its highest."""
    found = re.search(rf"{name}:\s+(\d+) kB", _STATUS.read_text())
    return int(found[1]) * 1024 if found else 0


def attempt(case: Case) -> tuple[Failure | None, float]:
    """Do and check one input; return what went wrong and the seconds it took."""
    target = TARGETS[case.target]
    begin = time.process_time()
    try:
        result = target.act(case)
        seconds = time.process_time() - begin
        target.check(result)
    except Insane as error:
        return Failure(f"insane: {error}"), 0.0
    except Exception as error:  # whatever it is, it is a failure
        frame = traceback.extract_tb(error.__traceback__)[-1]
        what = f"{type(error).__name__} in {frame.name} ({Path(frame.filename).name})"
        return Failure(what, traceback.format_exc()), 0.0
    return None, seconds


def examine(case: Case, size: int) -> tuple[Failure | None, float]:
    """Attempt an input and hold it against the limits; time is measured again before it is blamed."""
    failure, seconds = attempt(case)
    limit = max(LEAST_SECONDS, size * SECONDS_PER_BYTE)
    if failure is None and seconds > limit:
        gc.collect()
        seconds = min(seconds, *(attempt(case)[1] for _ in range(2)))
        if seconds > limit:
            return Failure(f"slow: {case.target}", f"{seconds:.2f} s for {size} bytes"), seconds
    return failure, seconds


def weighed(case: Case, size: int) -> tuple[Failure | None, float, int]:
    """Examine an input and how much memory it needed at its peak."""
    before = memory("VmRSS")
    try:
        _RESET.write_text("5")
    except OSError:  # not allowed here: then only growth is seen
        return *examine(case, size), 0
    failure, seconds = examine(case, size)
    peak = memory("VmHWM") - before
    if failure is None and peak > PEAK + size * PEAK_PER_BYTE:
        failure = Failure(f"memory: {case.target}", f"{peak / 1e6:.0f} MB for {size} bytes")
    return failure, seconds, peak


def numbered(seed: int, number: int, seeds: Sequence[bytes]) -> Case:
    """Return an input by its number; the same seed and seeds give the same bytes."""
    return make(Random(f"{seed} {number}"), seeds)


def inputs(seed: int, seeds: Sequence[bytes]) -> Iterator[tuple[int, Case]]:
    """Yield inputs without end."""
    number = 0
    while True:
        yield number, numbered(seed, number, seeds)
        number += 1


def smaller(case: Case, failure: Failure, seconds: float = 20.0) -> Case:
    """Return a part of an input that fails in the same way."""
    end = time.monotonic() + seconds
    step = len(case.data) // 2
    while step and time.monotonic() < end:
        case = _without_steps(case, step, _same(failure), end)
        step //= 2
    return case


def _without_steps(case: Case, step: int, fails: Callable[[Case], bool], end: float) -> Case:
    at = 0
    while at < len(case.data) and time.monotonic() < end:
        tried = case._replace(data=case.data[:at] + case.data[at + step :])
        if fails(tried):
            case = tried
        else:
            at += step
    return case


def _same(failure: Failure) -> Callable[[Case], bool]:
    def fails(case: Case) -> bool:
        found = weighed(case, size_of(case))[0]
        return found is not None and found.what.split(":")[0] == failure.what.split(":")[0]

    return fails


def save(case: Case, path: Path) -> None:
    """Write an input into a file: a line about it, then its bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    head = json.dumps({"target": case.target, "options": case.options})
    path.write_bytes(head.encode() + b"\n" + case.data)


def load(path: Path) -> Case:
    """Read an input back."""
    head, _, data = path.read_bytes().partition(b"\n")
    told = json.loads(head)
    return Case(told["target"], data, told["options"])
