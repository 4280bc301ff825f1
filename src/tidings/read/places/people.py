"""Rules that show that a place name in a text is a person, an institution or a common word."""

from __future__ import annotations

from tidings.read.dates.day_words import DAY_WORDS
from tidings.read.names.tables import GIVEN_NAMES, TITLES_BEFORE_NAMES
from tidings.read.places.gazetteer import PlaceCandidate, PlaceKind

_INSTITUTIONS = """Post Times Globe Tribune Herald Journal Examiner Chronicle Gazette Observer Telegraph University College School
    Institute Street Avenue Road Boulevard Hilton Airlines United Rangers Cowboys Bulls Bears Lakers Giants Yankees Jets
    Eagles Dodgers Mets Cubs Patriots Celtics Steelers Ravens Redskins Nationals Capitals Wizards Exchange River Creek Drive
    Parkway Lane Mountains Wanderers Athletics Seahawks"""
_NAMED_AFTER_PLACES = frozenset(_INSTITUTIONS.split())
"""Words after a place name that make it an institution or a street."""
_CALLED_AFTER_PLACES = """Austin Brooklyn Carolina Chad Charlotte Chelsea Dakota Dallas Devon Florence Georgia Houston India Israel
    Jackson Jordan Kent Kingston London Lourdes Madison Orlando Paris Phoenix Preston Regina Savannah Sydney Trinidad Verona
    Victoria Vienna Virginia"""
_PLACES_AS_GIVEN_NAMES = frozenset(_CALLED_AFTER_PLACES.split())
_OFFICES = """Police Mayor City County Council Department Fire Sheriff District Public High International Airport State Superior
    Court Municipal Regional Metropolitan Opera Convention Motor Stock Stadium Hospital Medical General Bay Harbour Harbor
    Township Chamber Democrats Republicans Gov Rep Sen Attorney Senate House Army Air Red North South East West"""
_ENGLISH_DAYS = [*DAY_WORDS["en"].weekdays, *DAY_WORDS["en"].months]
_AFTER_PLACES = frozenset(_OFFICES.split()).union(name.capitalize() for name in _ENGLISH_DAYS)
_SPEAKING = (" said", " says", " told", " added,", " testified")
_HOMOGRAPHS = frozenset(
    ("Turkey", "China", "Chad", "Polish", "Guinea", "Jersey", "Virginia", "Jordan", "Georgia")
)
"""Countries and regions that are also words or given names."""
_BEFORE_SURNAMES = GIVEN_NAMES | TITLES_BEFORE_NAMES
_LONGEST_WORD = 8
"""Characters; longer names are hardly ever common words too."""
_METROPOLIS = 6.2
"""Rank of a city of 1,500,000, whose name may stand for a government: "Moscow said"."""


def is_other_word(text: str, name: str, best: PlaceCandidate) -> bool:
    """Return whether a name is a given name, or the text also uses it as a common word."""
    if best.kind >= PlaceKind.REGION and name not in _HOMOGRAPHS:
        return False
    return name in GIVEN_NAMES or _is_word_of(text, name)


def is_person(text: str, start: int, end: int, best: PlaceCandidate) -> bool:
    """Return whether a name follows a title or given name, or precedes a verb of speaking."""
    if text[start - 1 : start] == " ":
        word = text[text.rfind(" ", 0, start - 1) + 1 : start - 1]
        if word[word.rfind("\n") + 1 :] in _BEFORE_SURNAMES:
            return True
    if not text.startswith(_SPEAKING, end):
        return False
    name = text[start:end]
    if best.rank > _METROPOLIS and name not in _HOMOGRAPHS:
        return False
    return f" in {name}" not in text


def is_part_of_a_name(text: str, start: int, end: int) -> bool:
    """Return whether a name begins the name of an institution, a street or a person."""
    after = text[end : end + 20]
    if after[:1] != " " or not after[1:2].isupper():
        return False
    following = after.split(maxsplit=1)[0].rstrip(".,;:!?)'\u2019")
    if following in _NAMED_AFTER_PLACES:
        return True
    return (
        text[start:end] in _PLACES_AS_GIVEN_NAMES
        and following not in _AFTER_PLACES
        and len(following) > 2
        and not following.isupper()
        and text[start - 4 : start] not in (" in ", "ear ", "rom ")
    )


def _is_word_of(text: str, name: str) -> bool:
    """Return whether a text uses a name as a common word; abbreviations such as US have no lower case."""
    if len(name) > _LONGEST_WORD or " " in name or not name.isascii() or name.isupper():
        return False
    word = name.lower()
    return word in text and f" {word} " in text  # the first test fails three times as fast
