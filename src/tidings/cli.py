"""The command line: parses, calls one function of the library, prints; no logic of its own."""

from __future__ import annotations

import argparse
import contextlib
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from pathlib import Path

from rich.console import Console
from rich.progress import Progress as RichProgress
from rich.table import Table

from tidings import __version__, job
from tidings.collection.draft import Draft, write_draft
from tidings.collection.export import FORMATS, write_wacz
from tidings.collection.folder import EVENT_FILE, folder_of, open_database, slug, steer
from tidings.commands import add_commands
from tidings.commands.view import LiveView, LogView, View, duration, harmless
from tidings.crawl.entering import NO_CAPTURE
from tidings.crawl.progress import Progress
from tidings.errors import TidingsError
from tidings.event.file import load
from tidings.lab import demo
from tidings.lab.bench.experiment import Experiment, Watch, run
from tidings.lab.commands import check_size
from tidings.lab.report.summary import Summary
from tidings.lab.web.web import GeneratedWeb
from tidings.model import Outcome, State
from tidings.relevance import explain
from tidings.store.sqlite.ledger import Entry, Ledger
from tidings.urls import normalise

OUT = Console(highlight=False)
ERR = Console(stderr=True, highlight=False)

INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    options = parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except BrokenPipeError:
        return 1
    except (TidingsError, OSError, sqlite3.Error) as error:
        ERR.print(harmless(f"tidings: {error}"), markup=False, style="red", soft_wrap=True)
        return 1
    except KeyboardInterrupt:
        ERR.print(f"tidings: interrupted{options.kept}", style="red")
        return INTERRUPTED


def parser() -> argparse.ArgumentParser:
    """Describe every command."""
    top = argparse.ArgumentParser(
        prog="tidings", description="Collect what the web says about an event."
    )
    top.set_defaults(kept="")
    top.add_argument("--version", action="version", version=f"tidings {__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _add_new(commands)
    crawl = _command(commands, "crawl", "collect an event, or go on collecting it", _crawl)
    _add_folder(crawl, "a collection folder or an event file", Path)
    crawl.add_argument("--plain", action="store_true", help="plain lines instead of the live view")
    extract = _command(
        commands, "extract", "collect an event out of existing web archives", _extract
    )
    _add_folder(extract, "a collection folder or an event file", Path)
    extract.add_argument(
        "--from",
        dest="archives",
        action="extend",
        nargs="+",
        required=True,
        metavar="ARCHIVE",
        help="WARC, ARC and WACZ files, folders of them, or the address of an archive service",
    )
    extract.add_argument(
        "--scan",
        action="store_true",
        help="look at everything the files hold, instead of following links from the seeds",
    )
    extract.add_argument("--plain", action="store_true", help="plain lines, no live view")
    for command in (crawl, extract):
        command.set_defaults(kept="; everything up to the last second is kept")
    for name, text in (
        ("pause", "let a running crawl rest until `tidings continue`"),
        ("continue", "let a paused crawl go on"),
        ("stop", "end a running crawl in good order"),
    ):
        control = _command(commands, name, text, _control)
        _add_folder(control)
        control.set_defaults(order=name)
    why = _command(commands, "why", "tell what became of an address, and why", _why)
    _add_folder(why)
    why.add_argument("url", help="the address")
    _add_export(commands)
    show = _command(commands, "demo", "show it all on a generated news web, offline", _demo)
    show.add_argument("--folder", type=Path, default=Path("demo"), help="default: demo")
    show.add_argument(
        "--pages", type=int, default=2000, help="size of the web, from 300 on; default: 2000"
    )
    show.add_argument("--seed", type=int, default=1, help="another seed, another web")
    add_commands(commands, OUT)
    return top


def _command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], name: str, text: str, run: object
) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(
        name, help=text, description=text[0].upper() + text[1:] + "."
    )
    command.set_defaults(run=run)
    return command


def _add_folder(
    command: argparse.ArgumentParser,
    text: str = "the collection folder or its event file",
    kind: Callable[[str], Path] = folder_of,
) -> None:
    command.add_argument(
        "folder", type=kind, nargs="?", default=Path(), help=f"{text}; default: this folder"
    )


