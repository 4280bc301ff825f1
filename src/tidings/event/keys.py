"""Which keys an event file has: the few about the event, and one for each field of ``settings.py``."""

from __future__ import annotations

import dataclasses
from typing import Any, NamedTuple, get_type_hints

from tidings.event.vocabularies import VOCABULARIES
from tidings.settings import Settings

SECTIONS: dict[str, type] = {
    name: kind for name, kind in get_type_hints(Settings).items() if name not in ("event", "seeds")
}
"""The sections that are read as they stand in ``settings.py``."""

REQUIRED = "required"
"""The default of a key that has none."""

_KINDS = {str: "text", int: "whole number", float: "number", tuple[str, ...]: "list of texts"}


class Key(NamedTuple):
    """One key of the event file: where it stands, what it may hold, what it means."""

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
        """Return the name with its section, as error messages say it."""
        return f"{self.section}.{self.name}" if self.section else self.name

    @property
    def allowed(self) -> str:
        """Return in words what the key may hold."""
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

EVENT_KEYS = (
    Key("", "name", "text", REQUIRED, "What the event is called; one line."),
    Key("", "seeds", "list of texts", REQUIRED, "Web addresses the crawl starts from, at least one."),
    Key("what", "keywords", WEIGHTS, (), "Words a page about the event uses; keywords or references are required."),
    Key("what", "references", "list of texts", (), "Pages known to be about the event: web addresses, or .html, .htm, .txt and .md files relative to the event file."),
    Key("where", "places", WEIGHTS, (), "Where it happened; if left out, the places named in the references."),
    Key("who", "names", WEIGHTS, (), "People and organisations with a part in it, as the press writes them; if left out, nobody's name counts."),
    Key("genre", "is", "text", "", "What kind of page is wanted, by a list of terms that comes with Tidings.", choices=tuple(VOCABULARIES)),
    Key("genre", "terms", "list of texts", (), "Words and short phrases that pages of this kind use, whatever they are about; they add to those of `is`."),
    Key("genre", "content", "list of texts", (), "Words and short phrases of what the pages are about, beside those of the genre; if left out, the keywords."),
    Key("genre", "url", "list of texts", (), "Words in the addresses of such pages; if left out, addresses do not count."),
    Key("when", "start", DATE, REQUIRED, "First day, such as 2016-03-22, or a moment with a time (UTC unless it says otherwise); the section may be left out, then the references' dates count."),
    Key("when", "end", DATE, None, "Last day, counted to its end."),
    Key("when", "lead", "number", 0.0, "Days before the start in which people already speak of the event; a page published then counts as on time.", low=0, high=36500),
    Key("when", "cooldown", "number", 0.0, "Days after the end in which people still speak of it; a page published then counts as on time.", low=0, high=36500),
)  # fmt: skip
"""The keys that describe the event itself."""

KEYS: tuple[Key, ...] = EVENT_KEYS + _settings_keys()
"""Every key an event file may have, in the order of the documentation."""
