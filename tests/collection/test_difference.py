"""Two versions of a text side by side: what stayed, went, came, changed and moved."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.growth import LINEAR, growth
from tidings.collection.pages.difference import Row, difference

DAM = "The dam above the town broke in the night."
TWO = "Two people died in the flood, the mayor said."
NINE = "Nine people died in the flood, the mayor said."
ROADS = "All roads to the coast are closed until Friday."


def rows(before: list[str], after: list[str]) -> list[tuple[str, str, str]]:
    compared = difference("\n".join(before), "\n".join(after), "en").rows
    return [(row.kind.value, said(row.before), said(row.after)) for row in compared]


def said(side: tuple[object, ...]) -> str:
    return "".join(piece.text for piece in side)  # type: ignore[attr-defined]


def test_texts_that_are_the_same_have_no_differences() -> None:
    assert rows([DAM, TWO], [DAM, TWO]) == [("same", DAM, DAM), ("same", TWO, TWO)]


def test_what_came_and_went_is_shown_on_its_side() -> None:
    assert rows([DAM, TWO], [DAM]) == [("same", DAM, DAM), ("removed", TWO, "")]
    assert rows([DAM], [DAM, TWO]) == [("same", DAM, DAM), ("added", "", TWO)]
    assert rows([], [DAM]) == [("added", "", DAM)]


def test_a_changed_sentence_shows_the_words_that_changed() -> None:
    (row,) = (row for row in difference(TWO, NINE, "en").rows)
    assert row.kind == "changed"
    assert [piece.text for piece in row.before if piece.changed] == ["Two"]
    assert [piece.text for piece in row.after if piece.changed] == ["Nine"]


def test_a_sentence_that_moved_is_neither_new_nor_gone() -> None:
    found = rows([ROADS, DAM, TWO], [DAM, TWO, ROADS])
    assert [kind for kind, _, _ in found] == ["moved", "same", "same", "moved"]


def test_the_counts_say_what_happened() -> None:
    compared = difference(f"{DAM}\n{TWO}", f"{DAM}\n{NINE}\n{ROADS}", "en")
    assert dict(compared.counts()) == {"same": 1, "changed": 1, "added": 1}
    assert compared.is_whole


def test_scripts_without_spaces_are_compared_by_character() -> None:
    (row,) = difference("洪水で二人が死亡しました。", "洪水で九人が死亡しました。", "ja").rows
    assert [piece.text for piece in row.after if piece.changed] == ["九"]


@given(
    st.lists(st.sampled_from([DAM, TWO, NINE, ROADS])),
    st.lists(st.sampled_from([DAM, TWO, NINE, ROADS])),
)
def test_each_side_is_the_whole_text(before: list[str], after: list[str]) -> None:
    compared = difference("\n".join(before), "\n".join(after), "en").rows

    def side(get: object) -> list[str]:
        return [text for row in compared if (text := said(get(row)))]  # type: ignore[operator]

    assert side(lambda row: row.before) == before
    assert side(lambda row: row.after) == after
    assert all(isinstance(row, Row) for row in compared)


@pytest.mark.parametrize("piece", ["word ", "The same sentence again. ", "洪"])
def test_huge_texts_take_time_in_proportion_and_are_cut(piece: str) -> None:
    assert (
        growth(lambda size: piece * size, lambda text: difference(text, text[5:]), 2_000) < LINEAR
    )
