"""The part of ``seeds`` that goes online: expands short links, and looks at the pages before it chooses."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tidings import job
from tidings.collection.proposing.looking import looked_at, prepare_look, targets
from tidings.collection.reading import open_reader
from tidings.commands.terminal.printing import harmless, more, say, table
from tidings.errors import TidingsError
from tidings.sources.posts.curation import CuratedSeed, LookedAt, SeedKind, curated
from tidings.sources.posts.funnel import Funnel, SharedLink, chosen
from tidings.sources.posts.known import SHORTENERS
from tidings.urls import host_of

_SHORT_LINKS = 1_000
"""Short links that are expanded if no number is given."""
_LOOKS_PER_SEED = 3
"""Pages looked at for each seed that is chosen."""
_LINKS_PER_SOURCE = 2
_SHOWN = 20


def add_looking(command: argparse.ArgumentParser) -> None:
    """Add the arguments of what goes online."""
    command.add_argument(
        "--expand",
        type=int,
        nargs="?",
        const=_SHORT_LINKS,
        default=0,
        metavar="MOST",
        help="ask where the short links lead that most posts share, "
        f"as politely as a crawl; default: {_SHORT_LINKS:,} of them",
    )
    command.add_argument(
        "--look",
        type=int,
        nargs="?",
        const=-1,
        default=0,
        metavar="MOST",
        help="look at this many pages and choose hubs first, those whose links add most; "
        f"default: {_LOOKS_PER_SEED} for each seed",
    )
    command.add_argument(
        "--folder",
        type=Path,
        default=Path("seeds-look"),
        help="where --expand and --look keep what they fetched, and fetch nothing twice; default: seeds-look",
    )


def check_looking(options: argparse.Namespace) -> None:
    """Raise TidingsError if what goes online lacks an event file."""
    if (options.expand or options.look) and not options.event:
        raise TidingsError(
            "--event: found nothing; --expand and --look need an event file, with a contact for webmasters"
        )


def expand(funnel: Funnel, options: argparse.Namespace, console: Console) -> None:
    """Ask where short links lead, and take their targets through the filters."""
    ranked = sorted(funnel.shortened.values(), key=lambda link: (-link.posts, link.url))
    urls = [link.url for link in ranked[: options.expand]]
    if not urls:
        return
    folder = options.folder / "short"
    say(console, f"Asking where {len(urls):,} short links lead, into {folder}/")
    shorteners = {*SHORTENERS, *map(host_of, urls)}  # one often leads to another
    _fetch(options.event, folder, urls, console, sites=sorted(shorteners))
    with open_reader(folder) as looked:
        found = targets(looked, urls)
    funnel.expand(found)
    say(console, f"{len(found):,} lead somewhere; `tidings why {folder} URL` shows a chain")


def look(funnel: Funnel, options: argparse.Namespace, console: Console) -> list[CuratedSeed]:
    """Look at the pages that posts share most, and choose seeds among them."""
    most = options.look if options.look > 0 else _LOOKS_PER_SEED * options.most
    each = max(options.per_source, _LINKS_PER_SOURCE)
    links: Sequence[SharedLink] = chosen(funnel.ranked(), most, each)
    if not links:
        return []
    folder = options.folder / "pages"
    say(console, f"Looking at {len(links):,} pages, into {folder}/")
    _fetch(options.event, folder, [link.url for link in links], console)
    with open_reader(folder) as looked:
        pages = looked_at(looked, {link.url: link.posts for link in links})
    console.print(_kinds(pages, len(links)))
    return curated(pages, options.most)


def _fetch(
    event: Path, folder: Path, urls: Sequence[str], console: Console, sites: Sequence[str] = ()
) -> None:
    task = prepare_look(event, folder, urls, sites)
    ending = job.run(task, lambda _: None, report=partial(say, console))
    if ending.stopped:
        raise TidingsError(f"{folder}: {ending.reason}; the same command goes on where it was")


def _kinds(pages: Sequence[LookedAt], total: int) -> Table:
    rows = table("what they are", "pages")
    for kind in SeedKind:
        rows.add_row(kind.value, f"{sum(page.kind is kind for page in pages):,}")
    rows.add_row("could not be read, or copies", f"{total - len(pages):,}")
    return rows


def curated_table(seeds: Sequence[CuratedSeed]) -> Table:
    """Return chosen seeds as a table."""
    rows = table("seed", "kind", "posts", "links", "new links", numbers=slice(2, 5))
    for page, new in seeds[:_SHOWN]:
        rows.add_row(
            Text(harmless(page.url), overflow="fold"), page.kind.value, f"{page.posts:,}",
            f"{len(page.promising):,}", f"{new:,}",
        )  # fmt: skip
    rows.caption = more(len(seeds), _SHOWN) or None
    return rows
