"""Reads the values of an event file, key by key; what they mean together is not checked here."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tidings.disk.reading import check_regular
from tidings.errors import EventFileError
from tidings.event.keys import KEYS, REQUIRED, Key
from tidings.event.values import WrongValueError, read, show
from tidings.learn.types.presets import defaults_of

_BY_NAME = {key.dotted: key for key in KEYS}
_TABLES = sorted({key.section for key in KEYS if key.section})
_MAX_PARTS = 100
"""Parts of a dotted key."""
_MAX_BYTES = 10_000_000


def read_values(path: Path, problems: list[str]) -> dict[str, Any]:
    """Return one value per key; problems are added to the list, and their keys get defaults."""
    given = _flat(_document(path), problems)
    problems.extend(_unknown(name) for name in given if name not in _BY_NAME)
    given = {**_by_type(given), **_by_measure(given), **given}
    return {key.dotted: _value(key, given, problems) for key in KEYS}


def problem(key: str, found: str, allowed: str) -> str:
    """Return the message for a wrong value."""
    return f"{key}: found {found}; allowed: {allowed}"


def _document(path: Path) -> dict[str, Any]:
    try:
        text = _bytes(path).decode("utf-8-sig")
        _check_keys(text)
        document = tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise EventFileError(
            f"{path}: found a byte at {error.start} that is no UTF-8; allowed: a text file in TOML"
        ) from error
    except (ValueError, RecursionError) as error:
        raise EventFileError(f"{path}: not TOML: {error}") from error
    if not document:
        raise EventFileError(
            f"{path}: found an empty file; allowed: an event file with at least name, seeds and [what]"
        )
    return document


def _check_keys(text: str) -> None:
    """Raise ValueError for a key of many parts, which takes the parser minutes."""
    for number, line in enumerate(text.splitlines(), 1):
        key, equals, _ = line.partition("=")
        if equals and key.count(".") > _MAX_PARTS:
            raise ValueError(f"a key of over {_MAX_PARTS} parts in line {number}")


def _bytes(path: Path) -> bytes:
    try:
        check_regular(path)
        with path.open("rb") as file:
            content = file.read(_MAX_BYTES + 1)
    except FileNotFoundError:
        raise EventFileError(f"{path}: no such file; 'tidings new' writes an event file") from None
    except IsADirectoryError:
        raise EventFileError(
            f"{path}: found a folder; allowed: an event file, such as event.toml"
        ) from None
    except (OSError, ValueError) as error:
        raise EventFileError(f"{path}: cannot be read: {error}") from error
    if len(content) > _MAX_BYTES:
        raise EventFileError(
            f"{path}: found more than {_MAX_BYTES // 1_000_000} MB; allowed: an event file in TOML"
        )
    return content


def _flat(document: Mapping[str, Any], problems: list[str]) -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in document.items():
        if name not in _TABLES:
            flat[name] = value
        elif isinstance(value, dict):
            flat.update((f"{name}.{inner}", item) for inner, item in value.items())
        else:
            problems.append(problem(name, show(value), f"a section, [{name}]"))
    return flat


def _by_type(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the type of the event sets; lead and cooldown only beside a start."""
    type = given.get("event.type")
    values = defaults_of(type) if isinstance(type, str) else {}
    return {
        key: value for key, value in values.items() if key[:5] != "when." or "when.start" in given
    }


def _by_measure(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the measure sets: under ``temporal`` the days of a text count as much as its date."""
    if given.get("relevance.measure") != "temporal":
        return {}
    return {"relevance.mentioned_dates": 1.0}


def _value(key: Key, given: Mapping[str, Any], problems: list[str]) -> Any:
    if key.dotted in given:
        try:
            return read(key, given[key.dotted])
        except WrongValueError as error:
            problems.append(problem(key.dotted, error.found, error.allowed or key.allowed))
    elif key.default == REQUIRED and (not key.section or _has_section(key.section, given)):
        problems.append(problem(key.dotted, "nothing", key.allowed))
    return None if key.default == REQUIRED else key.default


def _has_section(section: str, given: Mapping[str, Any]) -> bool:
    return any(name.startswith(section + ".") for name in given)


def _unknown(name: str) -> str:
    section, _, leaf = name.rpartition(".")
    near = _nearest(section, leaf)
    if near is None:
        allowed = [key.name for key in KEYS if key.section == section]
        allowed += [] if section else _TABLES
        return problem(name, "an unknown key", ", ".join(allowed))
    where = _where(near) if near in _BY_NAME and _BY_NAME[near].section != section else ""
    return f"{name}: found an unknown key; did you mean {near}{where}?"


def _nearest(section: str, leaf: str) -> str | None:
    """Return the key most likely meant: one of the same section, one of another section, or a section."""
    same = {key.name: key.dotted for key in KEYS if key.section == section}
    elsewhere = {key.name: key.dotted for key in reversed(KEYS)}
    tables = {} if section else {name: f"[{name}]" for name in _TABLES}
    for names, cutoff in ((same, 0.7), (elsewhere, 0.99), (tables, 0.6), (elsewhere, 0.75)):
        near = difflib.get_close_matches(leaf, names, n=1, cutoff=cutoff)
        if near:
            return names[near[0]]
    return None


def _where(dotted: str) -> str:
    section = _BY_NAME[dotted].section
    return f", in section [{section}]" if section else ", which stands before the first section"
