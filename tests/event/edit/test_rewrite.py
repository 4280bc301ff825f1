"""Keys are set in event files without harm to anything else in them."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tidings.errors import EventFileError
from tidings.event.edit.rewrite import with_values, write_values

HEAD = 'name = "Courses"\nseeds = ["https://cs.example/"]\n'
NEW = {"terms": ["exam", 'say "hi"'], "content": ["sql"]}


def with_terms(text: str) -> str:
    return with_values(text, "genre", NEW)


def test_a_section_is_added_where_there_is_none() -> None:
    text = HEAD + "# My event.\n[when]\nstart = 2016-03-22 # a Tuesday"
    changed = with_terms(text)
    assert changed.startswith(text)
    assert tomllib.loads(changed)["genre"] == NEW


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_only_the_lists_of_an_existing_section_are_replaced(end: str) -> None:
    lines = [
        HEAD, "[ genre ] # kinds", "# mine", 'is = "live blog"', "terms = [ # old", '  "a]", "b",', "]",
        "# stays", 'url = ["x"]', "", "[when] # then", "start = 2016-03-22",
    ]  # fmt: skip
    text = "\ufeff" + "\n".join(lines).replace("\n", end)
    changed = with_terms(text)
    assert tomllib.loads(changed[1:])["genre"] == {"is": "live blog", "url": ["x"], **NEW}
    for kept in ("# kinds", "# mine", "# stays", "[when] # then", "\ufeffname"):
        assert kept in changed
    assert "# old" not in changed
    assert changed.count("\n") == changed.count(end)
    assert with_terms(changed) == changed  # once more changes nothing


def test_new_keys_stand_under_the_header_not_below_the_comment_of_the_next_section() -> None:
    text = HEAD + "[genre]\nis = 'live blog'\n\n# The days of it.\n[when]\nstart = 2016-03-22\n"
    changed = with_terms(text)
    assert "[genre]\nterms = [\n" in changed
    assert changed.endswith("is = 'live blog'\n\n# The days of it.\n[when]\nstart = 2016-03-22\n")


def test_the_comment_behind_a_number_stays() -> None:
    text = HEAD + "[relevance]\nthreshold = 0.4  # mine\n"
    changed = with_values(text, "relevance", {"threshold": 0.25, "weight_topic": 1.0})
    assert "threshold = 0.25  # mine\n" in changed
    assert "weight_topic = 1\n" in changed


@pytest.mark.parametrize(
    "odd",
    [
        'genre.terms = ["a"]\n' + HEAD,
        'genre.is = "live blog"\n' + HEAD + "[when]\nstart = 2016-03-22\n",
        'genre = { terms = ["a"] } # mine\n' + HEAD,
        "genre = {}\n" + HEAD,
        HEAD + "[genre]",
        HEAD + "[genre]\n'terms' = ['a']",
        HEAD + 'description = """\n[genre]\n"""\n',
        HEAD + "[when]\r\nstart = 2016-03-22\n",
    ],
)
def test_every_way_to_write_a_section_can_be_changed(odd: str) -> None:
    before = tomllib.loads(odd)
    changed = with_terms(odd)
    assert tomllib.loads(changed) == {**before, "genre": {**before.get("genre", {}), **NEW}}
    assert ("# mine" in changed) == ("# mine" in odd)
    assert with_terms(changed) == changed


@pytest.mark.parametrize("odd", ["genre = 3\n" + HEAD, HEAD + "[[genre]]\nterms = []\n"])
def test_what_cannot_be_changed_safely_is_left_alone(tmp_path: Path, odd: str) -> None:
    path = tmp_path / "event.toml"
    path.write_text(odd, encoding="utf-8")
    with pytest.raises(EventFileError, match=r"event\.toml: found \[genre\] .*safely"):
        write_values(path, "genre", NEW)
    assert path.read_text(encoding="utf-8") == odd


def test_what_is_no_toml_is_refused() -> None:
    with pytest.raises(EventFileError, match="not TOML"):
        with_terms("name = ")
