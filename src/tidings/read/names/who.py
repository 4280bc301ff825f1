"""Find people and organisations in a text by their capitals: heuristics and tables, no model. Places are left out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from tidings.model import Mention, Named
from tidings.read.dates.day_words import CALENDAR
from tidings.read.names.tables import (
    ABBREVIATED_TITLES,
    AFTER_NAMES,
    BEFORE_NAMES,
    BEFORE_PLACES,
    DIRECTIONS,
    ELIDING,
    ENGLISH,
    GENERIC,
    GEOGRAPHY,
    GERMAN_TITLE,
    NOT_NAMES,
    NOUN_CAPITALS,
    ORGANISATIONS,
    TITLES,
)
from tidings.read.places.gazetteer import PlaceKind
from tidings.read.places.geonames import gazetteer
from tidings.read.words.words import stop_words

LEAD_LENGTH = 1_200
"""Characters at the start of a text in which names and the type of a crisis are looked for."""
MOST_NAMES = 10
"""Names returned for a text: as many as a reader takes in, and facets can use."""
_TEXT_READ = 50_000
"""Characters read; important names come earlier."""
_LONGEST_NAME = 5
"""Capitalised words; more in a row are a headline."""
_ACRONYM = 6
"""Letters of the longest acronym that is accepted after one occurrence."""
_SHORT_LINE = 40
"""Characters: shorter lines without an end of sentence are menus, captions and by-lines."""

_LAST_CASED = 0x0590
"""From this code point on, after Armenian, scripts in common use have no case."""
_UPPER = "".join(char for char in map(chr, range(_LAST_CASED)) if char.isupper())
_POINTED = "|".join(rf"(?<=\b{word}\.)" for word in (*ABBREVIATED_TITLES, "St"))
_WORD = rf"(?:\.(?:[{_UPPER}]\.)*|\w*(?:['’&-]\w+)*(?:\.(?:{_POINTED}))?)"  # noqa: RUF001 - the apostrophe of print
"""A word after its capital: initials, an abbreviated title, or letters."""
_PARTICLES = (
    "of of_the for de de_la de_las de_los du des del della dei di da do dos das van van_de van_den van_der von "
    "von_der zu ter ten al el bin ibn y e &"
)
_BETWEEN = "|".join(
    particle.replace("_", "[ \\xa0]")
    for particle in sorted(_PARTICLES.split(), key=len, reverse=True)
)
_RUN = re.compile(  # starts with the capital, not a lookbehind, as that is the fastest search
    rf"[{_UPPER}](?<![\w@#/.-].){_WORD}(?:[ \xa0](?:(?:{_BETWEEN})[ \xa0])?[{_UPPER}]{_WORD})*"
)
_BEFORE_OPENING = " \xa0\"'“”„‘’«»([—–-•*|"  # noqa: RUF001 - the signs of print
_SENTENCE_ENDS = ".!?:;…\n"
_POSSESSIVE = re.compile(r"['’](?:[^\W\d_A-Z]{1,4})?$")  # noqa: RUF001 - the apostrophe of print
_ELIDED = re.compile(rf"[{_UPPER}]{{1,3}}(?:ll|ell)?['’](?=[{_UPPER}])")  # noqa: RUF001 - the apostrophe of print
_ROMAN = re.compile(r"[IVXLC]+")


class _Run(NamedTuple):
    """A run of capitalised words as written."""

    words: tuple[str, ...]
    opens: bool
    """Whether it begins a sentence, where any word is capitalised."""


def who(text: str, places: Iterable[Mention] = (), language: str = "") -> tuple[Named, ...]:
    """Return the people and organisations in a text, the most frequent first; none in scripts without case."""
    text = _prose(text[:_TEXT_READ])
    language = language.lower()[:2]
    runs = Counter(_runs(text, language))
    if not runs:
        return ()
    tally = _Tally(frozenset(text.split()), _Places(places), language)
    for run, count in runs.items():
        tally.add(run, count)
    return tally.names()


def people_and_organisations(
    text: str, places: Iterable[Mention], language: str
) -> tuple[tuple[Named, ...], tuple[Named, ...]]:
    """Return the people and the organisations in the lead of a text."""
    return by_kind(who(text[:LEAD_LENGTH], places, language))


def by_kind(names: Iterable[Named]) -> tuple[tuple[Named, ...], tuple[Named, ...]]:
    """Divide names into people and organisations."""
    people: list[Named] = []
    organisations: list[Named] = []
    for name in names:
        (organisations if _names_organisation(name.name) else people).append(name)
    return tuple(people), tuple(organisations)


def _prose(text: str) -> str:
    """Drop lines that are not sentences."""
    return "\n".join(
        [
            line
            for line in text.split("\n")
            if len(line) >= _SHORT_LINE or line.rstrip(" \"”»'’)").endswith((".", "!", "?"))  # noqa: RUF001
        ]
    )


def _runs(text: str, language: str) -> Iterator[_Run]:
    for match in _RUN.finditer(text):
        start = match.start()
        before = text[max(0, start - 3) : start].rstrip(_BEFORE_OPENING)
        words = tuple(match[0].replace("\xa0", " ").split(" "))
        if language in ELIDING:
            words = (_ELIDED.sub("", words[0]), *words[1:])
        yield _Run(words, not before or before[-1] in _SENTENCE_ENDS)


class _Places:
    """The places found in the text, looked up by any of their names."""

    def __init__(self, mentions: Iterable[Mention]) -> None:
        self._named = frozenset([mention.place.name.casefold() for mention in mentions])

    def __contains__(self, name: str) -> bool:
        if name.casefold() in self._named:
            return True
        places = _places_called(name)
        return places is None or not places.isdisjoint(self._named)


@lru_cache(maxsize=20_000)
def _places_called(name: str) -> frozenset[str] | None:
    """Return the names of the places that a name may mean, None if it always means a country or region."""
    known = gazetteer()
    index = known.index(name)
    if index is None:
        index = known.index(f"{name}.")  # Fla. loses its point at the end of a sentence
    if index is None:
        return frozenset()
    places = known.candidates(index)
    if places[0].kind >= PlaceKind.REGION:
        return None
    return frozenset(known.place(place.row).name.casefold() for place in places)


@lru_cache(maxsize=64)
def _plain_words(language: str) -> frozenset[str]:
    return stop_words(language) | ENGLISH


class _Tally:
    """Counts names: those of several words, single words, and single words at the beginning of a sentence."""

    def __init__(self, tokens: frozenset[str], places: _Places, language: str) -> None:
        self._tokens = tokens
        """All words of the text as written, to see which occur in lower case."""
        self._places = places
        self._stops = _plain_words(language)
        self._nouns = language in NOUN_CAPITALS
        self._whole: Counter[str] = Counter()
        self._single: Counter[str] = Counter()
        self._opening: Counter[str] = Counter()
        self._titled: set[str] = set()
        self._within: set[str] = set()
        """Names that occur inside a sentence."""

    def add(self, run: _Run, count: int) -> None:
        """Count the name in a run, if there is one."""
        if len(run.words) == 1:
            single = self._opening if run.opens else self._single
            single[_bare(run.words[0])] += count
            return
        words = self._trimmed(run)
        rest = self._after_title(words)
        words = self._person_only(words if rest is None else rest)
        if not words or (len(words) > 1 and not self._is_name(words)):
            return
        name = " ".join((*words[:-1], _bare(words[-1])))
        if rest is not None:
            self._titled.add(name)
        if not run.opens:
            self._within.add(name)
        (self._single if len(words) == 1 else self._whole)[name] += count

    def _trimmed(self, run: _Run) -> list[str]:
        """Strip words before and after a name that are not part of it."""
        words = [*run.words]
        if run.opens and self._is_plain(words[0]):
            words = _without_first(words)
        while len(words) > 1 and words[0].lower() in BEFORE_NAMES:
            words = _without_first(words)
        while len(words) > 1 and words[-1].lower() in AFTER_NAMES:
            words.pop()
        return words

    def _person_only(self, words: list[str]) -> list[str]:
        """Strip a place before a person (ambassador to Egypt Anna Berg) and words after (Anna Berg of Ghent)."""
        at = next((at for at, word in enumerate(words) if _ends_person(word)), len(words))
        of = words[at : at + 1] in (["of"], ["for"])
        if _is_organisation(words[:at] if of else words):
            return words
        words = words[:at] + [_bare(word) for word in words[at : at + 1] if word[0].isupper()]
        if len(words) > 2 and words[1][0].isupper() and words[0] in self._places:
            return words[1:]
        return words

    def _after_title(self, words: Sequence[str]) -> list[str] | None:
        """Return the words after the last title, None if there is no title."""
        last = max((at for at, word in enumerate(words) if self._is_title(word)), default=-1)
        if last < 0:
            return None
        rest = list(words[last + 1 :])
        if not rest:
            return [] if len(words) == 1 or self._is_title(words[-2]) else None
        if rest[0] in ("of", "for"):
            rest = [word for word in rest if word[0].isupper()][1:]
            return rest if len(rest) > 1 else []
        return None if rest[0].lower() in ORGANISATIONS or rest[0][0].islower() else rest

    def _is_title(self, word: str) -> bool:
        bare = word.lower().rstrip(".")
        return bare in TITLES or (self._nouns and bool(GERMAN_TITLE.fullmatch(bare)))

    def _is_plain(self, word: str) -> bool:
        lower = word.lower()
        if lower in NOT_NAMES:
            return True
        return not _is_acronym(word) and (lower in self._stops or lower in self._tokens)

    def _is_name(self, words: Sequence[str]) -> bool:
        """Return whether capitalised words are a name: not a headline, all capitals, a street or a river."""
        capitals = [word for word in words if word[0].isupper()]
        if len(capitals) > _LONGEST_NAME or all(word.isupper() for word in capitals):
            return False
        lowered = [word.lower().rstrip(".") for word in capitals]
        if lowered[-1] in GEOGRAPHY or lowered[0] in BEFORE_PLACES:
            return False
        if any(word in ENGLISH and len(word) > 1 for word in lowered[1:]):
            return False
        return not GENERIC.issuperset(map(_bare, lowered))

    def names(self) -> tuple[Named, ...]:
        """Return the most frequent names; single words count for the full name they belong to."""
        whole = _folded(self._without_openings())
        counts = Counter(whole)
        owners = _owners(whole)
        for name in {**self._single, **self._opening}:
            count = self._single[name] + self._opening[name]
            owner = owners.get(name)
            if owner and name not in self._places:
                counts[owner] += count
            elif self._stands_alone(name, count):
                counts[name] = count
        for name in [name for name in counts if _initials(name) in counts]:
            counts[_initials(name)] += counts.pop(name)
        ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        return tuple([Named(name, count) for name, count in ranked[:MOST_NAMES]])

    def _without_openings(self) -> Counter[str]:
        """Count names, without a first word that only occurs because it opens a sentence."""
        counts: Counter[str] = Counter()
        for name in self._whole:
            if self._is_place(name):
                continue
            rest = name.partition(" ")[2]
            is_name = rest in self._whole or (rest.isupper() and rest in self._single)
            counts[rest if is_name and name not in self._within else name] += self._whole[name]
        return counts

    def _is_place(self, name: str) -> bool:
        """Return whether a name of several words is a place, or a part of one: Northern France."""
        if name in self._places:
            return True
        first, _, rest = name.partition(" ")
        return first.lower() in DIRECTIONS and rest in self._places

    def _stands_alone(self, name: str, count: int) -> bool:
        """Return whether a single word is a name: no common word, no title, no place."""
        lower = name.lower()
        if not self._single[name] or len(name.strip(".")) < 2:
            return False
        if lower in NOT_NAMES or lower in CALENDAR or lower in TITLES:
            return False
        if name not in self._titled and not self._is_proper(name, count):
            return False
        return name not in self._places

    def _is_proper(self, name: str, count: int) -> bool:
        if self._is_plain(name):
            return False
        if name.isupper():
            enough = count > 1 or 3 <= len(name) <= _ACRONYM
            return enough and name.isalpha() and not _ROMAN.fullmatch(name)
        stem, hyphen, _ = name.partition("-")
        if hyphen and stem in self._places:
            return False
        return count > 1 and not self._nouns and len(name) > 2


def _is_acronym(word: str) -> bool:
    """Return whether a word is short and in capitals: WHO is not who."""
    return 2 <= len(word) <= _ACRONYM and word.isupper() and word.isalpha()


def _without_first(words: Sequence[str]) -> list[str]:
    """Drop the first word and the lower-case words after it."""
    rest = list(words[1:])
    while rest and not rest[0][0].isupper():
        rest.pop(0)
    return rest


def _names_organisation(name: str) -> bool:
    """Return whether a name is that of an organisation: it has a word such as "committee", or is an acronym."""
    return _is_acronym(name) or _is_organisation(name.split())


def _is_organisation(words: Iterable[str]) -> bool:
    return not ORGANISATIONS.isdisjoint([word.lower() for word in words])


def _ends_person(word: str) -> bool:
    """Return whether a word ends a person's name: Anna Berg of Ghent, Anna Berg's House."""
    return word in ("of", "for") or word.endswith(("'s", "’s"))  # noqa: RUF001 - the apostrophe of print


def _bare(word: str) -> str:
    """Return a word without a possessive ending, as in Merkel's."""
    return _POSSESSIVE.sub("", word) if "'" in word or "’" in word else word  # noqa: RUF001


def _folded(whole: Counter[str]) -> Counter[str]:
    """Merge names with the same first and last word into the most frequent form."""
    groups: dict[tuple[str, str], list[str]] = {}
    for name in sorted(whole, key=lambda name: (-whole[name], name)):
        groups.setdefault((name.split()[0], name.split()[-1]), []).append(name)
    return Counter({names[0]: sum(whole[name] for name in names) for names in groups.values()})


def _owners(whole: Counter[str]) -> dict[str, str]:
    """Map single words to the most frequent person whose name ends or begins with them."""
    owners: dict[str, str] = {}
    people = {name: words for name in whole if not _is_organisation(words := name.split())}
    ranked = sorted(people, key=lambda name: (-whole[name], name))
    for at in (-1, 0):
        for name in ranked:
            owners.setdefault(people[name][at], name)
    return owners


def _initials(name: str) -> str:
    """Return the acronym of a name, empty for a single word."""
    letters = [word[0] for word in name.split() if word[0].isupper()]
    return "".join(letters) if len(letters) > 1 else ""
