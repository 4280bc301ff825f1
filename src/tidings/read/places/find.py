"""Find the places in a text: names of the gazetteer as whole words, minus people and common words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from tidings.model import Mention, Place
from tidings.read.places.gazetteer import SURE_CITY, Gazetteer, PlaceCandidate, PlaceKind, Usage
from tidings.read.places.geonames import gazetteer
from tidings.read.places.inflected import InflectedNames
from tidings.read.places.people import is_other_word, is_part_of_a_name, is_person
from tidings.read.places.recognise import Recogniser
from tidings.read.places.resolve import EventHome, Hit, resolve
from tidings.read.words.automaton import Automaton

_PROPER = (Usage.NAME, Usage.ABBREVIATION)
_FEWEST_FOR_STRAYS = 3
"""Given places that are known: fewer do not show which country an event is in."""
_RIVAL_SIZE = 0.05
"""Relative population from which a namesake of an event's city may be meant as well: Valencia in Spain and in
Venezuela, but not Paris in Texas."""
_CODE = re.compile(r"[A-Z]{2}\.\w+")
"""The code of a division without a name in the gazetteer."""
_EVENT_VOTE = 0.5
"""Votes of each place of the event for its country and division in every text."""


class PlaceSpan(NamedTuple):
    """A place and where in a text it is named."""

    start: int
    end: int
    place: Place


class Finder:
    """Finds places; given names always count as places, and other names of these places are reported under them."""

    def __init__(self, places: Iterable[str] = (), recogniser: Recogniser | None = None) -> None:
        self.given = tuple(dict.fromkeys(name.strip() for name in places if name.strip()))
        self._recogniser = recogniser
        self._event: _Given | None = None

    def find(self, text: str, language: str = "") -> tuple[Mention, ...]:
        """Return the places in a text, the most frequent first; given ones in the forms of its language too."""
        event = self._event or self._prepare()
        hits, chosen = event.read(text, language)
        if not hits:
            return ()
        names = Counter([(index, given) for _, _, index, given in hits])
        counts: dict[Place, int] = {}
        for (index, given), count in names.items():
            place = event.place(chosen.get(index), given)
            counts[place] = counts.get(place, 0) + count
        ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0].name))
        return tuple([Mention(place, count) for place, count in ranked])

    def names_given(self, text: str) -> bool:
        """Return whether a text may name one of the given places; far faster than ``find``."""
        return (self._event or self._prepare()).may_be_named(text)

    def spans(self, text: str) -> list[PlaceSpan]:
        """Return where places are named, in order."""
        event = self._event or self._prepare()
        hits, chosen = event.read(text)
        return [
            PlaceSpan(hit.start, hit.end, event.place(chosen.get(hit.name), hit.given))
            for hit in hits
        ]

    def places(self) -> dict[str, Place]:
        """Return the place that each given name stands for, as far as the gazetteer knows it."""
        return dict((self._event or self._prepare()).places)

    def rivals(self) -> dict[str, list[Place]]:
        """Return the other large cities, regions or countries that a given name may mean, the largest first."""
        return (self._event or self._prepare()).rivals()

    def _prepare(self) -> _Given:
        self._event = _Given(self.given, gazetteer(), self._recogniser)
        return self._event


class _Given:
    """The place names of an event, the places they stand for, and the votes of these for others."""

    def __init__(
        self, names: tuple[str, ...], gazetteer: Gazetteer, recogniser: Recogniser | None
    ) -> None:
        self.gazetteer = gazetteer
        self._recogniser = recogniser
        self.names = names
        self._taken = frozenset(name.casefold() for name in names)
        self._renamed: dict[tuple[int, int], Place] = {}
        """Cache of ``place``, by row and given name."""
        self._own: dict[int, bool] = {}
        """Cache of ``_is_own``, by name of the gazetteer."""
        forms = {
            form: n
            for n, name in reversed([*enumerate(names)])
            for form in (name, name.title(), name.upper())
        }
        self._automaton = Automaton(forms)
        self._inflected = InflectedNames(names)
        self._forms = list(forms.values())
        self._indexes = [_index(gazetteer, name) for name in names]
        self._chosen = chosen = self._choose()
        for n in (
            self._strays()
        ):  # a place that the gazetteer does not know, under the name of one it knows
            self._indexes[n] = -1
            del chosen[n]
        self.home = _home(chosen.values())
        # reversed: if two given names mean one place, the first of them names it
        self._rows = {candidate.row: n for n, candidate in reversed(chosen.items())}
        self._rivals = self._find_rivals()
        self._containers = {
            gazetteer.place(row).name: names[n]
            for n, (row, kind, *_) in chosen.items()
            if kind >= PlaceKind.REGION
        }
        unknown = self._in_common_country()
        self.places = {
            name: self._named(chosen[n].row, name) if n in chosen else unknown._replace(name=name)
            for n, name in enumerate(names)
        }

    def _in_common_country(self) -> Place:
        """Return a nameless place in the country that all known places of the event share, if they do."""
        if len(self.home.countries) != 1:
            return Place("")
        place = self.gazetteer.place(next(iter(self.home.rows)))
        country = place.admin[-1] if place.admin else place.name
        return Place("", place.country, admin=(self._containers.get(country, country),))

    def _named(self, row: int, name: str) -> Place:
        place = self.gazetteer.place(row)
        admin = tuple([self._containers.get(container, container) for container in place.admin])
        return place._replace(name=name or place.name, admin=admin)

    def _choose(self) -> dict[int, PlaceCandidate]:
        """Resolve the given names as if one text named them; names such as "Paris, Texas" on their own."""
        chosen: dict[int, PlaceCandidate] = {}
        together = [Hit(0, 0, index) for index in self._indexes if index >= 0]
        resolved = resolve("", together, self.gazetteer, EventHome())
        for n, name in enumerate(self.names):
            index = self._indexes[n]
            if index >= 0:
                chosen[n] = resolved.get(index) or self.gazetteer.candidates(index)[0]
            elif "," in name:
                hits = _whole_words(name, self.gazetteer.automaton)
                alone = resolve(name, hits, self.gazetteer, EventHome())
                if hits and not hits[0].start and hits[0].name in alone:
                    chosen[n] = alone[hits[0].name]
        return chosen

    def _strays(self) -> list[int]:
        """Return the towns alone abroad where all others, among them a region or country, share one country.

        Ipswich beside Brisbane and Queensland is not the English one; London would be London.
        """
        countries = Counter([candidate.country for candidate in self._chosen.values()])
        containers = {
            each.country for each in self._chosen.values() if each.kind >= PlaceKind.REGION
        }
        if len(countries) != 2 or len(self._chosen) < _FEWEST_FOR_STRAYS:
            return []
        return [
            n
            for n, candidate in self._chosen.items()
            if candidate.kind == PlaceKind.CITY
            and candidate.rank < SURE_CITY
            and countries[candidate.country] == 1
            and containers - {candidate.country}
        ]

    def _find_rivals(self) -> set[tuple[int, int]]:
        """Return other large cities with a given name, unless another given name settles the country."""
        countries = Counter([candidate.country for candidate in self._chosen.values()])
        return {
            (rival.row, n)
            for n, taken in self._chosen.items()
            if self._indexes[n] >= 0
            and taken.kind == PlaceKind.CITY
            and countries[taken.country] == 1
            for rival in self.gazetteer.candidates(self._indexes[n])
            if rival.kind == PlaceKind.CITY
            and self._people(rival) >= _RIVAL_SIZE * self._people(taken)
        }

    def rivals(self) -> dict[str, list[Place]]:
        """Return the other large cities, regions or countries that a given name may mean, the largest first."""
        others: dict[str, list[Place]] = {}
        for row, n in sorted(self._rivals | self._other_regions()):
            if row != self._chosen[n].row:
                others.setdefault(self.names[n], []).append(self.gazetteer.place(row))
        for places in others.values():
            places.sort(key=lambda place: -place.population)
        return others

    def _other_regions(self) -> set[tuple[int, int]]:
        """Return the regions and countries with the name of another, as Georgia, that no other given name settles."""
        countries = Counter([candidate.country for candidate in self._chosen.values()])
        return {
            (other.row, n)
            for n, taken in self._chosen.items()
            if self._indexes[n] >= 0
            and taken.kind >= PlaceKind.REGION
            and countries[taken.country] == 1
            for other in self.gazetteer.candidates(self._indexes[n])
            if other.kind in (PlaceKind.REGION, PlaceKind.COUNTRY)
            and other.country != taken.country
        }

    def _people(self, city: PlaceCandidate) -> int:
        return self.gazetteer.place(city.row).population

    def read(self, text: str, language: str = "") -> tuple[list[Hit], dict[int, PlaceCandidate]]:
        """Return where places are named, and the place each name stands for."""
        own = self._hits(text) if self.names else []
        hits = _whole_words(text, self.gazetteer.automaton)
        trusted = self._recogniser is not None
        if self._recogniser is None:
            hits = _plausible(text, hits, self.gazetteer) if hits else hits
        else:
            hits = _recognised(self._recogniser.spans(text), hits, self.gazetteer)
        if own:
            hits = _longest(own, hits)
        if inflected := self._inflected.find(text, language):
            forms = [Hit(start, end, self._indexes[n], n) for n, start, end in inflected]
            hits = _longest(hits, forms)  # a name that is known as it stands means another place
        if not hits:
            return [], {}
        chosen = resolve(text, hits, self.gazetteer, self.home, trusted=trusted)
        return [hit for hit in hits if hit.name in chosen or hit.given >= 0], chosen

    def may_be_named(self, text: str) -> bool:
        """Return whether a text contains a given name, or another name of its place."""
        if self.names and _whole_words(text, self._automaton):
            return True
        return any(self._is_own(hit.name) for hit in _whole_words(text, self.gazetteer.automaton))

    def _is_own(self, name: int) -> bool:
        own = self._own.get(name)
        if own is None:
            rows = (candidate.row for candidate in self.gazetteer.candidates(name))
            own = self._own[name] = any(row in self._rows for row in rows)
        return own

    def place(self, candidate: PlaceCandidate | None, given: int) -> Place:
        """Return the place of a name, under its given name if there is one."""
        row = -1 if candidate is None else candidate.row
        place = self._renamed.get((row, given))
        if place is None:
            place = self._renamed[row, given] = self._called(row, given)
        return place

    def _hits(self, text: str) -> list[Hit]:
        hits = _whole_words(text, self._automaton)
        numbers = [self._forms[hit.name] for hit in hits]
        return [
            Hit(hit.start, hit.end, self._indexes[number], number)
            for hit, number in zip(hits, numbers, strict=True)
        ]

    def _called(self, row: int, given: int) -> Place:
        if row < 0:
            return self.places[self.names[given]]
        if row in self._rows:
            own = given in self._chosen and self._chosen[given].row == row
            return self.places[self.names[given if own else self._rows[row]]]
        if (row, given) in self._rivals:
            return self.places[self.names[given]]
        place = self._named(row, "")
        named = [container for container in place.admin if not _CODE.fullmatch(container)]
        container = named[0] if named else place.country
        if container and place.name.casefold() in self._taken:  # a namesake of a given place
            return place._replace(name=f"{place.name}, {container}")
        return place


def _index(gazetteer: Gazetteer, name: str) -> int:
    """Return the index of a given name in the gazetteer, -1 if it is unknown."""
    index = gazetteer.index(name)
    if index is None:
        index = gazetteer.index(name.title())
    return -1 if index is None else index


def _home(chosen: Iterable[PlaceCandidate]) -> EventHome:
    countries: Counter[str] = Counter()
    areas: Counter[int] = Counter()
    rows = frozenset(candidate.row for candidate in chosen)
    for candidate in chosen:
        countries[candidate.country] += 1
        if candidate.area:
            areas[candidate.area] += 1
    return EventHome(
        {country: _EVENT_VOTE * count for country, count in countries.items()},
        {area: _EVENT_VOTE * count for area, count in areas.items()},
        rows,
    )


def _whole_words(text: str, names: Automaton) -> list[Hit]:
    length = len(text)
    return [
        Hit(start, end, index)
        for index, start, end in names.find(text)
        if not (start and text[start - 1].isalnum())
        and not (end < length and text[end].isalnum() and text[end] < "\u0e00")
    ]


def _plausible(text: str, hits: list[Hit], gazetteer: Gazetteer) -> list[Hit]:
    """Drop people, newspapers, and names that the text also uses as common words."""
    plausible: list[Hit] = []
    bests: dict[int, PlaceCandidate | None] = {}
    usages = gazetteer.usage
    for hit in hits:
        start, end, index, _ = hit
        usage = usages[index]
        if usage == Usage.WORD and text[end : end + 1] != "," and text[end : end + 2] != " (":
            continue
        if index in bests:
            best = bests[index]
        else:
            best = gazetteer.candidates(index)[0]
            bests[index] = best = None if is_other_word(text, text[start:end], best) else best
        if best is None:
            continue
        if is_person(text, start, end, best):
            bests[index] = (
                None  # a person here is a person in the whole text, earlier hits included
            )
        elif is_part_of_a_name(text, start, end):
            continue
        elif usage < Usage.ABBREVIATION or not _is_stray(text, hit, plausible):
            plausible.append(hit)
    return [hit for hit in plausible if bests[hit.name] is not None]


def _recognised(
    spans: Iterable[tuple[int, int]], hits: Iterable[Hit], gazetteer: Gazetteer
) -> list[Hit]:
    """Return the hits that fill a span, or are unambiguous names inside one; both are sorted."""
    rest = iter(spans)
    start, end = next(rest, (0, 0))
    recognised = []
    for hit in hits:
        while end and hit.start >= end:
            start, end = next(rest, (0, 0))
        whole = (hit.start, hit.end) == (start, end)
        part = start <= hit.start and hit.end <= end and gazetteer.usage[hit.name] in _PROPER
        if whole or part:
            recognised.append(hit)
    return recognised


def _is_stray(text: str, hit: Hit, before: list[Hit]) -> bool:
    """Return whether letters such as OR cannot mean a state: neither dotted nor after a place."""
    if text[hit.start + 1] == "." and text[hit.end - 1] == ".":
        return False
    if before and text[before[-1].end : hit.start] in (", ", " "):
        return False
    return text[hit.start - 2 : hit.start] != ", " or text[hit.end - 1] != "."


def _longest(own: list[Hit], others: list[Hit]) -> list[Hit]:
    """Merge given and other names; of overlapping ones the longer wins, the given one on a tie."""
    merged = sorted((*own, *others), key=lambda hit: (hit.start, hit.start - hit.end))
    hits: list[Hit] = []
    for hit in merged:
        if not hits or hit.start >= hits[-1].end:
            hits.append(hit)
    return hits
