"""Learning types from examples, its cross-validation, and the user's files."""

from __future__ import annotations

import csv
import gzip
import json
import random
from pathlib import Path

import numpy as np
import pytest

from tidings.cli import main
from tidings.errors import TidingsError
from tidings.learn.fit import Rows, calibrated, calibration, fit, probabilities
from tidings.learn.types.examples import Columns, read_examples
from tidings.learn.types.model import NONE, read_types
from tidings.learn.types.train import Example, Prediction, base, learn, qualities, weighted_f1

TELLING = {"strike": "picket union walkout wages", "match": "goal referee penalty keeper"}
FILLER = ["today", "town", "people", "street", "morning", "photo", "mayor", "crowd", "evening"]


def examples(groups: int = 4, each: int = 20) -> list[Example]:
    random_generator = random.Random(1)
    found = []
    for group in range(groups):
        for label, telling in TELLING.items():
            for _ in range(each):
                chosen = random_generator.sample(telling.split(), 2)
                chosen += random_generator.sample(FILLER, 4)
                found.append(Example(" ".join(chosen), label, f"event {group}", "en"))
    return found


def test_new_types_are_learned() -> None:
    learned = learn(examples(), base(list(TELLING)))
    assert learned.model.labels == ("strike", "match", NONE)
    assert learned.model.classify("the union called a walkout", "en").name == "strike"
    assert learned.model.classify("nothing known here", "en").name == NONE
    assert weighted_f1(qualities(learned.predictions)) > 0.95


def test_texts_without_a_common_word_teach_nothing() -> None:
    rows = [Example(f"word{number}", "ab"[number % 2], "", "en") for number in range(30)]
    learned = learn(rows, base(["a", "b"]))
    assert learned.model.weights == {}
    assert learned.model.classify("word3", "en").name == NONE


def test_names_of_a_single_event_are_not_learned() -> None:
    names = [
        Example(f"{FILLER[n % 9]} name{group}", label, f"event {group}", "en")
        for group, label in enumerate(["strike", "match"] * 2)
        for n in range(30)
    ]
    learned = learn(names, base(list(TELLING)))
    assert weighted_f1(qualities(learned.predictions)) < 0.7
    assert not any(name.startswith("name") for name in learned.model.weights)


def test_learning_starts_from_the_starter() -> None:
    kept = base(["strike", "flood/rain"], keep=True)
    assert len(kept.labels) == 16
    assert kept.classify("an earthquake of magnitude 6", "en").name == "earthquake"
    own = base(["strike", "flood/rain"])
    assert own.labels == ("flood/rain", "strike", NONE)
    assert own.classify("an earthquake of magnitude 6", "en").name == NONE
    assert own.classify("the flood rose", "en").name == "flood/rain"


def test_fitting_minimises_the_loss_and_leaves_classes_without_examples_alone() -> None:
    rows = Rows(np.arange(4), np.array([0, 0, 1, 1]), np.ones(4), (4, 2))
    targets = np.array([0, 0, 1, 1])
    weights = fit(rows, np.zeros((4, 3)), targets, np.full(3, 0.5))
    assert (weights[:, 2] == 0).all()
    right = np.eye(3)[targets]
    slope = rows.transposed_times(probabilities(rows.times(weights)) - right) + 0.5 * weights
    assert np.abs(slope[:, :2]).max() < 0.05


def test_overconfident_scores_are_calibrated() -> None:
    generator = np.random.default_rng(3)
    scores = generator.normal(size=(4000, 3))
    shares = probabilities(scores)
    targets = np.array([generator.choice(3, p=share) for share in shares], dtype=np.intp)
    factor, shift = calibration(scores * 3, targets)
    assert factor == pytest.approx(1 / 3, rel=0.15)
    assert abs(shift) < 0.5
    assert calibrated(scores, 2.0, 1.0)[0] == pytest.approx(scores[0] * 2 + [0, 0, 2.0])


def test_quality_is_counted_per_type() -> None:
    pairs = [("a", "a"), ("a", "a"), ("a", "b"), ("b", "b")]
    first, second = qualities([Prediction(right, predicted, 0.9) for right, predicted in pairs])
    assert (first.label, first.precision, first.recall, first.f1) == ("a", 1.0, 2 / 3, 0.8)
    assert (second.label, second.precision, second.recall) == ("b", 0.5, 1.0)
    assert weighted_f1([first, second]) == pytest.approx((3 * 0.8 + 2 / 3) / 4)


def write_csv(path: Path, rows: list[Example]) -> Path:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["kind", "said", "event"])
        writer.writerows((row.label, row.text, row.group) for row in rows)
    return path


def test_the_command_learns_prints_and_writes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, out = write_csv(tmp_path / "own.csv", examples()), tmp_path / "own.json"
    columns = ["--text", "said", "--label", "kind", "--group", "event"]
    assert main(["train", "types", str(data), *columns, "-o", str(out)]) == 0
    printed = capsys.readouterr().out
    assert "all, weighted" in printed
    assert "strike" in printed
    assert read_types(out).classify("a walkout of the union", "en").name == "strike"


def test_json_lines_may_be_compressed(tmp_path: Path) -> None:
    path = tmp_path / "own.jsonl.gz"
    lines = [{"text": row.text, "label": row.label} for row in examples()]
    lines += [{"text": "quiet day", "label": "None"}] * 10
    path.write_bytes(gzip.compress("\n".join(map(json.dumps, lines)).encode()))
    found = read_examples(path, Columns())
    assert len(found) == 170
    assert {row.label for row in found} == {*TELLING, NONE}


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("a.csv", "", "no rows"),
        ("a.csv", "text,label\n" + "x,a\n" * 20, "found a; allowed: examples of two labels"),
        ("a.csv", "text,label\n" + "x,a\n" * 20 + "y,b\n", r"too few examples of b \(1\)"),
        ("a.csv", "text,type\nx,a\n", "line 2: found no text in column 'label'; the columns are"),
        ("a.csv", "text,label\nx\n", "line 2: found no text in column 'label'"),
        ("a.csv", 'text,label\n"x,a\n', "not CSV"),
        ("a.jsonl", '{"text": 3, "label": "a"}', "line 1: found no text in column 'text'"),
        ("a.jsonl", '\n[1]\n', "line 2: found no object"),
        ("a.jsonl", "{", "line 1: not JSON"),
        ("a.csv.gz", "no gzip", "cannot be read"),
        ("a.csv", "text,label\n\udcff", "no UTF-8"),
    ],
)  # fmt: skip
def test_bad_data_is_reported_with_its_line(
    tmp_path: Path, name: str, content: str, problem: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content.encode("utf-8", "surrogateescape"))
    with pytest.raises(TidingsError, match=problem):
        read_examples(path, Columns())


def test_missing_data_and_a_single_group_are_reported(tmp_path: Path) -> None:
    with pytest.raises(TidingsError, match="cannot be read"):
        read_examples(tmp_path / "nowhere.csv", Columns())
    path = write_csv(tmp_path / "own.csv", examples(groups=1))
    with pytest.raises(TidingsError, match="found one group"):
        read_examples(path, Columns("said", "kind", "event"))
