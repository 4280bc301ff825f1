"""The keys of an event file: a few about the event itself, and one for each field of ``settings/``."""

from __future__ import annotations

import dataclasses
from typing import Any, NamedTuple, get_type_hints

from tidings.learn.genres.vocabularies import VOCABULARIES
from tidings.learn.types.presets import TYPES
from tidings.settings import Settings

SECTIONS: dict[str, type] = {
    name: kind for name, kind in get_type_hints(Settings).items() if name not in ("event", "seeds")
}
"""The sections that have a class in ``settings/``."""

REQUIRED = "required"
"""Stands for the default of a key that must be given."""

_KINDS = {str: "text", int: "whole number", float: "number", tuple[str, ...]: "list of texts"}


class Key(NamedTuple):
    """One key of the event file: its section, allowed values and meaning."""

    section: str
    name: str
    kind: str
    default: Any
    doc: str
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()

    @property
    def dotted(self) -> str:
        """Return the name with its section, as error messages show it."""
        return f"{self.section}.{self.name}" if self.section else self.name

    @property
    def allowed(self) -> str:
        """Describe the allowed values."""
        if self.choices:
            return "one of " + ", ".join(f'"{choice}"' for choice in self.choices)
        return f"a {self.kind}{self._range()}"

    def _range(self) -> str:
        if self.low is not None and self.high is not None:
            return f" from {self.low:.15g} to {self.high:.15g}"
        return "" if self.low is None else f", {self.low:.15g} or more"


def _settings_keys() -> tuple[Key, ...]:
    return tuple(
        Key(section, field.name, _KINDS[hints[field.name]], field.default, **field.metadata)
        for section, kind in SECTIONS.items()
        for hints in [get_type_hints(kind)]
        for field in dataclasses.fields(kind)
    )


WEIGHTS = "list of texts, or table of text = weight"
DATE = "date"
FIELDS = "table of name = kind"

EVENT_KEYS = (
    Key("", "name", "text", REQUIRED, "Name of the event; one line."),
    Key("", "fields", FIELDS, (), "Your own columns for pages, as a section `[fields]`: `note = \"text\"`, `people = \"number\"`, `checked = \"date\"`, or a list of choices, `severity = [\"low\", \"high\"]`."),
    Key("", "seeds", "list of texts", (), "URLs the crawl starts from; may be left out if there are references or `[streams]`."),
    Key("event", "type", "text", "", "What kind of event it is. It sets when.lead and when.cooldown where they are not given, and for an outbreak only the topic counts.", choices=TYPES),
    Key("what", "keywords", WEIGHTS, (), "Words that pages about the event use; keywords or references are required."),
    Key("what", "references", "list of texts", (), "Pages known to be about the event: URLs, or .html, .htm, .txt and .md files relative to the event file."),
    Key("where", "places", WEIGHTS, (), "Where it happened; default: the places named in the references."),
    Key("who", "names", WEIGHTS, (), "People and organisations involved, as newspapers write them; without them, names do not count."),
    Key("genre", "is", "text", "", "The kind of page that is wanted, as a list of terms that comes with Tidings.", choices=tuple(VOCABULARIES)),
    Key("genre", "terms", "list of texts", (), "Words and short phrases that pages of this kind use, whatever their subject; added to those of `is`."),
    Key("genre", "content", "list of texts", (), "Words and short phrases of the subject of the pages; default: the keywords."),
    Key("genre", "url", "list of texts", (), "Words in the URLs of such pages; without them, URLs do not count."),
    Key("when", "start", DATE, REQUIRED, "First day, such as 2016-03-22, or a date with a time (UTC unless given); without this section, the dates of the references are used."),
    Key("when", "end", DATE, None, "Last day, included."),
    Key("when", "lead", "number", 0.0, "Days before the start at which a page is half as near in time as during the event; 0 means that hardly anybody writes about it before.", low=0, high=36500),
    Key("when", "cooldown", "number", 0.0, "Days after the end at which a page is half as near in time.", low=0, high=36500),
    Key("when", "also", "list of texts", (), "Further periods of the event, each a day or first and last day: '2016-07-14' or '2016-07-14/2016-07-18'."),
)  # fmt: skip
"""The keys that describe the event itself."""

KEYS: tuple[Key, ...] = EVENT_KEYS + _settings_keys()
"""Every key an event file may have, in the order of the documentation."""
