"""Hands the link model of one collection to another."""

from __future__ import annotations

from pathlib import Path

from tidings.collection.folder import links_path
from tidings.errors import EventFileError
from tidings.learn.link_model import read_links, write_links
from tidings.ports import CrawlStates
from tidings.settings import OrderSettings


def restore_links(state: CrawlStates, order: OrderSettings, folder: Path) -> None:
    """Start a crawl that has learned nothing yet with the model that its event file names."""
    if not order.start_model or state.load().link_model:
        return
    try:
        state.update(link_model=read_links(folder / order.start_model))
    except (OSError, ValueError) as error:
        raise EventFileError(
            f"order.start_model: cannot read {order.start_model}: {error}"
        ) from error


def leave_links(state: CrawlStates, folder: Path) -> None:
    """Write the link model of this crawl, if there is one, to a file that other crawls can start with."""
    if learned := state.load().link_model:
        write_links(learned, links_path(folder))
