"""Advice on an event that is valid but may not mean what its author thinks: unknown names, odd words, future days."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, date

from tidings.model import Event, Place
from tidings.read.places.spelling import CheckedName, check_names
from tidings.read.words.spelling import is_word, similar_words
from tidings.read.words.words import words

_OTHERS = 3
"""Other places of a name that are listed."""


def advice(event: Event, languages: Sequence[str], today: date) -> tuple[str, ...]:
    """Return what the author of an event file should know before a crawl, one sentence or two each."""
    return (*_on_places(event.places), *_on_keywords(event.keywords, languages), *_on_days(event, today))  # fmt: skip


def _on_places(names: Iterable[str]) -> Iterable[str]:
    checked = check_names(names)
    unknown = [one for one in checked if not one.is_known]
    for one in unknown:
        guess = f"; did you mean {_either(map(_quoted, one.similar))}?" if one.similar else "."
        yield (
            f"where.places: Tidings does not know the place {_quoted(one.name)}{guess} "
            "As it is, only pages that write exactly this name are near it."
        )
    if unknown:
        yield _rest([one.name for one in checked if one.is_known])
    yield from (_namesakes(one) for one in checked if one.others)
    yield from _stray(checked)


def _rest(known: Sequence[str]) -> str:
    if not known:
        return "where.places: no place is known, so pages that name another place score low."
    return f"where.places: the place of a page is judged by {_both(known)} and by the exact names."


def _namesakes(one: CheckedName) -> str:
    others = one.others[:_OTHERS]
    if len(one.place.admin) < 2:
        taken, left = _described(one.place), _either(map(_described, others))
        return f"where.places: {_quoted(one.name)} was taken for {taken}, not for {left}."
    exact = _quoted(", ".join((one.place.name, *_containers(one.place))))
    return (
        f"where.places: {_quoted(one.name)} may be {_either(map(_described, (one.place, *others)))}. "
        f"Pages about any of them count; to mean one, write it as {exact}."
    )


def _stray(checked: Sequence[CheckedName]) -> Iterable[str]:
    """Yield the towns in a country of their own: perhaps another town of the same name was meant."""
    countries = [one.place.country for one in checked if one.place.country]
    for one in checked:
        alone = len(checked) > 1 and countries.count(one.place.country) == 1
        if alone and len(one.place.admin) > 1 and not one.others:
            yield f"where.places: {_quoted(one.name)} was taken for {_described(one.place)}."


def _on_keywords(keywords: Iterable[str], languages: Sequence[str]) -> Iterable[str]:
    for keyword in keywords:
        for word in keyword.split():
            # A name may be in no list. So only words in small letters are doubted.
            if word.isalpha() and word.islower() and words(word) and not is_word(word, languages):
                near = similar_words(word)
                guess = f"; did you mean {_either(map(_quoted, near))}?" if near else "."
                yield f"what.keywords: {_quoted(word)} is a word that hardly anybody uses{guess}"


def _on_days(event: Event, today: date) -> Iterable[str]:
    if event.when and (start := event.when.start.astimezone(UTC).date()) > today:
        yield f"when.start: {start} is in the future; pages published until then count as too early."


def _described(place: Place) -> str:
    """Return a place with its region and country."""
    containers = _containers(place)
    return f"{place.name} in {', '.join(containers)}" if containers else f"the country {place.name}"


def _containers(place: Place) -> tuple[str, ...]:
    """Return the region and the country of a place, as far as these have names."""
    return tuple(name for name in place.admin if "." not in name and name != place.name)


def _quoted(name: str) -> str:
    return f'"{name}"'


def _either(names: Iterable[str]) -> str:
    return _listed(list(names), "or")


def _both(names: Iterable[str]) -> str:
    return _listed(list(names), "and")


def _listed(names: list[str], word: str) -> str:
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {word} {names[-1]}"
