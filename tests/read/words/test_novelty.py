"""How much of a text is new: sentences, numbers, furniture, other scripts."""

from __future__ import annotations

import pytest

from tidings.read.words.novelty import LONGEST, furniture_of, is_copy, new_words

KNOWN = (
    "The river rose by 40 centimetres. Two bridges were closed for heavy lorries in the evening."
)
CHINESE = (
    "周二清晨河水漫过堤岸三百四十人不得不离开家园。市长请求地区政府提供水泵毛毯和床位直到周五。"
)


def test_a_text_is_nothing_new_to_itself() -> None:
    new, total = new_words(KNOWN, KNOWN)
    assert (new, total) == (0, 16)


def test_edited_words_leave_a_sentence_known() -> None:
    edited = "The river rose by about 40 centimetres. Two bridges were closed to heavy lorries in the evening."
    assert new_words(edited, KNOWN)[0] == 0


def test_another_number_makes_a_sentence_new() -> None:
    assert new_words(KNOWN.replace("40", "90"), KNOWN)[0] == 6


def test_an_unknown_sentence_counts_with_all_its_words() -> None:
    assert new_words(f"{KNOWN} Nobody was hurt.", KNOWN)[0] == 3


def test_what_all_pages_of_a_site_say_does_not_count() -> None:
    furniture = furniture_of(["Sign in to comment. A page about gardens.", "Sign in to comment."])
    assert new_words("Sign in to comment. Nobody was hurt.", KNOWN, furniture) == (3, 3)


def test_texts_of_other_scripts() -> None:
    new, total = new_words(CHINESE + "国家队在首都体育场以三比一战胜对手。", CHINESE)
    assert 0 < new < total / 2
    assert new_words(CHINESE, CHINESE)[0] == 0


def test_a_counter_alone_is_no_new_text() -> None:
    assert is_copy(f"{KNOWN} Read 1204 times.", KNOWN, furniture_of([KNOWN]))
    assert is_copy("Read 1204 times.", KNOWN)


@pytest.mark.parametrize("text", ["", "…", "\ud800 ", "word"])
def test_odd_texts(text: str) -> None:
    assert is_copy(text, KNOWN)
    assert is_copy(text, "")


def test_a_very_long_text_is_compared_up_to_a_limit() -> None:
    new, total = new_words("word " * LONGEST, KNOWN)
    assert new == total <= LONGEST // 5 + 1
