"""Writes the generated parts of the documentation: the settings tables and the help of every command."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from tidings.cli import parser
from tidings.event.docs import with_tables

DOCS = Path(__file__).parent


def commands() -> str:
    """Return the help of every command as a document."""
    os.environ["COLUMNS"] = "100"
    top = parser()
    parts = [
        "# Commands",
        "",
        "What the command line says of itself; `make docs` writes this page.",
        "",
        f"```\n{top.format_help().strip()}\n```",
    ]
    for name, command in sorted(subcommands(top).items()):
        parts += ["", f"## tidings {name}", "", f"```\n{command.format_help().strip()}\n```"]
    return "\n".join(parts) + "\n"


def subcommands(top: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return every command by its name, those of a group with its name before theirs."""
    found: dict[str, argparse.ArgumentParser] = {}
    for action in top._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, command in action.choices.items():
                below = subcommands(command)
                found |= {f"{name} {inner}": each for inner, each in below.items()}
                found[name] = command
    return found


def generated() -> dict[Path, str]:
    """Return what each generated document should hold."""
    event_file = DOCS / "event-file.md"
    return {
        event_file: with_tables(event_file.read_text(encoding="utf-8")),
        DOCS / "commands.md": commands(),
    }


if __name__ == "__main__":
    for path, content in generated().items():
        path.write_text(content, encoding="utf-8")
