"""An encyclopedia: one host, one template, no dates, and titles that rarely say what an article belongs to."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from tidings.lab.kinds.prose import paragraphs, subjects
from tidings.lab.kinds.site import Frame, KindWeb, Pointing, Sheet
from tidings.lab.web.targets import LabEvent
from tidings.model import Event

_ROOT = "http://encyclopedia.example/"
_PER_SUBJECT = 28
_SUBJECT_WORDS, _OWN_WORDS = 30, 9
_LISTED = 0.4
"""Share of the articles that the page of their subject lists."""
_LINKS = 14
_SAME, _NEAR = 0.45, 0.25
"""Shares of the links of an article to its own and to the neighbouring subject."""
_TASKS = 2


class _Entry(NamedTuple):
    number: int
    subject: int
    title: str
    words: tuple[str, ...]

    @property
    def url(self) -> str:
        return f"{_ROOT}wiki/{self.title.replace(' ', '_')}"


def encyclopedia(seed: int, pages: int) -> KindWeb:
    """Return an encyclopedia of about ``pages`` pages; each task is one of its subjects."""
    rng = Random(f"{seed}:encyclopedia")
    count = max(6, (pages - 40) // (_PER_SUBJECT + 1))
    themes = subjects(rng, count, _SUBJECT_WORDS)
    own = subjects(rng, count * _PER_SUBJECT, 1)
    entries = [_entry(rng, number, themes, own) for number in range(count * _PER_SUBJECT)]
    groups = [
        entries[first : first + _PER_SUBJECT] for first in range(0, len(entries), _PER_SUBJECT)
    ]
    sheets = [
        *_indexes(rng, themes, groups, entries),
        *(_article(rng, each, groups) for each in entries),
    ]
    menu = (
        Pointing(_ROOT, "Main page"),
        Pointing(f"{_ROOT}subjects", "Subjects"),
        Pointing(f"{_ROOT}letters", "A to Z"),
    )
    chosen = rng.sample(range(count), _TASKS)
    events = tuple(
        _task(rng, themes[one], groups[one], groups[(one + count // 2) % count]) for one in chosen
    )
    foot = "Text is available under a free licence. About this encyclopedia. Disclaimers."
    return KindWeb(seed, sheets, {_ROOT: Frame("The small encyclopedia", menu, foot)}, events)


def _entry(
    rng: Random, number: int, themes: list[tuple[str, ...]], own: list[tuple[str, ...]]
) -> _Entry:
    subject = number // _PER_SUBJECT
    theme = themes[subject]
    title = own[number][0].title()
    if rng.random() < 0.3:
        title = f"{title} {rng.choice(theme[:8])}"
    return _Entry(number, subject, title, (*rng.sample(theme, 16), *own[number] * 3))


def _article(rng: Random, entry: _Entry, groups: list[list[_Entry]]) -> Sheet:
    near = groups[(entry.subject + 1) % len(groups)]
    chosen: dict[str, Pointing] = {}
    for _ in range(_LINKS):
        roll = rng.random()
        pool = (
            groups[entry.subject]
            if roll < _SAME
            else near
            if roll < _SAME + _NEAR
            else rng.choice(groups)
        )
        other = rng.choice(pool)
        if other is not entry:
            chosen[other.url] = Pointing(other.url, other.title)
    other_words = rng.choice(near).words[:4]
    text = paragraphs(rng, (*entry.words, *other_words), rng.randint(3, 9))
    return Sheet(entry.url, entry.title, tuple(text), inline=tuple(chosen.values()))


def _indexes(
    rng: Random, themes: list[tuple[str, ...]], groups: list[list[_Entry]], entries: list[_Entry]
) -> list[Sheet]:
    """Return the main page, the list of subjects with their pages, and the lists by letter."""
    names = {number: theme[0].title() for number, theme in enumerate(themes)}
    pages = {number: f"{_ROOT}subject/{name}" for number, name in names.items()}
    letters: dict[str, list[_Entry]] = {}
    for entry in entries:
        letters.setdefault(entry.title[0], []).append(entry)
    featured = rng.sample(entries, 12)
    welcome = paragraphs(rng, ("article", "subject", "reader", "knowledge"), 2)
    by_letter = sorted(letters)
    return [
        Sheet(
            _ROOT,
            "Main page",
            tuple(welcome),
            tuple(Pointing(each.url, each.title) for each in featured),
        ),
        Sheet(
            f"{_ROOT}subjects",
            "Subjects",
            (),
            tuple(Pointing(pages[one], names[one]) for one in names),
        ),
        Sheet(
            f"{_ROOT}letters",
            "A to Z",
            (),
            tuple(Pointing(f"{_ROOT}letter/{one}", one) for one in by_letter),
        ),
        *(
            Sheet(
                pages[one],
                names[one],
                (),
                tuple(Pointing(e.url, e.title) for e in group if rng.random() < _LISTED),
            )
            for one, group in enumerate(groups)
        ),
        *(
            Sheet(
                f"{_ROOT}letter/{one}",
                one,
                (),
                tuple(Pointing(e.url, e.title) for e in letters[one]),
            )
            for one in by_letter
        ),
    ]


def _task(
    rng: Random, theme: tuple[str, ...], group: list[_Entry], elsewhere: list[_Entry]
) -> LabEvent:
    references = tuple(each.url for each in rng.sample(group, 2))
    event = Event(f"encyclopedia-{theme[0]}", dict.fromkeys(theme[:2], 1.0), references)
    relevant = frozenset(each.url for each in group) - set(references)
    return LabEvent(event, (_ROOT, rng.choice(elsewhere).url), references, relevant)
