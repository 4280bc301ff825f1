"""Tuning writes no threshold that keeps everything or nothing, and says how many labels are missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tidings.archive.fetcher import ArchiveFetcher
from tidings.errors import TidingsError
from tidings.feedback.tuning import Target, tune_event, tuned
from tidings.learn.weights import Labelled
from tidings.settings import RelevanceSettings

EVENT = 'name = "x"\nseeds = ["https://a.example/"]\nwhat.keywords = ["flood"]\n'


def pages(*scores: tuple[float, bool]) -> list[Labelled]:
    return [Labelled(right, value, {"topic": value}) for value, right in scores]


@pytest.mark.parametrize("value", [0.0, 0.7])
def test_pages_that_all_score_alike_tune_nothing(value: float) -> None:
    tuning = tuned(pages(*[(value, True), (value, False)] * 6), RelevanceSettings(threshold=0.9))
    assert not tuning.separates
    assert not tuning.improves


def test_pages_that_differ_tune_a_threshold() -> None:
    tuning = tuned(pages(*[(0.8, True), (0.2, False)] * 6), RelevanceSettings(threshold=0.9))
    assert tuning.separates
    assert tuning.improves
    assert 0.2 < tuning.after.threshold <= 0.8


def test_missing_labels_are_counted(tmp_path: Path) -> None:
    (tmp_path / "event.toml").write_text(EVENT, encoding="utf-8")
    rows = ["label,text", *["relevant,the flood rose"] * 3, *["not,a football match"] * 7]
    labels = tmp_path / "labels.csv"
    labels.write_text("\n".join(rows), encoding="utf-8")
    target = Target(tmp_path / "event.toml", tmp_path)
    with pytest.raises(TidingsError, match="label 2 more that are relevant with"):
        tune_event(target, labels, lambda *_: ArchiveFetcher([], None))
