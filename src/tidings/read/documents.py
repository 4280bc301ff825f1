"""A document as a page: its words, links and dates, with their sources."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta

from tidings.documents import Extracted
from tidings.model import Capture, Dating, Declared, Link, Mention, Page
from tidings.read.dates.calendar import moment_of, moments_in
from tidings.read.dates.in_url import date_in_url
from tidings.read.words.language import declared_code, detect
from tidings.urls import normalise

FIRST_PAGE, MADE, CHANGED = "first page", "document", "document change"
_FIRST_LETTERS = 1_500
"""Of the first page, in which a date of publication is looked for."""
_EARLIEST = datetime(1990, 1, 1, tzinfo=UTC)
# A printed date is the author's; a file may be made again long after it was written. Not fitted: a printed date
# must outweigh the file's own, and both together be believed like a date in the metadata of a page.
_WEIGHTS = {FIRST_PAGE: 0.7, MADE: 0.45, CHANGED: 0.3}
_AGREED = 0.85
_NEAR = timedelta(days=2)
_LONGEST_TITLE = 300


def document_page(
    found: Extracted,
    capture: Capture,
    depth: int,
    find: Callable[[str, str], tuple[Mention, ...]],
) -> Page:
    """Return a document as a page, ``depth`` links from a seed."""
    title = _title(found)
    language = declared_code(found.language) or detect(found.text)
    return Page(
        url=capture.url,
        title=title,
        text=found.text,
        dates=document_dates(found, capture),
        places=find(f"{title}\n{found.text}", language),
        language=language,
        links=tuple(_links(found, capture.url, depth)),
        captured_at=capture.captured_at,
        declared=Declared(
            author=found.author[:_LONGEST_TITLE],
            generator=found.generator[:_LONGEST_TITLE],
            pages=found.pages,
            doubt=found.doubt,
        ),
    )


def document_dates(found: Extracted, capture: Capture) -> tuple[Dating, ...]:
    """Return the dates of a document, the most credible first: in the URL, printed on page one, of the file."""
    latest = capture.captured_at + timedelta(days=1)
    in_url = date_in_url(capture.url)
    printed = next((moment for _, moment in moments_in(found.first_page[:_FIRST_LETTERS])), None)
    dates = [
        Dating(printed, FIRST_PAGE, _WEIGHTS[FIRST_PAGE]) if printed else None,
        _of_file(found.created, MADE),
        _of_file(found.modified, CHANGED),
    ]
    credible = [date for date in (in_url, *dates) if date and _EARLIEST <= date.moment <= latest]
    agreed = [_believed(date, credible) for date in credible]
    return tuple(sorted(agreed, key=lambda date: -date.confidence))


def _believed(date: Dating, others: Iterable[Dating]) -> Dating:
    """Return a printed date with more confidence if the file was made at the same time."""
    same = any(each.evidence == MADE and abs(each.moment - date.moment) <= _NEAR for each in others)
    return date._replace(confidence=_AGREED) if same and date.evidence == FIRST_PAGE else date


def _of_file(written: str, evidence: str) -> Dating | None:
    moment = moment_of(written) if written else None
    if moment is None:
        return None
    precision = "time" if len(written) > 10 else "day"
    return Dating(moment.moment, evidence, _WEIGHTS[evidence], precision=precision)


def _title(found: Extracted) -> str:
    """Return the title of a document, or its first line if it has none, or only the name of a file."""
    title = " ".join(found.title.split())
    is_file = title.lower().endswith((".doc", ".docx", ".pdf", ".indd", ".odt", ".rtf", ".xlsx"))
    if title and not is_file and title.lower() not in ("untitled", "untitled document"):
        return title[:_LONGEST_TITLE]
    lines = (" ".join(line.split()) for line in found.text.splitlines())
    return next(filter(None, lines), title)[:_LONGEST_TITLE]


def _links(found: Extracted, url: str, depth: int) -> Iterable[Link]:
    seen = {url}
    for target, words in found.links:
        address = normalise(target, url)
        if address and address not in seen:
            seen.add(address)
            yield Link(address, url, words, depth=depth + 1, in_body=True)
