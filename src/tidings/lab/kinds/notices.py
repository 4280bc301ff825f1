"""A ministry: numbered notices in official words, listed by month and by office under numbers and days alone."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import NamedTuple

from tidings.lab.kinds.prose import paragraphs, subjects
from tidings.lab.kinds.site import Frame, KindWeb, Pointing, Sheet
from tidings.lab.web.places import LOCALITIES, Locality
from tidings.lab.web.targets import LabEvent
from tidings.model import Event, TimeSpan

_ROOT = "http://ministry.example/"
_OFFICES = 9
_FIRST, _DAYS = date(2016, 1, 4), 2000
_PER_EVENT = 26
_TASKS = 2
_OFFICIAL = (
    "Having regard to the law on public order and to the opinion of the council, the ministry orders as follows.",
    "This notice enters into force on the day after its publication and is binding in its entirety.",
    "Whoever acts against this notice may be fined. The competent authority shall keep a register.",
)


class _Notice(NamedTuple):
    number: int
    day: date
    office: int
    place: Locality
    words: tuple[str, ...]
    event: int

    @property
    def url(self) -> str:
        return f"{_ROOT}notices/{self.day.year}/{self.number}"

    @property
    def title(self) -> str:
        return f"Notice No. {self.number} of {self.day.day} {self.day:%B %Y}"


def notices(seed: int, pages: int) -> KindWeb:
    """Return a ministry with about ``pages`` notices; each task is an outbreak in one region."""
    rng = Random(f"{seed}:notices")
    themes = subjects(rng, _OFFICES * 2 + 2, 20)
    events = _events(rng, themes)
    issued = [
        _notice(rng, number, themes, events) for number in range(max(260, round(pages * 0.9)))
    ]
    issued.sort(key=lambda each: (each.day, each.number))
    sheets = [*_lists(issued), *(_sheet(rng, each, issued) for each in issued)]
    menu = (
        Pointing(_ROOT, "Ministry"),
        Pointing(f"{_ROOT}offices", "Offices"),
        Pointing(f"{_ROOT}calendar", "By month"),
    )
    tasks = tuple(_task(rng, number, events, issued) for number in range(_TASKS))
    return KindWeb(
        seed, sheets, {_ROOT: Frame("Official notices", menu, "Published by the ministry.")}, tasks
    )


def _events(
    rng: Random, themes: list[tuple[str, ...]]
) -> list[tuple[tuple[str, ...], Locality, date]]:
    """Return the outbreaks of the tasks, then the same elsewhere and in the same region two years before."""
    places = rng.sample(LOCALITIES, _TASKS * 2)
    events = [
        (themes[-1 - n], places[n], _FIRST + timedelta(rng.randrange(900, 1700)))
        for n in range(_TASKS)
    ]
    for number, (words, place, day) in enumerate(list(events)):
        events.append((words, places[_TASKS + number], day + timedelta(rng.randint(-60, 60))))
        events.append((words, place, day - timedelta(rng.randint(600, 800))))
    return events


def _notice(
    rng: Random,
    number: int,
    themes: list[tuple[str, ...]],
    events: list[tuple[tuple[str, ...], Locality, date]],
) -> _Notice:
    about = number // _PER_EVENT
    shuffled = 100 + number * 37 % 1000
    if about < len(events):
        words, place, start = events[about]
        return _Notice(
            shuffled, start + timedelta(rng.randrange(80)), about % _OFFICES, place, words, about
        )
    theme = rng.randrange(_OFFICES * 2)
    day = _FIRST + timedelta(rng.randrange(_DAYS))
    return _Notice(1000 + number, day, theme % _OFFICES, rng.choice(LOCALITIES), themes[theme], -1)


def _sheet(rng: Random, notice: _Notice, issued: list[_Notice]) -> Sheet:
    """Return a notice; it often amends another on the same matter."""
    alike = [each for each in issued if each.words is notice.words and each is not notice]
    amended = rng.choice(alike) if alike and rng.random() < 0.6 else rng.choice(issued)
    town = rng.choice(notice.place.towns)
    where = f"The measures apply in {notice.place.name} and {town}." if rng.random() < 0.8 else ""
    text = (_OFFICIAL[0], *paragraphs(rng, notice.words, rng.randint(2, 4)), where, *_OFFICIAL[1:])
    links = (Pointing(amended.url, f"Notice No. {amended.number} is amended"),)
    return Sheet(notice.url, notice.title, tuple(filter(None, text)), inline=links)


def _lists(issued: list[_Notice]) -> list[Sheet]:
    """Return the front page with the newest notices, and the lists by month and by office."""
    months: dict[str, list[Pointing]] = {}
    offices: dict[int, list[Pointing]] = {number: [] for number in range(_OFFICES)}
    for each in issued:
        item = Pointing(each.url, each.title)
        months.setdefault(f"{each.day:%Y-%m}", []).append(item)
        offices[each.office].append(item)
    newest = tuple(Pointing(each.url, each.title) for each in issued[-15:])
    by_month = {f"{_ROOT}calendar/{month}": month for month in months}
    by_office = {f"{_ROOT}office/{number}": f"Office {number + 1}" for number in offices}
    return [
        Sheet(_ROOT, "Ministry", (_OFFICIAL[0],), newest),
        Sheet(
            f"{_ROOT}calendar",
            "By month",
            (),
            tuple(Pointing(url, text) for url, text in by_month.items()),
        ),
        Sheet(
            f"{_ROOT}offices",
            "Offices",
            (),
            tuple(Pointing(url, text) for url, text in by_office.items()),
        ),
        *(Sheet(url, month, (), tuple(months[month])) for url, month in by_month.items()),
        *(
            Sheet(f"{_ROOT}office/{n}", f"Office {n + 1}", (), tuple(offices[n][::-1][:120]))
            for n in offices
        ),
    ]


def _task(
    rng: Random,
    number: int,
    events: list[tuple[tuple[str, ...], Locality, date]],
    issued: list[_Notice],
) -> LabEvent:
    words, place, day = events[number]
    own = [each.url for each in issued if each.event == number]
    start = datetime(day.year, day.month, day.day, tzinfo=UTC)
    references = tuple(rng.sample(own, 2))
    event = Event(
        f"notices-{place.name.lower()}-{day.year}",
        dict.fromkeys(words[:4], 1.0),
        references,
        {place.name: 1.0, **dict.fromkeys(place.towns, 0.3)},
        TimeSpan(start, start + timedelta(80), cooldown=timedelta(30)),
    )
    return LabEvent(event, (_ROOT,), references, frozenset(own) - set(references))
