"""Find when a page was published, from its URL, metadata and text; the date of the fetch never counts."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import NamedTuple

from tidings.model import Dating
from tidings.read.dates.calendar import Written, moment_of, moments_in
from tidings.read.dates.in_url import date_in_url
from tidings.read.dates.shown import Shown, short_dates, shown_dates, stamped
from tidings.read.html.parse import Document, Stamp
from tidings.read.html.text import MainText
from tidings.urls import host_of

EARLIEST = datetime(1990, 1, 1, tzinfo=UTC)
_FIRST_DAY = EARLIEST.date()

_LD = re.compile(r'"(datePublished|dateModified|dateCreated|uploadDate)"\s*:\s*"([^"]{8,40})"')
_META_PUBLISHED = re.compile(
    r"publi|pub-?_?dat|pub-?_?time|issued|created?\b|release|(?:^|[.:_])date$|sailthru\.date|displaydate"
    r"|upload|posted|article-?_?date|date_?-?published|^dc\.|dcterms|^pdate"
)
_META_EXPLICIT = re.compile(r"publi|pub-?_?dat|pub-?_?time|issued")
_META_MODIFIED = re.compile(r"modif|updat|lastmod|revis|mod_?-?date|moddate")
_META_OTHER = re.compile(
    r"publisher|expir|image|video|url|copyright|until|valid|birth|event|start|end_"
)

# A weight is how often such a clue alone gave the right day on half of 1,000 dated pages: datePublished 223 of
# 242, dateCreated 25 of 32, uploadDate 9 of 20, article:published_time 200 of 208, the bare "date" 28 of 33, a day
# in the URL 87 of 91, one in the URL of the picture 35 of 65. Dates of change are compared with the publication too.
_LD_WEIGHTS = {"datePublished": 0.92, "dateModified": 0.8, "dateCreated": 0.75, "uploadDate": 0.45}
_META_WEIGHTS = {"explicit": 0.95, "vague": 0.8, "modified": 0.74}
_IMAGE_WEIGHT = 0.4
_DESCRIBED_WEIGHT = 0.45
_DESCRIPTION = 400
"""Characters of title and description searched for a date."""
_IN_MONTH_WEIGHT = 0.5
_HEADER_WEIGHT = 0.2
_GLANCED_WEIGHT = 0.59
_DECLARED_CLEARLY = 0.75
"""Weight from which a declared date is accepted without searching the page: 93 % were right, 96 % after a search."""
_CREDIBLE = 0.4
"""Belief below which a publication date is a guess, and a declared date of change is preferred."""

_FAMILIES = {"json-ld": "declared", "meta": "declared", "time": "shown", "text": "shown"}
"""Evidence by the same author, which counts once; any other evidence is a family of its own."""
_DECLARED = ("json-ld", "meta")
_Confidences = Mapping[str, tuple[float, float]]
_CONFIDENCES: _Confidences = {
    "agreed": (0.98, 0.91),  # 586 of 592, 34 of 37
    "declared+url": (0.78, 0.5),  # 7 of 9, 0 of 0
    "shown": (0.94, 0.9),  # 170 of 179, 21 of 21 where it won over metadata
    "shown?": (0.84, 0.5),  # 27 of 32, 0 of 0
    "shown??": (0.5, 0.3),  # 12 of 17, all of pages that have a date; mostly wrong in encyclopedias
    "declared": (0.79, 0.6),  # 55 of 69, 5 of 8
    "declared?": (0.5, 0.3),  # 0 of 0: video uploads, right for 9 of 20
    "url": (0.9, 0.5),  # 4 of 4, 0 of 0; with other evidence 87 of 91
    "image?": (0.5, 0.3),  # 1 of 2, 0 of 0; with other evidence 35 of 65
    "month??": (0.3, 0.1),  # the day is made up
    "header?": (0.2, 0.1),  # not measured: a change at best, often nothing
    "guessed": (0.4, 0.2),
}
"""How often the chosen day was right on 1,000 dated pages: without and with strong evidence for another day.
By its evidence; "?" marks weak evidence, "??" the weakest."""
_GLANCED_CONFIDENCES: _Confidences = {
    **_CONFIDENCES,
    "declared": (0.89, 0.6),  # 289 of 320, 10 of 19
    "declared+url": (0.97, 0.5),  # 95 of 97, 2 of 3
    "shown?": (0.89, 0.5),  # 153 of 167, 0 of 0
}
"""The same at a glance, which does not look for the day in the text: if it is not there, that means nothing."""
_CHANGE_CONFIDENCE = 0.7
"""Most confidence that a date of change is the day of publication: 322 of 419 declared ones were."""
_STRONG = 0.6
"""Weight from which a clue contests another day."""
_CLEAR = 0.5
"""Weight of a publication date without which the last resorts are tried."""
_VISIBLE = 0.4
"""Weight from which a shown day may be the local day of an instant in UTC."""
_EAST, _WEST = timedelta(hours=13), timedelta(hours=32)
"""A calendar day lasts from midnight in New Zealand to midnight in California."""


class _Clue(NamedTuple):
    moment: datetime
    day: date
    """The local day where it was written."""
    evidence: str
    weight: float
    kind: str = "published"
    precision: str = "day"
    on_top: bool = False
    """Whether it may be a clock."""


_Support = dict[tuple[str, date], dict[str, float]]
"""By kind and day, the strongest weight of each family of evidence."""


def published(
    document: Document,
    texts: Sequence[str],
    main: MainText,
    url: str,
    captured_at: datetime,
    external: Sequence[Dating] = (),
) -> tuple[Dating, ...]:
    """Return the dates of a page, the chosen one first; ``external`` are dates from outside of it."""
    day_first = _day_first(document.language, url)
    clues = [*_declared(document, url, external), *_shown(document, texts, main, day_first)]
    clues = _credible(clues, captured_at)
    if not any(clue.kind == "published" and clue.weight >= _CLEAR for clue in clues):
        clues += _credible(_last_resorts(document, texts, main, day_first), captured_at)
    return _weigh(clues)


def clear_dates(
    document: Document,
    by_lines: Callable[[], Iterable[str]],
    url: str,
    captured_at: datetime,
    external: Sequence[Dating] = (),
) -> tuple[Dating, ...]:
    """Return dates from metadata, URL, marked-up times and, failing these, by-lines; none unless they are clear."""
    latest = captured_at + timedelta(days=1)
    day_first = _day_first(document.language, url)
    clues = [clue for clue in _declared(document, url, external) if _is_possible(clue, latest)]
    clear = any(clue.kind == "published" and clue.weight >= _DECLARED_CLEARLY for clue in clues)
    shown = _in_times(document.times, day_first)
    if shown is None and not clear:
        shown = _in_by_lines(by_lines(), day_first)
    if shown and _is_possible(shown, latest) and shown.day != captured_at.date():
        return _weigh([*clues, shown], _GLANCED_CONFIDENCES)
    return _weigh(clues, _GLANCED_CONFIDENCES) if clear else ()


def _in_times(stamps: Iterable[Stamp], day_first: bool) -> _Clue | None:
    """Return the day on which all marked-up times of a page agree: right on 92 of 98 pages."""
    times = [written for stamp in stamps if (written := stamped(stamp, day_first))]
    alike = times and len({written.day for written in times}) == 1
    return _Clue(*times[0], "time", _GLANCED_WEIGHT) if alike else None


def _in_by_lines(lines: Iterable[str], day_first: bool) -> _Clue | None:
    """Return the first date in an element named for one: right on 105 of 116 pages."""
    moments = (moment for line in lines for _, moment in moments_in(line, day_first=day_first))
    moment = next(moments, None)
    return _Clue(moment, moment.date(), "text", _GLANCED_WEIGHT) if moment else None


def header_date(value: str) -> Dating | None:
    """Return the date in a ``Last-Modified`` header, which is often just the time of the request."""
    written = moment_of(value)
    return written and Dating(
        written.moment, "header", _HEADER_WEIGHT, "modified", precision="time"
    )


def _is_possible(clue: _Clue, latest: datetime) -> bool:
    """Return whether a date is neither too old nor in the future, both in UTC and locally."""
    return EARLIEST <= clue.moment <= latest and _FIRST_DAY <= clue.day <= latest.date()


def _credible(clues: Iterable[_Clue], captured_at: datetime) -> list[_Clue]:
    latest = captured_at + timedelta(days=1)
    return [
        clue for clue in clues if _is_possible(clue, latest) and not _is_clock(clue, captured_at)
    ]


def _is_clock(clue: _Clue, captured_at: datetime) -> bool:
    """Return whether a date may be the time of the fetch, shown by a clock here or further east."""
    if clue.day == captured_at.date():
        return clue.on_top or clue.weight < _CLEAR
    return clue.on_top and clue.day == (captured_at + _EAST).date()


def _declared(document: Document, url: str, external: Iterable[Dating]) -> Iterator[_Clue]:
    yield from _from_scripts(document.scripts)
    yield from _from_metas(document.metas)
    if dating := date_in_url(url):
        external = (dating, *external)
    for moment, evidence, confidence, kind, precision in external:
        yield _Clue(moment, moment.date(), evidence, confidence, kind, precision)


def _shown(
    document: Document, texts: Sequence[str], main: MainText, day_first: bool
) -> Iterator[_Clue]:
    yield from map(_clue_of, shown_dates(document, texts, main, day_first=day_first))


def _clue_of(shown: Shown) -> _Clue:
    (moment, day), evidence, weight, kind, on_top = shown
    weight = min(max(weight, 0.05), 0.97)  # a sum of parts may leave the range of a probability
    return _Clue(moment, day, evidence, weight, kind, on_top=on_top)


def _last_resorts(
    document: Document, texts: Sequence[str], main: MainText, day_first: bool
) -> Iterator[_Clue]:
    """Yield clues for pages without better ones: two-digit years, descriptions, the URL of the picture."""
    yield from map(_clue_of, short_dates(document, texts, main, day_first=day_first))
    words = f"{document.title} {document.meta('description')}"[:_DESCRIPTION]
    for _, moment in moments_in(words, day_first=day_first):
        yield _Clue(moment, moment.date(), "text", _DESCRIBED_WEIGHT)
    picture = document.meta("og:image") or document.meta("twitter:image")
    if (dating := date_in_url(picture)) and dating.precision == "day":
        yield _Clue(dating.moment, dating.moment.date(), "image", _IMAGE_WEIGHT)


def _weigh(clues: Iterable[_Clue], confidences: _Confidences = _CONFIDENCES) -> tuple[Dating, ...]:
    """Rank dates by the belief in their days, with the confidence such evidence deserves."""
    merged = _merged(clues)
    support = _support(merged)
    plain = [clue for clue in merged if clue.weight >= _VISIBLE and _is_plain_day(clue)]
    instants = [clue for clue in merged if clue.evidence in _DECLARED]
    lenders = {clue for clue in instants if _lend(clue, plain, support)}
    for clue in merged:
        if clue.precision == "month":
            _favour(clue, support)
    beliefs = {key: _combined(weights.values()) for key, weights in support.items()}
    rivals = {clue.day for clue in merged if _is_strong(clue) and clue not in lenders}
    ranked = sorted(merged, key=lambda clue: _order(clue, beliefs[clue.kind, clue.day]))
    return tuple(_with_confidence(ranked, support, rivals, confidences))


def _with_confidence(
    ranked: Sequence[_Clue], support: _Support, rivals: Set[date], confidences: _Confidences
) -> Iterator[Dating]:
    """Give the chosen day the confidence of its evidence, and other days at most the rest."""
    chosen = 0.0
    for clue in ranked:
        evidence = _evidence(support[clue.kind, clue.day], confidences)
        confidence = confidences[evidence][bool(rivals - {clue.day})]
        if clue.kind == "modified":
            confidence = min(confidence, _CHANGE_CONFIDENCE)
        elif clue.day != ranked[0].day:
            confidence = min(confidence, round(1 - chosen, 2))
        chosen = chosen or confidence
        yield _dating(clue, confidence)


def _merged(clues: Iterable[_Clue]) -> list[_Clue]:
    """Keep the strongest clue of each kind, day and evidence."""
    best: dict[tuple[str, date, str], _Clue] = {}
    for clue in clues:
        key = (clue.kind, clue.day, clue.evidence)
        if key not in best or clue.weight > best[key].weight:
            best[key] = clue
    return list(best.values())


def _support(clues: Iterable[_Clue]) -> _Support:
    """Return the strongest weight of each family of evidence for each kind and day."""
    support: _Support = {}
    for clue in clues:
        weights = support.setdefault((clue.kind, clue.day), {})
        evidence = clue.evidence
        family = "month" if clue.precision == "month" else _FAMILIES.get(evidence, evidence)
        weights[family] = max(weights.get(family, 0.0), clue.weight)
    return support


def _lend(instant: _Clue, plain: Iterable[_Clue], support: _Support) -> bool:
    """Let an instant support a day shown on the page if it was that day somewhere on Earth; return whether it did."""
    if any(clue.day == instant.day and clue.kind == instant.kind for clue in plain):
        return False
    lent = False
    for clue in plain:
        if clue.kind == instant.kind and -_EAST <= instant.moment - clue.moment <= _WEST:
            weights = support[clue.kind, clue.day]
            weights["declared"] = max(weights.get("declared", 0.0), instant.weight)
            lent = True
    return lent


def _is_plain_day(clue: _Clue) -> bool:
    """Return whether a clue is a day without a time, which cannot be converted to UTC."""
    if clue.precision == "month":
        return False
    if clue.evidence == "time":
        return clue.moment.hour == 0
    return clue.evidence in ("url", "text")


def _favour(month: _Clue, support: _Support) -> None:
    """Let the month in a URL support the days in it."""
    for (kind, day), weights in support.items():
        same = (day.year, day.month) == (month.day.year, month.day.month)
        if same and kind == month.kind and weights.keys() != {"month"}:
            weights["month"] = _IN_MONTH_WEIGHT


def _is_strong(clue: _Clue) -> bool:
    return clue.kind == "published" and clue.weight >= _STRONG


def _order(clue: _Clue, belief: float) -> tuple[object, ...]:
    """Return a sort key: credible dates of publication, credible dates of change, then guesses."""
    guess = belief < _CREDIBLE
    tier = 2 * guess if clue.kind == "published" else 1 + 2 * guess
    return tier, -belief, clue.moment.date() != clue.day, -clue.weight


def _dating(clue: _Clue, confidence: float) -> Dating:
    """Return a clue as a dating; if its local day is not the day in UTC, move the moment into it."""
    moment, precision = clue.moment, clue.precision
    midnight = datetime.combine(clue.day, time(), UTC)
    if moment.date() != clue.day:
        moment = midnight if moment < midnight else midnight + timedelta(days=1, seconds=-1)
    elif moment != midnight:
        precision = "time"
    return Dating(moment, clue.evidence, confidence, clue.kind, precision)


def _evidence(weights: Mapping[str, float], known: Collection[str]) -> str:
    """Return the name of the evidence for a day, as the confidences are listed."""
    names = sorted(f"{name}{_doubt(weight)}" for name, weight in weights.items())
    evidence = "+".join(names)
    if evidence not in known:
        evidence = evidence.replace("??", "?")
    if evidence in known:
        return evidence
    if len(names) > 1:
        return "agreed"
    return "guessed" if evidence.endswith("?") else "declared"


def _doubt(weight: float) -> str:
    if weight >= _STRONG:
        return ""
    return "?" if weight >= _VISIBLE else "??"


def _combined(weights: Iterable[float]) -> float:
    """Return the probability that one of several independent clues is right."""
    doubt = 1.0
    for weight in weights:
        doubt *= 1 - weight
    return 1 - doubt


def _from_scripts(scripts: Iterable[str]) -> Iterator[_Clue]:
    seen: set[str] = set()
    for script in scripts:
        for name, value in _LD.findall(script):
            if name in seen:
                continue
            if written := moment_of(value):
                seen.add(name)
                kind = "modified" if name == "dateModified" else "published"
                yield _Clue(*written, "json-ld", _LD_WEIGHTS[name], kind)


def _from_metas(metas: Iterable[tuple[str, str]]) -> Iterator[_Clue]:
    for name, content in metas:
        degree = _meta_degree(name)
        if degree and len(content) < 60 and (written := _meta_moment(content)):
            kind = "modified" if degree == "modified" else "published"
            yield _Clue(*written, "meta", _META_WEIGHTS[degree], kind)


def _meta_moment(content: str) -> Written | None:
    """Parse the content of a meta element, unless it is unclear which number is the month."""
    if written := moment_of(content):
        return written
    readings = {next(moments_in(content, day_first=order), (0, None))[1] for order in (True, False)}
    moment = readings.pop()
    return Written(moment, moment.date()) if moment and not readings else None


@lru_cache(maxsize=4096)
def _meta_degree(name: str) -> str:
    if _META_OTHER.search(name):
        return ""
    if _META_MODIFIED.search(name):
        return "modified"
    if not _META_PUBLISHED.search(name):
        return ""
    return "explicit" if _META_EXPLICIT.search(name) else "vague"


def _day_first(language: str, url: str) -> bool:
    """Return whether 03/04/2016 is in April, as everywhere but in the United States."""
    tag = language.lower().replace("_", "-")
    return not (tag == "en-us" or (tag in ("en", "") and ".com" in host_of(url)))
