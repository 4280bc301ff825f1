"""What flows in while a crawl runs: feeds, sitemaps and posts."""

from __future__ import annotations

from dataclasses import dataclass

from tidings.settings.describing import described as _set


@dataclass(frozen=True, slots=True)
class StreamsSettings:
    """What flows in while the crawl runs: feeds and sitemaps, and posts of social services."""

    feeds: tuple[str, ...] = _set(
        (),
        "Feeds (RSS, Atom, JSON Feed) and sitemaps to follow, as URLs; each is asked again at the rhythm of its entries.",
    )
    mix: str = _set(
        "INT",
        "What is crawled: 'INT' everything together, 'TB' only what feeds and posts link to, 'FO' only from the seeds, best first, 'UN' only from the seeds, in their order.",
        choices=("INT", "TB", "FO", "UN"),
    )
    services: tuple[str, ...] = _set(
        (),
        "Social services to listen to, each a name and, if it is not the usual one, an address: 'bluesky', 'mastodon https://mastodon.social', 'x', 'gdelt', 'reddit', 'telegram CHANNEL', 'ccnews'.",
    )
    files: tuple[str, ...] = _set(
        (), "Files of posts to take in, as `tidings seeds` reads them, relative to the event file."
    )
    words: tuple[str, ...] = _set(
        (), "Take posts with any of these words or phrases; default: the keywords of the event."
    )
    tags: tuple[str, ...] = _set((), "Take posts with any of these tags.")
    accounts: tuple[str, ...] = _set(
        (), "Take posts of these accounts, as their service names them."
    )
    languages: tuple[str, ...] = _set(
        (), "Take only posts in these languages (ISO 639-1 codes), or without one; empty means any."
    )
    regions: tuple[str, ...] = _set(
        (),
        "Take posts written in these regions, each 'south, west, north, east' in degrees, whatever their words.",
    )
    follow: int = _set(
        0,
        "How many of the tags, accounts and names that kept pages suggest a crawl follows by itself; 0: it only proposes them.",
        low=0,
        high=100,
    )
    follow_posts: int = _set(
        500, "Posts an hour that come in only by what a crawl follows by itself.", low=1
    )
    since: str = _set(
        "now",
        "Where a stream begins that can be replayed: now, or at the start of the event.",
        choices=("now", "event"),
    )
    authors: str = _set(
        "hashed",
        "How the accounts of posts are kept beside their pages: as a hash, or as the service names them.",
        choices=("hashed", "named"),
    )
    discover: str = _set(
        "none",
        "Which further feeds to follow: those that kept pages declare and the sitemaps in the robots.txt of their sites, or none.",
        choices=("none", "kept"),
    )
    posts: str = _set(
        "none",
        "Which posts to fetch as data, too, where their service gives them to everybody (Bluesky, Mastodon): those that kept pages and posts link to, or none.",
        choices=("none", "kept"),
    )
    poll_minutes: float = _set(
        5.0, "Shortest time between two visits to a feed.", low=0.1, high=10_000
    )
    callback: str = _set(
        "",
        "A public address at which the hubs of feeds can call you when there is news (WebSub), such as 'https://me.example/tidings'; empty: feeds are only asked when they are due.",
    )
    listen: str = _set(
        "127.0.0.1:8788",
        "Where the calls of hubs come in on this computer, as 'host:port'; your web server passes the public address on to it.",
    )
    poll_hours: float = _set(24.0, "Longest time between two visits to a feed.", low=0.1, high=1000)
