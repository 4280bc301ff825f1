"""Explains a score in plain words: why a page was kept or not."""

from __future__ import annotations

import re

from tidings.model import LOG_ODDS, Evidence, Score

_NO_EVIDENCE = {
    "measure": "the score before judgements",
    "judgements": "the probability learned from judgements",
}


def explain(score: Score, threshold: float) -> str:
    """Return the score, then one line for each part with its evidence."""
    verdict = "enough" if score.value >= threshold else "not enough"
    head = f"score {score.value:.2f}, {verdict}: pages with {threshold:.2f} or more are kept"
    weights = _amounts(score, "weight")
    log_odds = _amounts(score, LOG_ODDS)
    width = max((len(aspect) for aspect in score.parts), default=0)
    lines = [
        f"  {aspect:<{width}} {_value(value, weights.get(aspect))}{_added(log_odds, aspect)}: {_reasons(score, aspect)}"
        for aspect, value in score.parts.items()
    ]
    if log_odds:
        total = sum(log_odds.values())
        lines.append(f"  together {total:+.1f}: in brackets log-odds, which add up")
    return "\n".join([head, *lines])


def _amounts(score: Score, aspect: str) -> dict[str, float]:
    return {reason.what: reason.amount for reason in score.evidence if reason.aspect == aspect}


def _added(log_odds: dict[str, float], aspect: str) -> str:
    return f" ({round(log_odds[aspect], 1) + 0.0:+.1f})" if aspect in log_odds else ""  # no -0.0


def _value(value: float, weight: float | None) -> str:
    if weight is None:
        return f"{value:.2f}"
    return f"{value:.2f} x {weight:.2f} = {value * weight:.2f}"


def _reasons(score: Score, aspect: str) -> str:
    reasons = [_reason(reason) for reason in score.evidence if reason.aspect == aspect]
    return ", ".join(reasons) or _NO_EVIDENCE.get(aspect, "nothing of the event found")


def _reason(reason: Evidence) -> str:
    note = f" ({reason.note})" if reason.note else ""
    if reason.aspect == "date" or not reason.amount:
        return f"{reason.what}{note}"
    return f"{reason.what}{note} {reason.amount:.2f}"


# In words, for people who want no figures.

_STRONG_LOG_ODDS = -1.2
"""Log-odds: places and dates, which are 0 at best, speak against a page below this."""
_NEAR = 0.01
"""Difference from the threshold within which a score is shown with three digits."""
_QUIET = ("measure", "judgements", "weight", LOG_ODDS)
"""Aspects that are no reason by themselves."""


def in_words(
    score: Score, threshold: float, text: str = "", language: str = "", keywords: str = ""
) -> tuple[str, ...]:
    """Return what speaks for a page, what against it, and the score.

    Words are written as in the text, and as in the keywords of the event if the text does not have them.
    """
    log_odds = _amounts(score, LOG_ODDS)
    written = _Written(text, language, keywords)
    sides: dict[bool, list[str]] = {True: [], False: []}
    unseen = []
    for aspect, value in score.parts.items():
        reasons = [one for one in score.evidence if one.aspect == aspect]
        if aspect in _QUIET:
            continue
        if not reasons and log_odds and aspect not in log_odds:
            unseen.append(aspect)
        else:
            for_it = _speaks_for(aspect, value, log_odds.get(aspect), threshold)
            for_it = for_it and [one.what for one in reasons] != ["undated"]
            against = [one for one in reasons if one.note == _AGAINST]
            rest = [one for one in reasons if one.note != _AGAINST]
            sides[for_it].append(_SENTENCES.get(aspect, _other)(aspect, rest, for_it, written))
            sides[False] += [f"much of it is a {one.what}" for one in against]
    if not log_odds and not score.value and not score.evidence:
        sides[False], unseen = ["it uses no word of the event"], [*score.parts][1:]
    if "judgements" in score.parts:
        relevant = score.parts["judgements"] >= threshold
        sides[relevant].append(_judgement(score, relevant))
    lines = [f"for it: {'; '.join(sides[True])}"] if any(sides[True]) else []
    lines += [f"against it: {'; '.join(sides[False])}"] if any(sides[False]) else []
    if unseen:
        lines.append(f"not looked at, because its words rule it out: {', '.join(unseen)}")
    return (*lines, _score(score.value, threshold))


_AGAINST = "speaks against it"
_LONGEST_ACRONYM = 5
"""Letters: a longer word in capitals is written in small letters."""
_RUNS = re.compile(r"([.!?:\n]\W*)?(\w+)")
"""Words, each with the end of the sentence before it if it is the first of its own."""


