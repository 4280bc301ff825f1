"""Attack the reader for some minutes: ``python -m tests.fuzz --minutes 10``; exits with 1 at the first failure."""

# ruff: noqa: T201 - it is a command

from __future__ import annotations

import argparse
import gc
import sys
import tempfile
import time
from pathlib import Path

from tests.fuzz import seeds
from tests.fuzz.attack import (
    GROWTH,
    WARM_UP,
    Failure,
    Tally,
    examine,
    inputs,
    load,
    memory,
    numbered,
    save,
    smaller,
    weighed,
)
from tests.fuzz.targets import TARGETS, Case, size_of
from tidings.crawl.workers.tasks import GARBAGE

_LARGE = 20_000
_LOOK = 500
"""Inputs between two looks at the memory of the process."""


def main() -> int:
    options = _parser().parse_args()
    for name in TARGETS:  # loads what reading needs
        examine(Case(name, b"Some words about Paris", {"language": "en"}), 0)
    if options.input:
        return _again(load(options.input))
    gc.set_threshold(
        GARBAGE
    )  # as in a worker: looking through all that was loaded takes longer than most inputs
    pages = [page for page in (*seeds.generated(options.seed), *seeds.real()) if page]
    print(f"{len(pages)} pages to begin with, seed {options.seed}", flush=True)
    if options.number is not None:
        return _again(numbered(options.seed, options.number, pages))
    return _run(options, pages)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--number", type=int, help="only this input of the seed")
    parser.add_argument("--input", type=Path, help="only the input in this file")
    return parser


def _run(options: argparse.Namespace, pages: list[bytes]) -> int:
    tally, begin, end = Tally(), time.monotonic(), options.minutes * 60
    warm = 0
    for number, case in inputs(options.seed, pages):
        passed = time.monotonic() - begin
        if passed > end:
            break
        size = size_of(case)
        if size < _LARGE:
            failure, seconds = examine(case, size)
        else:
            failure, seconds, peak = weighed(case, size)
            tally.peak = max(tally.peak, peak)
        tally.add(number, case, size, seconds)
        if number % _LOOK == 0:
            now = memory("VmRSS")
            tally.memory.append((passed, now))
            if passed > end * WARM_UP:
                warm = warm or now
                if now - warm > GROWTH:
                    failure = Failure(
                        "memory grows", f"by {(now - warm) / 1e6:.0f} MB since the warm-up"
                    )
        if failure:
            _tell(failure, case, options.seed, number)
            return 1
    print(_summary(tally))
    return 0


def _again(case: Case) -> int:
    failure, seconds, peak = weighed(case, size_of(case))
    print(
        f"{case.target}: {len(case.data)} bytes, {seconds:.3f} s, {peak / 1e6:.0f} MB at its peak"
    )
    if failure:
        print(f"{failure.what}\n{failure.trace}")
    return 1 if failure else 0


def _tell(failure: Failure, case: Case, seed: int, number: int) -> None:
    folder = Path(tempfile.mkdtemp(prefix="tidings-fuzz-"))
    save(case, folder / "input")
    print(f"input {number} of seed {seed}: {failure.what}\n{failure.trace}", file=sys.stderr)
    print(f"again: python -m tests.fuzz --input {folder}/input", file=sys.stderr, flush=True)
    if failure.what != "memory grows":
        small = smaller(case, failure)
        save(small, folder / "small")
        print(
            f"smaller ({len(small.data)} of {len(case.data)} bytes): --input {folder}/small",
            file=sys.stderr,
        )


def _summary(tally: Tally) -> str:
    curve = tally.memory[:: max(1, len(tally.memory) // 10)]
    return "\n".join(
        (
            f"{tally.inputs} inputs ({', '.join(f'{n} {name}' for name, n in tally.counts.items())})",
            f"{tally.size / 1e6:.0f} MB read in {tally.seconds:.0f} s of processor time",
            f"slowest for its size: {tally.slowest.per_byte * 1e8:.0f} ms per 100 kB, {tally.slowest}",
            f"longest: {tally.longest}",
            f"highest peak of one input: {tally.peak / 1e6:.0f} MB",
            "memory: " + ", ".join(f"{at:.0f} s {size / 1e6:.0f} MB" for at, size in curve),
        )
    )


if __name__ == "__main__":
    sys.exit(main())
