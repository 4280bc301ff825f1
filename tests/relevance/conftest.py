"""One event for the tests of relevance: a flood in Ghent on 22 and 23 March 2016."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tidings.model import EventModel, TimeSpan

SPAN = TimeSpan(datetime(2016, 3, 22, tzinfo=UTC), datetime(2016, 3, 23, 23, 59, 59, tzinfo=UTC))


@pytest.fixture(scope="session")
def model() -> EventModel:
    return EventModel({"flood": 1.0, "river": 0.5}, {"Ghent": 1.0, "Belgium": 0.5}, SPAN)
