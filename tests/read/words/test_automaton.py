"""Finding many names at once."""

from __future__ import annotations

from tidings.read.words.automaton import Automaton


def test_the_leftmost_and_longest_names_are_found() -> None:
    assert Automaton(["York", "New York", "Yorkshire"]).find("New York and Yorkshire") == [
        (1, 0, 8),
        (2, 13, 22),
    ]


def test_a_lone_surrogate_hides_nothing() -> None:
    assert Automaton(["Rome"]).find("\ud83d \udcbc Rome é") == [(0, 4, 8)]
