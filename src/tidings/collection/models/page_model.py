"""Loads the trained page model that an event file names."""

from __future__ import annotations

from pathlib import Path

from tidings.errors import EventFileError
from tidings.learn.page_model import PageModel
from tidings.learn.trained import read_trained
from tidings.settings import RelevanceSettings


def start_model(relevance: RelevanceSettings, folder: Path) -> PageModel | None:
    """Return the model that a crawl starts from, None if it starts from the measure alone."""
    if not relevance.start_model:
        return None
    try:
        return read_trained(folder / relevance.start_model)
    except (OSError, ValueError) as error:
        raise EventFileError(
            f"relevance.start_model: cannot read {relevance.start_model}: {error}; "
            "allowed: a file written by `tidings train relevance`"
        ) from error
