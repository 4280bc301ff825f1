"""Write the articles of the generated web: headlines and paragraphs from phrases and the facts of a happening."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from functools import lru_cache
from random import Random

from tidings.lab.web.happenings import DAILY_TOPICS, Happening
from tidings.lab.web.phrases import LANGUAGES, Language
from tidings.lab.web.places import LOCALITIES

_FIRST = [
    "Ana", "Marta", "Luc", "Jonas", "Irene", "Pavel", "Nadia", "Oscar", "Lena", "Tomas", "Amira", "Viktor",
    "Elsa", "Bruno", "Kofi", "Nino", "Priya", "Hugo", "Clara", "Mateo", "Ines", "Samir", "Greta", "Owen",
    "Yara", "Felix", "Rosa", "Anton", "Mei", "Paulo",
]  # fmt: skip
_LAST = [
    "Ferrer", "Maurer", "Delacroix", "Okafor", "Lindqvist", "Moreau", "Petrov", "Castell", "Hartmann",
    "Rossi", "Beridze", "Mensah", "Novak", "Sorensen", "Ibarra", "Tanaka", "Keller", "Vasquez", "Doyle",
    "Marchetti", "Aydin", "Brandt", "Silva", "Kowalski", "Mbeki", "Laurent", "Ortega", "Falk", "Haddad",
    "Whitcombe",
]  # fmt: skip
_JOBS = [
    "teacher", "baker", "nurse", "student", "shopkeeper", "farmer", "pensioner", "carpenter", "librarian",
    "driver", "waiter", "engineer",
]  # fmt: skip
_AGENCIES = (
    "the Red Cross", "the civil protection agency", "the fire service", "the regional health office",
    "the interior ministry", "the relief fund", "the national weather service", "the police union",
    "the ombudsman's office", "the military emergency unit",
)  # fmt: skip
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_FORMS = (
    "{}", "{}", "{}", "Live: {}", "Analysis: {}", "In pictures: {}", "{} - what we know", "{}, officials say",
    "{}, {witness} reports",
)  # fmt: skip
_PLACED_FORMS = (
    "{}", "{}", "{place}: {}", "{place}: {}", "{country}: {}", "{} in {place}", "{} in {place}",
    "{} near {town}", "{} ({place})",
)  # fmt: skip
"""Forms of headlines; the second tuple is for those that name no place."""


class Writer:
    """Write headlines and texts about happenings, in four languages."""

    def __init__(self, seed: int, happenings: Sequence[Happening]) -> None:
        self._seed = seed
        self._happenings = happenings
        self._facts = lru_cache(maxsize=2048)(self._gather_facts)

    def headline(self, number: int, happening: Happening, language: str) -> tuple[str, str]:
        """Return the title of an article, and its short form for the URL."""
        rng = Random(f"{self._seed}:headline:{number}")
        slots = self._slots(rng, happening, language)
        topic = LANGUAGES[language].topics[happening.topic]
        short = rng.choice(topic.headlines)
        forms = (
            _FORMS
            if "{place}" in short or "{town" in short or "{region}" in short
            else _PLACED_FORMS
        )
        form = rng.choice(forms) if language == "en" else "{}"
        return form.replace("{}", short).format_map(slots), short.format_map(slots)

    def paragraphs(self, number: int, happening: Happening, language: str) -> list[str]:
        """Return the text of an article, a few hundred words."""
        rng = Random(f"{self._seed}:text:{number}")
        slots = self._slots(rng, happening, language)
        sentences = _choose(rng, happening.topic, LANGUAGES[language])
        texts = [_capital(sentence.format_map(slots)) for sentence in sentences]
        paragraphs = []
        while texts:
            size = rng.choice((1, 2, 2, 3))
            paragraphs.append(" ".join(texts[:size]))
            del texts[:size]
        return paragraphs

    def _slots(self, rng: Random, happening: Happening, language: str) -> Mapping[str, object]:
        """Return the slots of the phrases: the facts of a happening and the details of one article."""
        facts = self._facts(happening.number)
        first, second = rng.sample(happening.place.towns, 2)
        countries = LANGUAGES[language].countries
        return {
            **facts,
            "country": countries.get(happening.place.country, happening.place.country),
            "town": first,
            "town2": second,
            "dead": int(facts["dead"]) + rng.randrange(4),
            "injured": int(facts["injured"]) + rng.randrange(25),
            "witness": person(rng),
            "witness2": person(rng),
            "job": rng.choice(_JOBS),
            "age": rng.randint(19, 84),
            "agency": rng.choice(_AGENCIES),
            "small": rng.randint(2, 9),
            "big": rng.randint(11, 99) * 10,
            "hours": rng.randint(5, 30),
            "weekday": rng.choice(_WEEKDAYS),
        }

    def _gather_facts(self, number: int) -> dict[str, str]:
        happening = self._happenings[number]
        rng = Random(f"{self._seed}:facts:{number}")
        elsewhere = rng.choice([place for place in LOCALITIES if place is not happening.place])
        return {
            "place": happening.place.name,
            "region": happening.place.region,
            "river": happening.place.river,
            "hills": happening.place.hills,
            "mayor": person(rng),
            "minister": person(rng),
            "chief": person(rng),
            "dead": str(rng.randint(4, 70)),
            "injured": str(rng.randint(40, 400)),
            "past": str(happening.start.year - rng.randint(2, 9)),
            "past_dead": str(rng.randint(3, 40)),
            "elsewhere": elsewhere.name,
            "elsewhere_country": elsewhere.country,
        }


def _capital(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]


def person(rng: Random) -> str:
    """Return a random name."""
    return f"{rng.choice(_FIRST)} {rng.choice(_LAST)}"


def written_date(day: date, language: str, form: int) -> str:
    """Return a date in one of the forms of a language."""
    phrases = LANGUAGES[language]
    template = phrases.date_forms[form % len(phrases.date_forms)]
    return template.format(
        day=day.day, month=phrases.months[day.month - 1], year=day.year, number=f"{day.month:02}"
    )


def _choose(rng: Random, topic: str, language: Language) -> list[str]:
    own = language.topics[topic].sentences
    chosen = rng.sample(own, min(len(own), rng.randint(10, 18)))
    asides = (
        language.topics[rng.choice(DAILY_TOPICS)].sentences
        if topic in DAILY_TOPICS
        else language.common
    )
    lead, rest = chosen[0], chosen[1:] + rng.sample(asides, min(len(asides), rng.randint(5, 10)))
    rng.shuffle(rest)
    return [lead, *rest]
