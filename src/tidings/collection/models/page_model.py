"""Loads the trained page model that an event file names."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tidings.errors import EventFileError
from tidings.settings import RelevanceSettings

if TYPE_CHECKING:
    from tidings.learn.page_model import PageModel


def start_model(relevance: RelevanceSettings, folder: Path) -> PageModel | None:
    """Return the model that a crawl starts from, None if it starts from the measure alone."""
    if not relevance.start_model:
        return None
    from tidings.learn.trained import read_trained  # it loads numpy

    try:
        return read_trained(folder / relevance.start_model)
    except (OSError, ValueError) as error:
        raise EventFileError(
            f"relevance.start_model: cannot read {relevance.start_model}: {error}; "
            "allowed: a file written by `tidings train relevance`"
        ) from error
