"""The command ``patch``: fetches what kept pages need to be shown and the archive lacks."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from rich.console import Console

from tidings import job
from tidings.collection.export.objects import as_json
from tidings.collection.export.rows import clean
from tidings.collection.folder import folder_of
from tidings.collection.prepare import prepare
from tidings.collection.reading import open_reader
from tidings.commands.crawling.crawl import exit_code
from tidings.commands.reading.status import whole_pages
from tidings.commands.terminal.arguments import add_folder
from tidings.commands.terminal.printing import harmless, say
from tidings.commands.terminal.view import LogView
from tidings.errors import CollectionError
from tidings.model import State


def describe(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``patch``."""
    command.set_defaults(run=_run)
    add_folder(command, "a collection folder", Path)
    command.add_argument(
        "--list", action="store_true", help="only list what is missing, and why; fetch nothing"
    )
    command.add_argument("--json", action="store_true", help="list as lines of JSON")


def _run(options: argparse.Namespace, console: Console) -> int:
    if options.list or options.json:
        _list(options.folder, console, as_lines=options.json)
        return 0
    task = prepare(options.folder, needs_seeds=False)
    if not task.has_begun():
        raise CollectionError(f"{task.folder} holds no pages yet; `tidings crawl` collects some")
    if task.settings.store.url:
        raise CollectionError(
            f"{task.folder} is in a PostgreSQL database; `tidings move {task.folder} file` first"
        )
    report = partial(say, console)
    ending = job.run_patching(task, LogView(console).show, report=report)
    with open_reader(task.folder) as collection:
        say(console, whole_pages(collection.completeness()))
    # The budget of a patch is its number of pages, which is used up from the beginning.
    return 0 if ending.state is State.OUT_OF_BUDGET else exit_code(ending)


def _list(target: Path, console: Console, *, as_lines: bool) -> None:
    with open_reader(folder_of(target)) as collection:
        for part in collection.missing_parts():
            reason = part.reason.sentence(part.detail)
            if as_lines:
                values = {**part._asdict(), "reason": reason, "code": part.reason.value}
                console.out(as_json(clean(values)).decode(), highlight=False)
            else:
                state = part.outcome or "waiting"
                say(
                    console,
                    harmless(f"{part.use} {part.url}\n    {state}: {reason}, for {part.page}"),
                )
        if not as_lines:
            say(console, whole_pages(collection.completeness()))
