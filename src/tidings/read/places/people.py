"""What shows that a name in a text is a person's, an institution's or a plain word, and not a place."""

from __future__ import annotations

from tidings.read.places.gazetteer import Kind, PlaceCandidate

_MR = """Mr Mr. Mrs Mrs. Ms Ms. Dr Dr. Prof Prof. Sir Lord Lady Judge Justice Senator Sen. Rep. Gov. Officer Sgt. Capt. Lt.
    Col. Gen. Rev. Miss Coach Herr Frau Monsieur Madame Señor Señora Signor"""
_TITLES = frozenset(_MR.split())
_PEOPLE = """Aaron Adam Alan Albert Alex Alexander Alfred Alice Amanda Amy Andrea Andrew Angela Ann Anna Anne Anthony Arthur
    Ashley Barbara Ben Benjamin Betty Bill Bob Bobby Brad Brandon Brenda Brian Bruce Carl Carlos Carol Catherine Charles
    Charlie Chris Christian Christina Christine Christopher Craig Cynthia Dan Daniel Dave David Deborah Debra Denise Dennis
    Denzel Diana Diane Don Donald Donna Dorothy Doug Ed Edward Elizabeth Emily Emma Eric Ethan Eugene Evan Frances Frank
    Fred Gary George Gerald Gloria Grace Greg Gregory Hannah Harold Harry Heather Helen Henry Howard Ian Isabella Jack Jacob
    Jacqueline James Jamie Jane Janet Jason Jean Jeff Jeffrey Jennifer Jeremy Jerry Jesse Jessica Jim Jimmy Joan Joe John
    Johnny Jonathan Jose Joseph Joshua Joyce Juan Judith Judy Julia Julie Justin Karen Kate Katherine Keith Kelly Ken
    Kenneth Kevin Kim Kyle Larry Laura Lauren Lawrence Linda Lisa Luke Margaret Maria Marie Marilyn Mark Martha Martin Mary
    Matt Matthew Megan Melissa Michael Michelle Mike Nancy Natalie Nathan Nicholas Nick Nicole Noah Olivia Pamela Patricia
    Patrick Paul Peter Philip Rachel Ralph Randy Raymond Rebecca Richard Rob Robert Roger Ron Ronald Rose Roy Russell Ruth Ryan
    Sam Samantha Samuel Sandra Sara Sarah Scott Sean Sharon Shirley Sophia Stephanie Stephen Steve Steven Stuart Susan Ted
    Teresa Theresa Thomas Tim Timothy Todd Tom Tony Tyler Vincent Walter Wayne William Zachary"""
_FIRST_NAMES = frozenset(_PEOPLE.split())
_INSTITUTIONS = """Post Times Globe Tribune Herald Journal Examiner Chronicle Gazette Observer Telegraph University College School
    Institute Street Avenue Road Boulevard Hilton Airlines United Rangers Cowboys Bulls Bears Lakers Giants Yankees Jets
    Eagles Dodgers Mets Cubs Patriots Celtics Steelers Ravens Redskins Nationals Capitals Wizards Exchange River Creek Drive
    Parkway Lane Mountains Wanderers Athletics Seahawks"""
_NAMESAKES = frozenset(_INSTITUTIONS.split())
_CALLED_AFTER_PLACES = """Austin Brooklyn Carolina Chad Charlotte Chelsea Dakota Dallas Devon Florence Georgia Houston India Israel
    Jackson Jordan Kent Kingston London Lourdes Madison Orlando Paris Phoenix Preston Regina Savannah Sydney Trinidad Verona
    Victoria Vienna Virginia"""
_CHRISTIAN_NAMES = frozenset(_CALLED_AFTER_PLACES.split())
_OFFICES = """Police Mayor City County Council Department Fire Sheriff District Public High International Airport State Superior
    Court Municipal Regional Metropolitan Opera Convention Motor Stock Stadium Hospital Medical General Bay Harbour Harbor
    Township Chamber Democrats Republicans Gov Rep Sen Attorney Senate House Army Air Red North South East West Monday Tuesday
    Wednesday Thursday Friday Saturday Sunday January February March April May June July August September October November
    December"""
_OF_PLACES = frozenset(_OFFICES.split())
_SPEAKING = (" said", " says", " told", " added,", " testified")
_HOMOGRAPHS = frozenset(
    ("Turkey", "China", "Chad", "Polish", "Guinea", "Jersey", "Virginia", "Jordan", "Georgia")
)
"""Countries and regions that are also words or people."""
_PERSONAL = _FIRST_NAMES | _TITLES
_LONGEST_WORD = 8
"""Longer names are hardly ever plain words too."""
_METROPOLIS = 6.2
"""The rank of a city of 1,500,000, which may speak for its people as a government does."""


def is_other_word(text: str, name: str, best: PlaceCandidate) -> bool:
    """Tell whether a name is a first name, or the text uses it as a plain word too."""
    if best.kind >= Kind.REGION and name not in _HOMOGRAPHS:
        return False
    return name in _FIRST_NAMES or _is_word_of(text, name)


def is_person(text: str, start: int, end: int, best: PlaceCandidate) -> bool:
    """Tell whether a name stands behind a title or a first name, or before what people do."""
    if text[start - 1 : start] == " ":
        word = text[text.rfind(" ", 0, start - 1) + 1 : start - 1]
        if word[word.rfind("\n") + 1 :] in _PERSONAL:
            return True
    if not text.startswith(_SPEAKING, end):
        return False
    name = text[start:end]
    if best.rank > _METROPOLIS and name not in _HOMOGRAPHS:
        return False
    return f" in {name}" not in text


def is_part_of_a_name(text: str, start: int, end: int) -> bool:
    """Tell whether a name begins that of an institution, a street or a person."""
    behind = text[end : end + 20]
    if behind[:1] != " " or not behind[1:2].isupper():
        return False
    following = behind.split(maxsplit=1)[0].rstrip(".,;:!?)'\u2019")
    if following in _NAMESAKES:
        return True
    return (
        text[start:end] in _CHRISTIAN_NAMES
        and following not in _OF_PLACES
        and len(following) > 2
        and not following.isupper()
        and text[start - 4 : start] not in (" in ", "ear ", "rom ")
    )


def _is_word_of(text: str, name: str) -> bool:
    """Tell whether a text uses a name as a plain word; abbreviations such as US have no plain form."""
    if len(name) > _LONGEST_WORD or " " in name or not name.isascii() or name.isupper():
        return False
    word = name.lower()
    return word in text and f" {word} " in text  # the first is found missing three times as fast
