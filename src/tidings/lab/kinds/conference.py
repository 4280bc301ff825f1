"""A learned society with one conference in six editions: the same words every time, other places and days.

Only some pages of an edition say where and when it is. The others are reached through its own menu.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import NamedTuple

from tidings.lab.kinds.prose import paragraphs, subjects
from tidings.lab.kinds.site import Frame, KindWeb, Pointing, Sheet
from tidings.lab.web.places import LOCALITIES, Locality
from tidings.lab.web.targets import LabEvent
from tidings.lab.web.texts import person
from tidings.model import Event, TimeSpan

_ROOT = "http://society.example/"
_EDITIONS = 6
_OTHER = 0.3
"""Share of the pages that belong to no edition."""
_NAMED = 0.4
"""Share of the pages of an edition that say where and when it is."""
_PARTS = (
    "programme",
    "venue",
    "travel",
    "registration",
    "committee",
    "sponsors",
    "call for papers",
    "dinner",
)
_TASKS = 2
_FIELDS = 8
"""Fields of research, which all editions share."""


class _Edition(NamedTuple):
    number: int
    place: Locality
    first: date
    begin: str
    """The beginning of its URLs: with the year, with the town and the year, or with a number only."""
    sessions: int
    speakers: tuple[str, ...]

    @property
    def stamp(self) -> str:
        """Return when and where it is, as its pages say it."""
        last = self.first + timedelta(3)
        return f"{self.first.day} {self.first:%B} to {last.day} {last:%B %Y}, {self.place.name}, {self.place.country}"


def conference(seed: int, pages: int) -> KindWeb:
    """Return a society with about ``pages`` pages; each task is one edition of its conference."""
    rng = Random(f"{seed}:conference")
    fields = subjects(rng, _FIELDS, 24)
    society = subjects(rng, 1, 20)[0]
    size = max(24, round(pages * (1 - _OTHER) / _EDITIONS))
    editions = [_edition(rng, number, size) for number in range(_EDITIONS)]
    homes = tuple(
        Pointing(each.begin, f"{_nth(each.number)} conference, {each.place.name}")
        for each in editions
    )
    sheets = _society(rng, society, fields, round(pages * _OTHER), homes)
    frames = {_ROOT: Frame("The Society", _menu(), "The Society, a registered charity.")}
    tasks = []
    for each in editions:
        own = _pages_of(rng, each, fields, editions)
        frames[each.begin] = _frame(rng, each, homes)
        tasks.append(_task(each, fields, own))
        sheets += own
    return KindWeb(seed, sheets, frames, tuple(rng.sample(tasks[1:], _TASKS)))


def _edition(rng: Random, number: int, size: int) -> _Edition:
    place = LOCALITIES[(rng.randrange(4) + 5 * number) % len(LOCALITIES)]
    first = date(2014 + number, rng.randint(4, 10), rng.randint(2, 22))
    town = "".join(filter(str.isascii, place.name.lower())).replace(" ", "")
    steps = (f"{first.year}", f"{town}{first.year}", f"meeting/{number + 11}")
    sessions = (size - len(_PARTS) - 1) * 2 // 3
    speakers = tuple(dict.fromkeys(person(rng) for _ in range((size - len(_PARTS) - 1) // 3)))
    return _Edition(number, place, first, f"{_ROOT}{steps[number % 3]}/", sessions, speakers)


def _nth(number: int) -> str:
    return f"{number + 11}th"


def _menu() -> tuple[Pointing, ...]:
    labels = {
        "": "Home",
        "news": "News",
        "members": "Members",
        "journal": "Journal",
        "conferences": "Conferences",
    }
    return tuple(Pointing(f"{_ROOT}{step}", label) for step, label in labels.items())


def _frame(rng: Random, edition: _Edition, homes: tuple[Pointing, ...]) -> Frame:
    """Return the frame of an edition: its own menu, and the other editions."""
    parts = tuple(
        Pointing(f"{edition.begin}{part.replace(' ', '-')}", part.capitalize()) for part in _PARTS
    )
    others = tuple(home for home in homes if home.url != edition.begin)
    menu = (Pointing(edition.begin, "Home"), *parts, Pointing(_ROOT, "The Society"), *others)
    return Frame("Conference of the Society", menu, "Organised by the Society.")


def _pages_of(
    rng: Random, edition: _Edition, fields: list[tuple[str, ...]], editions: list[_Edition]
) -> list[Sheet]:
    """Return the pages of an edition: home, parts, talks and speakers."""
    talks = [
        Pointing(
            f"{edition.begin}talk-{n + 1}",
            f"On the {rng.choice(fields[n % _FIELDS])} of the {rng.choice(fields[n % _FIELDS])}",
        )
        for n in range(edition.sessions)
    ]
    people = [
        Pointing(f"{edition.begin}speaker/{name.lower().replace(' ', '-')}", name)
        for name in edition.speakers
    ]
    words = [word for field in fields for word in field[:6]]
    home = paragraphs(rng, (*words, "conference", "workshop", "participants", "abstracts"), 3)
    sheets = [
        Sheet(
            edition.begin,
            f"{_nth(edition.number)} Conference of the Society",
            (f"{edition.stamp}.", f"Welcome to {edition.place.name}!", *home),
            items=tuple(rng.sample(talks, min(6, len(talks)))),
        )
    ]
    for part in _PARTS:
        listed = (
            tuple(talks) if part == "programme" else tuple(people) if part == "committee" else ()
        )
        text = paragraphs(rng, (*words[:12], part, "conference", "participants"), 2)
        sheets.append(
            Sheet(
                f"{edition.begin}{part.replace(' ', '-')}",
                part.capitalize(),
                (*_stamped(rng, edition), *text),
                listed,
            )
        )
    for number, talk in enumerate(talks):
        field = fields[number % _FIELDS]
        text = [_affiliation(rng), *paragraphs(rng, field, rng.randint(2, 4))]
        links = (*rng.sample(people, 2), *rng.sample(talks, 2))
        sheets.append(Sheet(talk.url, talk.text, (*_stamped(rng, edition), *text), inline=links))
    for one in people:
        text = [_affiliation(rng), *paragraphs(rng, rng.choice(fields), 2)]
        earlier = rng.choice(editions)
        links = (
            *rng.sample(talks, 2),
            Pointing(earlier.begin, f"spoke at the {_nth(earlier.number)} conference"),
        )
        sheets.append(Sheet(one.url, one.text, (*_stamped(rng, edition), *text), inline=links))
    return sheets


def _stamped(rng: Random, edition: _Edition) -> tuple[str, ...]:
    return (f"Conference of the Society, {edition.stamp}.",) if rng.random() < _NAMED else ()


def _affiliation(rng: Random) -> str:
    """Return where a speaker works: places that have nothing to do with the edition."""
    place = rng.choice(LOCALITIES)
    return f"{person(rng)}, University of {place.name}, {place.country}."


def _society(
    rng: Random,
    society: tuple[str, ...],
    fields: list[tuple[str, ...]],
    count: int,
    homes: tuple[Pointing, ...],
) -> list[Sheet]:
    """Return the pages of the society itself: news, members and papers of its journal."""
    kinds = ("news", "members", "journal")
    pages: dict[str, list[Sheet]] = {kind: [] for kind in kinds}
    for number in range(count - 5):
        kind = kinds[number % 3]
        words = society if kind != "journal" else rng.choice(fields)
        title = (
            person(rng)
            if kind == "members"
            else f"The {rng.choice(words)} and the {rng.choice(words)}"
        )
        day = date(2013, 1, 1) + timedelta(rng.randrange(3000))
        text = tuple(paragraphs(rng, words, rng.randint(2, 4)))
        url = f"{_ROOT}{kind}/{number}"
        pages[kind].append(Sheet(url, title, text, published=day if kind == "news" else None))
    lists = [
        Sheet(
            f"{_ROOT}{kind}",
            kind.capitalize(),
            (),
            tuple(Pointing(each.url, each.title) for each in pages[kind]),
        )
        for kind in kinds
    ]
    top = Sheet(_ROOT, "The Society", tuple(paragraphs(rng, society, 3)), beside=lists_of(lists))
    past = Sheet(f"{_ROOT}conferences", "Conferences", tuple(paragraphs(rng, society, 1)), homes)
    return [top, past, *lists, *(each for kind in kinds for each in pages[kind])]


def lists_of(sheets: list[Sheet]) -> tuple[Pointing, ...]:
    """Return links to pages by their titles."""
    return tuple(Pointing(each.url, each.title) for each in sheets)


def _task(edition: _Edition, fields: list[tuple[str, ...]], own: list[Sheet]) -> LabEvent:
    start = datetime(edition.first.year, edition.first.month, edition.first.day, tzinfo=UTC)
    references = (edition.begin,)
    event = Event(
        f"conference-{edition.first.year}",
        dict.fromkeys(("conference", *(field[0] for field in fields[:3])), 1.0),
        references,
        {edition.place.name: 1.0, edition.place.country: 0.5},
        TimeSpan(start, start + timedelta(4), timedelta(240), timedelta(60)),
    )
    return LabEvent(
        event, (_ROOT,), references, frozenset(sheet.url for sheet in own) - set(references)
    )
