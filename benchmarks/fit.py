"""Fits the calibration of scores anew, and says what would be told about each web had it never been seen.

Every web is crawled once by the default; its visited pages are counted by score and by the truth. The counts, with the
digest of each web, go to ``fitted.json``, which a test compares with the committed value. Recorded webs that are
missing keep the counts of the last time.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.floors import Floor
from benchmarks.focus_sets import DATA
from tidings.lab.bench.experiment import Generated, Recorded, WebSpec
from tidings.lab.bench.strategies import STRATEGIES
from tidings.lab.bench.trial import Bench, Conditions
from tidings.lab.commands import KIND_NAMES
from tidings.lab.recorded.recorded import cache_folder
from tidings.lab.recorded.scores import ScoreStore
from tidings.learn.calibration import (
    CALIBRATION,
    Calibration,
    Counts,
    bin_of,
    expected,
    fitted,
    middle,
    typical,
)
from tidings.learn.validation import f1_of_counts
from tidings.settings import RelevanceSettings

FILE = Path(__file__).parent / "fitted.json"
THRESHOLD = RelevanceSettings(measure="auto").threshold
PAGES, SEEDS = 500, (1, 2)
SHARES = {"gva-dev": 0.05, "encyclopedia-dev": 0.2, "webkb": 0.2}
"""Recorded webs, and how much of each is visited."""


class Fitted(NamedTuple):
    """The counts of one web."""

    digests: Sequence[str]
    """Of the web, or of each generated one."""
    counts: Counts


def read(path: Path = FILE) -> dict[str, Fitted]:
    """Return the recorded counts of each web."""
    rows = json.loads(path.read_text(encoding="utf-8"))
    return {
        name: Fitted(
            row["digests"], {int(place): tuple(both) for place, both in row["counts"].items()}
        )
        for name, row in rows.items()
    }


def unseen(webs: Mapping[str, Fitted]) -> dict[str, Calibration]:
    """Return for each web the calibration that the others give."""
    own = {name: fitted(web.counts, THRESHOLD) for name, web in webs.items()}
    return {name: typical(own[other] for other in own if other != name) for name in own}


def run() -> list[Floor]:
    """Crawl, fit, write the counts and print the report."""
    webs = read() if FILE.exists() else {}
    for name, specs, share in named_webs():
        webs[name] = _counted(specs, share)
        _write(webs)  # a long run may be stopped
        print(f"crawled {name}", flush=True)
    report(webs)
    found = typical(fitted(web.counts, THRESHOLD) for web in webs.values())
    off = max(abs(a - b) for a, b in zip(found, CALIBRATION, strict=True))
    print(f"fitted {found}, committed {CALIBRATION}")
    return [Floor("calibration: committed and fitted differ by", off, 0.05, "", at_most=True)]


def _write(webs: Mapping[str, Fitted], path: Path = FILE) -> None:
    rows = [f'"{name}": {json.dumps(web._asdict())}' for name, web in webs.items()]
    path.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")


def report(webs: Mapping[str, Fitted]) -> None:
    """Print for each web what is true, and what would be told had it never been seen."""
    print(f"{'web':<26}{'F1':>6}{'precision':>11}{'told':>6}{'recall':>8}{'told':>6}")
    for name, calibration in unseen(webs).items():
        counts = webs[name].counts
        kept = [both for place, both in counts.items() if place >= 0]
        right, wrong = (sum(one[side] for one in kept) for side in (0, 1))
        wanted = sum(both[0] for both in counts.values())
        told = expected(
            [
                (middle(place, THRESHOLD), *((sum(both), 0) if place >= 0 else (0, sum(both))))
                for place, both in counts.items()
            ],
            calibration,
        )
        f1 = f1_of_counts(right, right + wrong, wanted)
        precision = right / (right + wrong or 1)
        if told:
            print(
                f"{name:<26}{f1:6.2f}{precision:11.2f}{told.precision:6.2f}"
                f"{right / wanted:8.2f}{told.recall:6.2f}"
            )


def named_webs() -> list[tuple[str, Sequence[WebSpec], float]]:
    """Return every web by its name: as one or several, and how much of it is visited; recorded ones if they are here."""
    made = [
        (f"generated:{kind}".rstrip(":"), [Generated(n, PAGES, kind=kind) for n in SEEDS], 0.2)
        for kind in ("", *KIND_NAMES)
    ]
    tasks = {name: DATA / "webs" / f"{name}.tasks.toml" for name in SHARES}
    here = [(name, [Recorded(path)], SHARES[name]) for name, path in tasks.items() if path.exists()]
    return [*made, *here]


def _counted(specs: Sequence[WebSpec], share: float) -> Fitted:
    counts: dict[int, Counter[bool]] = defaultdict(Counter)
    digests = []
    for spec in specs:
        spec.prepare(cache_folder(), lambda _read: None)
        web = spec.open(cache_folder())
        digests.append(web.digest)
        for task in web.tasks.values():
            bench = Bench(web, task, ScoreStore(None, web.digest), STRATEGIES["auto"])
            seed = spec.seed if isinstance(spec, Generated) else 0
            bench.run("auto", STRATEGIES["auto"], (seed,), Conditions(share=share))
            for visit in bench.visits:
                if visit.url not in task.unjudged:
                    counts[bin_of(visit.score, THRESHOLD)][visit.url in task.relevant] += 1
    return Fitted(digests, {n: (counts[n][True], counts[n][False]) for n in sorted(counts)})
