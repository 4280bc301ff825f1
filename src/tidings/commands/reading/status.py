"""The command ``status``: prints the state of a collection, the outcomes of its URLs and its best hosts."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tidings.collection.export.objects import as_json
from tidings.collection.export.rows import clean
from tidings.collection.reading import Arm, CollectionReader, Status, open_reader
from tidings.collection.shared.crawls import crawls_of
from tidings.commands.terminal.arguments import add_folder
from tidings.commands.terminal.printing import harmless, more, say, table
from tidings.errors import TidingsError
from tidings.model import Completeness, CrawlRecord, HostRecord

_HOSTS = 10
_ARMS = 20
_PROPOSED = 5


def describe(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``status``."""
    command.set_defaults(run=_run)
    add_folder(command, "the collection folder")
    command.add_argument(
        "--sources",
        nargs="?",
        type=_number,
        const=_ARMS,
        metavar="N",
        help=f"list hosts by the channel that led to them, the best N; default: {_ARMS}",
    )
    command.add_argument(
        "--since",
        metavar="WHEN",
        help="what is new since a day, a time, or 90m, 24h, 7d; with alarms",
    )
    command.add_argument("--json", action="store_true", help="print everything as JSON")


def _show_news(folder: Path, since: str, console: Console) -> None:
    """Print what is new, and the alarms."""
    from tidings.collection.summary.alarms import (
        alarms_of,  # the rest of status needs none of these
    )
    from tidings.collection.summary.digest import sections
    from tidings.collection.summary.news import moment_of, what_is_new

    now = datetime.now(UTC)
    moment = moment_of(since, now)
    with open_reader(folder) as reader:
        news, alarms = what_is_new(reader, moment), alarms_of(reader, now)
    say(console, f"{folder}: {news.visits:,} visits since {moment:%Y-%m-%d %H:%M} UTC")
    for section in sections(news, alarms):
        say(console, section.title)
        for text, url, note, depth in section.lines:
            words = "  ".join(filter(None, (text, url, note)))
            say(console, f"  {'  ' * depth}{harmless(words)}")


def _alarms(collection: CollectionReader) -> list[str]:
    """Return the alarms in words."""
    from tidings.collection.summary.alarms import alarms_of  # it takes time to import

    alarms = alarms_of(collection, datetime.now(UTC))
    return [alarm.sentence() for alarm in alarms]


def _suggested(collection: CollectionReader) -> dict[str, list[str]]:
    """Return the queries that a crawl follows by itself and those it proposes, if it listens to streams."""
    from tidings.collection.folder import EVENT_FILE
    from tidings.event.document import read_values

    nothing: dict[str, list[str]] = {"followed": [], "proposed": []}
    try:
        given = read_values(collection.folder / EVENT_FILE, [])
        if not (given["streams.services"] or given["streams.files"]):
            return nothing
        # Few collections listen, and these take time to import.
        from tidings.collection.proposing.queries import proposed
        from tidings.event.file import load
        from tidings.sources.streams.changes import read_followed

        settings = load(collection.folder / EVENT_FILE, needs_seeds=False)
    except TidingsError:  # a crawl will say what is wrong with it
        return nothing
    made = [each.query for each in proposed(collection, settings, _PROPOSED)]
    return {"followed": read_followed(collection.folder), "proposed": made}


def _queries(collection: CollectionReader) -> list[str]:
    """Return queries of streams in words."""
    found = _suggested(collection)
    lines = []
    if found["followed"]:
        lines.append(f"Follows by itself: {', '.join(found['followed'])}")
    if found["proposed"]:
        lines.append(
            f"May be worth following: {', '.join(found['proposed'])}; "
            f"`tidings streams {collection.folder}` shows and changes queries"
        )
    return lines


def _number(text: str) -> int:
    """Read the value of --sources; argparse takes the next word, even the folder."""
    try:
        return int(text)
    except ValueError:
        allowed = f"a number; a folder stands first: tidings status {text} --sources"
        raise argparse.ArgumentTypeError(f"found {text}; allowed: {allowed}") from None


def _run(options: argparse.Namespace, console: Console) -> int:
    if options.sources is not None and options.sources < 1:
        raise TidingsError(f"--sources: found {options.sources}; allowed: 1 or more")
    if options.since:
        _show_news(options.folder, options.since, console)
    elif options.json:
        console.out(_as_json(options.folder, options.sources or _HOSTS), highlight=False)
    else:
        show(options.folder, console, options.sources)
    return 0


def _as_json(folder: Path, most: int) -> str:
    """Return the state of a collection, its outcomes and its best hosts and arms as JSON."""
    with open_reader(folder) as collection:
        status = collection.status()
        values = {
            "folder": str(folder),
            "state": status.state,
            "reason": status.reason,
            "running": status.is_running,
            "broken_off": status.is_broken_off,
            "estimate": status.estimate,
            "alarms": _alarms(collection),
            "seconds": status.seconds,
            "expected": _promise(collection),
            "outcomes": [
                {
                    "outcome": line.outcome,
                    "code": line.code,
                    "reason": line.reason,
                    "count": line.count,
                }
                for line in status.outcomes
            ],
            "requisites": _needs(collection),
            "queries": _suggested(collection),
            "crawls": [crawl._asdict() for crawl in crawls_of(folder)],
            "hosts": [host._asdict() for host in collection.hosts(limit=most)],
            "arms": [arm._asdict() for arm in collection.arms()[:most]],
        }
    return as_json(clean(values)).decode()


