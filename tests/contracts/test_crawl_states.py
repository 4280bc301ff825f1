"""What every CrawlStates must do: the state comes back as it was updated, and so do the cursors of sources."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from tidings.model import CrawlState
from tidings.ports import Store

STATE = CrawlState(
    "running", "", 12.5, "a few", "{}", "web", "obey", "a.warc.gz", 2**40, 3, '{"a": 1}'
)


def test_a_new_collection_was_never_crawled(store: Store) -> None:
    assert store.state.load() == CrawlState()


def test_every_field_comes_back(store: Store) -> None:
    store.state.update(**asdict(STATE))
    assert store.state.load() == STATE


def test_fields_that_are_not_updated_stay(store: Store) -> None:
    store.state.update(**asdict(STATE))
    store.state.update(state="paused", seconds=13.0)
    assert store.state.load().state == "paused"
    assert store.state.load().page_model == STATE.page_model


def test_a_field_that_does_not_exist_is_refused(store: Store) -> None:
    with pytest.raises(Exception, match="nothing"):
        store.state.update(nothing=1)


def test_a_source_goes_on_at_its_own_cursor(store: Store) -> None:
    assert store.state.cursor("feed") == ""
    store.state.move_cursor("feed", "17")
    store.state.move_cursor("feed", "18")
    store.state.move_cursor("posts", "a")
    assert (store.state.cursor("feed"), store.state.cursor("posts")) == ("18", "a")


def test_runs_are_listed_in_order(store: Store) -> None:
    assert list(store.state.runs()) == []
    for moment in (1_700_000_000.25, 1_600_000_000.0, 1_600_000_000.0):
        store.state.begin_run(moment)
    assert list(store.state.runs()) == [1_600_000_000.0, 1_700_000_000.25]


def test_a_fact_is_noted_and_replaced(store: Store) -> None:
    assert store.state.noted("event file") == ""
    for value in ("first", "second"):
        store.state.note("event file", value)
        assert store.state.noted("event file") == value
    assert store.state.runs() == []
