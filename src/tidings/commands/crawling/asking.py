"""The questions of ``tidings new`` to a person at a terminal; an answer that cannot be right is asked for again."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TypeVar

from rich.console import Console

from tidings.collection.proposing.draft import Draft
from tidings.commands.terminal.printing import say
from tidings.event.template import Timing
from tidings.learn.types.presets import OTHER, TYPES, preset_of
from tidings.urls import is_address, normalise
from tidings.web.politeness import check_contact

Answer = TypeVar("Answer")


def is_at_a_terminal(console: Console) -> bool:
    """Return whether a person can be asked."""
    return sys.stdin.isatty() and console.is_terminal


def asked_name(console: Console) -> str:
    """Ask what happened, until there is an answer."""
    return _ask(console, "What happened? A short name, or one whole sentence", _name)


def asked(draft: Draft, console: Console) -> Draft:
    """Ask for what the user has not given; an empty answer leaves it out."""
    described = bool(draft.references or draft.text)
    if not (draft.seeds or draft.seed_files or draft.seeds_from_references):
        question = "Pages to start from: addresses, or a file of posts, search results or addresses"
        given = _ask(console, question, _starts)
        addresses = tuple(filter(is_address, given))
        files = tuple(each for each in given if each not in addresses)
        draft = replace(draft, seeds=addresses, seed_files=files)
        if not given and draft.references:
            links = _ask(console, "Start from the links of the references? yes or no", _yes)
            draft = replace(draft, seeds_from_references=links)
    if not (draft.keywords or described):
        question = "Words that pages about it use, separated by commas"
        draft = replace(draft, keywords=_ask(console, question, _list))
    if not (draft.places or described):
        question = "Where did it happen? Places, separated by commas; may be left empty"
        draft = replace(draft, places=_ask(console, question, _list))
    if not (draft.start or described):
        draft = _asked_days(draft, console)
    if not (draft.timing.type or described):
        question = f"What kind of event? {', '.join(TYPES)}; may be left empty"
        draft = replace(draft, timing=_timed(draft.timing, _ask(console, question, _type)))
    if not draft.contact:
        question = "Your mail or web address, which webmasters see"
        draft = replace(draft, contact=_ask(console, question, _contact))
    return draft


def _asked_days(draft: Draft, console: Console) -> Draft:
    start = _ask(console, "First day, such as 2016-03-22; may be left empty", _day)
    if start is None or draft.end:
        return replace(draft, start=start)

    def not_before(text: str) -> date | None:
        end = _day(text)
        if end and end < start:
            raise ValueError(f"{end} is before the first day")
        return end

    end = _ask(console, "Last day; may be left empty if it was one day", not_before)
    return replace(draft, start=start, end=end)


def _timed(timing: Timing, type: str) -> Timing:
    """Return the lead and cool-down of a type of event where the user gave none."""
    preset = preset_of(type)
    lead = preset.lead if timing.lead == OTHER.lead else timing.lead
    cooldown = preset.cooldown if timing.cooldown == OTHER.cooldown else timing.cooldown
    return timing._replace(type=type, lead=lead, cooldown=cooldown)


def _type(text: str) -> str:
    if text and text.lower() not in TYPES:
        raise ValueError(f"“{text}” is none of these kinds")
    return text.lower()


def _ask(console: Console, question: str, parse: Callable[[str], Answer]) -> Answer:
    """Ask until the answer can be parsed; the end of the input means that the user breaks off."""
    while True:
        try:
            return parse(console.input(f"{question}: ", markup=False).strip())
        except EOFError:
            raise KeyboardInterrupt from None
        except ValueError as error:
            say(console, f"  {error}; please answer again", style="yellow")


def _name(text: str) -> str:
    if not text:
        raise ValueError("a collection needs a name")
    return text


def _starts(text: str) -> tuple[str, ...]:
    """Read addresses separated by blanks, or the name of one file."""
    if text and Path(text).is_file():
        return (text,)
    given = tuple(text.replace(",", " ").split())
    for each in given:
        if not (is_address(each) and normalise(each)) and not Path(each).is_file():
            raise ValueError(
                f"“{each}” is no address, which begins with https:// or http://, and no file"
            )
    return given


def _yes(text: str) -> bool:
    return text.casefold() in ("y", "yes")


def _list(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise ValueError(f"“{text}” is no day; allowed: year-month-day, as 2016-03-22") from None


def _contact(text: str) -> str:
    return check_contact(text) if text else ""
