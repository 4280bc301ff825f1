"""Every setting of an event file: type, default, limits and meaning, in one place.

The parser, its error messages and ``docs/event-file.md`` are made from these classes.
"""

from __future__ import annotations

from dataclasses import dataclass

from tidings.model import Event
from tidings.settings.archive import ArchiveSettings as ArchiveSettings
from tidings.settings.describing import described as _set
from tidings.settings.index import IndexSettings as IndexSettings
from tidings.settings.recrawl import RecrawlSettings as RecrawlSettings
from tidings.settings.store import StoreSettings as StoreSettings
from tidings.settings.streams import StreamsSettings as StreamsSettings

UNLIMITED = 10**12
"""Pages: a budget that no crawl exhausts."""
SHORTEST_PAUSE = 0.2
"""Seconds around files that pages need, unless the delay itself is shorter."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Which links may be followed at all."""

    sites: tuple[str, ...] = _set(
        (), "Follow only links to these hosts and their subdomains; empty means the whole web."
    )
    exclude: tuple[str, ...] = _set(
        (),
        "Never follow links to these hosts and their subdomains, or URLs that begin like this (with http:// or https://).",
    )
    languages: tuple[str, ...] = _set(
        (), "Keep only pages in these languages (ISO 639-1 codes); empty means any."
    )
    depth: int = _set(20, "Follow links up to this many steps away from a seed.", low=0, high=1000)
    links_per_page: int = _set(
        500,
        "Follow at most this many links of one page, those in its main text first.",
        low=1,
        high=100_000,
    )
    nofollow: str = _set(
        "obey",
        "Links that their page marks as 'nofollow', as Wikipedia does with all its sources: 'obey' leaves them out, 'follow' follows them.",
        choices=("obey", "follow"),
    )
    pages_per_site: int = _set(
        0, "Fetch at most this many pages from one host; 0 means no limit.", low=0
    )
    within: str = _set(
        "web",
        "'seeds' follows only links inside the sites of the seeds, beside those in scope.sites; 'web' follows links anywhere.",
        choices=("web", "seeds"),
    )
    follow: str = _set(
        "all",
        "Whose links are followed: those of all pages, or of kept pages and seeds only.",
        choices=("all", "kept"),
    )


@dataclass(frozen=True, slots=True)
class Budget:
    """When to stop; all runs of a collection count together."""

    pages: int = _set(10_000, "Pages to fetch.", low=1)
    kept: int = _set(0, "Pages to keep; 0 means no limit.", low=0)
    minutes: float = _set(0.0, "Minutes of crawling; 0 means no limit.", low=0)
    megabytes: float = _set(0.0, "Megabytes to receive; 0 means no limit.", low=0)
    harvest: float = _set(
        0.0,
        "Stop when less than this share of the last 500 links led to kept pages; 0 turns this off.",
        low=0,
        high=1,
    )
    coverage: float = _set(
        0.0,
        "Stop when, by a cautious estimate, this share of all relevant pages has been kept; 0 turns this off.",
        low=0,
        high=1,
    )


