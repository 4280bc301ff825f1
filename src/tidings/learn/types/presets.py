"""How long people write about an event before and after it, and which aspects matter, by its type.

Accident, election, games and leak are those of Gossen, Demidova and Risse (2017, table 1). Their words are taken as
days: "days" are 3, "weeks" 21, "months" 90, "years" 730. The others follow the same scale. All are only proposals.
Of an outbreak only the topic counts (Farag, 2016): it is in many places, and it lasts.
"""

from __future__ import annotations

from typing import NamedTuple

_DAYS, _WEEKS, _MONTHS, _YEARS = 3, 21, 90, 730


class Preset(NamedTuple):
    """A type of event with its usual length, lead and cool-down, in days."""

    type: str
    title: str
    length: int
    lead: int
    cooldown: int
    recurs: bool = False
    topic_only: bool = False
    """Whether places and dates do not count."""


PRESETS = (
    Preset("accident", "Accident", 7, 0, _MONTHS),
    Preset("attack", "Attack", 1, 0, _MONTHS),
    Preset("conflict", "Conflict", 30, _WEEKS, _MONTHS),
    Preset("earthquake", "Earthquake", 1, 0, _MONTHS),
    Preset("election", "Election", 1, _MONTHS, _WEEKS, recurs=True),
    Preset("festival", "Festival", 7, _WEEKS, _DAYS, recurs=True),
    Preset("flood", "Flood", 7, _DAYS, _MONTHS),
    Preset("games", "Olympic games", 14, _WEEKS, _DAYS, recurs=True),
    Preset("leak", "Leak", 1, 0, _YEARS),
    Preset("outbreak", "Outbreak", 90, _WEEKS, _MONTHS, topic_only=True),
    Preset("protest", "Protest", 7, _DAYS, _WEEKS),
    Preset("storm", "Storm", 3, _DAYS, _MONTHS),
    Preset("summit", "Summit", 3, _WEEKS, _WEEKS, recurs=True),
    Preset("volcano", "Volcano", 14, _DAYS, _MONTHS),
    Preset("wildfire", "Wildfire", 14, 0, _MONTHS),
)

OTHER = Preset("", "Other", 1, 0, 30)
"""The values of an event file that names none."""


TYPES = tuple(each.type for each in PRESETS)


def defaults_of(type: str) -> dict[str, float]:
    """Return the values of an event file that a type sets where the file does not, by key."""
    if type not in TYPES:
        return {}
    preset = preset_of(type)
    values = {"when.lead": float(preset.lead), "when.cooldown": float(preset.cooldown)}
    weights = dict.fromkeys(("relevance.weight_place", "relevance.weight_date"), 0.0)
    return {**values, **(weights if preset.topic_only else {})}


def preset_of(type: str) -> Preset:
    """Return the preset of a type, that of any event if the type is unknown."""
    return next((each for each in PRESETS if each.type == type), OTHER)
