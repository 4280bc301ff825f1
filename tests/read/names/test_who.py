"""Names of people and organisations, in texts of several languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.growth import LINEAR, growth
from tests.read.shortcuts import find_places
from tidings.read.names.who import MOST_NAMES, who

ENGLISH = (
    "BREAKING NEWS FROM GHENT\n"
    "On Tuesday German Chancellor Angela Merkel met Mr. Charles Michel of Belgium in Brussels. Merkel's office "
    "said NATO and the UN High Commissioner for Refugees (UNHCR) would help. “We are ready,” said Michel. NATO "
    "will send engineers. President Obama called the Red Cross. The Red Cross and the University of Ghent opened "
    "shelters on Main Street near the Scheldt River. Police said a man was held. Police Chief John Smith told The "
    "New York Times he was calm. I'm not, Smith's deputy said; the Belgian army agreed."
)
GERMAN = (
    "Die Bundeskanzlerin Angela Merkel besuchte am Dienstag die Stadt Brüssel. Merkel sprach mit Außenminister Heiko "
    "Maas über die Lage der Menschen. Die NATO warnte. Der Präsident lobte die Polizei und die Feuerwehr. Ein "
    "Sprecher der NATO sagte, Ende März seien Tausende Menschen gekommen, so Polizeisprecherin Schmidt."
)
FRENCH = (
    "Le président Emmanuel Macron s'est rendu à Bruxelles mardi. Selon Macron, l'OTAN et Médecins Sans Frontières sont "
    "sur place. D'après Charles de Courson, député, l'OTAN hésite. Mme Dupont a parlé aux habitants de Zaventem."
)
SPANISH = (
    "El presidente Pedro Sánchez visitó Valencia. La ONU y la Cruz Roja enviaron ayuda. Sánchez habló con Ursula von "
    "der Leyen. La Cruz Roja pidió calma, y la ONU también."
)
RUSSIAN = "Президент Владимир Путин прибыл в Москву. Там Путин встретил людей. Представитель ООН заявил, что ООН поможет."  # fmt: skip # noqa: RUF001


def names(text: str, language: str) -> dict[str, int]:
    return dict(who(text, find_places(text), language))


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        (
            "en",
            ENGLISH,
            {
                "Angela Merkel": 2, "Charles Michel": 2, "John Smith": 2, "NATO": 2, "Red Cross": 2,
                "New York Times": 1, "Obama": 1, "UNHCR": 1, "University of Ghent": 1,
            },
        ),
        ("de", GERMAN, {"Angela Merkel": 2, "NATO": 2, "Heiko Maas": 1, "Schmidt": 1}),
        (
            "fr",
            FRENCH,
            {
                "Emmanuel Macron": 2, "OTAN": 2, "Charles de Courson": 1, "Dupont": 1,
                "Médecins Sans Frontières": 1,
            },
        ),
        (
            "es",
            SPANISH,
            {"Cruz Roja": 2, "ONU": 2, "Pedro Sánchez": 2, "Ursula von der Leyen": 1},
        ),
        ("ru", RUSSIAN, {"Владимир Путин": 2, "ООН": 2}),  # noqa: RUF001
    ],
)  # fmt: skip
def test_the_names_of_a_text(language: str, text: str, expected: dict[str, int]) -> None:
    assert names(text, language) == expected


@pytest.mark.parametrize(
    "text",
    [
        "比利时首相米歇尔周二在布鲁塞尔表示警方正在调查此事并将很快公布结果。",
        "قال رئيس الوزراء في بروكسل يوم الثلاثاء إن الشرطة تحقق في الأمر.",
        "",
        "Home\nNews\nSport\nAbout Us\nContact",
        "THE RIVER ROSE AND THE DAM BROKE, SAID PEOPLE IN THE TOWN BELOW IT.",
        "In March and on Friday, French and Belgian towns such as Ghent and Paris met. The French left on Friday.",
    ],
)
def test_texts_that_name_nobody(text: str) -> None:
    assert who(text, find_places(text), "en") == ()


def test_a_place_is_not_a_person_under_any_of_its_names() -> None:
    text = "They went to Bruxelles. Many love Bruxelles. In Bruxelles the mayor met Anna Berg."
    assert names(text, "en") == {"Anna Berg": 1}


def test_the_number_of_names_is_bounded() -> None:
    text = " ".join(f"Then Anna Berg{chr(97 + n)} spoke." for n in range(MOST_NAMES + 5))
    assert len(who(text, (), "en")) == MOST_NAMES


@pytest.mark.parametrize(
    "piece", ["A ", "Aa'", "Mr. ", "A.B.", "X of ", "É-", "Aa Bb. ", "\N{NO-BREAK SPACE}A"]
)
def test_odd_texts_are_read_in_linear_time(piece: str) -> None:
    def read_names(text: str) -> object:
        return who(text, (), "en")

    assert growth(lambda size: piece * (size // len(piece)), read_names, 10_000) < LINEAR


@given(st.text(), st.sampled_from(["en", "de", "fr", "", "tr"]))
def test_any_text_can_be_read(text: str, language: str) -> None:
    assert all(name and times > 0 for name, times in who(text, (), language))
