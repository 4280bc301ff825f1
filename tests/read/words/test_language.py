"""Languages of texts long, short and declared."""

# ruff: noqa: RUF001 - letters of other alphabets are meant

from __future__ import annotations

import pytest

from tidings.read.words.language import declared_code, detect

TEXTS = {
    "en": "The police said on Tuesday that three people were hurt when the bridge over the river fell down.",
    "de": "Die Polizei teilte am Dienstag mit, dass drei Menschen verletzt wurden, als die Brücke einstürzte.",
    "fr": "La police a déclaré mardi que trois personnes ont été blessées lorsque le pont s'est effondré.",
    "es": "La policía dijo el martes que tres personas resultaron heridas cuando se derrumbó el puente.",
    "pt": "A polícia disse na terça-feira que três pessoas ficaram feridas quando a ponte caiu sobre o rio.",
    "nl": "De politie zei dinsdag dat drie mensen gewond raakten toen de brug over de rivier instortte.",
    "ru": "Полиция сообщила во вторник, что три человека пострадали, когда мост через реку обрушился.",
    "tr": "Polis salı günü nehrin üzerindeki köprünün çökmesi sonucu üç kişinin yaralandığını söyledi.",
    "ar": "قالت الشرطة يوم الثلاثاء إن ثلاثة أشخاص أصيبوا عندما انهار الجسر فوق النهر في المدينة.",
    "ja": "警察は火曜日、川にかかる橋が崩れて三人がけがをしたと発表しました。",
}


@pytest.mark.parametrize("language", TEXTS)
def test_languages_are_detected(language):
    assert detect(TEXTS[language] * 4) == language


def test_short_texts_follow_the_declaration():
    assert detect("Hotel Taxi Restaurant", "nl-NL") == "nl"


def test_a_wrong_declaration_is_overruled():
    assert detect(TEXTS["fr"] * 4, "en-US") == "fr"
    assert detect(TEXTS["pt"] * 4, "es") == "pt"


def test_nothing_known():
    assert detect("") == ""
    assert detect("", "en") == "en"


@pytest.mark.parametrize(
    ("tag", "code"),
    [
        ("en-GB", "en"),
        ("PT_br", "pt"),
        ("nb", "no"),
        ("english", ""),
        ("", ""),
        ("x", ""),
        (" de ", "de"),
    ],
)
def test_declared_codes(tag, code):
    assert declared_code(tag) == code
