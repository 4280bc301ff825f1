"""The command ``demo``: collects an event from a generated news web, offline, and compares strategies on it."""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from rich.prompt import Confirm

from tidings.collection.folder import slug
from tidings.collection.prepare import prepare
from tidings.collection.reading import open_reader
from tidings.commands.crawling.crawl import EXIT_CODES, collect
from tidings.commands.reading import status, why
from tidings.commands.serving.serve import show
from tidings.commands.terminal.printing import say, table
from tidings.lab import demo
from tidings.lab.bench.experiment import Experiment, Watch, run
from tidings.lab.commands import check_size
from tidings.lab.report import report
from tidings.lab.report.summary import Summary
from tidings.lab.web.web import GeneratedWeb
from tidings.model import Query, State
from tidings.store.entries import Entry


def describe(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``demo``."""
    command.set_defaults(run=_run)
    command.add_argument("--folder", type=Path, default=Path("demo"), help="default: demo")
    command.add_argument(
        "--pages", type=int, default=demo.PAGES, help="size of the web, 300 or more; default: 2000"
    )
    command.add_argument(
        "--seed", type=int, default=demo.SEED, help="another seed generates another web; default: 1"
    )


def _run(options: argparse.Namespace, console: Console) -> int:
    check_size("pages", options.pages)
    web = GeneratedWeb(options.seed, options.pages)
    target = web.events[0]
    folder = options.folder / slug(target.event.name)
    if demo.is_taken(folder):
        say(console, f"replacing {folder}/ of an earlier demo")
        shutil.rmtree(folder)
    console.print(
        f"A generated news web of {len(web.pages):,} pages on {len(web.hosts):,} hosts, served on "
        f"loopback; {len(target.relevant):,} of the pages are about [bold]{target.event.name}[/].\n"
    )
    with demo.served(options.seed, options.pages) as port:
        demo.write_event(folder, target, port, round(demo.SHARE * len(web.pages)))
        code = collect(prepare(folder), console)
    if code not in (0, EXIT_CODES[State.OUT_OF_BUDGET]):  # it visits a part of the web
        return code
    console.print()
    status.show(folder, console, most_arms=5)
    _show_best(folder, console)
    _compare(demo.comparison(options.seed, options.pages), options.folder, console)
    return _offer_desk(options.folder, console)


def _offer_desk(folder: Path, console: Console) -> int:
    """Show the collection in the browser if a person wants it, else say how."""
    say(console, f"\nLook at it in the browser: tidings serve {folder}")
    if not (console.is_terminal and sys.stdin.isatty()):
        return 0
    if not Confirm.ask("Open it now?", console=console, default=True):
        return 0
    return show(folder, console)


def _show_best(folder: Path, console: Console) -> None:
    """Explain the page with the best score."""
    with open_reader(folder) as collection:
        kept = collection.entries(Query(outcome="kept"))
        best = max(kept, key=_score, default=None)
    if best:
        console.print(f"\n[dim]$ tidings why {folder} {best.url}[/]", soft_wrap=True)
        why.show(folder, best.url, console)


def _score(entry: Entry) -> float:
    return entry.score.value if entry.score else 0.0


def _compare(experiment: Experiment, folder: Path, console: Console) -> None:
    console.print(f"\nAll events of that web, each with {demo.SHARE:.0%} of its pages, simulated:")
    with Progress(console=console, transient=True) as bar:
        task = bar.add_task("crawling")
        watch = Watch(crawled=lambda done, all_: bar.update(task, completed=done, total=all_))
        results, webs = run(experiment, watch=watch)
    summary = Summary(experiment, webs, results)
    path = folder / "harvest.svg"
    path.write_text(demo.picture(summary), encoding="utf-8")
    report.write(summary, folder / "comparison")  # the desk shows it
    rows = table("strategy", "harvest ratio", "times breadth-first")
    ratios = {name: summary.mean(name, "harvest").value.mean for name in experiment.strategies}
    for strategy, ratio in ratios.items():
        rows.add_row(strategy, f"{ratio:.1%}", f"{ratio / (ratios['breadth-first'] or 1):.1f}")
    console.print(rows)
    console.print(f"\nHarvest curves: [bold]{path}[/]; collection: {folder}/")
