"""The starter names types in ten languages, in compounds and hashtags, and names none without good reason."""

# ruff: noqa: RUF001 - sentences in other languages

from __future__ import annotations

import pytest

from tidings.learn.types.model import NONE, starter
from tidings.learn.types.vocabulary import LANGUAGES

SENTENCES = [
    ("de", "flood/rain", "Nach der Flutkatastrophe im Tal suchen Helfer weiter nach Vermissten im Schlamm."),
    ("de", "flood/rain", "Die Jahrhundertflut traf das Dorf in der Nacht, viele Häuser stehen leer."),
    ("de", "wildfire", "Waldbrände in Brandenburg: Feuerwehr kämpft weiter gegen die Flammen."),
    ("it", "flood/rain", "Alluvione in Emilia: il fiume ha esondato, migliaia di sfollati nella notte."),
    ("it", "earthquake", "Forte scossa di terremoto nel centro Italia, crolli in diversi paesi."),
    ("pt", "flood/rain", "Enchentes no sul: a chuva não para e o rio transbordou em Porto Alegre."),
    ("pt", "mass movement", "Deslizamento de terra deixa moradores soterrados na encosta."),
    ("nl", "flood/rain", "De watersnoodramp in Limburg: dijken breken en dorpen worden ontruimd."),
    ("pl", "flood/rain", "Powódź na Dolnym Śląsku: wały przerwane, zalane wsie i ewakuacja."),
    ("tr", "earthquake", "Deprem sonrası enkaz altında arama sürüyor, artçı sarsıntılar devam ediyor."),
    ("id", "flood/rain", "Banjir bandang melanda desa, ratusan rumah terendam setelah hujan deras."),
    ("es", "flood/rain", "Inundaciones en el valle: el río se desbordó tras las lluvias torrenciales."),
    ("fr", "wildfire", "Feux de forêt: les pompiers luttent, des milliers d'hectares brûlés."),
    ("en", "flood/rain", "Praying for everyone. #PortoAlegreFlood"),
    ("en", "tension/dispute/conflict", "A man opened fire in a market and was arrested by police."),
]  # fmt: skip


@pytest.mark.parametrize(("language", "label", "text"), SENTENCES)
def test_types_are_named_in_ten_languages(language: str, label: str, text: str) -> None:
    assert starter().classify(text, language).name == label


@pytest.mark.parametrize(
    "text",
    [
        "A SAR team trained with its new boats on the lake, a spokesman said on Friday.",
        "The company raised its forecast after a strong quarter, and its shares rose by four percent.",
        "The minister opened a plant for batteries; the factory will employ nine hundred people.",
        "Our brand is on fire this summer, says the head of sales of the clothing firm.",
    ],
)
def test_other_news_get_no_type(text: str) -> None:
    assert starter().classify(text, "en").name == NONE


def test_every_language_has_every_type() -> None:
    assert len(LANGUAGES) == 10
    assert all(set(types) == set(LANGUAGES["en"]) for types in LANGUAGES.values())


def test_no_type_is_named_below_a_sensible_probability() -> None:
    typed = starter().classify("A crash, a flood, a storm, an attack and an outbreak.", "en")
    assert typed.name == NONE or typed.probability >= 0.4
