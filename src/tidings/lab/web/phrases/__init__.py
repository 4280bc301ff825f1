"""The phrases of the generated web's articles, in four languages."""

from __future__ import annotations

from collections.abc import Mapping

from tidings.lab.web.phrases.english import ENGLISH
from tidings.lab.web.phrases.french import FRENCH
from tidings.lab.web.phrases.german import GERMAN
from tidings.lab.web.phrases.grammar import Language, Topic
from tidings.lab.web.phrases.spanish import SPANISH

LANGUAGES: Mapping[str, Language] = {
    "en": ENGLISH,
    "de": GERMAN,
    "fr": FRENCH,
    "es": SPANISH,
}

__all__ = ["LANGUAGES", "Language", "Topic"]
