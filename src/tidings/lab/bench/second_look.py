"""The second look at the pages of a simulated crawl, as a real one takes it when it ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from tidings.lab.report.metrics import LoggedVisit
from tidings.learn.page_model import cells_of
from tidings.model import EventModel, Reason, Visit
from tidings.relevance.second_look import given_of, look_again, looks_again
from tidings.settings import RelevanceSettings


def looked_at_again(
    visits: Sequence[LoggedVisit],
    judged: Mapping[str, Visit],
    model: EventModel,
    settings: RelevanceSettings,
) -> Sequence[LoggedVisit]:
    """Return the visits of a crawl with the scores and the decisions that a second look gives them."""
    read = {url: visit for url, visit in judged.items() if visit.verdict.reason is Reason.SCORE}
    if not (read and looks_again(model, settings)):
        return visits
    bases = np.array([visit.base for visit in read.values()])
    words = [visit.cells for visit in read.values()]
    learned = look_again(bases, words, given_of(model), settings.threshold)
    if learned is None:
        return visits
    values, _ = learned.judge(bases, cells_of(words))
    scores = dict(zip(read, values.tolist(), strict=True))
    return [
        visit._replace(score=score, kept=score >= settings.threshold)
        if (score := scores.get(visit.url)) is not None
        else visit
        for visit in visits
    ]
