"""The filters that ``search`` and ``export`` have in common."""

from __future__ import annotations

import argparse
from typing import Any

FILTERS = {
    "host": "pages of this host",
    "domain": "pages of this registrable domain and its hosts",
    "country": "pages that name a place in it, such as MZ",
    "place": "pages that name this place, such as Beira",
    "language": "pages in it, such as en",
    "type": "pages about this type of crisis",
    "genre": "pages of this genre",
    "source_type": "pages of this type of source",
    "person": "pages that name this person",
    "organisation": "pages that name this organisation",
    "channel": "pages that came in this way: seed, link, feed, ...",
    "session": "pages of this run of the crawl, as --facets session shows it",
    "judged": "relevant, or not relevant",
    "tag": "pages with this tag",
    "field": "pages with this value of an own field, such as severity=high",
}


def add_filters(command: argparse.ArgumentParser) -> None:
    """Add the filters, each of which may be repeated."""
    for name, text in FILTERS.items():
        option = f"--{name.replace('_', '-')}"
        command.add_argument(option, action="append", metavar="X", help=f"{text}; may be repeated")
    command.add_argument("--since", metavar="DAY", help="published on this day or later")
    command.add_argument("--until", metavar="DAY", help="published on this day or earlier")
    command.add_argument("--min-score", type=float, metavar="X", help="score at least X")


def given_filters(options: argparse.Namespace) -> dict[str, Any]:
    """Return the filters that were given, as a search takes them."""
    names = (*FILTERS, "since", "until")
    given = {name: value for name in names if (value := getattr(options, name))}
    return given if options.min_score is None else given | {"minimum_score": options.min_score}
