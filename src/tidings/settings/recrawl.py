"""The settings of coming back to pages."""

from __future__ import annotations

from dataclasses import dataclass

from tidings.settings.describing import described as _set


@dataclass(frozen=True, slots=True)
class RecrawlSettings:
    """When pages are visited again, by `tidings recrawl` and `tidings crawl --keep-going`."""

    begin: str = _set(
        "due",
        "What comes back: 'due' every page at its own rhythm, 'hubs' the pages that link to most recent pages, 'seeds' the seeds, 'all' every page that was read.",
        choices=("due", "hubs", "seeds", "all"),
    )
    hubs: int = _set(100, "How many hubs come back (K).", low=1, high=1_000_000)
    hub_days: float = _set(
        7.0,
        "Pages older than this many days count little for the hub that links to them (d).",
        low=1,
        high=3650,
    )
    every_hours: float = _set(
        24.0,
        "Hours between two passes over hubs, seeds or all pages while a crawl keeps going (f).",
        low=0.01,
        high=87_600,
    )
    pace_minutes: float = _set(
        90.0,
        "Minutes between two visits to a page that brings news once an hour; four times as much news halves them.",
        low=0.01,
        high=100_000,
    )
    least_minutes: float = _set(
        10.0, "Shortest time between two visits to a page.", low=0.001, high=100_000
    )
    most_days: float = _set(30.0, "Longest time between two visits to a page.", low=0.01, high=3650)
    requests_per_day: int = _set(
        0, "Pages asked for in any 24 hours, new ones included; 0 means no limit.", low=0
    )
    before: float = _set(
        4.0, "Factor on the time between visits before the event and its lead.", low=0.1, high=1000
    )
    cooldown: float = _set(
        2.0, "The same in the days of `when.cooldown` after the event.", low=0.1, high=1000
    )
    after: float = _set(8.0, "The same after these days.", low=0.1, high=1000)
    webhook: str = _set(
        "",
        "An http or https URL that new alarms are sent to as JSON, by `tidings check` and while a crawl keeps going.",
    )
