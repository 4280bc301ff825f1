"""Numbers in digits and words, ranges, bounds and what they are not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.growth import LINEAR, growth
from tidings.read.about.numbers.amounts import amounts, tokens
from tidings.read.about.numbers.number_words import WORDS
from tidings.read.about.numbers.reported import MOST_NUMBERS, in_sentence, reported


def _values(text: str, language: str) -> list[tuple[int, int, str]]:
    return [each[:3] for each in amounts(tokens(text), language)]


@pytest.mark.parametrize(
    ("language", "text", "value"),
    [
        ("en", "1,234", 1_234),
        ("de", "1.234.567", 1_234_567),
        ("fr", "1\u202f234", 1_234),
        ("de", "1'234", 1_234),
        ("en", "2.5 million", 2_500_000),
        ("de", "2,3 Millionen", 2_300_000),
        ("es", "dos mil quinientos", 2_500),
        ("en", "two hundred and fifty", 250),
        ("en", "twenty-one", 21),
        ("en", "three thousand and five", 3_005),
        ("de", "einundzwanzig", 21),
        ("de", "zweihundertfünfzig", 250),
        ("de", "dreitausend", 3_000),
        ("fr", "quatre-vingt-dix-sept", 97),
        ("fr", "soixante et onze", 71),
        ("fr", "deux cent trente", 230),
        ("es", "treinta y dos", 32),
        ("es", "ciento veinte", 120),
        ("pt", "vinte e três", 23),
        ("pt", "dois mil", 2_000),
        ("it", "centinaia", 200),
        ("it", "trenta", 30),
    ],
)
def test_numbers_are_read_in_many_languages(language, text, value):
    assert [each[0] for each in _values(text, language)] == [value]


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", "between 12 and 15", (12, 15, "")),
        ("en", "12-15", (12, 15, "")),
        ("en", "2 to 3 million", (2_000_000, 3_000_000, "")),
        ("en", "from 40 to 52", (52, 52, "")),
        ("en", "dozens", (24, 24, "at least")),
        ("en", "tens of thousands", None),
        ("en", "hundreds of thousands", (200_000, 200_000, "at least")),
        ("en", "about a dozen", (12, 12, "about")),
        ("fr", "une centaine", (100, 100, "about")),
        ("de", "bis zu 60", (60, 60, "up to")),
        ("es", "por lo menos 7", (7, 7, "at least")),
        ("pt", "mais de 300", (300, 300, "at least")),
        ("it", "almeno tre", (3, 3, "at least")),
    ],
)
def test_ranges_and_bounds(language, text, wanted):
    assert _values(text, language)[-1:] == ([wanted] if wanted else [(2_000, 2_000, "at least")])


@pytest.mark.parametrize(
    ("language", "sentence", "wanted"),
    [
        ("pt", "Pelo menos 12 pessoas morreram e mais de 40 ficaram feridas.", {"dead": 12, "injured": 40}),
        ("pt", "As chuvas deixaram 25 mortos e 3 mil desabrigados.", {"dead": 25, "displaced": 3_000}),
        ("pt", "O Flamengo venceu por 3-0.", {}),
        ("it", "Almeno 12 persone sono morte e oltre 40 sono rimaste ferite.", {"dead": 12, "injured": 40}),
        ("it", "Il terremoto ha causato 297 morti e 1.500 sfollati.", {"dead": 297, "displaced": 1_500}),
        ("it", "I danni ammontano a 5 milioni di euro.", {}),
        ("en", "The bus carried 45 people to Paris.", {}),
        ("en", "Apollo 13 killed nobody.", {}),
        ("en", "Hundreds of mourners came for the girl whose killing shook the town.", {}),
        ("en", "Hundreds of people, whose homes stand there, heard that a man died.", {}),
        ("en", "The 12 men were seen killing time.", {}),
        ("zh", "死亡12人。", {}),
    ],
)  # fmt: skip
def test_sentences_in_further_languages(language, sentence, wanted):
    assert {each.what: each.value for each in in_sentence(sentence, language)} == wanted


def test_a_number_keeps_its_sentence_unit_and_bound():
    text = "The river rose.\nAt least 30 families were displaced by the flood. It was over."
    (number,) = reported(text, "en", "Flood in Beira")
    assert number.brief() == "displaced: at least 30 families"
    assert number.sentence == "At least 30 families were displaced by the flood."


def test_one_is_a_person():
    (number,) = in_sentence("One person was killed.", "en")
    assert number.brief() == "dead: 1 person"


def test_a_number_counts_once_and_the_title_comes_first():
    numbers = reported(
        "Twelve people were killed. Another 5 were hurt.", "en", "12 killed in Beira"
    )
    assert [(each.what, each.value, each.sentence) for each in numbers] == [
        ("dead", 12, "12 killed in Beira"),
        ("injured", 5, "Another 5 were hurt."),
    ]


def test_a_page_has_at_most_a_few_numbers():
    text = "\n".join(f"The attack killed {number} people." for number in range(3, 100))
    assert len(reported(text, "en")) == MOST_NUMBERS


PIECES = st.sampled_from(
    ["killed", "12", "3-0", "and", ",", "people", ".", "dozens", "of", "million", "muertos", "y", "tote", "1.2", "İ",
     "-", "'", "\ud800", "hundred", "zweihundert", "\n", "vingt", "between", "99999999999999999"]
)  # fmt: skip


@given(st.lists(PIECES).map(" ".join), st.sampled_from([*WORDS, "", "xx"]))
def test_any_text_has_numbers_that_make_sense(text, language):
    for number in reported(text, language, text):
        assert 0 <= number.value <= number.most
        assert number.sentence in text


@pytest.mark.parametrize(
    "unit", ["12 ", "killed 12 ", "killed ", "twenty and ", "(", "dozens of ", "12.", "hundert"]
)
def test_reading_numbers_takes_time_in_proportion_to_the_text(unit):
    def make(size: int) -> str:
        return unit * (size // len(unit))

    assert (
        growth(make, lambda text: reported(text, "de" if unit == "hundert" else "en"), 5_000)
        < LINEAR
    )
