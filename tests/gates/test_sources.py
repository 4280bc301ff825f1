"""The importance of sources, with floors: as many relevant pages from few hosts, on webs of many hosts."""

from __future__ import annotations

from collections import Counter

import pytest

from tidings.lab.bench.experiment import Experiment, Generated, run
from tidings.lab.bench.strategies import parse
from tidings.lab.bench.trial import Conditions

WEBS = 3
PAGES = 3000
SHARE = 0.05
LOYAL, BANDIT = "event:sources=loyal", "event:sources=bandit"


@pytest.mark.gate
@pytest.mark.slow
def test_a_loyal_crawl_finds_as_much_on_few_hosts_and_a_bandit_finds_more() -> None:
    webs = tuple(Generated(seed, PAGES) for seed in range(1, WEBS + 1))
    strategies = parse(f"event,{LOYAL},{BANDIT}")
    experiment = Experiment("Sources", webs, strategies, (1,), Conditions(share=SHARE))
    found, hosts = Counter[str](), Counter[str]()
    for result in run(experiment, processes=1)[0]:
        found[result.strategy] += int(result.figures["found"] or 0)
        hosts[result.strategy] += int(result.figures["hosts"] or 0)
    figures = ", ".join(f"{name}: {found[name]} pages, {hosts[name]} hosts" for name in strategies)
    assert found[LOYAL] >= 0.97 * found["event"], figures
    # Half of them, until the centroid of the references made "event" itself ask fewer hosts: 264 against 462.
    assert hosts[LOYAL] <= 0.6 * hosts["event"], figures
    assert found[BANDIT] >= 1.04 * found["event"], figures
