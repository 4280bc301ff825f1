"""Cells of a map: squares of five sizes, whose pages every engine counts by the number of the square."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from tidings.index.fields import most_frequent
from tidings.model import FacetCount, GeoPoint, IndexedPage, MapCell

LEVELS = (16_000, 4_000, 1_000, 250, 10)
"""Thousandths of a degree: the sides of the squares, for zooms up to 2, 4, 6, 8 and above; about 50 pixels each."""
MOST_ZOOM = 22
_COLUMNS = 100_000
"""More than a row of the smallest squares has."""
_DEGREE = 1_000
_PLACES = 5
"""Places named for a cell."""


def level(zoom: int) -> int:
    """Return the level of the squares that are shown at a zoom."""
    return min(max((zoom - 1) // 2, 0), len(LEVELS) - 1)


def number(point: GeoPoint, level: int) -> int:
    """Return the number of the square that a point is in."""
    latitude, longitude = _thousandths(point)
    row, column = (latitude + 90 * _DEGREE), (longitude + 180 * _DEGREE)
    return row // LEVELS[level] * _COLUMNS + column // LEVELS[level]


def numbers(page: IndexedPage, level: int) -> Iterable[int]:
    """Return the squares that a page names places in, each once."""
    return dict.fromkeys(number(point, level) for point in page.points)


def written(point: GeoPoint) -> str:
    """Return a point as a text that an index can count."""
    return "{} {} {}".format(*_thousandths(point), point.name)


def read(text: str) -> GeoPoint:
    """Return the point of a text."""
    latitude, longitude, name = text.split(" ", 2)
    return GeoPoint(int(latitude) / _DEGREE, int(longitude) / _DEGREE, name)


def texts(page: IndexedPage) -> Iterator[str]:
    """Yield the points of a page as texts, each once."""
    yield from dict.fromkeys(map(written, page.points))


def _thousandths(point: GeoPoint) -> tuple[int, int]:
    return round(point.latitude * _DEGREE), round(point.longitude * _DEGREE)


def cells(
    pages: Mapping[int, int], points: Iterable[tuple[str, int]], level: int
) -> tuple[MapCell, ...]:
    """Return the cells with these numbers of pages, with the places in them, those with most pages first."""
    inside: defaultdict[int, list[tuple[GeoPoint, int]]] = defaultdict(list)
    for text, count in points:
        point = read(text)
        inside[number(point, level)].append((point, count))
    made = [_cell(square, pages[square], inside[square]) for square in pages if square in inside]
    return in_order(made)


def in_order(cells: Iterable[MapCell]) -> tuple[MapCell, ...]:
    """Return cells, those with most pages first."""
    return tuple(sorted(cells, key=lambda cell: (-cell.pages, cell.number)))


def _cell(square: int, pages: int, points: Sequence[tuple[GeoPoint, int]]) -> MapCell:
    total = sum(count for _, count in points)
    # in whole numbers, so that the order of the points does not matter
    latitude = sum(_thousandths(point)[0] * count for point, count in points) // total
    longitude = sum(_thousandths(point)[1] * count for point, count in points) // total
    places = [(point.name, count) for point, count in points if point.name]
    return MapCell(square, latitude / _DEGREE, longitude / _DEGREE, pages, _places(places))


def _places(counts: Iterable[tuple[str, int]]) -> tuple[FacetCount, ...]:
    added: defaultdict[str, int] = defaultdict(int)
    for name, count in counts:
        added[name] += count
    return most_frequent(added.items(), _PLACES)


def added(maps: Iterable[Sequence[MapCell]]) -> tuple[MapCell, ...]:
    """Return the cells of several maps as one."""
    same: defaultdict[int, list[MapCell]] = defaultdict(list)
    for cell in (cell for cells in maps for cell in cells):
        same[cell.number].append(cell)
    return in_order(map(_joined, same.values()))


def _joined(cells: Sequence[MapCell]) -> MapCell:
    pages = sum(cell.pages for cell in cells)
    latitude = sum(cell.latitude * cell.pages for cell in cells) / pages
    longitude = sum(cell.longitude * cell.pages for cell in cells) / pages
    places = _places((place.value, place.pages) for cell in cells for place in cell.places)
    return MapCell(cells[0].number, round(latitude, 3), round(longitude, 3), pages, places)
