"""The four mixes of crawling and listening, by name."""

from __future__ import annotations

import pytest

from tidings.model import Event
from tidings.settings import Settings, StreamsSettings
from tidings.sources.mixes import mixed


def _mixed(mix: str) -> Settings:
    streams = StreamsSettings(mix=mix, feeds=("http://a.example/feed",), services=("bluesky",))
    return mixed(Settings(Event("Flood", {"flood": 1.0}), ("http://a.example/",), streams=streams))


@pytest.mark.parametrize(
    ("mix", "seeds", "listens", "depth", "policy"),
    [
        ("INT", 1, True, 20, "auto"),
        ("TB", 0, True, 0, "auto"),
        ("FO", 1, False, 20, "auto"),
        ("UN", 1, False, 20, "breadth-first"),
    ],
)
def test_a_mix_takes_some_things_and_leaves_others(
    mix: str, seeds: int, listens: bool, depth: int, policy: str
) -> None:
    settings = _mixed(mix)
    assert len(settings.seeds) == seeds
    assert bool(settings.streams.feeds and settings.streams.services) is listens
    assert (settings.scope.depth, settings.order.policy) == (depth, policy)
