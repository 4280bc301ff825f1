"""A forum: threads with vague titles over several pages, posts with days, members, and no date of publication."""

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

_ROOT = "http://forum.example/"
_BOARDS, _PER_LIST = 8, 25
_THREADS = 14
"""Threads about one event."""
_VAGUE = (
    "Anyone else?",
    "Question",
    "Need advice",
    "What happened?",
    "Update",
    "Strange day",
    "Help please",
    "Thoughts",
)
_VAGUE_SHARE = 0.5
_FIRST = date(2017, 1, 1)
_TASKS = 2


class _Thread(NamedTuple):
    number: int
    board: int
    title: str
    words: tuple[str, ...]
    place: Locality
    day: date
    pages: int
    event: int
    """Number of the event it is about, -1 for none."""

    def url(self, page: int = 1) -> str:
        return f"{_ROOT}thread.php?id={self.number}" + (f"&page={page}" if page > 1 else "")


def forum(seed: int, pages: int) -> KindWeb:
    """Return a forum of about ``pages`` pages; each task is what was said about one event."""
    rng = Random(f"{seed}:forum")
    themes = subjects(rng, _BOARDS * 3 + 4, 22)
    happened = _events(rng, themes)
    count = max(120, round(pages * 0.5))
    threads = [_thread(rng, number, themes, happened) for number in range(count)]
    members = [person(rng) for _ in range(count // 6)]
    sheets = [*_lists(threads), *_members(rng, members, threads)]
    for thread in threads:
        sheets += _posts(rng, thread, threads, members)
    menu = (
        Pointing(_ROOT, "Boards"),
        Pointing(f"{_ROOT}members", "Members"),
        Pointing(f"{_ROOT}rules", "Rules"),
    )
    sheets.append(Sheet(f"{_ROOT}rules", "Rules", tuple(paragraphs(rng, themes[0], 2))))
    tasks = tuple(_task(rng, number, happened, threads) for number in range(_TASKS))
    return KindWeb(
        seed, sheets, {_ROOT: Frame("The town forum", menu, "Powered by a board.")}, tasks
    )


def _events(
    rng: Random, themes: list[tuple[str, ...]]
) -> list[tuple[tuple[str, ...], Locality, date]]:
    """Return the events of the tasks, then others like them: elsewhere, in another year, on another subject."""
    events = []
    for number in range(_TASKS):
        words, place = themes[-1 - number], LOCALITIES[rng.randrange(len(LOCALITIES))]
        events.append((words, place, _FIRST + timedelta(rng.randrange(400, 1400))))
    for words, place, day in list(events):
        other = rng.choice([each for each in LOCALITIES if each is not place])
        events.append((words, other, day + timedelta(rng.randint(-40, 40))))
        events.append((words, place, day + timedelta(rng.choice((-1, 1)) * rng.randint(300, 400))))
        events.append((themes[-3], place, day + timedelta(rng.randint(0, 5))))
    return events


def _thread(
    rng: Random,
    number: int,
    themes: list[tuple[str, ...]],
    events: list[tuple[tuple[str, ...], Locality, date]],
) -> _Thread:
    about = number // _THREADS
    event = about if about < len(events) else -1
    if event >= 0:
        words, place, start = events[event]
        board, day = event % _BOARDS, start + timedelta(int(rng.expovariate(1 / 12)))
    else:
        theme = rng.randrange(_BOARDS * 3)
        words, board = themes[theme], theme % _BOARDS
        place, day = rng.choice(LOCALITIES), _FIRST + timedelta(rng.randrange(1800))
    title = f"{rng.choice(words).capitalize()} and {rng.choice(words)}"
    if rng.random() < 0.3:
        title = f"{title} in {place.name}"
    if rng.random() < _VAGUE_SHARE:
        title = rng.choice(_VAGUE)
    return _Thread(number, board, title, words, place, day, rng.choice((1, 1, 1, 2, 3)), event)


def _posts(rng: Random, thread: _Thread, threads: list[_Thread], members: list[str]) -> list[Sheet]:
    """Return the pages of a thread; its first post names the place, later ones may."""
    sheets = []
    for page in range(1, thread.pages + 1):
        text = []
        for post in range(rng.randint(3, 7)):
            day = thread.day + timedelta(page * 2 + post - 3)
            where = rng.choice((thread.place.name, *thread.place.towns))
            named = (
                f" Here in {where} it is the same."
                if post + page == 1 or rng.random() < 0.35
                else ""
            )
            words = paragraphs(rng, thread.words, 1, rng.randint(1, 3))[0]
            text.append(f"{rng.choice(members)} wrote on {day.day} {day:%B %Y}: {words}{named}")
        pager = tuple(
            Pointing(thread.url(n), str(n)) for n in range(1, thread.pages + 1) if n != page
        )
        near = [threads[n % len(threads)] for n in (thread.number + 1, rng.randrange(len(threads)))]
        beside = (*pager, *(Pointing(each.url(), each.title) for each in near))
        users = tuple(Pointing(_profile(name), name) for name in rng.sample(members, 2))
        board = (Pointing(f"{_ROOT}board.php?f={thread.board}", "Back to the board"),)
        sheets.append(
            Sheet(
                thread.url(page), thread.title, tuple(text), inline=users, beside=(*beside, *board)
            )
        )
    return sheets


def _lists(threads: list[_Thread]) -> list[Sheet]:
    """Return the boards, each with its threads, the newest first."""
    sheets = [
        Sheet(
            _ROOT,
            "Boards",
            (),
            tuple(Pointing(f"{_ROOT}board.php?f={n}", f"Board {n + 1}") for n in range(_BOARDS)),
        )
    ]
    for board in range(_BOARDS):
        own = sorted(
            (each for each in threads if each.board == board),
            key=lambda each: (each.day, each.number),
        )
        own.reverse()
        parts = [own[first : first + _PER_LIST] for first in range(0, len(own), _PER_LIST)]
        for number, part in enumerate(parts):
            items = tuple(
                Pointing(each.url(), each.title, f"{each.day.day} {each.day:%B %Y}")
                for each in part
            )
            pager = tuple(
                Pointing(_list(board, n), str(n + 1)) for n in range(len(parts)) if n != number
            )
            sheets.append(
                Sheet(_list(board, number), f"Board {board + 1}", (), items, beside=pager)
            )
    return sheets


def _list(board: int, number: int) -> str:
    return f"{_ROOT}board.php?f={board}" + (f"&start={number * _PER_LIST}" if number else "")


def _profile(name: str) -> str:
    return f"{_ROOT}member.php?u={name.replace(' ', '')}"


def _members(rng: Random, members: list[str], threads: list[_Thread]) -> list[Sheet]:
    """Return the members with some threads they wrote in."""
    own = dict.fromkeys(members)
    sheets = [
        Sheet(
            f"{_ROOT}members", "Members", (), tuple(Pointing(_profile(name), name) for name in own)
        )
    ]
    for name in own:
        wrote = tuple(Pointing(each.url(), each.title) for each in rng.sample(threads, 5))
        sheets.append(Sheet(_profile(name), name, ("A member since years.",), wrote))
    return sheets


def _task(
    rng: Random,
    number: int,
    events: list[tuple[tuple[str, ...], Locality, date]],
    threads: list[_Thread],
) -> LabEvent:
    words, place, day = events[number]
    own = [thread for thread in threads if thread.event == number]
    start = datetime(day.year, day.month, day.day, tzinfo=UTC)
    references = (rng.choice(own).url(),)
    event = Event(
        f"forum-{place.name.lower()}-{day.year}",
        dict.fromkeys(words[:4], 1.0),
        references,
        {place.name: 1.0, **dict.fromkeys(place.towns, 0.3)},
        TimeSpan(start, start + timedelta(3), cooldown=timedelta(45)),
    )
    relevant = frozenset(thread.url(page) for thread in own for page in range(1, thread.pages + 1))
    return LabEvent(event, (_ROOT,), references, relevant - set(references))
