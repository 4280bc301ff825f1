"""Fits the rhythm of coming back on some generated webs and shows it on others: ``python -m benchmarks.rhythm``.

Not a benchmark of its own: constants of ``frontier/coming_back/rhythm.py`` and the pace were chosen with it. Each line is one
setting: temporal harvest rate against home pages, share found within six hours, requests against a fixed schedule of
six hours. ``FITTED`` webs chose the constants, ``LOOKED_AT`` showed faults of the rules, ``UNSEEN`` are only measured.
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import NamedTuple

from tidings.frontier.coming_back import rhythm
from tidings.lab.live.returning import ReturnResult, run_plan
from tidings.model import PageKind

FITTED, LOOKED_AT, UNSEEN = (1, 2, 3), (11, 12, 13), (14, 15, 16, 17)
PACES = (60.0, 90.0, 105.0, 120.0)
"""Values of ``recrawl.pace_minutes``."""
FRUIT = (0.2, 0.4, 1.5)
"""Kept pages a day that are expected of a front page."""
UNCHANGED = (0.05, 0.1, 0.3)
"""Price of an answer that nothing has changed."""


class Rhythm(NamedTuple):
    """One setting."""

    pace: float
    fruit: float
    unchanged: float

    def use(self) -> None:
        """Let the schedule use it."""
        rhythm._UNCHANGED = self.unchanged  # type: ignore[misc]
        front = rhythm._EXPECTED[PageKind.FRONT]
        rhythm._EXPECTED[PageKind.FRONT] = front._replace(fruit=self.fruit)


def settings() -> Iterator[Rhythm]:
    """Yield all settings that are tried."""
    yield from itertools.starmap(Rhythm, itertools.product(PACES, FRUIT, UNCHANGED))


def show(name: str, ours: Sequence[ReturnResult], beside: dict[int, list[ReturnResult]]) -> None:
    """Print the figures of one setting."""
    harvest = fmean(each.harvest for each in ours) / fmean(
        beside[each.seed][0].harvest for each in ours
    )
    asked = sum(each.requests for each in ours) / sum(
        beside[each.seed][1].requests for each in ours
    )
    within = [each.within for each in ours]
    print(
        f"  {name:32} harvest {harvest:.2f} x, within 6 hours {fmean(within):.0%} (least {min(within):.0%}), "
        f"requests {asked:.0%}, at most {max(each.most_in_a_day for each in ours)} in 24 hours, "
        f"found {sum(each.found for each in ours)} of {sum(each.published for each in ours)}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.rhythm", description=__doc__)
    parser.add_argument("--now", action="store_true", help="only the setting in use")
    given = parser.parse_args()
    groups = {"fitted": FITTED, "looked at": LOOKED_AT, "unseen": UNSEEN}
    beside = {}
    for name, seeds in list(groups.items())[: 3 if given.now else 1]:
        beside |= {seed: [run_plan("home", seed), run_plan("fixed home", seed)] for seed in seeds}
        for plan in ("ours", "ours, 100"):
            results = [run_plan(plan, seed) for seed in seeds]
            for result in results if given.now else ():
                show(f"{plan}: web {result.seed}", [result], beside)
            show(f"{plan}: {name}", results, beside)
    if not given.now:
        for setting in settings():
            setting.use()
            text = ", ".join(f"{key} {value:g}" for key, value in setting._asdict().items())
            ours = [run_plan("ours", seed, setting.pace) for seed in FITTED]
            show(text, ours, beside)


if __name__ == "__main__":
    main()