@dataclass(frozen=True, slots=True)
class RelevanceSettings:
    """Which pages count as being about the event."""

    measure: str = _set(
        "auto",
        "How pages are judged.",
        choices=("auto", "event", "topic", "temporal", "genre", "classifier"),
    )
    threshold: float = _set(0.4, "Pages with this score or more are kept.", low=0, high=1)
    terms: int = _set(
        10,
        "Number of words taken from the reference pages to judge pages by.",
        low=1,
        high=100_000,
    )
    link_terms: int = _set(
        1310, "Number of words taken from them to score links by.", low=1, high=100_000
    )
    weight_topic: float = _set(0.36, "Weight of the topic in the event measure.", low=0)
    weight_place: float = _set(0.42, "Weight of the places in the event measure.", low=0)
    weight_date: float = _set(0.22, "Weight of the date in the event measure.", low=0)
    weight_who: float = _set(
        0.2,
        "Weight of people and organisations in the event measure; ignored if the event file names none.",
        low=0,
    )
    link_weight_topic: float = _set(
        0.36, "Weight of the topic of URL and anchor in the event measure's score of links.", low=0
    )
    link_weight_place: float = _set(
        0.42, "The same for the places of the anchor; 0 if weight_place is 0.", low=0
    )
    link_weight_date: float = _set(
        0.22, "The same for the date in the URL; 0 if weight_date is 0.", low=0
    )
    places: str = _set(
        "names",
        "How places are compared: by name only, or also by the regions that contain them and their distance.",
        choices=("names", "containment"),
    )
    recogniser: str = _set(
        "gazetteer",
        "How place names are recognised: by the rules of the gazetteer, or by a spaCy model such as 'spacy:en_core_web_sm'.",
    )
    days: float = _set(
        365.0,
        "A page published this many days before or after the event gets a date score of 0.",
        low=1,
    )
    mentioned_dates: float = _set(
        0.0,
        "Date score of a page that mentions the days of the event but has another or no publication date; 0 ignores mentioned days; 1 if relevance.measure is temporal.",
        low=0,
        high=1,
    )
    alpha: float = _set(
        0.5,
        "Weight of the topic against the time in the temporal measure: 1 uses the topic only, 0 the time only.",
        low=0,
        high=1,
    )
    decay_days: float = _set(
        0.0,
        "Days before and after the event in which the time score of the temporal measure halves; 0 uses when.lead and when.cooldown.",
        low=0,
        high=36500,
    )
    keywords: str = _set(
        "boost",
        "What keywords do beside references, except in auto and genre: 'boost' gives their words more weight, 'ignore' uses the references only.",
        choices=("boost", "ignore"),
    )
    start_model: str = _set(
        "",
        "A page model written by 'tidings train relevance' to start from, relative to the collection folder; it corrects the scores of the measure.",
    )
    weight_genre: float = _set(5.0, "Weight of the genre terms in the genre measure.", low=0)
    weight_content: float = _set(5.0, "Weight of the content terms in the genre measure.", low=0)
    weight_text: float = _set(
        7.0, "Weight of the text, genre and content together, in the genre measure.", low=0
    )
    weight_url: float = _set(
        3.0, "Weight of the URL in the genre measure; ignored if genre.url is empty.", low=0
    )
    lists: str = _set(
        "apart",
        "How the genre measure compares genre and content terms: 'apart' as two lists, 'together' as one.",
        choices=("apart", "together"),
    )
    idf: str = _set(
        "none",
        "Term weights in the genre measure: 'none' weights all terms alike, 'background' gives terms that are rare in the language more weight.",
        choices=("none", "background"),
    )


@dataclass(frozen=True, slots=True)
class TypesSettings:
    """Which type of crisis a kept page is about."""

    model: str = _set(
        "starter",
        "How the type is found: 'starter' is a vocabulary that comes with Tidings, 'none' turns types off, anything else is a file written by 'tidings train types', relative to the event file.",
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
        "A link model of an earlier crawl to start with, such as '../flood/models/links.json', relative to the collection folder; for auto and link-model.",
    )
    learning: str = _set(
        "online",
        "What auto and link-model do with their link model: 'online' learns while crawling, 'anew' also begins with nothing whenever the page model changes, 'frozen' learns nothing.",
        choices=("online", "anew", "frozen"),
    )
    change_threshold: float = _set(
        0.2,
        "Least score of a page that changes the scores of other links, for FS-2 and PFS-2.",
        low=0,
        high=1,
    )
    sources: str = _set(
        "none",
        "How the pages fetched from a host change the rank of its waiting links.",
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
        "A JSON file with the numbers of kept and rejected pages of hosts in earlier collections, relative to the collection folder; used with order.sources.",
    )
    event_type: str = _set(
        "", "The type of event in that file to use; empty uses all types together."
    )
    min_score: float = _set(0.0, "Links with a lower score are not followed.", low=0, high=1)
    patience: float = _set(
        0.9,
        "Wait for a resting host rather than fetch a link that scores less than this share of the best link; 0 never waits.",
        low=0,
        high=1,
    )
    seed: int = _set(0, "Random seed; the same seed gives the same crawl.", low=0)


