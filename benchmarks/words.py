"""The vocabulary of the generated news pages: enough English for language detection and topics to do real work."""

from __future__ import annotations

import random
from functools import lru_cache


def _listed(text: str, separator: str = " ") -> list[str]:
    return text.split(separator)


NOUNS = _listed(
    "council committee parliament minister government budget police court judge lawyer hospital doctor nurse "
    "school teacher student university research study report market company bank investor price wage union "
    "worker strike factory farm harvest weather storm summer winter road bridge railway station airport "
    "passenger driver traffic accident museum theatre festival concert film singer writer novel library "
    "football match team coach player season league champion goal tournament stadium election campaign "
    "candidate voter party reform law tax pension health vaccine energy electricity gas oil climate forest "
    "river coast harbour ship fishery island village city district neighbour family child parent garden "
    "kitchen restaurant recipe wine bread cheese phone computer software network internet camera satellite "
    "engine battery car bicycle airline border embassy treaty trade export import currency debt inflation "
    "tourist hotel beach mountain valley church monument history war army soldier veteran prison trial "
    "verdict witness evidence crime theft fraud charity donor volunteer shelter food water crowd protest"
)
VERBS = _listed(
    "announced confirmed rejected welcomed criticised defended explained published delayed approved opened "
    "closed expanded reduced doubled questioned examined reviewed promised described considered supported "
    "opposed visited praised blamed ordered requested signed cancelled launched introduced completed "
    "abandoned investigated discussed reported measured compared predicted observed repaired replaced"
)
ADJECTIVES = _listed(
    "new local national regional public private former senior young old large small early late recent "
    "unexpected difficult popular expensive cheap modern historic urban rural independent official careful "
    "serious rapid steady narrow broad annual weekly western eastern northern southern central critical "
    "quiet busy empty crowded foreign domestic federal municipal temporary permanent technical financial"
)
TAILS = _listed(
    "after months of debate; despite sharp criticism; for the first time in years; according to two people "
    "familiar with the plans; before the end of the year; without giving further details; in a statement "
    "on Tuesday; as expected by most observers; although the costs remain unclear; because of rising "
    "prices; while residents waited for an answer; in spite of the rain; with the help of volunteers; under "
    "an agreement reached last week; during a meeting that lasted until midnight; to the surprise of many",
    "; ",
)
EVENT_NOUNS = _listed(
    "flood river water dam levee rescue boat evacuation shelter rainfall bank bridge damage resident "
    "street cellar firefighter sandbag warning level victim helicopter emergency mud debris"
)
EVENT_VERBS = _listed(
    "flooded evacuated rescued submerged destroyed damaged warned stranded overflowed breached drowned "
    "searched sheltered pumped cleared rebuilt"
)
CITIES = _listed(
    "London Paris Berlin Madrid Rome Vienna Warsaw Prague Budapest Athens Lisbon Dublin Oslo Stockholm "
    "Copenhagen Helsinki Brussels Amsterdam Zurich Geneva Milan Munich Hamburg Lyon Barcelona Moscow Kyiv "
    "Istanbul Ankara Cairo Nairobi Lagos Johannesburg Casablanca Tunis Tokyo Osaka Seoul Beijing Shanghai "
    "Delhi Mumbai Karachi Dhaka Bangkok Manila Jakarta Singapore Sydney Melbourne Auckland Toronto Montreal "
    "Vancouver Boston Chicago Houston Denver Seattle Miami Havana Bogota Lima Santiago"
)
EVENT_PLACES = ("Harwick", "Tolbridge", "Vale of Senn")
SECTIONS = _listed(
    "World Politics Business Technology Science Health Sport Culture Travel Opinion Weather Education"
)

_OPENINGS = ("b", "br", "d", "f", "g", "h", "k", "l", "m", "n", "p", "r", "s", "st", "t", "v", "w")
_VOWELS = ("a", "e", "i", "o", "u", "ai", "ea", "oo")
_CLOSINGS = ("", "l", "n", "r", "s", "th", "m", "ck", "nd", "rt")


NAMES = 60_000
"""Number of names, so that they repeat as in real news: in the last 2,000 of 3,000 real articles, 4 to 8 words in 300
were new."""


def name(rng: random.Random, syllables: int = 2) -> str:
    """Pick a proper name."""
    return rng.choice(_names(syllables))


@lru_cache
def _names(syllables: int) -> tuple[str, ...]:
    rng = random.Random(syllables)
    return tuple(_invented(rng, syllables) for _ in range(NAMES // 2))


def _invented(rng: random.Random, syllables: int) -> str:
    parts = (
        rng.choice(_OPENINGS) + rng.choice(_VOWELS) + rng.choice(_CLOSINGS)
        for _ in range(syllables)
    )
    return "".join(parts).capitalize()


def sentence(rng: random.Random, about: bool) -> str:
    """Write one sentence, about the event or about anything else."""
    nouns, verbs = (EVENT_NOUNS, EVENT_VERBS) if about and rng.random() < 0.75 else (NOUNS, VERBS)
    pick = rng.choice
    place = pick(EVENT_PLACES) if about and rng.random() < 0.6 else pick(CITIES)
    return (
        f"The {pick(ADJECTIVES)} {pick(nouns)} in {place} {pick(verbs)} the {pick(nouns)} of "
        f"{name(rng)} {name(rng, 3)}, the {pick(ADJECTIVES)} {pick(nouns)}, {pick(TAILS)}."
    )


def title(rng: random.Random, about: bool) -> str:
    """Write a headline."""
    nouns, verbs = (EVENT_NOUNS, EVENT_VERBS) if about else (NOUNS, VERBS)
    pick = rng.choice
    place = pick(EVENT_PLACES if about else CITIES)
    return f"{place}: {pick(ADJECTIVES)} {pick(nouns)} {pick(verbs)} {pick(nouns)} of {name(rng)}"
