"""Generate news texts to find near-duplicates in; one in ten is an edited copy.

The others are easily confused. Articles on the same event share names, numbers and stock sentences. Reports from the
same template differ only in names and numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

TOPICS = 40
EVENTS_PER_TOPIC = 20
COPY, REPORT = 7, 3
"""Last digit of the numbers of copies, and of reports from a template."""
EDITED = 0.05
"""Largest share of changed words in a copy."""

_SYLLABLES = [
    start + end
    for start in (*"bcdfgklmnprstvz", "st", "tr", "br", "ch", "sh")
    for end in (*"aeiou", "ai", "ou", "er", "an", "en", "in", "on")
]


class Printed(NamedTuple):
    """A text as a site prints it, and the number of the page it was copied from, if any."""

    text: str
    original: int | None


@dataclass(frozen=True)
class Topic:
    """The material for articles on one topic."""

    sentences: Sequence[str]
    stock: Sequence[str]
    templates: Sequence[Sequence[str]]
    events: Sequence[Sequence[str]]
    """Names and numbers of each event."""


class Newswire:
    """Write pages; each depends on the seed and its number alone."""

    def __init__(self, seed: int) -> None:
        rng = Random(seed)
        self._seed = seed
        self._common = _invent(rng, 300)
        self._words = _invent(rng, 20_000)
        self._names = [word.capitalize() for word in _invent(rng, 6_000)]
        self._agency = [self._frame(rng, self._common, rng.randint(0, 3)) for _ in range(60)]
        self._topics = [self._topic(rng) for _ in range(TOPICS)]
        self._sites = [(self._boilerplate(rng), self._boilerplate(rng)) for _ in range(400)]

    def page(self, number: int) -> Printed:
        """Return one page; a copy is of an earlier page, on another site."""
        rng = Random(self._seed << 32 | number)
        head, foot = rng.choice(self._sites)
        original = self._copied(rng, number)
        if original is None:
            return Printed(" ".join([head, *self._written(number), foot]), None)
        text = self._edited(rng, self._written(original))
        return Printed(f"{head} {text} {foot}", original)

    def _copied(self, rng: Random, number: int) -> int | None:
        if number < 10 or number % 10 != COPY:
            return None
        original = rng.randrange(number)
        return original - 1 if original % 10 == COPY else original

    def _written(self, number: int) -> list[str]:
        rng = Random(number << 32 | self._seed)
        topic = rng.choice(self._topics)
        if number % 10 == REPORT:
            return [self._filled(rng, frame, self._names) for frame in rng.choice(topic.templates)]
        facts, length = rng.choice(topic.events), rng.triangular(100, 800, 250)
        sentences: list[str] = []
        while length > 0:
            choice = rng.random()
            kind = (
                topic.stock if choice < 0.3 else self._agency if choice < 0.4 else topic.sentences
            )
            sentences.append(self._filled(rng, rng.choice(kind), facts))
            length -= sentences[-1].count(" ") + 1
        return sentences

    def _filled(self, rng: Random, frame: str, facts: Sequence[str]) -> str:
        """Fill the slots of a sentence, three of four with facts of the event."""
        pieces = frame.split("{}")
        sentence = pieces[0]
        for piece in pieces[1:]:
            roll = rng.random()
            fact = rng.choice(facts if roll < 0.75 else self._names)
            sentence += (str(rng.randint(2, 9999)) if roll > 0.9 else fact) + piece
        return sentence

    def _edited(self, rng: Random, sentences: list[str]) -> str:
        if rng.random() < 0.5:
            cut = max(1, round(len(sentences) * rng.uniform(0.05, 0.15)))
            head, rest = sentences[:cut], sentences[cut:]
            sentences = rng.choice((rest, rest + head, sentences[:-cut]))
        words = " ".join(sentences).split(" ")
        for _ in range(int(len(words) * rng.uniform(0, EDITED))):
            place = rng.randrange(len(words))
            removed, added = rng.choice(((1, 1), (0, 1), (1, 0)))
            words[place : place + removed] = rng.choices(self._words, k=added)
        return " ".join(words)

    def _topic(self, rng: Random) -> Topic:
        vocabulary = self._common * 4 + rng.sample(self._words, 1_200)
        return Topic(
            [self._frame(rng, vocabulary, rng.choice((0, 1, 2))) for _ in range(3_000)],
            [self._frame(rng, vocabulary, rng.choice((0, 1, 1, 2, 2, 3))) for _ in range(60)],
            [
                [self._frame(rng, vocabulary, slots) for _ in range(rng.randint(9, 18))]
                for slots in (1, 2, 3)
            ],
            [
                rng.sample(self._names, 8) + [str(rng.randint(2, 900)) for _ in range(6)]
                for _ in range(EVENTS_PER_TOPIC)
            ],
        )

    def _frame(self, rng: Random, vocabulary: Sequence[str], slots: int) -> str:
        words = rng.choices(vocabulary, k=rng.randint(8, 24))
        for place in rng.sample(range(1, len(words)), slots):
            words[place] = "{}"
        return " ".join(words).capitalize() + "."

    def _boilerplate(self, rng: Random) -> str:
        return " ".join(rng.choices(self._common, k=rng.randint(1, 25))).capitalize() + "."


def _invent(rng: Random, number: int) -> list[str]:
    """Return ``number`` different invented words."""
    words: dict[str, None] = {}
    while len(words) < number:
        words["".join(rng.choices(_SYLLABLES, k=rng.choice((1, 2, 2, 3, 3))))] = None
    return list(words)
