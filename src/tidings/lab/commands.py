"""Describe the ``lab`` commands for argparse; ``lab.run`` runs them and is imported only then, to keep --help fast."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from tidings.errors import TidingsError
from tidings.lab.bench.recipes import LIVE, RECIPES
from tidings.lab.bench.strategies import STRATEGIES

if TYPE_CHECKING:
    from rich.console import Console

GENERATED = "generated"
KIND_NAMES = ("conference", "encyclopedia", "forum", "notices", "shop")
"""The kinds of ``lab.kinds``, which loads word lists and is imported only to make a web."""
_LIMITS = {"seeds": (1, 1000), "pages": (300, 1_000_000), "processes": (1, 256)}


def check_size(name: str, value: int) -> None:
    """Raise TidingsError if an experiment would be too small or too large."""
    low, high = _LIMITS[name]
    if not low <= value <= high:
        raise TidingsError(f"--{name}: found {value}; allowed: from {low} to {high}")


def describe_run(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``lab run``."""
    command.set_defaults(run=_run)
    command.add_argument(
        "web",
        help=f"a tasks file, the word {GENERATED}, or one with a kind such as {GENERATED}:forum; "
        f"kinds: {', '.join(KIND_NAMES)}",
    )
    command.add_argument(
        "--strategy",
        action="append",
        metavar="LIST",
        help="names separated by commas, with changes as in event:days=90; "
        f"default: breadth-first,topic,event; known: {', '.join(STRATEGIES)}",
    )
    command.add_argument(
        "--task",
        action="append",
        default=[],
        metavar="ID",
        help="only this task; may be repeated",
    )
    command.add_argument(
        "--share",
        type=float,
        default=1.0,
        help="how much of the reachable pages a crawl may visit; default: 1, all",
    )
    command.add_argument(
        "--no-politeness",
        action="store_true",
        help="one page after the other in the strategy's order, whatever its host",
    )
    command.add_argument(
        "--arrivals",
        metavar="DAY",
        help="begin on this day, with what had been captured by then; the rest appears later",
    )
    command.add_argument(
        "--since",
        metavar="DAY",
        help="count relevant pages published since this day; default: the day of --arrivals",
    )
    command.add_argument(
        "--referee",
        choices=STRATEGIES,
        help="the strategy whose measure is accumulated; default: event, for genres topic",
    )
    command.add_argument(
        "--models",
        default="",
        metavar="DIR",
        help="leave the link model of each crawl here, for start_model of others",
    )
    command.add_argument(
        "--cache", type=Path, help="where readings are kept; default: in the user's cache"
    )
    _add_common(command, seeds=3, pages=2000)


def describe_recipe(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``lab recipe``."""
    command.set_defaults(run=_recipe)
    titles = {name: recipe.title for name, recipe in RECIPES.items()}
    titles |= {name: recipe.title for name, recipe in LIVE.items()}
    command.add_argument(
        "name", choices=titles, help="; ".join(f"{name}: {title}" for name, title in titles.items())
    )
    command.add_argument(
        "--referee",
        choices=STRATEGIES,
        help="the strategy whose measure is accumulated; default: that of the paper",
    )
    _add_common(command, seeds=0, pages=0)
    command.add_argument(
        "--first",
        type=int,
        default=1,
        help=f"the seed of the first web, for the recipes {' and '.join(LIVE)}; default: 1",
    )


def describe_serve(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``lab serve``."""
    command.set_defaults(run=_serve)
    command.add_argument(
        "--folder",
        type=Path,
        default=Path("practice"),
        help="where the event files are written; default: practice",
    )
    command.add_argument("--pages", type=int, default=400, help="size of the web; default: 400")
    command.add_argument(
        "--seed", type=int, default=1, help="another seed, another web; default: 1"
    )
    command.add_argument("--port", type=int, default=8700, help="0 takes a free one; default: 8700")


def _add_common(command: argparse.ArgumentParser, *, seeds: int, pages: int) -> None:
    command.add_argument(
        "--seeds",
        type=int,
        default=seeds,
        help=f"how many seeds, from 0 on, on generated webs from 1 on; {_default(seeds)}",
    )
    command.add_argument(
        "--pages", type=int, default=pages, help=f"size of a generated web; {_default(pages)}"
    )
    command.add_argument("--processes", type=int, default=2, help="default: 2")
    command.add_argument("-o", "--out", type=Path, help="folder for the report; default: lab-NAME")


def _default(value: int) -> str:
    return f"default: {value}" if value else "default: the recipe's own"


def _run(options: argparse.Namespace, console: Console) -> int:
    from tidings.lab.run import run_strategies

    _check_sizes(options)
    return run_strategies(options, console)


def _recipe(options: argparse.Namespace, console: Console) -> int:
    from tidings.lab.run import run_live, run_recipe

    if live := LIVE.get(options.name):
        if options.referee:
            raise TidingsError(
                f"--referee: found with {options.name}, which accumulates no measure"
            )
        options.seeds, options.pages = options.seeds or live.seeds, options.pages or live.pages
        _check_sizes(options)
        return run_live(options, console)
    recipe = RECIPES[options.name]
    options.seeds = options.seeds or recipe.seeds
    options.pages = options.pages or recipe.pages
    _check_sizes(options)
    return run_recipe(options, console)


def _serve(options: argparse.Namespace, console: Console) -> int:
    from tidings.lab.serving.practice import serve, write_events
    from tidings.lab.web.web import GeneratedWeb

    check_size("pages", options.pages)
    web = GeneratedWeb(options.seed, options.pages)

    def ready(port: int) -> None:
        console.print(f"A generated news web of {len(web.pages):,} pages. Its events:")
        for folder in write_events(options.folder, web, port):
            console.print(f"  tidings crawl {folder}", soft_wrap=True)
        console.print("Run these commands in another terminal. Ctrl-C ends this server.")

    serve(web, options.port, ready)
    return 0


def _check_sizes(options: argparse.Namespace) -> None:
    for name in _LIMITS:
        check_size(name, getattr(options, name))
