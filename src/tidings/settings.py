"""Every setting of an event file: its type, default, limits and meaning, each in one place.

The parser, its error messages and ``docs/event-file.md`` are made from these classes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tidings.model import Event


def _set(
    default: Any,
    doc: str,
    *,
    low: float | None = None,
    high: float | None = None,
    choices: tuple[str, ...] = (),
) -> Any:
    """Describe one setting; ``low`` and ``high`` bound numbers, ``choices`` names the allowed words."""
    return field(
        default=default, metadata={"doc": doc, "low": low, "high": high, "choices": choices}
    )


@dataclass(frozen=True, slots=True)
class Scope:
    """Which links may be followed at all."""

    sites: tuple[str, ...] = _set(
        (), "Only these hosts and their sub-domains; empty means the whole web."
    )
    exclude: tuple[str, ...] = _set(
        (), "Never these hosts (and sub-domains) or address prefixes (with a scheme)."
    )
    languages: tuple[str, ...] = _set(
        (), "Keep only pages in these languages (ISO 639-1 codes); empty means any."
    )
    depth: int = _set(20, "How many links away from a seed.", low=0, high=1000)
    links_per_page: int = _set(
        500, "How many links of one page are followed, in page order.", low=1, high=100_000
    )
    pages_per_site: int = _set(
        0, "How many pages of one host are fetched; 0 means no limit.", low=0
    )


@dataclass(frozen=True, slots=True)
class Budget:
    """When to stop, counted over all runs of a collection."""

    pages: int = _set(10_000, "Pages fetched.", low=1)
    minutes: float = _set(0.0, "Minutes of crawling; 0 means no limit.", low=0)
    megabytes: float = _set(0.0, "Megabytes received; 0 means no limit.", low=0)
    harvest: float = _set(
        0.0,
        "Stop when a smaller share than this of the last 500 links led to pages that were kept; 0 never stops for that.",
        low=0,
        high=1,
    )
    coverage: float = _set(
        0.0,
        "Stop when surely this share of all pages there are to keep is kept, by an estimate; 0 never stops for that.",
        low=0,
        high=1,
    )


@dataclass(frozen=True, slots=True)
class RelevanceSettings:
    """What counts as being about the event."""

    measure: str = _set(
        "auto",
        "How pages are judged.",
        choices=("auto", "event", "topic", "temporal", "genre", "classifier"),
    )
    threshold: float = _set(0.4, "Pages with this score or more are kept.", low=0, high=1)
    terms: int = _set(
        10,
        "Words of the reference pages in the topic model for judging pages.",
        low=1,
        high=100_000,
    )
    link_terms: int = _set(1310, "The same for scoring links.", low=1, high=100_000)
    weight_topic: float = _set(0.36, "Weight of the topic in the event measure.", low=0)
    weight_place: float = _set(0.42, "Weight of the places in the event measure.", low=0)
    weight_date: float = _set(0.22, "Weight of the date in the event measure.", low=0)
    weight_who: float = _set(
        0.2,
        "Weight of people and organisations in the event measure; counts only if the event names some.",
        low=0,
    )
    places: str = _set(
        "names",
        "How places are compared: by their names alone, or also by what contains them and lies close by.",
        choices=("names", "containment"),
    )
    recogniser: str = _set(
        "gazetteer",
        "What tells names of places from other words: the rules of the gazetteer, or a spaCy model as 'spacy:en_core_web_sm'.",
    )
    days: float = _set(
        365.0, "A page this many days away from the event has a date score of 0.", low=1
    )
    mentioned_dates: float = _set(
        0.0,
        "Date score of a page that was published far from the event, or has no date, but speaks of the event's own days; 0 lets only the publication count.",
        low=0,
        high=1,
    )
    alpha: float = _set(
        0.5,
        "Share of the topic in the temporal measure, the rest is the time: 1 judges by the topic alone, 0 by the time alone.",
        low=0,
        high=1,
    )
    decay_days: float = _set(
        0.0,
        "In the temporal measure, days before and after the event in which the time score halves; 0 takes when.lead and when.cooldown.",
        low=0,
        high=36500,
    )
    keywords: str = _set(
        "boost",
        "What keywords do in the temporal measure: their terms weigh more, or only the references count.",
        choices=("boost", "ignore"),
    )
    weight_genre: float = _set(5.0, "Weight of the genre terms in the genre measure.", low=0)
    weight_content: float = _set(5.0, "Weight of the content terms beside them.", low=0)
    weight_text: float = _set(
        7.0, "Weight of genre and content together in the genre measure.", low=0
    )
    weight_url: float = _set(
        3.0, "Weight of the address beside them; counts only if there are terms for it.", low=0
    )
    idf: str = _set(
        "none",
        "Whether rare terms weigh more in the genre measure: by their frequency in the language at large, or all alike.",
        choices=("none", "background"),
    )


@dataclass(frozen=True, slots=True)
class TypesSettings:
    """Which type of crisis a kept page is about."""

    model: str = _set(
        "starter",
        "What tells the type: 'starter' is a vocabulary made by hand, 'none' leaves it open, else a file that 'tidings train types' wrote, relative to the event file.",
    )


@dataclass(frozen=True, slots=True)
class OrderSettings:
    """Which link is fetched next."""

    policy: str = _set(
        "auto",
        "How waiting links are ordered.",
        choices=(
            "auto",
            "link-model",
            "best-first",
            "breadth-first",
            "PS",
            "FS-1",
            "FS-2",
            "PFS-1",
            "PFS-2",
        ),
    )
    start_model: str = _set(
        "",
        "A link model of an earlier crawl to begin with under auto and link-model (as seen from the collection folder), such as '../flood/models/links.json'.",
    )
    change_threshold: float = _set(
        0.2,
        "Under FS-2 and PFS-2 only pages with this score or more pass it on to other links.",
        low=0,
        high=1,
    )
    sources: str = _set(
        "none",
        "What the pages of a host so far mean for its waiting links.",
        choices=(
            "none",
            "negative-bad",
            "best",
            "success",
            "thompson",
            "good-best",
            "thompson-best",
            "success-best",
            "loyal",
            "bandit",
        ),
    )
    priors: str = _set(
        "",
        "A JSON file that tells how many pages of a host were good and bad in earlier collections (as seen from the collection folder); counts with order.sources.",
    )
    event_type: str = _set(
        "", "Which type of event in that file is like this one; empty counts all of them."
    )
    min_score: float = _set(0.0, "Links with a lower score are not followed.", low=0, high=1)
    patience: float = _set(
        0.9,
        "Wait for a resting host rather than fetch a link with less than this share of the best link's score; 0 never waits.",
        low=0,
        high=1,
    )
    seed: int = _set(0, "Seed of everything random; the same seed gives the same crawl.", low=0)


@dataclass(frozen=True, slots=True)
class FetchSettings:
    """How servers are asked, and how much of them is endured."""

    contact: str = _set(
        "", "A web or mail address for webmasters, sent in the user agent; needed for a live crawl."
    )
    robots: str = _set(
        "obey",
        "What to do about robots.txt; ignoring it is recorded in the collection.",
        choices=("obey", "ignore"),
    )
    delay: float = _set(1.0, "Least seconds between two requests to one host.", low=0, high=3600)
    max_delay: float = _set(
        60.0,
        "Longest Crawl-delay that is honoured in seconds; hosts that want more are left out.",
        low=0,
        high=86400,
    )
    connections: int = _set(64, "Pages in work at the same time, over all hosts.", low=1, high=1000)
    tries: int = _set(3, "How often a failing address is tried.", low=1, high=20)
    retry_after: float = _set(
        600.0, "Longest Retry-After that is waited for, in seconds.", low=1, high=86400
    )
    first_byte: float = _set(
        20.0, "Seconds until a server must begin to answer.", low=0.1, high=600
    )
    total: float = _set(60.0, "Seconds until an answer must be complete.", low=0.1, high=3600)
    page_megabytes: float = _set(10.0, "Largest answer on the wire.", low=0.01, high=1000)
    decoded_megabytes: float = _set(30.0, "Largest page after decompression.", low=0.01, high=1000)
    redirects: int = _set(10, "Longest chain of redirects.", low=0, high=50)
    allow: tuple[str, ...] = _set(
        (), "Private address ranges that may be connected to, such as 10.1.0.0/16."
    )
    connect: tuple[str, ...] = _set(
        (),
        "Host patterns and the address to connect to instead, such as '*.example 127.0.0.1:8080'.",
    )


@dataclass(frozen=True, slots=True)
class ArchiveSettings:
    """How captures are kept, and how existing archives are used."""

    warc_megabytes: float = _set(
        1000.0, "A new WARC file begins after this size.", low=0.01, high=100_000
    )
    fallback: tuple[str, ...] = _set(
        (),
        "Existing archives that are asked when a page is dead: files and folders (as seen from the collection folder) or addresses.",
    )
    versions: int = _set(
        1,
        "How many different captures of one address are taken out of an archive.",
        low=1,
        high=1000,
    )


@dataclass(frozen=True, slots=True)
class RunSettings:
    """How this computer is used."""

    workers: int = _set(
        2,
        "Processes that read and judge pages; 0 does it in the crawling process.",
        low=0,
        high=256,
    )


@dataclass(frozen=True, slots=True)
class Settings:
    """A whole event file."""

    event: Event
    seeds: tuple[str, ...]
    scope: Scope = Scope()
    budget: Budget = Budget()
    relevance: RelevanceSettings = RelevanceSettings()
    types: TypesSettings = TypesSettings()
    order: OrderSettings = OrderSettings()
    fetch: FetchSettings = FetchSettings()
    archive: ArchiveSettings = ArchiveSettings()
    run: RunSettings = RunSettings()
