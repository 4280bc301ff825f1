"""Recognising the words of a topic, and what is cached."""

from __future__ import annotations

from tidings.read.words.words import LONGEST
from tidings.relevance.aspects.vectors import Vocabulary


def test_wanted_stems_are_counted_in_the_language_of_a_text_and_in_english() -> None:
    vocabulary = Vocabulary(["flood", "anschlag"])
    words = ["floods", "anschl\u00e4ge", "flooded", "other"]
    assert vocabulary.count(words, "de") == {"flood": 2, "anschlag": 1}
    assert vocabulary.count(words, "en") == {"flood": 2}


def test_overlong_words_are_not_cached() -> None:
    vocabulary = Vocabulary(["flood"])
    endless = [f"{number}{'x' * LONGEST}" for number in range(100)]
    assert vocabulary.count([*endless, "floods", "x" * LONGEST], "en") == {"flood": 1}
    assert sorted(vocabulary._memos["en"].met) == ["floods", "x" * LONGEST]
