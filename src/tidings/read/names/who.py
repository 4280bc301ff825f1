"""The people and organisations a text names, told by their capitals; it knows places only as what to leave out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tidings.model import Mention, Named
from tidings.read.dates.day_words import CALENDAR
from tidings.read.names.tables import (
    ABBREVIATED_TITLES,
    BEFORE_NAMES,
    BEFORE_PLACES,
    BEHIND_NAMES,
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
from tidings.read.places.gazetteer import Gazetteer, Kind
from tidings.read.places.geonames import gazetteer
from tidings.read.words.words import stop_words

MOST = 10
"""Names of one text: what a person takes in at a glance, and what facets can use."""
_ENOUGH = 50_000
"""Characters that are read; who matters is named before."""
_HEADLINE = 5
"""More capitals than this in a row are a headline, unless small words stand between them."""
_ACRONYM = 6
"""Letters of an acronym that is believed when it stands only once."""
_SHORT_LINE = 40
"""Shorter lines that are no sentence are menus, captions and by-lines."""

_LAST_CASED = 0x0590
"""Behind Armenian no script in common use has capitals."""
_UPPER = "".join(sign for sign in map(chr, range(_LAST_CASED)) if sign.isupper())
_POINTED = "|".join(rf"(?<=\b{word}\.)" for word in (*ABBREVIATED_TITLES, "St"))
_WORD = rf"(?:\.(?:[{_UPPER}]\.)*|\w*(?:['’&-]\w+)*(?:\.(?:{_POINTED}))?)"  # noqa: RUF001 - the apostrophe of print
"""A word behind its capital: initials, a shortened title, or letters."""
_PARTICLES = (
    "of of_the for de de_la de_las de_los du des del della dei di da do dos das van van_de van_den van_der von "
    "von_der zu ter ten al el bin ibn y e &"
)
_BETWEEN = "|".join(
    particle.replace("_", "[ \\xa0]")
    for particle in sorted(_PARTICLES.split(), key=len, reverse=True)
)
_RUN = re.compile(  # begins with the capital, which is looked for fastest
    rf"[{_UPPER}](?<![\w@#/.-].){_WORD}(?:[ \xa0](?:(?:{_BETWEEN})[ \xa0])?[{_UPPER}]{_WORD})*"
)
_OPENING = " \xa0\"'“”„‘’«»([—–-•*|"  # noqa: RUF001 - the signs of print
_SENTENCE_ENDS = ".!?:;…\n"
_OWNED = re.compile(r"['’](?:[^\W\d_A-Z]{1,4})?$")  # noqa: RUF001 - the apostrophe of print
_ELIDED = re.compile(rf"[{_UPPER}]{{1,3}}(?:ll|ell)?['’](?=[{_UPPER}])")  # noqa: RUF001 - the apostrophe of print
_ROMAN = re.compile(r"[IVXLC]+")


class _Heard(NamedTuple):
    """A run of capitals as it stands in the text."""

    words: tuple[str, ...]
    opens: bool
    """Whether it begins a sentence, where any word has a capital."""


def who(text: str, places: Iterable[Mention] = (), language: str = "") -> tuple[Named, ...]:
    """Return the people and organisations of a text, the most frequent first; none in scripts without capitals."""
    text = _prose(text[:_ENOUGH])
    language = language.lower()[:2]
    heard = Counter(_heard(text, language))
    if not heard:
        return ()
    tally = _Tally(frozenset(text.split()), _Places(places), language)
    for run, count in heard.items():
        tally.add(run, count)
    return tally.names()


def _prose(text: str) -> str:
    """Leave out the lines that are no sentences."""
    return "\n".join(
        [
            line
            for line in text.split("\n")
            if len(line) >= _SHORT_LINE or line.rstrip(" \"”»'’)").endswith((".", "!", "?"))  # noqa: RUF001
        ]
    )


def _heard(text: str, language: str) -> Iterator[_Heard]:
    for found in _RUN.finditer(text):
        start = found.start()
        before = text[max(0, start - 3) : start].rstrip(_OPENING)
        words = tuple(found[0].replace("\xa0", " ").split(" "))
        if language in ELIDING:
            words = (_ELIDED.sub("", words[0]), *words[1:])
        yield _Heard(words, not before or before[-1] in _SENTENCE_ENDS)


class _Places:
    """What the Finder took for a place, asked by any of its names."""

    def __init__(self, mentions: Iterable[Mention]) -> None:
        self._named = frozenset(mention.place.name.casefold() for mention in mentions)
        self._gazetteer: Gazetteer = gazetteer()

    def __contains__(self, name: str) -> bool:
        if name.casefold() in self._named:
            return True
        known = self._gazetteer
        index = known.index(name)
        if index is None:
            index = known.index(f"{name}.")  # Fla. may have lost its point to the sentence
        if index is None:
            return False
        places = known.candidates(index)
        return places[0].kind >= Kind.REGION or any(
            known.place(place.row).name.casefold() in self._named for place in places
        )


class _Tally:
    """Counts names while runs come in: whole ones, single words, and single words that may be plain ones."""

    def __init__(self, plain: frozenset[str], places: _Places, language: str) -> None:
        self._plain = plain
        self._places = places
        self._stops = stop_words(language) | ENGLISH
        self._nouns = language in NOUN_CAPITALS
        self._whole: Counter[str] = Counter()
        self._single: Counter[str] = Counter()
        self._opening: Counter[str] = Counter()
        self._titled: set[str] = set()
        self._within: set[str] = set()
        """Names heard inside a sentence."""

    def add(self, run: _Heard, count: int) -> None:
        """Count a run of capitals for the name in it, if there is one."""
        if len(run.words) == 1:
            single = self._opening if run.opens else self._single
            single[_bare(run.words[0])] += count
            return
        words = self._trimmed(run)
        rest = self._behind_title(words)
        words = self._alone(words if rest is None else rest)
        if not words or (len(words) > 1 and not self._is_name(words)):
            return
        name = " ".join((*words[:-1], _bare(words[-1])))
        if rest is not None:
            self._titled.add(name)
        if not run.opens:
            self._within.add(name)
        (self._single if len(words) == 1 else self._whole)[name] += count

    def _trimmed(self, run: _Heard) -> list[str]:
        """Take away plain words before and behind a name."""
        words = [*run.words]
        if run.opens and self._is_plain(words[0]):
            words = _without_first(words)
        while len(words) > 1 and words[0].lower() in BEFORE_NAMES:
            words = _without_first(words)
        while len(words) > 1 and words[-1].lower() in BEHIND_NAMES:
            words.pop()
        return words

    def _alone(self, words: list[str]) -> list[str]:
        """Take from a person the place before it, as in ambassador to Egypt Anna Berg, and what follows it."""
        at = next((at for at, word in enumerate(words) if _ends_person(word)), len(words))
        of = words[at : at + 1] in (["of"], ["for"])
        if _is_organisation(words[:at] if of else words):
            return words
        words = words[:at] + [_bare(word) for word in words[at : at + 1] if word[0].isupper()]
        if len(words) > 2 and words[1][0].isupper() and words[0] in self._places:
            return words[1:]
        return words

    def _behind_title(self, words: Sequence[str]) -> list[str] | None:
        """Return what follows the last title, None if there is no title."""
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
        return not _is_acronym(word) and (lower in self._stops or lower in self._plain)

    def _is_name(self, words: Sequence[str]) -> bool:
        """Tell whether words with capitals are a name: no headline, no shouting, no street or river."""
        capitals = [word for word in words if word[0].isupper()]
        if len(capitals) > _HEADLINE or all(word.isupper() for word in capitals):
            return False
        lowered = [word.lower().rstrip(".") for word in capitals]
        if lowered[-1] in GEOGRAPHY or lowered[0] in BEFORE_PLACES:
            return False
        if any(word in ENGLISH and len(word) > 1 for word in lowered[1:]):
            return False
        return not GENERIC.issuperset(map(_bare, lowered))

    def names(self) -> tuple[Named, ...]:
        """Return the names that stood up, single words counted for the whole name they belong to."""
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
        return tuple([Named(name, count) for name, count in ranked[:MOST]])

    def _without_openings(self) -> Counter[str]:
        """Count what only stands at the beginning of sentences for the name behind its first word, if that is known."""
        counts: Counter[str] = Counter()
        for name in self._whole:
            if self._is_elsewhere(name):
                continue
            rest = name.partition(" ")[2]
            known = rest in self._whole or (rest.isupper() and rest in self._single)
            counts[rest if known and name not in self._within else name] += self._whole[name]
        return counts

    def _is_elsewhere(self, name: str) -> bool:
        """Tell whether a name of several words is a place, or a part of one."""
        if name in self._places:
            return True
        first, _, rest = name.partition(" ")
        return first.lower() in DIRECTIONS and rest in self._places

    def _stands_alone(self, name: str, count: int) -> bool:
        """Tell whether a single word is a name: seldom a plain one, and no place."""
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
    """Tell whether a word is in capitals and short: WHO is not who."""
    return 2 <= len(word) <= _ACRONYM and word.isupper() and word.isalpha()


def _without_first(words: Sequence[str]) -> list[str]:
    """Return what follows the first word, and the small words behind it."""
    rest = list(words[1:])
    while rest and not rest[0][0].isupper():
        rest.pop(0)
    return rest


def _is_organisation(words: Iterable[str]) -> bool:
    return not ORGANISATIONS.isdisjoint([word.lower() for word in words])


def _ends_person(word: str) -> bool:
    """Tell whether a word parts a person from what follows: Anna Berg of Ghent, Anna Berg's House."""
    return word in ("of", "for") or word.endswith(("'s", "’s"))  # noqa: RUF001 - the apostrophe of print


def _bare(word: str) -> str:
    """Return a word without the ending behind its apostrophe, as in Merkel's."""
    return _OWNED.sub("", word)


def _folded(whole: Counter[str]) -> Counter[str]:
    """Count names with the same first and last word as one, under the commonest form."""
    groups: dict[tuple[str, str], list[str]] = {}
    for name in sorted(whole, key=lambda name: (-whole[name], name)):
        groups.setdefault((name.split()[0], name.split()[-1]), []).append(name)
    return Counter({names[0]: sum(whole[name] for name in names) for names in groups.values()})


def _owners(whole: Counter[str]) -> dict[str, str]:
    """Return for single words the person they stand for: the commonest that ends or begins with them."""
    owners: dict[str, str] = {}
    people = {name: words for name in whole if not _is_organisation(words := name.split())}
    ranked = sorted(people, key=lambda name: (-whole[name], name))
    for at in (-1, 0):
        for name in ranked:
            owners.setdefault(people[name][at], name)
    return owners


def _initials(name: str) -> str:
    """Return the acronym of a name of several words."""
    letters = [word[0] for word in name.split() if word[0].isupper()]
    return "".join(letters) if len(letters) > 1 else ""
