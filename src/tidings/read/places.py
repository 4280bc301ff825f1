"""The places a text names: gazetteer names in capitals, whole words, with rules against people and plain words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from ahocorasick_rs import AhoCorasick, Implementation, MatchKind

from tidings.model import Mention, Place
from tidings.read import gazetteer

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
    Eagles Dodgers Mets Cubs Patriots Celtics Steelers Ravens Redskins Nationals Capitals Wizards Exchange"""
_NAMESAKES = frozenset(_INSTITUTIONS.split())


class _Hit(NamedTuple):
    start: int
    end: int
    place: Place


class Finder:
    """Finds places; the given names are always places, and everything the gazetteer calls the same goes by them."""

    def __init__(self, places: Iterable[str] = ()) -> None:
        self.given = tuple(dict.fromkeys(name.strip() for name in places if name.strip()))
        self._own: _Names | None = None
        self._renamed: dict[Place, Place] = {}

    def find(self, text: str) -> tuple[Mention, ...]:
        """Return the places of a text, the most frequent first."""
        counts = Counter(hit.place for hit in self.hits(text))
        ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0].name))
        return tuple(Mention(place, count) for place, count in ranked)

    def hits(self, text: str) -> list[_Hit]:
        """Return where the places stand, in order."""
        if self._own is None:
            self._prepare()
        own = list(_whole_words(text, self._own)) if self._own is not None else []
        found = [
            hit._replace(place=self._renamed.get(hit.place, hit.place))
            for hit in _plausible(text, _whole_words(text, _known()))
        ]
        return _longest(own, found)

    def _prepare(self) -> None:
        known = gazetteer.names()
        own: dict[str, Place] = {}
        for name in self.given:
            place = known.get(name) or known.get(name.title())
            called = Place(name) if place is None else place._replace(name=name)
            if place is not None:
                self._renamed[place] = called
            for form in (name, name.title(), name.upper()):
                own.setdefault(form, called)
        self._own = _Names(own)


class _Names:
    """An automaton over names, and the place of each."""

    def __init__(self, names: dict[str, Place]) -> None:
        self.places = list(names.values())
        self.automaton = AhoCorasick(
            list(names),
            matchkind=MatchKind.LeftmostLongest,
            implementation=Implementation.ContiguousNFA,
        )


@lru_cache(maxsize=1)
def _known() -> _Names:
    return _Names(gazetteer.names())


@lru_cache(maxsize=16)
def _finder(places: tuple[str, ...]) -> Finder:
    return Finder(places)


def find_places(text: str, places: Iterable[str] = ()) -> tuple[Mention, ...]:
    """Return the places a text names, the most frequent first; ``places`` are recognised in any case."""
    return _finder(tuple(places)).find(text)


def _whole_words(text: str, names: _Names) -> Iterator[_Hit]:
    for index, start, end in names.automaton.find_matches_as_indexes(text):
        if start and text[start - 1].isalnum():
            continue
        if end < len(text) and text[end].isalnum() and text[end] < "\u0e00":
            continue
        yield _Hit(start, end, names.places[index])


def _plausible(text: str, hits: Iterable[_Hit]) -> list[_Hit]:
    """Leave out people, newspapers, and names the text also uses as plain words."""
    kept: list[_Hit] = []
    refused: dict[str, bool] = {}
    for hit in hits:
        name = text[hit.start : hit.end]
        if name not in refused:
            refused[name] = name in _FIRST_NAMES or _is_word_of(text, name)
        if refused[name]:
            continue
        if _follows_first_name(text, hit.start):
            refused[name] = True  # once a person, always a person, also before
        elif not _names_something_else(text, hit.end):
            kept.append(hit)
    return [hit for hit in kept if not refused[text[hit.start : hit.end]]]


def _is_word_of(text: str, name: str) -> bool:
    """Tell whether a text uses a name as a plain word too; abbreviations such as US have no plain form."""
    return name.isascii() and not name.isupper() and f" {name.lower()} " in text


def _follows_first_name(text: str, start: int) -> bool:
    if text[start - 1 : start] != " ":
        return False
    before = text[max(0, start - 20) : start].split()
    return bool(before) and (before[-1] in _FIRST_NAMES or before[-1] in _TITLES)


def _names_something_else(text: str, end: int) -> bool:
    if text[end : end + 1] != " " or not text[end + 1 : end + 2].isupper():
        return False
    return text[end + 1 : end + 20].split(maxsplit=1)[0].rstrip(".,;:!?)'\u2019") in _NAMESAKES


def _longest(own: list[_Hit], found: list[_Hit]) -> list[_Hit]:
    """Merge the given and the known names; where they overlap the longer wins, the given one on a tie."""
    if not own:
        return found
    merged = sorted((*own, *found), key=lambda hit: (hit.start, hit.start - hit.end))
    kept: list[_Hit] = []
    for hit in merged:
        if not kept or hit.start >= kept[-1].end:
            kept.append(hit)
    return kept
