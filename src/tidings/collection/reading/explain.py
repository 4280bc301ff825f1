"""Explains a score in plain words: why a page was kept or not."""

from __future__ import annotations

from tidings.collection.reading.written import WrittenWords
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
_SPEAKS = "speaks of"
"""How the evidence of a day in the text begins."""
_AGAINST, _FOR = "speaks against it", "speaks for it"
"""Notes on what is no word of the page."""
_YEAR, _MONTH = 365.25, 30.44
"""Days."""
_LEAST_UNITS = 1.95
"""Years, or months, below which a distance is in the smaller unit."""


def in_words(
    score: Score, threshold: float, written: WrittenWords | None = None, *, has_days: bool = True
) -> tuple[str, ...]:
    """Return what speaks for a page, what against it, and the score; ``has_days``: the event file gives some."""
    log_odds = _amounts(score, LOG_ODDS)
    wording = _Wording(written or WrittenWords(), has_days and _searched(log_odds))
    sides: dict[bool, list[str]] = {True: [], False: []}
    unseen = []
    for aspect, value in score.parts.items():
        reasons = [one for one in score.evidence if one.aspect == aspect]
        if aspect in _QUIET:
            continue
        if not reasons and log_odds and aspect not in log_odds:
            unseen.append(aspect)
        else:
            against = [one for one in reasons if one.note == _AGAINST]
            stated = [one for one in reasons if one.note == _FOR]
            rest = [one for one in reasons if one.note not in (_AGAINST, _FOR)]
            # What is no word of a page is counted with its words. Then the words are not what speaks against it.
            for_it = bool(against and rest) or _speaks_for(
                aspect, value, log_odds.get(aspect), threshold
            )
            for_it = for_it and [one.what for one in reasons] != ["undated"]
            sides[for_it].append(wording.of(aspect, rest, for_it=for_it))
            sides[True] += [f"it is {one.what}" for one in stated]
            sides[False] += [f"much of it is a {one.what}" for one in against]
    if not log_odds and not score.value and not score.evidence:
        sides[False], unseen = ["it uses no word of the event"], [*score.parts][1:]
    if "judgements" in score.parts:
        relevant = score.parts["judgements"] >= threshold
        sides[relevant].append(_judgement(score, relevant))
    lines = [f"for it: {'; '.join(sides[True])}"] if sides[True] else []
    if sides[False]:
        lines.append(f"{_against(score.value, threshold, bool(lines))}: {'; '.join(sides[False])}")
    if unseen:
        lines.append(f"not looked at, because its words rule it out: {', '.join(unseen)}")
    return (*lines, _score(score.value, threshold))


def _against(value: float, threshold: float, is_disputed: bool) -> str:
    """Return how what is against a page begins, and which side weighs more if there are two."""
    if not is_disputed:
        return "against it"
    return f"against it, {'but this weighs less' if value >= threshold else 'and this weighs more'}"


def _searched(log_odds: dict[str, float]) -> bool:
    """Return whether the text was searched for days: not by other measures, and not where all else rules a page out."""
    if not log_odds:
        return False
    from tidings.relevance.weights import AUTO  # the measures take time to import

    others = [amount for aspect, amount in log_odds.items() if aspect != "date"]
    return sum(others) > AUTO.hopeless


def _speaks_for(aspect: str, value: float, log_odds: float | None, threshold: float) -> bool:
    if log_odds is None:
        return value >= threshold
    return log_odds >= 0.0 if aspect == "topic" else log_odds >= _STRONG_LOG_ODDS


class _Wording:
    """Puts aspects into words."""

    def __init__(self, written: WrittenWords, is_searched: bool) -> None:
        self._written, self._is_searched = written, is_searched

    def of(self, aspect: str, reasons: list[Evidence], *, for_it: bool) -> str:
        """Return what an aspect says about a page."""
        match aspect:
            case "topic":
                return self._topic(reasons, for_it)
            case "place":
                return _place(reasons, for_it)
            case "date" | "time":
                return self._date(reasons, for_it)
        found, nothing = _LISTS.get(aspect, (aspect + ":", f"nothing fits the {aspect}"))
        return f"{found} {_listed([_named(one) for one in reasons])}" if reasons else nothing

    def _topic(self, reasons: list[Evidence], for_it: bool) -> str:
        names = [one.what for one in reasons if one.note == "name"]
        used = [
            f"“{self._written.form(one.what)}”{_times(one.note)}"
            for one in reasons
            if one.note != "name"
        ]
        parts = [f"it uses {_listed(used)}"] if used else []
        if used and not for_it:
            parts = [f"it has too few words of the event: {_listed(used)}"]
        if names:
            parts.append(f"it shares the name{'s' if len(names) > 1 else ''} {_listed(names)}")
        return " and ".join(parts) or "it uses no word of the event"

    def _date(self, reasons: list[Evidence], for_it: bool) -> str:
        spoken = [one.what for one in reasons if one.what.startswith(_SPEAKS)]
        dated = [one for one in reasons if not one.what.startswith(_SPEAKS)]
        parts = [_published(one) for one in dated] + [f"it {what}" for what in spoken]
        if not (spoken or for_it) and self._is_searched:
            parts.append("it does not speak of the days of the event")
        return " and ".join(parts)


_LISTS = {
    "genre": ("it has words of the kind of page:", "it has no word of the kind of page"),
    "content": ("it has words of the subject:", "it has no word of the subject"),
    "url": ("its address has", "its address has no word of such pages"),
    "who": ("it names", "it names nobody of the event"),
}
"""What is said before the terms of an aspect, and if there are none."""


def _place(reasons: list[Evidence], for_it: bool) -> str:
    if not reasons:
        return "it names no place of the event"
    if for_it:
        return f"it names {_listed([_named(one) for one in reasons])}"
    named = _listed([f"{one.what}, named{_times(one.note)}" for one in reasons])
    return f"its places are mostly elsewhere; the nearest is {named}"


def _named(reason: Evidence) -> str:
    return f"{reason.what}{_times(reason.note)}"


def _published(reason: Evidence) -> str:
    if reason.what == "undated":
        return "it has no date"
    if reason.note == "captured, undated":
        return f"it has no date, and was captured on {reason.what}"
    when, _, evidence = reason.note.partition(", read from ")
    where = f", by its {_EVIDENCE.get(evidence, evidence)}" if evidence else ""
    return f"it is of {reason.what} ({_distance(when)}{where})"


def _distance(when: str) -> str:
    """Return a distance such as "3 days after" in words; long ones in months or years."""
    if when == "on the day":
        return "a day of the event"
    number, _, side = when.partition(" ")
    side = side.rpartition(" ")[2]
    if not number.isdigit():
        return when
    days = int(number)
    for unit, length in (("year", _YEAR), ("month", _MONTH)):
        if days >= _LEAST_UNITS * length:
            return f"{round(days / length)} {unit}s {side} the event"
    return f"{days} day{'' if days == 1 else 's'} {side} the event"


_EVIDENCE = {
    "url": "address",
    "meta": "metadata",
    "json-ld": "metadata",
    "text": "text",
    "time": "marked date",
}


def _judgement(score: Score, relevant: bool) -> str:
    """Return what the judgements of people say about a page."""
    said = [one.what for one in score.evidence if one.aspect == "judgements"]
    if any(what.startswith("judged") for what in said):
        return f"by the judgements, people found it {'relevant' if relevant else 'not relevant'}"
    if any(what.startswith("by what the crawl has read") for what in said):
        subject = "about the event" if relevant else "about something else"
        return f"by what the crawl has read, pages like it are {subject}"
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
