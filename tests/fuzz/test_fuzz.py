"""A few hundred bad inputs, the same every time; ``make fuzz`` goes on for ten minutes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz import attack, seeds
from tests.fuzz.attack import Case, attempt, examine, load, numbered, save, smaller
from tests.fuzz.targets import TARGETS, Target, size_of

SEED = 20
INPUTS = 200
LARGEST = 60_000


@pytest.fixture(scope="module")
def pages() -> list[bytes]:
    return [page[:LARGEST] for page in seeds.generated(SEED) if page]


@pytest.mark.parametrize("tenth", range(10))
def test_no_input_is_too_much(pages: list[bytes], tenth: int) -> None:
    for number in range(tenth, INPUTS, 10):
        case = numbered(SEED, number, pages)
        failure, _ = examine(case, size_of(case))
        assert failure is None, f"input {number}: {failure}"


def test_the_same_seed_gives_the_same_inputs(pages: list[bytes]) -> None:
    again = [page[:LARGEST] for page in seeds.generated(SEED) if page]
    assert again == pages
    cases = [numbered(SEED, number, pages) for number in range(40)]
    assert cases == [numbered(SEED, number, again) for number in range(40)]
    assert {case.target for case in cases} == set(TARGETS)


def breaks(case: Case) -> object:
    return 1 / (b"needle" not in case.data)


def test_a_failure_is_seen_made_small_and_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(TARGETS, "broken", Target(lambda rng, pages: case, breaks, lambda _: None))
    case = Case("broken", b"hay " * 500 + b"needle" + b" hay" * 500, {"a": "\udcff"})
    failure, _ = attempt(case)
    assert failure is not None
    assert failure.what == "ZeroDivisionError in breaks (test_fuzz.py)"
    small = smaller(case, failure)
    assert small.data == b"needle"
    save(small, tmp_path / "folder" / "input")
    assert load(tmp_path / "folder" / "input") == small


def test_what_takes_too_long_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attack, "LEAST_SECONDS", 1e-6)
    failure, _ = examine(Case("texts", b"Paris " * 2_000, {"language": "en"}), 1)
    assert failure is not None
    assert failure.what == "slow: texts"
