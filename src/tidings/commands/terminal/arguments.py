"""Arguments that several commands have."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from tidings.collection.folder import folder_of


def add_folder(
    command: argparse.ArgumentParser,
    text: str = "the collection folder or its event file",
    kind: Callable[[str], Path] = folder_of,
) -> None:
    """Add the folder of a collection, which is the current one if it is left out."""
    command.add_argument(
        "folder", type=kind, nargs="?", default=Path(), help=f"{text}; default: this folder"
    )
