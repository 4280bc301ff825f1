"""Texts are added to event files, and nothing else in them changes."""

from __future__ import annotations

import tomllib

import pytest

from tidings.errors import EventFileError
from tidings.event.edit.extend import with_added

TEXT = """\
# my event
name = "Flood"
seeds = [
  "http://a.example/",  # the best one
]

[what]  # words
keywords = ["flood"]
"""


def test_a_list_keeps_its_comments() -> None:
    changed, new = with_added(TEXT, "seeds", ["http://b.example/", "http://a.example/"])
    assert new == ["http://b.example/"]
    assert tomllib.loads(changed)["seeds"] == ["http://a.example/", "http://b.example/"]
    assert "# my event" in changed
    assert "# the best one" in changed
    assert "# words" in changed


def test_weights_get_the_weight_one() -> None:
    text = 'name = "x"\n[what.keywords]\nflood = 0.5 # half\n'
    changed, _ = with_added(text, "what.keywords", ["dam"])
    assert tomllib.loads(changed)["what"]["keywords"] == {"flood": 0.5, "dam": 1.0}
    assert "# half" in changed


@pytest.mark.parametrize("key", ["seeds", "what.keywords"])
def test_a_missing_list_is_made(key: str) -> None:
    changed, _ = with_added('name = "x"\n\n[budget]\npages = 3\n', key, ["http://a.example/"])
    section, _, leaf = key.rpartition(".")
    document = tomllib.loads(changed)
    assert (document[section] if section else document)[leaf] == ["http://a.example/"]
    assert document["budget"] == {"pages": 3}


def test_nothing_new_leaves_the_text_alone() -> None:
    assert with_added(TEXT, "what.keywords", ["flood"]) == (TEXT, [])


@pytest.mark.parametrize("text", ["not = toml = at all", 'seeds = "one"', "[what]\nkeywords = 3"])
def test_what_cannot_be_added_to_is_left_alone(text: str) -> None:
    key = "what.keywords" if "what" in text else "seeds"
    with pytest.raises(EventFileError):
        with_added(text, key, ["http://b.example/"])
