"""Arguments that several commands have."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from tidings.collection.folder import folder_of

_SCHEMES = ("tcp://", "tls://", "ucx://")
"""Beginnings of the addresses of Dask schedulers."""


def add_folder(
    command: argparse.ArgumentParser,
    text: str = "the collection folder or its event file",
    kind: Callable[[str], Path] = folder_of,
) -> None:
    """Add the folder of a collection, which is the current one if it is left out."""
    command.add_argument(
        "folder", type=kind, nargs="?", default=Path(), help=f"{text}; default: this folder"
    )


def add_cluster(command: argparse.ArgumentParser, text: str) -> None:
    """Add the cluster that does the work."""
    command.add_argument(
        "--cluster",
        type=_cluster,
        default="none",
        metavar="CLUSTER",
        help=f"{text}: `none` is this computer without Dask, `local` Dask on this computer, "
        "or the address of a Dask scheduler, such as tcp://host:8786",
    )


def _cluster(name: str) -> str:
    if name in ("none", "local") or name.startswith(_SCHEMES):
        return name
    allowed = "none, local, or an address such as tcp://host:8786"
    raise argparse.ArgumentTypeError(f"found {name!r}; allowed: {allowed}")
