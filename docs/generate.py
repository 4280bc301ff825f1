"""Writes the generated parts of the documentation: settings tables, the help of every command, the man page, the database."""

from __future__ import annotations

import argparse
import importlib.util
import os
from pathlib import Path
from types import ModuleType

from argparse_manpage.manpage import Manpage

from tidings import __version__
from tidings.cli import parser
from tidings.event.docs import with_tables

DOCS = Path(__file__).parent
MARK = "<!-- commands: made by make docs -->"
"""Separates the hand-written introduction of ``commands.md`` from the generated help."""


def with_commands(document: str) -> str:
    """Return the document with the help of every command after the mark."""
    introduction, mark, _ = document.partition(MARK)
    if not mark:
        raise ValueError(f"the document has no {MARK}")
    os.environ["COLUMNS"] = "100"
    top = parser()
    parts = ["", f"```\n{top.format_help().strip()}\n```"]
    for name, command in sorted(subcommands(top).items()):
        parts += ["", f"### tidings {name}", "", f"```\n{command.format_help().strip()}\n```"]
    return introduction + mark + "\n" + "\n".join(parts) + "\n"


def subcommands(top: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return every command by its name; a command of a group has the group's name in front."""
    by_name: dict[str, argparse.ArgumentParser] = {}
    for action in top._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, command in action.choices.items():
                below = subcommands(command)
                by_name |= {f"{name} {inner}": each for inner, each in below.items()}
                by_name[name] = command
    return by_name


def man_page() -> str:
    """Return the manual page of all commands; it shows the day of no build, so that it stays the same."""
    os.environ["COLUMNS"] = "100"
    top = parser()
    for command in subcommands(top).values():
        command.format_help()  # loads the arguments of the command
    data = {"date": " ", "manual_title": "Tidings", "version": __version__}
    return str(Manpage(top, data, format="single-commands-section"))


def _schema() -> ModuleType:
    """Return the module beside this one that describes the database."""
    spec = importlib.util.spec_from_file_location("schema", DOCS / "schema.py")
    if spec is None or spec.loader is None:
        raise ImportError("docs/schema.py is missing")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def generated() -> dict[Path, str]:
    """Return each document with generated parts as it should be."""
    event_file, commands = DOCS / "event-file.md", DOCS / "commands.md"
    database = DOCS / "database.md"
    return {
        DOCS / "tidings.1": man_page(),
        event_file: with_tables(event_file.read_text(encoding="utf-8")),
        commands: with_commands(commands.read_text(encoding="utf-8")),
        database: _schema().with_schema(database.read_text(encoding="utf-8")),
    }


if __name__ == "__main__":
    for path, content in generated().items():
        path.write_text(content, encoding="utf-8")
