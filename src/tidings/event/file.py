"""Reads an event file: returns ``Settings`` or raises one error that lists all problems."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any

from tidings.errors import EventFileError
from tidings.event.document import problem, read_values
from tidings.event.keys import KEYS, SECTIONS
from tidings.event.references import CONTENT_TYPES
from tidings.event.values import periods, show
from tidings.learn.genres.vocabularies import VOCABULARIES
from tidings.model import Event, Genre, TimeSpan
from tidings.read.words.terms import term_words
from tidings.read.words.words import stems
from tidings.settings import RelevanceSettings, Settings, StreamsSettings, TypesSettings
from tidings.urls import is_address, normalise

_REFERENCES = "web addresses, or files that exist and end in " + ", ".join(CONTENT_TYPES)
_NO_SEEDS = ("seeds: found nothing", "seeds: found []")
_LAST_SECOND = time(23, 59, 59, tzinfo=UTC)


def load(path: Path, *, needs_seeds: bool = True) -> Settings:
    """Read an event file; raise ``EventFileError`` with all its problems. A scan needs no seeds."""
    problems: list[str] = []
    values = read_values(path, problems)
    event = _event(values, path.parent, problems)
    seeds = _seeds(values, problems)
    sections = {
        name: kind(**{key.name: values[key.dotted] for key in KEYS if key.section == name})
        for name, kind in SECTIONS.items()
    }
    sections["relevance"] = _relevance(sections["relevance"], event, problems)
    sections["streams"] = _streams(sections["streams"], path.parent, problems)
    sections["types"] = _types(sections["types"], path.parent, problems)
    if not needs_seeds:
        problems = [problem for problem in problems if not problem.startswith(_NO_SEEDS)]
    if problems:
        raise EventFileError(_message(path, problems))
    return Settings(event, seeds, **sections)


def _message(path: Path, problems: list[str]) -> str:
    if len(problems) == 1:
        return f"{path}: {problems[0]}"
    return f"{path}: {len(problems)} problems\n" + "\n".join(f"  {line}" for line in problems)


# From values to the event.


def _event(values: Mapping[str, Any], folder: Path, problems: list[str]) -> Event:
    genre = _genre(values, problems)
    references = _references(values["what.references"], folder, problems)
    keywords = dict(values["what.keywords"])
    if not (keywords or values["what.references"]):
        keywords = dict.fromkeys((*genre.terms, *genre.content), 1.0)
    if not (keywords or values["what.references"]):
        allowed = "at least one of them, or terms of a genre"
        problems.append(problem("what", "neither keywords nor references", allowed))
    problems.extend(
        problem("what.keywords", show(keyword), "words that say something")
        for keyword in keywords
        if not stems(keyword)
    )
    places, who = dict(values["where.places"]), dict(values["who.names"])
    when = _span(values, problems)
    return Event(values["name"] or "", keywords, references, places, when, who, genre)


def _genre(values: Mapping[str, Any], problems: list[str]) -> Genre:
    """Return the lists of terms; those of a ready vocabulary precede the file's own."""
    lists = {name: values[f"genre.{name}"] for name in Genre._fields}
    problems.extend(
        problem(f"genre.{name}", show(term), "terms with a word that says something")
        for name, terms in lists.items()
        for term in terms
        if not term_words(term, "en")
    )
    ready = VOCABULARIES.get(values["genre.is"], ())
    lists["terms"] = tuple(dict.fromkeys((*ready, *lists["terms"])))
    return Genre(**lists)


def _references(given: tuple[str, ...], folder: Path, problems: list[str]) -> tuple[str, ...]:
    """Return URLs in normal form, and files as they are written."""
    references = {
        name: normalise(name) if is_address(name) else _file(name, folder) for name in given
    }
    problems.extend(
        problem("what.references", show(name), _REFERENCES)
        for name, usable in references.items()
        if usable is None
    )
    return tuple(usable or name for name, usable in references.items())


def _file(name: str, folder: Path) -> str | None:
    path = folder / name
    return name if path.suffix.lower() in CONTENT_TYPES and _is_file(path) else None


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a name too long or with a zero byte, a folder we may not enter
        return False


def _seeds(values: Mapping[str, Any], problems: list[str]) -> tuple[str, ...]:
    seeds: tuple[str, ...] = values["seeds"]
    if not (seeds or values["what.references"] or _listens(values)):
        allowed = "at least one web address, or references, or something in [streams]"
        problems.append(problem("seeds", "nothing", allowed))
    addresses = {seed: normalise(seed) for seed in seeds}
    for seed, address in addresses.items():
        if address is None:
            problems.append(problem("seeds", show(seed), "web addresses with http:// or https://"))
    return tuple(dict.fromkeys(address for address in addresses.values() if address))


