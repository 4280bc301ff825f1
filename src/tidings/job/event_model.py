"""The event model of a job: the saved one, or one made from the reference pages."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tidings.collection.folder import model_path
from tidings.collection.prepare import Job
from tidings.crawl.workers.processes import ask
from tidings.event.model_file import load_model, save_model
from tidings.event.references import fetch_references, model_of
from tidings.model import Capture, EventModel
from tidings.ports import Fetcher
from tidings.settings import Settings


async def load_or_make_model(job: Job, fetcher: Fetcher) -> EventModel:
    """Return the event model of a collection, or make and save it; it is made once per event definition."""
    path, settings = model_path(job.folder), job.settings
    model = load_model(path, settings)
    if model is None:
        captures = await fetch_references(settings.event.references, fetcher)
        model = _made(settings, job.folder, captures)
        save_model(path, settings, model)
    return model


def _made(settings: Settings, folder: Path, captures: Mapping[str, Capture]) -> EventModel:
    """Read the references in a process that has the readers of pages, if there are workers."""
    if settings.run.workers:
        return ask(model_of, settings, folder, captures)
    return model_of(settings, folder, captures)
