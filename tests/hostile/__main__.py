"""The campaign against the hostile web: ``python -m tests.hostile [SCENARIO...] [--minutes 30]``; prints figures.

Exits with 1 if a figure misses its limit. ``make hostile`` runs all scenarios within half an hour.
"""

# ruff: noqa: T201 - it is a command

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from typing import NamedTuple

from tests.engines import campaign
from tests.hostile import days, floods, kills, returns, sockets


class Figure(NamedTuple):
    """A figure, its limit, and whether less is better."""

    name: str
    value: float
    limit: float
    at_most: bool = True

    @property
    def holds(self) -> bool:
        return self.value <= self.limit if self.at_most else self.value >= self.limit

    def __str__(self) -> str:
        sign, verdict = "<=" if self.at_most else ">=", "ok" if self.holds else "MISSED"
        return f"  {self.name:<58} {self.value:12,.2f} {sign} {self.limit:g} {verdict}"


Scenario = Callable[[float, argparse.Namespace], list[tuple[str, float, float, bool]]]
SCENARIOS: dict[str, tuple[Scenario, float]] = {
    "floods": (floods.run, 0.1),
    "tarpits": (sockets.tarpits, 0.1),
    "interim": (sockets.interim, 0.05),
    "workers": (sockets.workers, 0.1),
    "days": (days.run, 0.25),
    "kills": (kills.run, 0.3),
    "returns": (returns.run, 0.1),
    "shared": (campaign.run, 0.2),
}
"""Each with its share of the time."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.hostile", description=__doc__)
    parser.add_argument("names", nargs="*", help=f"any of: {', '.join(SCENARIOS)}; default: all")
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--returns", type=int, default=25, help="kills of a service")
    parser.add_argument("--hours", type=float, default=72.0, help="simulated hours")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    failed = False
    for name in options.names or SCENARIOS:
        scenario, share = SCENARIOS[name]
        begin = time.monotonic()
        print(f"{name}:", flush=True)
        for each in scenario(options.minutes * 60 * share, options):
            figure = Figure(*each)
            failed |= not figure.holds
            print(figure, flush=True)
        print(f"  {time.monotonic() - begin:.0f} s", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
