"""Generates the tables of ``docs/event-file.md`` from the settings, for ``make docs``."""

from __future__ import annotations

from itertools import groupby

from tidings.event.keys import KEYS, REQUIRED, SECTIONS, Key
from tidings.event.template import toml

BEGIN = "<!-- settings: made by make docs -->"
END = "<!-- /settings -->"


def settings_tables() -> str:
    """Return one table per section of the event file."""
    return "\n\n".join(
        _table(section, list(keys)) for section, keys in groupby(KEYS, lambda key: key.section)
    )


def with_tables(document: str) -> str:
    """Return the document with its tables replaced by current ones."""
    before, _, rest = document.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not end:
        raise ValueError(f"the document has no {BEGIN} ... {END}")
    return f"{before}{BEGIN}\n\n{settings_tables()}\n\n{END}{after}"


def _table(section: str, keys: list[Key]) -> str:
    head = f"### `[{section}]`" if section else "### Before the first section"
    about = SECTIONS[section].__doc__ if section in SECTIONS else ""
    rows = [_row(key) for key in keys]
    table = "\n".join(["| key | what it holds | default | meaning |", "|---|---|---|---|", *rows])
    return "\n\n".join(part for part in (head, about, table) if part)


def _row(key: Key) -> str:
    allowed = key.allowed.removeprefix("a ").replace('"', "`")
    return f"| `{key.name}` | {allowed} | {_default(key)} | {key.doc} |"


def _default(key: Key) -> str:
    if key.default == REQUIRED:
        return REQUIRED
    return "the start" if key.default is None else f"`{toml(key.default)}`"
