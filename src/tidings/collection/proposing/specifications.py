"""Event files from a table of specifications, as published for event collections out of web archives (TPDL 2017).

A table has one line an event, with fields separated by tabs. These are code, description, from, until, lead and
cooldown (as in P30D). References and seeds are separated by blanks, keywords by semicolons.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import NamedTuple

from tidings.collection.folder import EVENT_FILE, slug
from tidings.errors import CollectionError, EventFileError
from tidings.event.file import load
from tidings.event.template import toml
from tidings.urls import normalise

_REQUIRED = ("code", "from", "until", "lead", "cooldown", "description", "reference_documents")
_DURATION = re.compile(r"P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?")
_DAYS = (365, 30, 7, 1)
"""Days of a year, a month, a week and a day."""
_LONGEST_FIELD = 10_000_000


class Specification(NamedTuple):
    """One event of a table."""

    code: str
    name: str
    start: date
    end: date
    lead: int
    cooldown: int
    references: tuple[str, ...]
    seeds: tuple[str, ...]
    keywords: tuple[str, ...]


def read_specifications(path: Path) -> list[Specification]:
    """Return the events of a table; raise an error that names the line and the field."""
    csv.field_size_limit(_LONGEST_FIELD)
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    except (OSError, ValueError, csv.Error) as error:
        raise EventFileError(f"{path}: cannot be read as a table: {error}") from error
    missing = [name for name in _REQUIRED if not rows or name not in rows[0]]
    if missing:
        raise EventFileError(
            f"{path}: found no column {missing[0]}; needed: {', '.join(_REQUIRED)}"
        )
    return [_specification(row, f"{path}, line {line}") for line, row in enumerate(rows, 2)]


def write_specifications(path: Path, folder: Path, contact: str = "") -> Iterator[Path]:
    """Write an event file for each event of a table, in a folder of its own; yield their paths.

    References on the web are asked for with the contact.
    """
    specifications = read_specifications(path)
    paths = [folder / slug(each.code) / EVENT_FILE for each in specifications]
    for existing in filter(Path.exists, paths):
        raise CollectionError(f"{existing} exists already; choose another --folder")
    for target, each in zip(paths, specifications, strict=True):
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(_rendered(each, contact), encoding="utf-8")
        load(target, needs_seeds=False)  # nothing is written that a crawl would refuse
        yield target


def _specification(row: Mapping[str, str | None], where: str) -> Specification:
    fields = {name: (value or "").strip() for name, value in row.items() if isinstance(name, str)}
    keywords = next((fields[name] for name in fields if name.startswith("keywords")), "")
    start, end = (_day(fields[name], f"{where}: {name}") for name in ("from", "until"))
    if end < start:
        raise EventFileError(f"{where}: until: found {end}; allowed: {start} or later")
    return Specification(
        fields["code"],
        fields["description"] or fields["code"],
        start,
        end,
        _days(fields["lead"], f"{where}: lead"),
        _days(fields["cooldown"], f"{where}: cooldown"),
        _addresses(fields["reference_documents"]),
        _addresses(fields.get("seeds", "")),
        tuple(dict.fromkeys(word.strip() for word in keywords.split(";") if word.strip())),
    )


def _day(text: str, where: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise EventFileError(f"{where}: found {text!r}; allowed: a day, as 2013-05-01") from None


def _days(text: str, where: str) -> int:
    match = _DURATION.fullmatch(text)
    if not match or not any(match.groups()):
        raise EventFileError(f"{where}: found {text!r}; allowed: a duration, as P30D")
    return sum(int(part or 0) * days for part, days in zip(match.groups(), _DAYS, strict=True))


def _addresses(text: str) -> tuple[str, ...]:
    """Return the usable web addresses of a field; published lists have some that are not."""
    return tuple(dict.fromkeys(url for url in map(normalise, text.split()) if url))


def _rendered(each: Specification, contact: str) -> str:
    return f"""\
name = {toml(each.name)}
seeds = {_lines(each.seeds)}

[what]
references = {_lines(each.references)}
keywords = {_lines(each.keywords)}

[when]
start = {each.start}
end = {each.end}
lead = {each.lead}
cooldown = {each.cooldown}

# As published: content and time with equal weight. A page of the right time has at least 0.5.
[relevance]
measure = "temporal"
threshold = 0.55

[fetch]
contact = {toml(contact)}
"""


def _lines(values: tuple[str, ...]) -> str:
    return "[\n" + "".join(f"  {toml(value)},\n" for value in values) + "]" if values else "[]"
