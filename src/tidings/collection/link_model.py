"""What a crawl learned about links, handed from one collection to the next."""

from __future__ import annotations

from pathlib import Path

from tidings.collection.folder import links_path
from tidings.errors import EventFileError
from tidings.learn.link_model import read_links, write_links
from tidings.ports import CrawlStates
from tidings.settings import OrderSettings


def restore_links(state: CrawlStates, order: OrderSettings, folder: Path) -> None:
    """Let a crawl that has learned nothing yet begin with the model its event file names."""
    if not order.start_model or state.load().link_model:
        return
    try:
        state.update(link_model=read_links(folder / order.start_model))
    except (OSError, ValueError) as error:
        raise EventFileError(
            f"order.start_model: cannot read {order.start_model}: {error}"
        ) from error


def leave_links(state: CrawlStates, folder: Path) -> None:
    """Write down for other crawls what was learned in this one, if anything."""
    if learned := state.load().link_model:
        write_links(learned, links_path(folder))
