"""Snippets show the words of a query; their highlights are places in plain text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.index.analysis import conditions, distance, located, tokens
from tidings.index.snippets import WIDTH, Snippet, marked, snippet


def found(text: str, words: str, language: str = "en") -> list[str]:
    shown = snippet(text, language, conditions(words, {language: 1}))
    return [shown.text[start:end] for start, end in shown.highlights]


@pytest.mark.parametrize(
    ("text", "words", "language", "expected"),
    [
        ("The dams burst.", "dam", "en", ["dams"]),
        ("Heavy rain, then rain.", '"heavy rain"', "en", ["Heavy rain"]),
        ("Heavy rain, then rain.", "rain -snow", "en", ["rain", "rain"]),
        ("A fload in town", "flood~", "en", ["fload"]),
        ("大雨で洪水が発生", "洪水", "ja", ["洪水"]),
        ("行方不明者を捜索", "行方不明", "ja", ["行方不明"]),
        ("大雨で水が", "雨", "ja", ["大雨で"]),
        ("เขื่อนแตกในเมือง", "เขื่อน", "th", ["เขื่อน"]),
        ("انهارت السدود", "السُّدود", "ar", ["السدود"]),
        ("Die Flüsse", "fluss", "de", ["Flüsse"]),
        ("nothing of it", "dam", "en", []),
    ],
)
def test_the_words_of_a_query_are_highlighted(
    text: str, words: str, language: str, expected: list[str]
) -> None:
    assert found(text, words, language) == expected


def test_the_part_with_most_words_is_shown_without_broken_words() -> None:
    text = (
        "dam "
        + "filler words here " * 100
        + "the river broke the dam in Beira "
        + "more text " * 100
    )
    shown = snippet(text, "en", conditions("river dam beira", {"en": 1}))
    assert "river broke the dam in Beira" in shown.text
    assert (shown.begins, shown.ends) == (False, False)
    assert set(shown.text.split()) <= set(text.split())


def test_a_title_is_shown_whole() -> None:
    title = "Dam breaks"
    assert marked(title, "en", conditions("dam", {"en": 1}), "title") == Snippet(title, ((0, 3),))
    assert marked(title, "en", conditions("text:dam", {"en": 1}), "title").highlights == ()


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=400), st.sampled_from(["en", "ja", "th", "ar", "hi", ""]))
def test_any_text_gives_a_snippet_whose_highlights_lie_in_it(text: str, language: str) -> None:
    demanded = conditions("dam OR a~2 OR 水", {language: 1})
    shown = snippet(text, language, demanded)
    assert len(shown.text) <= max(WIDTH, 1)
    ends = [0]
    for start, end in shown.highlights:
        assert ends[-1] <= start < end <= len(shown.text)
        ends.append(end)


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="aéß 水雨ไก่ñ1,.'\n-", max_size=80))
def test_tokens_with_places_are_the_tokens(text: str) -> None:
    assert [token for token, _, _ in located(text, "en")] == tokens(text, "en")


@pytest.mark.parametrize(
    ("one", "other", "edits"),
    [("flood", "flood", 0), ("flood", "flod", 1), ("flood", "lfood", 1), ("flood", "blod", 2), ("a", "bcdef", 3)],
)  # fmt: skip
def test_letters_that_differ_are_counted(one: str, other: str, edits: int) -> None:
    assert distance(one, other, 2) == edits
