"""The command ``seeds``: finds addresses to start from in posts and pages, and shows how they were filtered."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tidings.commands.crawling.looking import (
    add_looking,
    check_looking,
    curated_table,
    expand,
    look,
)
from tidings.commands.terminal.printing import harmless, more, say, table
from tidings.disk.writing import write_text
from tidings.errors import TidingsError
from tidings.event.file import load
from tidings.frontier.rank.knowledge import parse, to_text, updated
from tidings.read.posts.generic import FIELDS
from tidings.sources.posts.files import PostFile
from tidings.sources.posts.funnel import Funnel, LinkSource, SharedLink, chosen
from tidings.sources.posts.lists import is_list, listed

_SEEDS, _SHOWN = 50, 10
_BAR = 40
"""Width of the longest bar."""


def describe(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``seeds``."""
    command.set_defaults(run=_run)
    command.add_argument(
        "files",
        nargs="+",
        type=Path,
        help="posts: .jsonl, .json, .csv or .tsv, also .gz and .zst; pages and lists with links: .html, .txt, .md",
    )
    command.add_argument("--event", type=Path, help="take the keywords of this event file")
    command.add_argument("--keyword", action="append", default=[], help="a word about the event")
    command.add_argument(
        "--keyword-in",
        choices=("any", "url", "post"),
        default="any",
        help="where a keyword must stand: in the address, in the words of the post, or in any of them",
    )
    command.add_argument(
        "--language", action="append", default=[], help="only posts in this language, such as en"
    )
    command.add_argument(
        "--field",
        action="append",
        default=[],
        metavar="NAME=COLUMN",
        help=f"how the file names a field; NAME is one of {', '.join(FIELDS)}",
    )
    command.add_argument(
        "-n", dest="most", type=int, default=_SEEDS, help=f"seeds to choose; default: {_SEEDS}"
    )
    command.add_argument(
        "--per-source", type=int, default=1, help="seeds of each source; default: 1"
    )
    add_looking(command)
    command.add_argument("--out", type=Path, help="write the seeds to this file, one a line")
    command.add_argument(
        "--priors",
        type=Path,
        help="add the sources to this file, for order.priors of an event file",
    )
    command.add_argument("--type", default="", help="the type of event for --priors")


def _run(options: argparse.Namespace, console: Console) -> int:
    for name in ("most", "per_source"):
        if getattr(options, name) < 1:
            raise TidingsError(f"{name}: found {getattr(options, name)}; allowed: 1 or more")
    if options.priors and not options.type.strip():
        raise TidingsError("--type: found nothing; allowed: a type of event such as flood")
    check_looking(options)
    funnel = _filled(options)
    if options.expand > 0:
        expand(funnel, options, console)
    console.print(_stages(funnel))
    console.print()
    console.print(_days(funnel))
    console.print()
    console.print(_languages(funnel))
    console.print()
    ranked = funnel.ranked()
    console.print(_sources(ranked))
    console.print()
    seeds = _chosen(funnel, options, console)
    if options.out:
        write_text(options.out, "".join(f"{seed}\n" for seed in seeds))
        say(console, f"Wrote {len(seeds):,} seeds to {options.out}")
    if options.priors:
        _write_priors(options.priors, options.type.strip(), funnel)
        say(console, f"Added {len(ranked):,} sources to {options.priors}")
    return 0


def _chosen(funnel: Funnel, options: argparse.Namespace, console: Console) -> list[str]:
    """Choose seeds by what posts share, or after a look at the pages; print and return them."""
    if options.look:
        curated = look(funnel, options, console)
        console.print()
        console.print(curated_table(curated))
        return [seed.page.url for seed in curated]
    seeds = chosen(funnel.ranked(), options.most, options.per_source)
    console.print(_seeds(seeds))
    return [seed.url for seed in seeds]


def _filled(options: argparse.Namespace) -> Funnel:
    keywords = [
        *options.keyword,
        *(load(options.event, needs_seeds=False).event.keywords if options.event else ()),
    ]
    funnel = Funnel(keywords, options.language, only=options.keyword_in)
    for path in options.files:
        if is_list(path):
            funnel.take(listed(path))
            continue
        file = PostFile(path, _fields(options.field))
        funnel.take(file)
        funnel.malformed += file.malformed
        funnel.lines += file.lines
    return funnel


def _fields(given: Sequence[str]) -> dict[str, str] | None:
    """Read ``NAME=COLUMN``; None without any, so that the form of the file is found by itself."""
    pairs = [each.partition("=") for each in given]
    for name, _, column in pairs:
        if name not in FIELDS or not column:
            allowed = ", ".join(f"{field}=COLUMN" for field in FIELDS)
            raise TidingsError(f"--field: found {name}={column}; allowed: {allowed}")
    return {name: column for name, _, column in pairs} or None


def _write_priors(path: Path, kind: str, funnel: Funnel) -> None:
    """Count links with a keyword as good pages of their source, those without as bad ones."""
    try:
        before = parse(path.read_text(encoding="utf-8")) if path.exists() else {}
    except (OSError, ValueError, RecursionError) as error:
        raise TidingsError(f"{path}: cannot read it as a file of sources: {error}") from error
    hosts = {source.host: (source.links, source.rest) for source in funnel.ranked()}
    write_text(path, to_text(updated(before, kind, hosts)))


def _stages(funnel: Funnel) -> Table:
    rows = table("filter", "left")
    rows.add_row("lines", f"{funnel.lines:,}")
    if funnel.malformed:
        rows.add_row("lines that hold no post", f"{funnel.malformed:,}")
    for stage in funnel.stages():
        rows.add_row(stage.name, f"{stage.left:,}")
    return rows


def _days(funnel: Funnel) -> Table:
    rows = table("day", "posts", "", numbers=slice(1, 2))
    days = funnel.per_day()
    highest = max((count for _, count in days), default=1)
    peak = max(range(len(days)), key=lambda place: days[place][1], default=0)
    first = max(0, min(peak - _SHOWN // 2, len(days) - 2 * _SHOWN))
    for day, count in days[first : first + 2 * _SHOWN]:
        rows.add_row(day, f"{count:,}", "█" * max(1, round(count / highest * _BAR)))
    rows.caption = more(len(days), 2 * _SHOWN) or None
    return rows


def _languages(funnel: Funnel) -> Table:
    counts = funnel.languages.most_common()
    rows = table("language", "posts", caption=more(len(counts), _SHOWN))
    for language, count in counts[:_SHOWN]:
        rows.add_row(Text(harmless(language) or "unknown"), f"{count:,}")
    return rows


def _sources(ranked: Sequence[LinkSource]) -> Table:
    rows = table("source", "links", "posts", caption=more(len(ranked), 2 * _SHOWN))
    for source in ranked[: 2 * _SHOWN]:
        rows.add_row(Text(harmless(source.host)), f"{source.links:,}", f"{source.posts:,}")
    return rows


def _seeds(seeds: Sequence[SharedLink]) -> Table:
    rows = table("seed", "posts", caption=more(len(seeds), 2 * _SHOWN))
    for seed in seeds[: 2 * _SHOWN]:
        rows.add_row(Text(harmless(seed.url), overflow="fold"), f"{seed.posts:,}")
    return rows
