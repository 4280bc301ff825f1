"""Checks and converts the value of one key; knows nothing of files and other keys."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, date, datetime, time
from typing import Any

from tidings.event.keys import DATE, FIELDS, WEIGHTS, Key
from tidings.model import FIELD_KINDS, FIELD_NAME, TAGS, FieldKind

_LARGEST = 1e15
"""Beyond this, floats lose whole numbers; also refuses ``inf`` and ``nan``."""


class WrongValueError(Exception):
    """A value that is not allowed; the message shows what was found."""

    def __init__(self, found: str, allowed: str = "") -> None:
        super().__init__(found)
        self.found = found
        self.allowed = allowed


def read(key: Key, value: object) -> Any:
    """Convert a TOML value to the type of its setting, or raise ``WrongValueError``."""
    return _READERS[key.kind](key, value)


def show(value: object) -> str:
    """Return a value as it stands in the file, shortened."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            text = f'"{value}"'
        case date() | time():
            text = value.isoformat()
        case Mapping():
            text = "a table" if value else "an empty table"
        case list():
            text = f"a list of {len(value)}" if value else "an empty list"
        case _:
            text = str(value)
    return text if len(text) <= 80 else text[:77] + "..."


def _text(key: Key, value: object) -> str:
    if not isinstance(value, str) or (key.choices and value not in key.choices):
        raise WrongValueError(show(value))
    _check_form(key, value)
    return value


def _number(key: Key, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise WrongValueError(show(value))
    if not abs(value) <= _LARGEST:
        raise WrongValueError(show(value))
    if (key.low is not None and value < key.low) or (key.high is not None and value > key.high):
        raise WrongValueError(show(value))
    return float(value)


def _whole_number(key: Key, value: object) -> int:
    if not isinstance(value, int):
        raise WrongValueError(show(value))
    return int(_number(key, value))


def _texts(key: Key, value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise WrongValueError(show(value))
    for position, item in enumerate(value, 1):
        if not isinstance(item, str) or not item.strip():
            raise WrongValueError(f"{show(item)} as item {position}")
        _check_form(key, item)
    return tuple(dict.fromkeys(item.strip() for item in value))


def _weights(key: Key, value: object) -> dict[str, float]:
    if not isinstance(value, dict):
        return dict.fromkeys(_texts(key, value), 1.0)
    weight = Key(key.section, key.name, "number", None, "")
    read_weights = {}
    for word, amount in value.items():
        try:
            read_weights[word.strip()] = _number(weight, amount)
        except WrongValueError as error:
            raise WrongValueError(f"{show(word)} = {error.found}", "weights above 0") from None
        if not word.strip() or read_weights[word.strip()] <= 0:
            raise WrongValueError(f"{show(word)} = {show(amount)}", "words with weights above 0")
    return read_weights


def _date(key: Key, value: object) -> date | datetime:
    """Return a day, or a date with time in UTC."""
    if isinstance(value, str):
        value = _parsed(value)
    if isinstance(value, datetime):
        return value.replace(tzinfo=UTC) if value.tzinfo is None else _in_utc(value)
    if isinstance(value, date):
        return value
    raise WrongValueError(show(value), "a date such as 2016-03-22")


def _in_utc(moment: datetime) -> datetime:
    try:
        return moment.astimezone(UTC)
    except OverflowError:
        raise WrongValueError(show(moment), "a date such as 2016-03-22") from None


def _parsed(text: str) -> date | datetime:
    for kind in (date, datetime):
        try:
            return kind.fromisoformat(text.strip())
        except ValueError:
            continue
    raise WrongValueError(show(text), "a date such as 2016-03-22")


def _fields(key: Key, value: object) -> tuple[FieldKind, ...]:
    """Return the user's own fields: each a name with its kind, or with a list of choices."""
    if not isinstance(value, dict):
        raise WrongValueError(show(value), "a section, [fields]")
    return tuple(_field(name, kind) for name, kind in value.items())


def _field(name: str, kind: object) -> FieldKind:
    if not FIELD_NAME.fullmatch(name) or name in (TAGS, "url"):
        allowed = "names of small letters, digits and underscores, but not tags or url"
        raise WrongValueError(show(name), allowed)
    if isinstance(kind, list):
        choices = _texts(Key("fields", name, "list of texts", (), ""), kind)
        if not choices:
            raise WrongValueError(f"{name} = an empty list", "at least one choice")
        return FieldKind(name, "choice", choices)
    if kind not in FIELD_KINDS[:-1]:
        allowed = 'one of "text", "number", "date", or a list of choices'
        raise WrongValueError(f"{name} = {show(kind)}", allowed)
    return FieldKind(name, str(kind))


_READERS: dict[str, Callable[[Key, object], Any]] = {
    "text": _text,
    "number": _number,
    "whole number": _whole_number,
    "list of texts": _texts,
    WEIGHTS: _weights,
    DATE: _date,
    FIELDS: _fields,
}


def _is_network(text: str) -> bool:
    try:
        ipaddress.ip_network(text, strict=False)
    except ValueError:
        return False
    return True


def _is_contact(text: str) -> bool:
    address = r"https?://\S+|(?:mailto:)?[^@\s]+@[^@\s]+"
    return not text or (text.isascii() and re.fullmatch(address, text) is not None)


_HOST = re.compile(r"[^\s/:@?#]+\.[^\s/:@?#]+|localhost")


def periods(texts: Iterable[str]) -> tuple[tuple[date, date], ...] | None:
    """Return the first and last day of each period, None if one is not written as such."""
    found = []
    for text in texts:
        first, _, last = text.partition("/")
        try:
            days = date.fromisoformat(first.strip()), date.fromisoformat((last or first).strip())
        except ValueError:
            return None
        if days[1] < days[0]:
            return None
        found.append(days)
    return tuple(found)


_FORMS: dict[str, tuple[Callable[[str], object], str]] = {
    "name": (lambda text: text.strip() and text.isprintable(), "a name in one line"),
    "when.also": (
        lambda text: periods([text]),
        "days such as 2016-07-14, or first and last day, 2016-07-14/2016-07-18",
    ),
    "scope.sites": (_HOST.fullmatch, 'host names without http:// or path, such as "bbc.co.uk"'),
    "scope.languages": (re.compile("[a-z]{2}").fullmatch, 'two-letter codes, such as "en"'),
    "fetch.contact": (_is_contact, "a web address (https://...) or a mail address"),
    "fetch.allow": (_is_network, 'address ranges, such as "10.1.0.0/16"'),
    "fetch.connect": (re.compile(r"\S+\s+\S+").fullmatch, "a host pattern, a space and an address"),
}
"""The form of texts, as a test and in words."""


def _check_form(key: Key, text: str) -> None:
    is_right, allowed = _FORMS.get(key.dotted, (None, ""))
    if is_right and not is_right(text):
        raise WrongValueError(show(text), allowed)
