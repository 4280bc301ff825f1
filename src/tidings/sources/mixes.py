"""The four ways to combine crawling with what flows in, as Gossen, Demidova and Risse (2015) compare them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tidings.settings import Settings


def mixed(settings: Settings) -> Settings:
    """Return settings in which ``streams.mix`` has taken effect."""
    return _MIXES[settings.streams.mix](settings)


def _alone(settings: Settings) -> Settings:
    """Follow links from the seeds, and listen to nothing."""
    nothing = replace(settings.streams, feeds=(), services=(), files=(), discover="none")
    return replace(settings, streams=nothing)


def _unfocused(settings: Settings) -> Settings:
    return replace(_alone(settings), order=replace(settings.order, policy="breadth-first"))


def _flowing(settings: Settings) -> Settings:
    """Fetch what feeds and posts link to, and nothing that those pages link to."""
    return replace(settings, seeds=(), scope=replace(settings.scope, depth=0))


_MIXES: dict[str, Callable[[Settings], Settings]] = {
    "INT": lambda settings: settings,
    "TB": _flowing,
    "FO": _alone,
    "UN": _unfocused,
}
