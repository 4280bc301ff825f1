"""Terms are generated from pages as published, and written into event files without harm."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tidings.errors import EventFileError
from tidings.event.file import load
from tidings.event.model_file import load_model, save_model
from tidings.event.terms import Counted, generate_terms
from tidings.learn.genres.vocabularies import VOCABULARIES
from tidings.model import EventModel, Genre, Page
from tidings.read.words.terms import term_words

Write = Callable[[str], Path]
HEAD = 'name = "Courses"\nseeds = ["https://cs.example/"]\n'


def page(text: str, title: str = "") -> Page:
    return Page("https://cs.example/", title, text, language="en")


# GenerateTerms.


def test_the_most_frequent_terms_of_one_to_three_words() -> None:
    pages = [page("The Office Hours. Office, hours!"), page("exam exam exam")]
    # office 2, hours 2, office hours 2 (hours office, and all of three words: once); exam 3, exam exam 2.
    # Equally frequent in as many pages: the longer first, then the alphabet.
    assert generate_terms(pages, [], 10).genre == (
        Counted("exam", 3, 1),
        Counted("exam exam", 2, 1),
        Counted("office hours", 2, 1),
        Counted("hours", 2, 1),
        Counted("office", 2, 1),
    )


def test_of_equally_frequent_terms_those_in_more_pages_come_first() -> None:
    found = generate_terms([page("alpha alpha"), page("zeta"), page("", "Zeta")], [], 1)
    assert found.genre == (Counted("zeta", 2, 2),)


def test_content_terms_are_what_is_left_without_those_of_the_genre() -> None:
    examples = [page("syllabus exam"), page("exam syllabus"), page("exam")]
    relevant = [page("exam sql exam sql"), page("syllabus sql")]
    genre, content = generate_terms(examples, relevant, 2)
    assert [term for term, *_ in genre] == ["exam", "syllabus"]
    # "exam" and "syllabus" are taken away as terms; phrases that hold them are others.
    assert content[0] == Counted("sql", 3, 2)
    assert [term for term, *_ in content] == ["sql", "exam sql"]


def test_numbers_single_letters_accents_and_stop_words_are_in_no_term() -> None:
    found = generate_terms([page("Crédits 4 4 of the x x crédits crédits")], [], 9).genre
    assert [term for term, *_ in found] == ["credits"]


# Vocabularies and the event file.


@pytest.mark.parametrize("name", VOCABULARIES)
def test_ready_vocabularies_have_terms_that_can_be_found(name: str) -> None:
    terms = VOCABULARIES[name]
    found = [term_words(term, "en") for term in terms]
    assert 15 <= len(terms) <= 25
    assert len({tuple(words) for words in found}) == len(terms)
    assert [" ".join(words) for words in found] == list(terms)
    assert all(1 <= len(words) <= 3 for words in found)


def test_a_ready_vocabulary_adds_to_own_terms(write: Write) -> None:
    text = (
        HEAD
        + '[what]\nkeywords = ["sql"]\n[genre]\nis = "course syllabus"\nterms = ["lab", "exam"]'
    )
    event = load(write(text + '\nurl = ["cs"]\n[relevance]\nmeasure = "genre"')).event
    assert event.genre.terms == (*VOCABULARIES["course syllabus"], "lab")
    assert (event.genre.content, event.genre.url) == ((), ("cs",))


@pytest.mark.parametrize(
    ("section", "message"),
    [
        ('is = "cours syllabus"', 'genre.is: found "cours syllabus"; allowed: one of "news report"'),
        ('terms = ["of the"]', 'genre.terms: found "of the"; allowed: terms with a word'),
        ("url = 3", "genre.url: found 3; allowed: a list of texts"),
        ("", 'relevance.measure: found "genre" without terms of a genre; allowed: genre.is or'),
        ('is = "live blog"\n[relevance]\nweight_genre = 0\nweight_content = 0', "relevance.weight_*: found 0"),
    ],
)  # fmt: skip
def test_wrong_genres_are_refused(write: Write, section: str, message: str) -> None:
    if "[relevance]" not in section:
        section += "\n[relevance]"
    text = f'{HEAD}[what]\nkeywords = ["sql"]\n[genre]\n{section}\nmeasure = "genre"\n'
    with pytest.raises(EventFileError) as caught:
        load(write(text))
    assert message in str(caught.value)


def test_the_model_keeps_its_genre(tmp_path: Path, write: Write) -> None:
    settings = load(write(HEAD + '[what]\nkeywords = ["x1"]\n[genre]\nis = "live blog"\n[relevance]\nmeasure = "topic"'))  # fmt: skip
    other = load(write(HEAD + '[what]\nkeywords = ["x1"]\n[relevance]\nmeasure = "topic"'))
    model = EventModel({"x1": 1.0}, {}, None, genre=Genre(("a",), ("b", "c"), ()))
    save_model(tmp_path / "model.json", settings, model)
    assert load_model(tmp_path / "model.json", settings) == model
    assert load_model(tmp_path / "model.json", other) is None
