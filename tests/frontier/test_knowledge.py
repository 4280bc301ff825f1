"""Records of hosts that go from one collection to the next."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tidings.errors import EventFileError
from tidings.frontier.rank.knowledge import parse, read_priors, records_of, to_text, updated
from tidings.settings import OrderSettings

FILE = '{"flood": {"a.example": {"good": 3, "bad": 1}}, "storm": {"a.example": {"good": 0, "bad": 4}, "b.example": {"good": 2, "bad": 0}}}'


def test_records_are_summed_over_all_types_if_none_is_named() -> None:
    knowledge = parse(FILE)
    assert records_of(knowledge, "") == {"a.example": (3, 5), "b.example": (2, 0)}
    assert records_of(knowledge, "storm") == {"a.example": (0, 4), "b.example": (2, 0)}
    assert records_of(knowledge, "war") == {}


def test_knowledge_grows_with_each_collection_and_can_be_kept() -> None:
    before = parse(FILE)
    hosts = {"a.example": (2, 1), "c.example": (1, 0)}
    after = updated(before, "flood", hosts)
    assert after["flood"] == {"a.example": (5, 2), "c.example": (1, 0)}
    assert after["storm"] == before["storm"] == parse(FILE)["storm"]
    assert before["flood"] == {"a.example": (3, 1)}
    assert parse(to_text(after)) == after
    again = updated(after, "flood", {"a.example": (4, 1)}, before=hosts)
    assert again["flood"] == {"a.example": (7, 2), "c.example": (0, 0)}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", r"found \[\] in the place of a table"),
        ('{"flood": 3}', "found 3 in the place of a table"),
        ('{"flood": {"a.example": {"good": -1, "bad": 0}}}', 'found {"good": -1'),
        ('{"flood": {"a.example": {"good": true, "bad": 0}}}', "a host has"),
        ('{"flood": {"a.example": {"good": 1}}}', "a host has"),
        ("{", "Expecting"),
    ],
)
def test_a_file_without_records_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse(text)


def test_the_file_lies_beside_the_collection(tmp_path: Path) -> None:
    (tmp_path / "sources.json").write_text(FILE, encoding="utf-8")
    order = OrderSettings(priors="sources.json", event_type="flood")
    assert read_priors(order, tmp_path) == {"a.example": (3, 1)}
    unknown = replace(order, event_type="floood")
    with pytest.raises(EventFileError, match=r"order\.event_type: found floood; allowed.*: flood"):
        read_priors(unknown, tmp_path)
    lost = replace(order, priors="lost.json")
    with pytest.raises(EventFileError, match=r"order\.priors: cannot read lost\.json: .*No such"):
        read_priors(lost, tmp_path)
