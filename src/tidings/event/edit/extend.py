"""Adds texts to a list of an event file, or words to a table of weights, and leaves everything else as it is."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

from tidings.errors import EventFileError

_UNSAFE = "{name}: found {key} written in a way that cannot be added to safely; the file was left as it is"


def with_added(
    text: str, key: str, values: Sequence[str], name: str = "event file"
) -> tuple[str, list[str]]:
    """Return the text of an event file with texts added to a key, and those that were not there yet."""
    before = _parsed(text, name)
    present = _value(before, key)
    if not isinstance(present, list | Mapping | None):
        raise EventFileError(_UNSAFE.format(name=name, key=key))
    new = [value for value in dict.fromkeys(values) if value not in (present or ())]
    if not new:
        return text, []
    changed = _edited(text, key, new, name)
    if _value(_parsed(changed, name), key) != _together(present, new):
        raise EventFileError(_UNSAFE.format(name=name, key=key))
    if _without(_parsed(changed, name), key) != _without(before, key):
        raise EventFileError(_UNSAFE.format(name=name, key=key))
    return changed, new


def _together(present: Any, new: Sequence[str]) -> Any:
    if isinstance(present, Mapping):
        return {**present, **dict.fromkeys(new, 1.0)}
    return [*(present or ()), *new]


def _parsed(text: str, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise EventFileError(f"{name}: not TOML: {error}") from error


def _value(document: Mapping[str, Any], key: str) -> Any:
    section, _, leaf = key.rpartition(".")
    table = document.get(section, {}) if section else document
    return table.get(leaf) if isinstance(table, Mapping) else None


def _without(document: Mapping[str, Any], key: str) -> dict[str, Any]:
    """Return a document without one key."""
    section, _, leaf = key.rpartition(".")
    if not section:
        return {name: value for name, value in document.items() if name != leaf}
    table = {name: value for name, value in document.get(section, {}).items() if name != leaf}
    return {**document, section: table}


def _edited(text: str, key: str, new: Sequence[str], name: str) -> str:
    import tomlkit  # few commands write event files
    from tomlkit.exceptions import TOMLKitError

    try:
        document = tomlkit.parse(text.replace("\r\n", "\n"))
        _add(document, key, new)
        return tomlkit.dumps(document)
    except (TOMLKitError, ValueError, TypeError, AttributeError) as error:
        raise EventFileError(_UNSAFE.format(name=name, key=key)) from error


def _add(document: Any, key: str, new: Sequence[str]) -> None:
    import tomlkit

    section, _, leaf = key.rpartition(".")
    if section and section not in document:
        document.add(section, tomlkit.table())
    table = document[section] if section else document
    if leaf not in table:
        table[leaf] = tomlkit.array().multiline(True)
    for value in new:
        if isinstance(table[leaf], Mapping):
            table[leaf][value] = 1.0
        else:
            table[leaf].append(value)
