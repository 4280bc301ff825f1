"""The event file that ``tidings new`` writes: complete and commented, for a person to edit."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

from tidings.event.keys import KEYS, SECTIONS, Key
from tidings.event.suggest import Suggestion
from tidings.learn.types.presets import OTHER, TYPES

_TEMPLATE = """\
# An event file: what happened, where, when, and where to start reading about it.
# Lines that begin with '#' are comments. Every key is explained in docs/event-file.md.

name = {name}

# Pages the crawl starts from: articles, topic pages or front pages that link to the event.
{seeds}

# Your own columns for pages, to be filled in by hand: text, number, date, or a list of choices.
# fields = {{ severity = ["low", "high"], note = "text" }}

{type}

[what]
# Pages or files known to be about the event; their words, places and dates fill in what is missing here.
{references}

# Words that pages about the event use, each with a weight (1 is the most).
{keywords}

[where]
# Where it happened. Places can have weights, like keywords.
{places}

[who]
# People and organisations involved. A page that names none of them scores lower. Without names here, names do not count.
{who}

[genre]
# If only one kind of page is wanted: a ready list of terms, or your own; `tidings terms` finds some.
# is = "news report"
# terms = ["press conference"]
# content = ["high water"]
# url = ["news"]

{when}

# Everything below has a sensible default, except the contact. To change a setting, remove the '#' in front of it.

{settings}
"""


class Timing(NamedTuple):
    """The type of an event, and what people said about its time beside its days."""

    type: str = ""
    lead: float = OTHER.lead
    cooldown: float = OTHER.cooldown
    also: tuple[str, ...] = ()


def render(
    name: str,
    suggestion: Suggestion,
    *,
    seeds: Sequence[str] = (),
    references: Sequence[str] = (),
    contact: str = "",
    timing: Timing | None = None,
) -> str:
    """Return the text of an event file."""
    timing = timing or Timing()
    return _TEMPLATE.format(
        name=_text(name),
        seeds=_list("seeds", seeds, "https://news.example/the-event"),
        type=_type(timing.type),
        references=_list("references", references, "https://news.example/report"),
        keywords=_weights("what.keywords", suggestion.keywords, "earthquake"),
        places=_weights("where.places", suggestion.places, "Brussels"),
        who=_weights("who.names", suggestion.who, "Red Cross"),
        when=_when(suggestion.start, suggestion.end, timing),
        settings="\n\n".join(_section(section, contact) for section in SECTIONS),
    )


def _text(value: str) -> str:
    # JSON and TOML escape the same characters except this one.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _list(key: str, values: Sequence[str], example: str) -> str:
    if not values:
        return f"# {key} = [{_text(example)}]"
    return "\n".join([f"{key} = [", *(f"  {_text(value)}," for value in values), "]"])


def _weights(table: str, weights: Mapping[str, float], example: str) -> str:
    """Write a list if all weights are 1, else a table."""
    key = table.rpartition(".")[2]
    if not weights or set(weights.values()) == {1.0}:
        return _list(key, list(weights), example)
    rows = [f"{_key(word)} = {weight:g}" for word, weight in weights.items()]
    return "\n".join([f"[{table}]", *rows])


def _key(word: str) -> str:
    return word if re.fullmatch("[A-Za-z0-9_-]+", word) else _text(word)


def _type(type: str) -> str:
    mark = "" if type else "# "
    kinds = f"# What kind of event it is: {', '.join(TYPES)}."
    return "\n".join(["[event]", kinds, f"{mark}type = {_text(type or TYPES[0])}"])


def _when(start: date | None, end: date | None, timing: Timing) -> str:
    mark = "" if start else "# "
    first = start or date(2016, 3, 22)
    return "\n".join(
        [
            f"{mark}[when]",
            "# First and last day, and the days before and after at which a page is half as near in time.",
            f"{mark}start = {first.isoformat()}",
            f"{mark}end = {(end or first).isoformat()}",
            f"{mark}lead = {timing.lead:g}",
            f"{mark}cooldown = {timing.cooldown:g}",
            _also(timing.also, mark),
        ]
    )


def _also(also: Sequence[str], mark: str) -> str:
    given = f"{mark}also = {toml(tuple(also))}" if also else '# also = ["2016-07-14/2016-07-18"]'
    return f"{given}  # further periods"


def _section(section: str, contact: str) -> str:
    keys = [key for key in KEYS if key.section == section]
    lines = [_setting(key, contact) for key in keys]
    width = max(map(len, lines))
    rows = [f"{line:<{width}}  # {key.doc}" for line, key in zip(lines, keys, strict=True)]
    return "\n".join([f"[{section}]", *rows])


def _setting(key: Key, contact: str) -> str:
    if key.dotted == "fetch.contact" and contact:
        return f"{key.name} = {_text(contact)}"
    return f"# {key.name} = {toml(key.default)}"


def toml(value: object) -> str:
    """Return a setting's value as TOML."""
    match value:
        case str():
            return _text(value)
        case tuple():
            return "[" + ", ".join(_text(item) for item in value) + "]"
        case float() | int():
            return f"{value:.15g}"
    raise TypeError(f"no TOML for {type(value).__name__}")
