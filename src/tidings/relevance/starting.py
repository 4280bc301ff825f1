"""The measure of an event file, which may start from a trained page model."""

from __future__ import annotations

from tidings.learn.page_model import PageModel
from tidings.learn.trained import Trained
from tidings.model import EventModel
from tidings.ports import Relevance
from tidings.relevance import MEASURES
from tidings.settings import RelevanceSettings


def measure_of(
    model: EventModel, settings: RelevanceSettings, start: PageModel | None
) -> Relevance:
    """Return the measure that the settings name, corrected by the trained model if there is one."""
    measure = MEASURES[settings.measure](model, settings)
    return Trained(measure, start, settings.threshold) if start else measure
