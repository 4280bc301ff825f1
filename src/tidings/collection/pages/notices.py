"""Whether a changed page says anything new, and what it says about its own change."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tidings.collection.pages.difference import Difference, Row, RowKind, Side, difference

_FEW_WORDS = 5
"""Words without figures that a sentence needs to count: captions, buttons and counters have fewer."""
_SHORT_TEXT = 400
"""Characters of a text in which every sentence counts."""
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_COUNTERS = re.compile(
    r"\b(?:views?|viewed|read by|comments?|shares?|shared|likes?|followers?|online|ago|readers?"
    r"|kommentare?|aufrufe|geteilt|vor \d+ (?:minuten|stunden|tagen)|commentaires?|partages|il y a \d+"
    r"|comentarios?|visitas|hace \d+)\b",
    re.IGNORECASE,
)
"""Words of sentences that count clicks or minutes."""
_OFFERS = re.compile(
    r"\b(?:advertisement|advertising|sponsored|promoted|newsletter|subscribe|sign up|log in|cookies?"
    r"|anzeige|werbung|abonnieren|publicit[eé]|s'abonner|publicidad|suscr[ií]bete|pubblicit[aà])\b",
    re.IGNORECASE,
)
"""Words of sentences that sell something or ask for something."""
_STAMPS = re.compile(
    r"\b(?:updated|last modified|published|aktualisiert|stand|mis [aà] jour|publi[eé]|actualizado|aggiornato)\b",
    re.IGNORECASE,
)
_CLOCK = re.compile(r"(?:[\d\s:.,/\u2013-]|[ap]\.?m\b|uhr|gmt|utc)*", re.IGNORECASE)
_NOTICES = {
    "corrected": re.compile(
        r"\bcorrection:|\bcorrected\b|\ban earlier version of this\b|\bwas amended on\b|\bclarification:|\berratum\b"
        r"|\bkorrektur:|\bin einer früheren version\b|\brectificatif|\bcorrección:|\bfe de errores\b|\brettifica",
        re.IGNORECASE,
    ),
    "updated": re.compile(
        r"\bupdate:|\bupdated\b|\bthis (?:story|article|page) (?:has been|was|is being) updated\b|\bdeveloping story\b"
        r"|\baktualisiert|\bmis à jour\b|\bactualizad|\baggiornat",
        re.IGNORECASE,
    ),
}
"""What a page calls its own change."""


class TextChange(NamedTuple):
    """What came and went between two texts of a page."""

    added: tuple[str, ...]
    removed: tuple[str, ...]
    notices: tuple[str, ...]
    """``corrected`` and ``updated``, as far as the new text says so and the old one did not."""


def is_news(before: str, after: str, language: str = "") -> bool:
    """Return whether a text says anything new, apart from counters, clocks and advertisements."""
    return any(_news(difference(before, after, language), after))


def changes(before: str, after: str, language: str = "") -> TextChange:
    """Return the sentences that came and went, with what the page says about it."""
    rows = [*_news(difference(before, after, language), after)]
    notices = tuple(
        name
        for name, pattern in _NOTICES.items()
        if len(pattern.findall(after)) > len(pattern.findall(before))
    )
    added = tuple(_text(row.after) for row in rows if row.after)
    removed = tuple(_text(row.before) for row in rows if row.before)
    return TextChange(added, removed, notices)


def _news(compared: Difference, text: str) -> Iterator[Row]:
    """Yield the rows that are worth a reader's time; in a short text every word is."""
    least = _FEW_WORDS if len(text) > _SHORT_TEXT else 1
    yield from (row for row in compared.rows if _counts(row, least))


def _counts(row: Row, least: int) -> bool:
    """Return whether the difference of a sentence counts, which has at least so few words."""
    if row.kind in (RowKind.SAME, RowKind.MOVED):
        return False
    sentence = _text(row.after or row.before)
    words = len(_LETTERS.findall(sentence))
    if words < least or _OFFERS.search(sentence):
        return False
    if row.kind is not RowKind.CHANGED:
        return words > 2 * _FEW_WORDS or not _COUNTERS.search(sentence)
    pieces = [piece.text for piece in (*row.before, *row.after) if piece.changed]
    only_figures = all(_CLOCK.fullmatch(piece) for piece in pieces)
    return not (only_figures and (_COUNTERS.search(sentence) or _STAMPS.search(sentence)))


def _text(side: Side) -> str:
    return "".join(piece.text for piece in side)
