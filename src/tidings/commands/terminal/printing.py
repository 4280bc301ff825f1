"""Text and tables for the terminal; text from the web never reaches it as control codes or markup."""

from __future__ import annotations

import re

from rich.console import Console
from rich.table import Table

_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Controls of the terminal, and of the direction of writing, which could reorder a line."""


def harmless(text: str) -> str:
    """Replace the control characters of a text, on which a terminal would act."""
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)


def say(console: Console, text: str, style: str = "") -> None:
    """Print a text of any origin as it is: without markup, control characters or wrapping."""
    console.print(harmless(text), markup=False, soft_wrap=True, style=style or None)


def table(*columns: str, numbers: slice = slice(1, None), caption: str = "") -> Table:
    """Return an empty table whose ``numbers`` columns, by default all but the first, are right-justified."""
    made = Table(*columns, box=None, header_style="dim", caption_justify="left")
    made.caption = caption or None
    for column in made.columns[numbers]:
        column.justify = "right"
    return made


def more(count: int, shown: int) -> str:
    """Return the caption of a table that shows the first rows only."""
    return f"{count - shown:,} more" if count > shown else ""
