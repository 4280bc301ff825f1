"""The sources of a crawl that follows links, chosen by its settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from tidings.ports import Clock, Source
from tidings.settings import Settings
from tidings.sources.feeds import Feeds
from tidings.sources.posts.source import PostFiles
from tidings.sources.references import References
from tidings.sources.seeds import Seeds
from tidings.sources.streams import open_tap
from tidings.sources.streams.changes import LiveQueries
from tidings.sources.streams.stream import Stream
from tidings.sources.websub import WebSub
from tidings.web.listening import Ear

UNSCORED = (Seeds, Feeds, References)
"""Sources whose links need no score."""


def sources(settings: Settings, folder: Path = Path()) -> Sequence[Source]:
    """Return the seeds, or without any the references, and the feeds."""
    chosen: list[Source] = [Seeds(settings.seeds)]
    if not settings.seeds and settings.event.references and settings.streams.mix != "TB":
        chosen = [References(settings.event.references, folder)]
    if settings.streams.feeds:
        chosen.append(Feeds(settings.streams.feeds))
    return chosen


def streams(
    settings: Settings,
    folder: Path,
    queries: LiveQueries,
    clock: Clock,
    agent: Callable[[], str],
    environment: Mapping[str, str],
) -> Sequence[Source]:
    """Return the files of posts and the services that the settings name; raise EventFileError."""
    when, chosen = settings.streams, list[Source]()
    since = settings.event.when.begin.timestamp() if settings.event.when else 0.0
    if when.files:
        chosen.append(PostFiles([folder / name for name in when.files], queries.wants, clock))
    if when.callback and when.feeds:
        ear = Ear(settings.fetch, agent(), clock)
        chosen.append(WebSub(when.feeds, when.callback, when.listen, ear, clock))
    for service in when.services:
        listener = Ear(settings.fetch, agent(), clock)
        tap = open_tap(service, listener, queries, environment)
        begin = since if when.since == "event" else 0.0
        stream = Stream(tap, queries, clock, since=begin, wants=queries.wants, close=listener.close)
        chosen.append(stream)
    return chosen