_LISTEN = re.compile(r"\S+:\d{1,5}", re.ASCII)


def _listens(values: Mapping[str, Any]) -> bool:
    """Return whether something flows in while the crawl runs."""
    return any(values[f"streams.{name}"] for name in ("feeds", "services", "files"))


def _streams(settings: StreamsSettings, folder: Path, problems: list[str]) -> StreamsSettings:
    """Check the addresses of feeds, return them in normal form; check that files exist."""
    feeds = {feed: normalise(feed) for feed in settings.feeds}
    allowed = "web addresses with http:// or https://"
    problems.extend(
        problem("streams.feeds", show(feed), allowed)
        for feed, usable in feeds.items()
        if not usable
    )
    problems.extend(
        problem("streams.files", show(name), "files that exist")
        for name in settings.files
        if not _is_file(folder / name)
    )
    if settings.callback and not normalise(settings.callback):
        problems.append(problem("streams.callback", show(settings.callback), allowed))
    if not _LISTEN.fullmatch(settings.listen):
        problems.append(problem("streams.listen", show(settings.listen), "'host:port'"))
    return dataclasses.replace(settings, feeds=tuple(filter(None, feeds.values())))


def _span(values: Mapping[str, Any], problems: list[str]) -> TimeSpan | None:
    first: date | datetime | None = values["when.start"]
    if first is None:
        return None
    last: date | datetime = values["when.end"] or _day(first)
    start, end = _moment(first, time(tzinfo=UTC)), _moment(last, _LAST_SECOND)
    if end < start:
        problems.append(problem("when.end", show(last), f"the start ({show(first)}) or later"))
    lead, cooldown = (timedelta(days=values[key]) for key in ("when.lead", "when.cooldown"))
    also = tuple(
        (_moment(one, time(tzinfo=UTC)), _moment(other, _LAST_SECOND))
        for one, other in periods(values["when.also"]) or ()
    )
    return TimeSpan(start, end, lead, cooldown, also)


def _day(moment: date) -> date:
    return moment.date() if isinstance(moment, datetime) else moment


def _moment(value: date | datetime, hour: time) -> datetime:
    return value if isinstance(value, datetime) else datetime.combine(value, hour)


# What must fit together.


def _relevance(settings: RelevanceSettings, event: Event, problems: list[str]) -> RelevanceSettings:
    """Check that the measure has something to measure; raise the term limits to fit all keywords."""
    if settings.measure == "event":
        problems.extend(_event_measure(settings, event))
    if settings.measure == "genre":
        problems.extend(_genre_measure(settings, event))
    words = len({stem for keyword in event.keywords for stem in stems(keyword)})
    return dataclasses.replace(
        settings,
        terms=max(settings.terms, words),
        link_terms=max(settings.link_terms, words),
    )


def _types(settings: TypesSettings, folder: Path, problems: list[str]) -> TypesSettings:
    """Check that a model file exists, if one is named, and make its path absolute."""
    if settings.model in ("starter", "none"):
        return settings
    path = (folder / settings.model).absolute()
    if not _is_file(path):
        allowed = '"starter", "none", or a file that \'tidings train types\' wrote'
        problems.append(problem("types.model", show(settings.model), allowed))
    return dataclasses.replace(settings, model=str(path))


def _event_measure(settings: RelevanceSettings, event: Event) -> list[str]:
    if not (event.places or event.when or event.who or event.references):
        allowed = (
            "where.places or when.start (or references that tell them), or who.names, "
            'or relevance.measure = "topic"'
        )
        return [problem("relevance.measure", '"event" without where and when', allowed)]
    weights = [settings.weight_topic]
    weights += [settings.weight_place] if event.places or event.references else []
    weights += [settings.weight_date] if event.when or event.references else []
    weights += [settings.weight_who] if event.who else []
    if any(weights):
        return []
    allowed = "at least one weight above 0 among the aspects the event has"
    return [problem("relevance.weight_*", "0 for all of them", allowed)]


def _genre_measure(settings: RelevanceSettings, event: Event) -> list[str]:
    if not event.genre.terms:
        allowed = "genre.is or genre.terms"
        return [problem("relevance.measure", '"genre" without terms of a genre', allowed)]
    has_content = event.genre.content or event.keywords
    text = settings.weight_genre + (settings.weight_content if has_content else 0.0)
    if event.genre.url:
        text = text * settings.weight_text + settings.weight_url
    if text:
        return []
    allowed = "at least one weight above 0 among the lists of terms"
    return [problem("relevance.weight_*", "0 for all of them", allowed)]
