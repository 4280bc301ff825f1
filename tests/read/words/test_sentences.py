"""Sentences of many scripts, and what only looks like the end of one."""

# ruff: noqa: RUF001 - signs of other scripts are meant

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.growth import LINEAR, growth
from tidings.read.words.sentences import sentences

SPLIT = {
    "ja": "「助けて。」と彼は言った。|東京で地震があった。|死者は5人！|確認中です。",
    "zh": "他说：“走吧。”然后离开了。|死亡12人。|救援继续。",
    "ar": "قتل 12 شخصا. |هل هناك ناجون؟ |نعم.",
    "ur": "بارہ افراد ہلاک ہوئے۔ |تلاش جاری ہے۔",
    "hi": "बारह लोग मारे गए। |खोज जारी है।",
    "el": "Τι έγινε; |Κανείς δεν ξέρει. |Τέλος.",
    "am": "ሰዎች ሞቱ። |ፍለጋው ቀጥሏል።",
    "hy": "Զոհվել է 5 մարդ։ |Որոնումները շարունակվում են։",
    "ko": "5명이 숨졌다. |구조가 계속되고 있다.",
    "my": "လူ ၅ ဦး သေဆုံးခဲ့သည်။ |ရှာဖွေနေဆဲ ဖြစ်သည်။",
    "km": "មនុស្ស៥នាក់បានស្លាប់។ |ការស្វែងរកនៅបន្ត។",
    "en": "Mr. Smith of the U.S. Army died at 5 p.m. |The police, led by Gen. J. R. Doe, came. |"
    '"It was bad." |He left! |Really?! |No. 5 was hit. |He said no. |Then approx. 20 people ran. |'
    "Prices rose 3.5 percent. |It was Jan. 5 in St. Louis, Mo. |They ran to the U.N. (N.Y.) High Office.",
    "de": "Am 3. Mai starben ca. 20 Menschen. |Im 19. Jahrhundert war z.B. Dr. Meier da. |Es waren 12. |"
    "Die Polizei kam. |»Hilfe kommt.« |Die Stadt St. Gallen usw. blieb stehen.",
    "fr": "M. Dupont est à l'est. |Les secours sont là. |« Nous cherchons. » |Le maire est mort.",
    "es": "El Sr. Pérez fue al mar. |Vecinos dijeron que EE.UU. envió ayuda. |¿Qué pasó? |¡Nada! |Fin.",
    "pt": "O Dr. Silva chegou. |O rio subiu... |Ninguém morreu.",
    "it": "Il sig. Rossi è vivo. |I morti sono 5. |Lo dice il Prof. Bianchi.",
    "ru": "Проф. Иванов сказал. |Погибли 5 чел. в 2010 г. |Все это было.",
}


@pytest.mark.parametrize("language", SPLIT)
def test_sentences_end_where_a_reader_ends_them(language):
    wanted = [each.strip() for each in SPLIT[language].split("|")]
    assert [each.text for each in sentences(SPLIT[language].replace("|", ""), language)] == wanted


def test_a_line_ends_a_sentence():
    assert [each.text for each in sentences("Menu\n\n1. First\nDone so far\r\nThe end")] == [
        "Menu",
        "1. First",
        "Done so far",
        "The end",
    ]


def test_a_script_without_signs_is_split_at_spaces():
    text = " ".join(["น้ำท่วมในจังหวัดเชียงใหม่ทำให้มีผู้เสียชีวิต"] * 12)
    pieces = [each.text for each in sentences(text, "th")]
    assert len(pieces) > 2
    assert " ".join(pieces) == text


def test_the_language_need_not_be_known():
    text = "On 3. Mai it rained. It stopped. 今日は晴れ。雨。"
    assert [each.text for each in sentences(text)] == [
        "On 3. Mai it rained.",
        "It stopped.",
        "今日は晴れ。",
        "雨。",
    ]


PIECES = st.sampled_from(
    ["a", "B", "1", ".", "!", "…", ";", " ", "\n", "。", "」", '"', "»", "Mr", "U.S", "ก", "\u2028"]
)


@given(st.lists(PIECES).map("".join), st.sampled_from(["", "de", "el"]))
def test_sentences_are_verbatim_and_leave_out_only_space(text, language):
    position = 0
    for start, end, piece in sentences(text, language):
        assert text[start:end] == piece == piece.strip() != ""
        assert not text[position:start].strip()
        position = end
    assert not text[position:].strip()


@pytest.mark.parametrize(
    "unit", [".", "U.S. Army ", ".x", '."', "1. A ", "。", "ก ", "? ; ", "a.b.", " »"]
)
def test_splitting_takes_time_in_proportion_to_the_text(unit):
    def make(size: int) -> str:
        return unit * (size // len(unit))

    assert growth(make, lambda text: list(sentences(text)), 50_000) < LINEAR
