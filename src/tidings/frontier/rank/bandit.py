"""A bandit over host and channel: which of them pay, which are worth a try, which are exhausted."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tidings.model import Host

_DECAY = 0.98
"""Weight of a page of an arm relative to the next one: after fifty pages a third. So an exhausted arm sinks."""
_CHANNEL_PAGES = 2.0
"""Pages of its own that the experience with its channel on all hosts is worth to an arm."""
_AT_STAKE = 0.25
"""Largest share of a rank that bad experience takes away; the rest is the link's own."""


class Experience(NamedTuple):
    """How many pages were kept and rejected; older pages count less."""

    good: float = 0.0
    bad: float = 0.0

    def after(self, kept: bool) -> Experience:
        """Return the experience after one more page."""
        return Experience(_DECAY * self.good + kept, _DECAY * self.bad + (not kept))


class Bandit:
    """Ranks hosts by an optimistic estimate for the channel of their best link; nothing is random.

    The estimate of an arm is the mean of its Beta distribution plus one standard deviation, so that arms with few
    pages are tried, too. A new arm starts from the average of its channel.
    """

    waits = True
    by_channel = True

    def __init__(self, tried: Iterable[tuple[str, str, bool]] = ()) -> None:
        """Learn from an earlier run: host, channel and whether it was kept of each page, in the order of visits."""
        self.priors: Mapping[str, tuple[int, int]] = {}
        self._arms: dict[tuple[str, str], Experience] = {}
        self._channels: dict[str, Experience] = {}
        for host, channel, kept in tried:
            self.learn(host, channel, kept=kept)

    def learn(self, host: str, channel: str, *, kept: bool) -> None:
        """Count a judged page."""
        arm = host, channel
        self._arms[arm] = self._arms.get(arm, Experience()).after(kept)
        self._channels[channel] = self._channels.get(channel, Experience()).after(kept)

    def rank(self, host: Host, channel: str = "") -> float:
        """Return the square of the host's best score, reduced by bad experience."""
        best = host.head[0] if host.head else 0.0
        return best**2 * (1 - _AT_STAKE * (1 - self.estimate(host.name, channel)))

    def estimate(self, host: str, channel: str) -> float:
        """Return the share of good pages to hope for."""
        of_channel = self._channels.get(channel, Experience())
        share = (of_channel.good + 1) / (of_channel.good + of_channel.bad + 2)
        arm = self._arms.get((host, channel), Experience())
        good_before, bad_before = self.priors.get(host, (0, 0))
        good = arm.good + good_before + _CHANNEL_PAGES * share
        bad = arm.bad + bad_before + _CHANNEL_PAGES * (1 - share)
        mean = good / (good + bad)
        return min(1.0, mean + math.sqrt(mean * (1 - mean) / (good + bad + 1)))
