"""Sets keys of an event file and leaves everything else in it as it is: order, comments and spelling."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tidings.disk.writing import write_text
from tidings.errors import EventFileError
from tidings.event.template import toml

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

Value = str | float | Sequence[str]

_UNSAFE = (
    "{name}: found [{section}] written in a way that cannot be changed safely; "
    "allowed: one section [{section}], or none; the file was left as it is"
)


def write_values(path: Path, section: str, values: Mapping[str, Value]) -> None:
    """Set keys of a section in a file; raise ``EventFileError`` and leave it alone if that is not safe."""
    try:
        text = path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise EventFileError(f"{path}: cannot be read as an event file: {error}") from error
    write_text(path, with_values(text, section, values, str(path)))


def with_values(
    text: str, section: str, values: Mapping[str, Value], name: str = "event file"
) -> str:
    """Return the text of an event file with these keys of a section set, or raise ``EventFileError``."""
    unsafe = EventFileError(_UNSAFE.format(name=name, section=section))
    before = _parsed(text, name)
    old = before.get(section, {})
    if not isinstance(old, dict):
        raise unsafe
    try:
        changed = _edited(text, section, values)
        after = _parsed(changed, name)
    except (ValueError, EventFileError) as error:
        raise unsafe from error
    if after != {**before, section: {**old, **values}}:
        raise unsafe
    return changed


def _parsed(text: str, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise EventFileError(f"{name}: not TOML: {error}") from error


def _edited(text: str, section: str, values: Mapping[str, Value]) -> str:
    """Return the text with the keys set, if tomlkit gets it right; the caller checks that."""
    import tomlkit  # few commands write event files
    from tomlkit.exceptions import TOMLKitError

    byte_order_mark = "\ufeff" if text.startswith("\ufeff") else ""
    plain = text.removeprefix(byte_order_mark)
    has_crlf = plain.count("\r\n") == plain.count("\n") > 0
    if has_crlf:
        plain = plain.replace("\r\n", "\n")
    try:
        document = tomlkit.parse(plain if plain.endswith("\n") else plain + "\n")
        _set(document, section, values)
    except TOMLKitError as error:
        raise ValueError(str(error)) from error
    changed = tomlkit.dumps(document)
    return byte_order_mark + (changed.replace("\n", "\r\n") if has_crlf else changed)


def _set(document: TOMLDocument, section: str, values: Mapping[str, Value]) -> None:
    import tomlkit
    from tomlkit.items import Table

    if section not in document:
        document.add(tomlkit.nl())
        document.add(section, tomlkit.table())
    table: Any = document[section]
    items = {key: tomlkit.value(_toml(value)) for key, value in values.items()}
    new = {key: items.pop(key) for key in values if key not in table}
    table.update(items)
    if isinstance(table, Table) and not table.is_super_table():
        # under the header, as comments at the end of a section may belong to the next one
        table.value.body[:0] = [(tomlkit.key(key), item) for key, item in new.items()]
    else:  # dotted keys or an inline table
        table.update(new)


def _toml(value: Value) -> str:
    if isinstance(value, str | float | int):
        return toml(value)
    return "\n".join(["[", *(f"  {toml(item)}," for item in value), "]"])