@dataclass(frozen=True, slots=True)
class FetchSettings:
    """How pages are requested, and the limits for slow, large and failing answers."""

    contact: str = _set(
        "",
        "Your web or mail address, sent to webmasters in the user agent; required for a live crawl.",
    )
    robots: str = _set(
        "obey",
        "Whether to obey robots.txt; the collection records if it is ignored.",
        choices=("obey", "ignore"),
    )
    delay: float = _set(
        1.0,
        "Seconds between two requests for pages to one host, at least.",
        low=0,
        high=3600,
    )
    part_delay: float = _set(
        0.2,
        "Share of the delay to leave around a request for a file that a page needs, such as a picture, at least 0.2 seconds; 1 treats such files like pages. A Crawl-delay and a Retry-After are kept in full.",
        low=0.05,
        high=1,
    )
    politeness: str = _set(
        "host",
        "What the delay is kept between requests to: a 'host', all hosts of a registrable 'domain' together, such as the blogs of one provider, or all hosts at one IP 'address'.",
        choices=("host", "domain", "address"),
    )
    max_delay: float = _set(
        60.0,
        "Longest Crawl-delay of a robots.txt to accept, in seconds; hosts that ask for more are skipped.",
        low=0,
        high=86400,
    )
    connections: int = _set(
        64, "Pages fetched or read at the same time, over all hosts.", low=1, high=1000
    )
    tries: int = _set(3, "How often a failing URL is tried.", low=1, high=20)
    retry_after: float = _set(
        600.0, "Longest Retry-After to wait for, in seconds.", low=1, high=86400
    )
    first_byte: float = _set(
        20.0, "Seconds within which a server must start to answer.", low=0.1, high=600
    )
    total: float = _set(
        60.0, "Seconds within which an answer must be complete.", low=0.1, high=3600
    )
    page_megabytes: float = _set(10.0, "Largest answer, as transferred.", low=0.01, high=1000)
    decoded_megabytes: float = _set(30.0, "Largest page after decompression.", low=0.01, high=1000)
    redirects: int = _set(10, "Longest chain of redirects.", low=0, high=50)
    allow: tuple[str, ...] = _set(
        (), "Private IP address ranges that may be connected to, such as 10.1.0.0/16."
    )
    connect: tuple[str, ...] = _set(
        (),
        "Host patterns and the IP address to connect to instead, such as '*.example 127.0.0.1:8080'.",
    )
    browser: str = _set(
        "never",
        "Which pages are shown in a browser before they are read: 'never' any, 'when needed' those that seem empty without scripts, or 'always' all; needs tidings[browser] and Chromium.",
        choices=("never", "when needed", "always"),
    )
    browser_seconds: float = _set(
        30.0, "Seconds that a browser may take for one page.", low=1, high=600
    )
    browser_pages: int = _set(2, "Pages in the browser at the same time.", low=1, high=64)

    def pause(self, delay: float) -> float:
        """Return the seconds to leave around files that pages need, on a host with this delay between pages."""
        if delay > self.delay:  # its robots.txt asks for it
            return delay
        return min(delay, max(SHORTEST_PAUSE, self.part_delay * delay))


@dataclass(frozen=True, slots=True)
class RunSettings:
    """How this computer is used."""

    workers: int = _set(
        2,
        "Processes that read and judge pages; 0 uses the crawling process itself.",
        low=0,
        high=256,
    )
    memory_megabytes: float = _set(
        4000.0,
        "Stop the crawl when the crawling process uses more memory than this; it goes on when started again. 0 means no limit.",
        low=0,
    )
    metrics: str = _set(
        "",
        "A file, relative to the collection folder, into which the figures of the crawl are written every five seconds in the text format of Prometheus; empty means none.",
    )


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of an event file."""

    event: Event
    seeds: tuple[str, ...]
    scope: Scope = Scope()
    budget: Budget = Budget()
    relevance: RelevanceSettings = RelevanceSettings()
    types: TypesSettings = TypesSettings()
    order: OrderSettings = OrderSettings()
    fetch: FetchSettings = FetchSettings()
    streams: StreamsSettings = StreamsSettings()  # noqa: RUF009 - frozen
    recrawl: RecrawlSettings = RecrawlSettings()  # noqa: RUF009 - frozen
    archive: ArchiveSettings = ArchiveSettings()  # noqa: RUF009 - it is frozen
    store: StoreSettings = StoreSettings()  # noqa: RUF009 - it is frozen
    index: IndexSettings = IndexSettings()  # noqa: RUF009 - it is frozen
    run: RunSettings = RunSettings()
