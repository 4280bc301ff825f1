"""A bandit over host and channel: which sources pay, which are worth a try, which are exhausted."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tidings.frontier.rank.importance import Record
from tidings.model import Host

_MEMORY = 0.98
"""What an earlier page of an arm counts beside the next one: fifty pages on, a third. So an exhausted source sinks."""
_STRENGTH = 2.0
"""How many pages the experience with all arms of a channel counts for, in an arm of its own."""
_AT_STAKE = 0.25
"""How much of a rank experience may take away; the rest is the link's own."""


class Experience(NamedTuple):
    """How many pages were kept and rejected, the older ones counting less."""

    good: float = 0.0
    bad: float = 0.0

    def after(self, kept: bool) -> Experience:
        """Return the experience after one more page."""
        return Experience(_MEMORY * self.good + kept, _MEMORY * self.bad + (not kept))


class Bandit:
    """Ranks hosts by the optimistic estimate for the channel of their best link; no chance is involved.

    The estimate of an arm is the mean of its Beta distribution and one standard deviation on top: what is little
    known is tried, what was tried in vain is left. An arm begins with what its channel is like on all hosts.
    """

    waits = True
    by_channel = True

    def __init__(self, tried: Iterable[tuple[str, str, bool]] = ()) -> None:
        """Begin with what an earlier run followed, in its order: host, channel, and whether the page was kept."""
        self.priors: Mapping[str, Record] = {}
        self._arms: dict[tuple[str, str], Experience] = {}
        self._channels: dict[str, Experience] = {}
        for host, channel, kept in tried:
            self.learn(host, channel, kept=kept)

    def learn(self, host: str, channel: str, *, kept: bool) -> None:
        """Count a page that was judged."""
        arm = host, channel
        self._arms[arm] = self._arms.get(arm, Experience()).after(kept)
        self._channels[channel] = self._channels.get(channel, Experience()).after(kept)

    def rank(self, host: Host, channel: str = "") -> float:
        """Return the rank of a host now: the square of its best score, less where experience speaks against it."""
        best = host.head[0] if host.head else 0.0
        return best**2 * (1 - _AT_STAKE * (1 - self.estimate(host.name, channel)))

    def estimate(self, host: str, channel: str) -> float:
        """Return the share of good pages to hope for."""
        of_channel = self._channels.get(channel, Experience())
        share = (of_channel.good + 1) / (of_channel.good + of_channel.bad + 2)
        arm = self._arms.get((host, channel), Experience())
        known = self.priors.get(host, Record())
        good = arm.good + known.good + _STRENGTH * share
        bad = arm.bad + known.bad + _STRENGTH * (1 - share)
        mean = good / (good + bad)
        return min(1.0, mean + math.sqrt(mean * (1 - mean) / (good + bad + 1)))