def _add_new(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    new = _command(commands, "new", "write an event file to start from", _new)
    new.add_argument("name", help="what the event is called")
    new.add_argument("--seed", action="append", default=[], help="an address to start from")
    new.add_argument("--keyword", action="append", default=[], help="a word pages about it use")
    new.add_argument("--place", action="append", default=[], help="where it happened")
    new.add_argument(
        "--who", action="append", default=[], help="a person or organisation with a part in it"
    )
    new.add_argument("--start", help="first day, as 2016-03-22")
    new.add_argument("--end", help="last day")
    new.add_argument(
        "--reference", action="append", default=[], help="a page or file about it, to learn from"
    )
    new.add_argument("--text", default="", help="a description of it, to learn from")
    new.add_argument("--contact", default="", help="your web or mail address, told to webmasters")
    new.add_argument("--folder", type=Path, help="where; default: named after the event")


def _add_export(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    export = _command(commands, "export", "write a collection for other programs", _export)
    _add_folder(export)
    export.add_argument("--format", choices=[*FORMATS, "wacz"], default="csv", help="default: csv")
    export.add_argument(
        "--outcome",
        choices=[*(outcome.value for outcome in Outcome), "waiting"],
        help="only addresses with this outcome",
    )
    export.add_argument(
        "--by-priority",
        action="store_true",
        help="the most promising links first, not in order of discovery",
    )
    export.add_argument("-o", "--out", type=Path, help="a file; default: standard output")


def _new(options: argparse.Namespace) -> int:
    draft = Draft(
        name=options.name,
        seeds=tuple(options.seed),
        keywords=tuple(options.keyword),
        places=tuple(options.place),
        who=tuple(options.who),
        start=_day("--start", options.start),
        end=_day("--end", options.end),
        references=tuple(options.reference),
        text=options.text,
        contact=options.contact,
    )
    path = write_draft(draft, options.folder or Path(slug(options.name)), job.check, job.open_live)
    _say(f"Wrote {path}: look it over, then run")
    _say(f"  tidings crawl {path.parent}")
    return 0


def _day(option: str, text: str | None) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise TidingsError(f"{option}: found {text!r}; allowed: a day such as 2016-03-22") from None


def _crawl(options: argparse.Namespace) -> int:
    return _collect(job.prepare(options.folder), options.plain)


def _extract(options: argparse.Namespace) -> int:
    extraction = job.Extraction(tuple(options.archives), options.scan)
    if extraction.scan and extraction.is_remote:
        raise TidingsError("--scan: found an address; allowed: files and folders on this computer")
    task = job.prepare(options.folder, online=extraction.is_remote)
    code = _collect(task, options.plain, extraction)
    with _ledger(task.folder) as ledger:
        missing = ledger.count("missing")
    if missing:
        _say(f"{missing:,} addresses are wanted but in no archive; the most promising first with:")
        _say(f"  tidings export {task.folder} --outcome missing --by-priority")
    return code


def _collect(task: job.Job, plain: bool, extraction: job.Extraction | None = None) -> int:
    """Crawl before the eyes of the user, and tell how it ended."""
    resumed = " (going on)" if task.has_begun() else ""
    _say(f"Collecting {task.settings.event.name} into {task.folder}/{resumed}")
    view: View = LogView(OUT)
    if OUT.is_terminal and not plain:
        view = LiveView(OUT, task.settings.event.name, task.settings.budget.pages)
    with view:
        ending = job.run(task, view.show, view.interval, extraction=extraction, tell=_say)
        view.show(ending)
    _tell_ending(ending, task.folder)
    if ending.state is State.STARVED:
        if extraction and extraction.follows_files and NO_CAPTURE in ending.reason:
            _say("none of the seeds is in these archives; --scan looks at everything they hold")
        return 1
    return INTERRUPTED if ending.reason.startswith("interrupted") else 0


def _tell_ending(ending: Progress, folder: Path) -> None:
    totals = ending.totals
    _say(
        f"{ending.state.value.capitalize()}: {ending.reason}. {totals.kept:,} pages kept of "
        f"{totals.pages:,} fetched in {duration(ending.seconds)}."
    )
    if ending.state in (State.STOPPED, State.OUT_OF_BUDGET) and ending.waiting:
        more = " (with a larger budget)" if ending.state is State.OUT_OF_BUDGET else ""
        _say(f"{ending.waiting:,} links wait; go on{more} with the same command")
    _say(f"Look closer with: tidings status {folder}")


def _control(options: argparse.Namespace) -> int:
    steer(options.folder, options.order)
    _say(f"Told the crawl in {options.folder} to {options.order}.")
    return 0


def _why(options: argparse.Namespace) -> int:
    if "://" not in options.url:
        raise TidingsError(
            f"found {options.url}; allowed: the address of a page, http://... or https://..."
        )
    url = normalise(options.url)
    threshold = load(options.folder / EVENT_FILE).relevance.threshold
    with _ledger(options.folder) as ledger:
        entry = ledger.entry(url) if url else None
        if entry is None:
            raise TidingsError(f"{options.url}: never met in this collection")
        _print_entry(entry, threshold)
        _print_path(ledger, entry)
    return 0


def _print_entry(entry: Entry, threshold: float) -> None:
    _say(entry.url, style="bold")
    if entry.title:
        _say(f"  {entry.title}")
    _say(f"{entry.outcome}: {entry.reason or f'its turn comes with score {entry.priority:.2f}'}")
    if entry.score:
        _say(explain(entry.score, threshold))
    if entry.who:
        _say("names " + ", ".join(f"{name} ({count}x)" for name, count in entry.who))
    if entry.type:
        _say(f"type {entry.type.name} ({entry.type.probability:.2f})")
    if entry.captured_at:
        _say(
            f"fetched {entry.captured_at:%Y-%m-%d %H:%M:%S} UTC, status {entry.status}, {entry.size:,} bytes"
        )
    if entry.provenance:
        _say(f"taken from an archive: {entry.provenance}")
    if entry.file:
        _say(f"archived in {entry.file} at {entry.offset:,}, {entry.length:,} bytes")


def _print_path(ledger: Ledger, entry: Entry, most: int = 30) -> None:
    """Tell how the crawl came to an address, back to its seed."""
    _say("how it was found:")
    for _ in range(most):
        words = f" “{entry.anchor}”" if entry.anchor else ""
        _say(f"  {entry.origin}{words}, link score {entry.priority:.2f}")
        above = ledger.entry(entry.parent) if entry.parent else None
        if above is None:
            return
        _say(f"  on {above.url} ({above.outcome})")
        entry = above


def _export(options: argparse.Namespace) -> int:
    if options.format == "wacz":
        if options.out is None or options.outcome:
            raise TidingsError("a WACZ file needs --out FILE, and holds everything: no --outcome")
        write_wacz(options.folder, options.out)
        return 0
    with _ledger(options.folder) as ledger:
        entries = ledger.entries(options.outcome or "", by_priority=options.by_priority)
        if options.out is None:
            FORMATS[options.format](entries, sys.stdout)
            return 0
        with options.out.open("w", encoding="utf-8", newline="") as out:
            FORMATS[options.format](entries, out)
    return 0


def _demo(options: argparse.Namespace) -> int:
    check_size("pages", options.pages)
    web = GeneratedWeb(options.seed, options.pages)
    target = web.events[0]
    folder = options.folder / slug(target.event.name)
    if demo.is_taken(folder):
        _say(f"replacing {folder}/ of an earlier demo")
        shutil.rmtree(folder)
    OUT.print(
        f"A generated news web of {len(web.pages):,} pages on {len(web.hosts):,} hosts, served on "
        f"loopback; {len(target.relevant):,} of the pages are about [bold]{target.event.name}[/].\n"
    )
    with demo.served(options.seed, options.pages) as port:
        budget = round(demo.SHARE * len(web.pages))
        demo.write_event(folder, target, port, budget)
        code = main(["crawl", str(folder)])
    if code:
        return code
    OUT.print()
    main(["status", str(folder), "--sources", "5"])
    _demo_why(folder)
    _demo_comparison(demo.comparison(options.seed, options.pages), options.folder)
    return 0


def _demo_why(folder: Path) -> None:
    with _ledger(folder) as ledger:
        kept = max(ledger.entries("kept"), key=lambda entry: entry.score or 0, default=None)
    if kept:
        OUT.print(f"\n[dim]$ tidings why {folder} {kept.url}[/]", soft_wrap=True)
        main(["why", str(folder), kept.url])


def _demo_comparison(experiment: Experiment, folder: Path) -> None:
    OUT.print(f"\nAll events of that web, each with {demo.SHARE:.0%} of its pages, simulated:")
    with RichProgress(console=OUT, transient=True) as bar:
        task = bar.add_task("crawling")
        watch = Watch(crawled=lambda done, all_: bar.update(task, completed=done, total=all_))
        results, grounds = run(experiment, watch=watch)
    found = Summary(experiment, grounds, results)
    path = folder / "harvest.svg"
    path.write_text(demo.picture(found), encoding="utf-8")
    table = Table("strategy", "harvest ratio", "times breadth-first", box=None, header_style="dim")
    ratios = {name: found.mean(name, "harvest").value.mean for name in experiment.strategies}
    for strategy, ratio in ratios.items():
        table.add_row(strategy, f"{ratio:.1%}", f"{ratio / (ratios['breadth-first'] or 1):.1f}")
    OUT.print(table)
    OUT.print(f"\nThe curves as a picture: [bold]{path}[/]; the collection: {folder}/")


def _say(text: str, style: str = "") -> None:
    """Print words that may come from anywhere: no markup, nothing a terminal would act on, no wrapping."""
    OUT.print(harmless(text), markup=False, soft_wrap=True, style=style or None)


@contextlib.contextmanager
def _ledger(folder: Path) -> Iterator[Ledger]:
    database = open_database(folder)
    try:
        yield Ledger(database)
    finally:
        database.close()


if __name__ == "__main__":
    sys.exit(main())