class _Written:
    """The words of a page by their stems, as the page writes them, else as the event file does."""

    def __init__(self, text: str, language: str, keywords: str) -> None:
        self._forms = _forms(keywords, language or "en") | _forms(text, language or "en")

    def form(self, term: str) -> str:
        """Return a term as it is written."""
        return " ".join(self._forms.get(part, part) for part in term.split(" "))


def _forms(text: str, language: str) -> dict[str, str]:
    """Return words by their stems; those that never stand in small letters within a sentence keep their capitals."""
    from tidings.read.words.words import stem, words  # loads the readers of pages

    opening: dict[str, str] = {}
    names: dict[str, str] = {}
    small: dict[str, str] = {}
    for opened, run in _RUNS.findall(f"\n{text}"):
        for word in words(run):
            is_shouted = run.isupper() and len(run) > _LONGEST_ACRONYM
            is_name = run != word and run.lower() == word and not (opened or is_shouted)
            kind = names if is_name else opening if run != word else small
            kind.setdefault(stem(word, language), run if is_name else word)
    return opening | names | small


def _speaks_for(aspect: str, value: float, log_odds: float | None, threshold: float) -> bool:
    if log_odds is None:
        return value >= threshold
    return log_odds >= 0.0 if aspect == "topic" else log_odds >= _STRONG_LOG_ODDS


def _topic(aspect: str, reasons: list[Evidence], for_it: bool, written: _Written) -> str:
    names = [one.what for one in reasons if one.note == "name"]
    used = [
        f"“{written.form(one.what)}”{_times(one.note)}" for one in reasons if one.note != "name"
    ]
    parts = [f"it uses {'' if for_it else 'little more than '}{_listed(used)}"] if used else []
    parts += (
        [f"it shares the name{'s' if len(names) > 1 else ''} {_listed(names)}"] if names else []
    )
    return " and ".join(parts) or "it uses no word of the event"


def _place(aspect: str, reasons: list[Evidence], for_it: bool, written: _Written) -> str:
    if not reasons:
        return "it names no place of the event"
    places = _listed([f"{one.what}{_times(one.note)}" for one in reasons])
    return f"it names {places}" if for_it else f"its places are elsewhere, the nearest is {places}"


def _date(aspect: str, reasons: list[Evidence], for_it: bool, written: _Written) -> str:
    spoken = [one.what for one in reasons if one.what.startswith("speaks of")]
    dated = [one for one in reasons if not one.what.startswith("speaks of")]
    parts = [_published(one) for one in dated]
    if spoken:
        parts += [f"it {what}" for what in spoken]
    elif not for_it:
        parts.append("it does not speak of the days of the event")
    return " and ".join(parts)


def _published(reason: Evidence) -> str:
    if reason.what == "undated":
        return "it has no date"
    when, _, evidence = reason.note.partition(", read from ")
    where = f", by its {_EVIDENCE.get(evidence, evidence)}" if evidence else ""
    return f"it is of {reason.what} ({when}{where})"


_EVIDENCE = {
    "url": "address",
    "meta": "metadata",
    "json-ld": "metadata",
    "text": "text",
    "time": "marked date",
}


def _other(aspect: str, reasons: list[Evidence], for_it: bool, written: _Written) -> str:
    if not reasons:
        return f"nothing fits the {aspect}"
    return f"{aspect}: {_listed([f'{one.what}{_times(one.note)}' for one in reasons])}"


_SENTENCES = {"topic": _topic, "place": _place, "date": _date, "time": _date}
"""How each aspect is put into words."""


def _judgement(score: Score, relevant: bool) -> str:
    """Return what the judgements of people say about a page."""
    said = [one.what for one in score.evidence if one.aspect == "judgements"]
    if any(what.startswith("judged") for what in said):
        return f"by the judgements, people found it {'relevant' if relevant else 'not relevant'}"
    return f"by the judgements, pages like it are {'relevant' if relevant else 'not relevant'}"


def _times(note: str) -> str:
    if not note.endswith("x") or not note[:-1].isdigit():
        return f" ({note})" if note else ""
    count = int(note[:-1])
    return {1: " once", 2: " twice"}.get(count, f" {count} times")


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _score(value: float, threshold: float) -> str:
    digits = 3 if abs(value - threshold) < _NEAR else 2
    return f"score {value:.{digits}f}; pages with {threshold:g} or more are kept"
