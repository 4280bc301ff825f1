"""What the reporters of the generated web write, in four languages; knows no sites and no markup."""

from __future__ import annotations

from collections.abc import Mapping

from tidings.lab.phrases.english import ENGLISH
from tidings.lab.phrases.french import FRENCH
from tidings.lab.phrases.german import GERMAN
from tidings.lab.phrases.grammar import Language, Topic
from tidings.lab.phrases.spanish import SPANISH

LANGUAGES: Mapping[str, Language] = {
    "en": ENGLISH,
    "de": GERMAN,
    "fr": FRENCH,
    "es": SPANISH,
}

__all__ = ["LANGUAGES", "Language", "Topic"]