def _promise(collection: CollectionReader) -> dict[str, float] | None:
    """Return the expected precision and recall of the decisions to keep."""
    found = collection.expected()
    return found and {name: round(value, 2) for name, value in found._asdict().items()}


def _expected(collection: CollectionReader) -> str:
    """Return how far the decisions to keep can be trusted, in words."""
    if (found := collection.expected()) is None:
        return ""
    return (
        f"About {found.precision:.0%} of the kept pages should be about the event. Of the visited pages about it, "
        f"about {found.recall:.0%} should be kept. This is a rough estimate; with twenty answers to "
        f"`tidings judge {collection.folder} --next 20` it becomes a good one"
    )


def _needs(collection: CollectionReader) -> dict[str, float]:
    """Return how complete the kept pages are."""
    found = collection.completeness()
    counts = {"seen": found.seen, "captured": found.captured, "missing": found.missing}
    return {**counts, "waiting": found.waiting, "share": round(found.share, 4)}


def show(folder: Path, console: Console, most_arms: int | None = None) -> None:
    """Print the state of a collection, then its best hosts, or its best arms."""
    with open_reader(folder) as collection:
        status = collection.status()
        say(console, f"{folder}: {_state(status, folder)}")
        if status.estimate and status.estimate not in status.reason:
            say(console, f"What is left: {status.estimate}")
        for alarm in _alarms(collection):
            say(console, f"Alarm: {harmless(alarm)}", style="yellow")
        for line in _queries(collection):
            say(console, harmless(line))
        if line := _expected(collection):
            say(console, line)
        if freshness := _freshness(collection):
            say(console, freshness)
        if (needs := collection.completeness()).seen:
            say(console, whole_pages(needs) + _patch(needs, folder))
        if crawls := crawls_of(folder):
            console.print(_crawls(crawls))
            console.print()
        console.print(_outcomes(status))
        console.print()
        if most_arms:
            console.print(_arms(collection.arms(), most_arms))
        else:
            console.print(_hosts(collection.hosts(limit=_HOSTS)))


def _crawls(crawls: Sequence[CrawlRecord]) -> Table:
    rows = table("crawl", "state", "fetched", "kept", "hosts", "reported", numbers=slice(2, 5))
    for crawl in crawls:
        counts = (f"{count:,}" for count in (crawl.pages, crawl.kept, crawl.hosts))
        rows.add_row(crawl.name, crawl.state, *counts, f"{crawl.age:,.0f} s ago")
    return rows


def whole_pages(found: Completeness) -> str:
    """Return how complete the kept pages are, in words."""
    if not found.seen:
        return "Whole pages: the kept pages need no other files, or none were looked for"
    text = (
        f"Whole pages: {found.captured:,} of {found.seen:,} files that the kept pages need "
        f"are archived ({found.share:.1%})"
    )
    return text + (f", {found.waiting:,} wait" if found.waiting else "")


def _patch(found: Completeness, folder: Path) -> str:
    return f"; `tidings patch {folder} --list` names the others" if found.missing else ""


def _state(status: Status, folder: Path) -> str:
    if status.state is None:
        return "not begun"
    if status.is_broken_off:
        return f"broken off while {status.state}; `tidings crawl {folder}` resumes it"
    return f"{status.state}: {status.reason}"


def _freshness(collection: CollectionReader) -> str:
    """Return how old pages were when they were fetched, in words; empty if none is dated."""
    every, kept = collection.freshness(), collection.freshness("kept")
    if every.hours is None:
        return ""
    text = (
        f"Freshness: {every.pages:,} dated pages were {_age(every.hours)} old when fetched (median)"
    )
    return text + (f", the kept ones {_age(kept.hours)}" if kept.hours is not None else "")


def _age(hours: float) -> str:
    return f"{hours:,.1f} hours" if hours < 72 else f"{hours / 24:,.0f} days"


def _outcomes(status: Status) -> Table:
    rows = table("outcome", "reason", "addresses", numbers=slice(2, 3))
    for line in status.outcomes:
        rows.add_row(line.outcome, Text(harmless(line.reason)), f"{line.count:,}")
    return rows


def _hosts(hosts: Sequence[HostRecord]) -> Table:
    rows = table("source", "kept", "rejected", "fetched", "waiting", "", numbers=slice(1, 5))
    for host in hosts:
        counts = (host.good, host.bad, host.fetched, host.waiting)
        closed = Text(harmless(host.closed))
        rows.add_row(Text(host.host), *(f"{count:,}" for count in counts), closed)
    return rows


def _arms(arms: Sequence[Arm], most: int) -> Table:
    columns = ("source", "channel", "tried", "kept", "estimate", "share", "waiting")
    rows = table(*columns, numbers=slice(2, 7), caption=more(len(arms), most))
    for arm in arms[:most]:
        rows.add_row(
            Text(arm.host),
            Text(harmless(arm.channel)),
            f"{arm.tried:,}",
            f"{arm.kept:,}",
            f"{arm.estimate:.2f}",
            f"{arm.share:.1%}",
            f"{arm.waiting:,}",
        )
    return rows
