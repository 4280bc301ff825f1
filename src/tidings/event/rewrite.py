"""Sets keys of an event file and leaves all else in it as it is: order, comments and spelling of what others wrote."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tidings.disk.writing import write_text
from tidings.errors import EventFileError
from tidings.event.template import toml

Value = float | Sequence[str]

_UNSAFE = (
    "{name}: found [{section}] written in a way that cannot be changed safely; "
    "allowed: one section [{section}], or none; the file was left as it is"
)
_HEADER = re.compile(r"\s*\[{1,2}[\w\s.\"'-]+\]{1,2}\s*(?:#.*)?$")


def write_values(path: Path, section: str, values: Mapping[str, Value]) -> None:
    """Set keys of a section in a file; it is left alone if that cannot be made sure."""
    try:
        text = path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise EventFileError(f"{path}: cannot be read as an event file: {error}") from error
    write_text(path, with_values(text, section, values, str(path)))


def with_values(
    text: str, section: str, values: Mapping[str, Value], name: str = "event file"
) -> str:
    """Return the text of an event file with these keys of a section set, or raise ``EventFileError``."""
    before = _parsed(text, name)
    end = "\r\n" if "\r\n" in text else "\n"
    lines = text.split(end)
    title = re.compile(rf"\s*\[\s*{re.escape(section)}\s*\]\s*(?:#.*)?$")
    header = next((number for number, line in enumerate(lines) if title.match(line)), None)
    if header is None:
        rows = [f"[{section}]", *(_row(key, value, end) for key, value in values.items())]
        changed = text.rstrip() + end * 2 + end.join(rows) + end
    else:
        last = _section_end(lines, header)
        body = _with_rows(lines[header + 1 : last], values, end)
        changed = end.join([*lines[: header + 1], *body, *lines[last:]])
    wanted = {**before, section: {**_table(before.get(section)), **values}}
    if _parsed_again(changed) != wanted:
        raise EventFileError(_UNSAFE.format(name=name, section=section))
    return changed


def _parsed(text: str, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise EventFileError(f"{name}: not TOML: {error}") from error


def _parsed_again(text: str) -> dict[str, Any] | None:
    try:
        return _parsed(text, "")
    except EventFileError:
        return None


def _table(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _row(key: str, value: Value, end: str) -> str:
    if isinstance(value, float | int):
        return f"{key} = {toml(value)}"
    return f"{key} = " + end.join(["[", *(f"  {toml(item)}," for item in value), "]"])


def _section_end(lines: Sequence[str], header: int) -> int:
    following = range(header + 1, len(lines))
    return next((number for number in following if _HEADER.match(lines[number])), len(lines))


def _with_rows(lines: Sequence[str], values: Mapping[str, Value], end: str) -> list[str]:
    """Return the lines of a section with these keys; those it has stay where they are, others come first."""
    rows = {key: _row(key, value, end) for key, value in values.items()}
    kept: list[str] = []
    number = 0
    while number < len(lines):
        line = lines[number]
        row = rows.pop(line.partition("=")[0].strip().strip("\"'"), None)
        if row is None:
            kept.append(line)
            number += 1
            continue
        number = _value_end(lines, number)
        kept.append(row + _comment(line))
    return [*rows.values(), *kept]


def _comment(line: str) -> str:
    """Return the comment behind a number; in other values a # may be part of them."""
    found = re.match(r"[^=]+=\s*[-+.\w]+(\s*#.*)$", line)
    return found[1] if found else ""


def _value_end(lines: Sequence[str], first: int) -> int:
    """Return the line after an assignment, which may run over several."""
    for last in range(first + 1, len(lines) + 1):
        try:
            tomllib.loads("\n".join(lines[first:last]))
        except tomllib.TOMLDecodeError:
            continue
        return last
    return first + 1
