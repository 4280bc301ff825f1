"""Builds the event model from the event file and its reference pages."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from itertools import pairwise
from statistics import median_low

from tidings.errors import EventFileError
from tidings.model import Event, EventModel, Page, TimeSpan
from tidings.read.places.find import Finder
from tidings.read.words.background import likely_language
from tidings.read.words.words import stems
from tidings.urls import host_of

DEFAULT_LANGUAGE = "en"
_TERMS = 20_000
"""Words and word pairs kept per language: enough for several long articles, not for a book."""
_LEAST_SHARE = 5 / 38
"""Share of the references that must have a word: 5 of 38 in the thesis, any of up to seven."""
_TEMPLATE_WORDS = 12
"""Words of a paragraph that counts as template if it is shared; a shorter line may name the subject of both."""
_INDEX = re.compile(r"(?:index|default|home|welcome)\.\w{3,5}$", re.IGNORECASE)
"""The last step of a URL that means its directory."""
_SAME_TIME = timedelta(days=45)
"""Between reports of one event; articles about a topic are further apart."""
_SCRIPT_CHARACTERS = 500
"""Characters of a text that show its script."""
_LEAST_LEFT = 15
"""Words that must be left of every reference, else they are copies of each other and share more than a template."""


def build_model(
    event: Event, references: Sequence[Page], terms: int, *, keywords: str = "boost"
) -> EventModel:
    """Return the model to compare pages with; at most ``terms`` words come from the references.

    With ``keywords`` of "ignore" the topic has the words of the references alone, if there are any.
    References of a genre event give neither places nor dates: other pages of the genre may have any. References that
    fit nothing in the event file are left out.
    Ties between words of equal weight go to the event file's own words, then to the alphabet.
    """
    left_out = misfits(event, references, _language(references))
    references = [page for page in references if page.url not in left_out]
    written = own_texts(references)
    found = topic_of(written, terms)
    language = _language(references)
    if not references:
        likely = likely_language(event.keywords, DEFAULT_LANGUAGE)
        if _keyword_stems(event.keywords, likely):  # else they are stop words there
            language = likely
    use_keywords = keywords == "boost" or not found
    given = _keyword_stems(event.keywords, language) if use_keywords else {}
    topic = {**found, **_scaled(given)}
    if not topic:
        raise EventFileError(
            f"what.references: found no word in the references of {event.name!r}; "
            "allowed: references with text, or keywords"
        )
    ranked = dict(sorted(topic.items(), key=lambda item: (-item[1], item[0] not in given, item[0])))
    about_event = () if any(event.genre) else references
    places = _ranked(_scaled(event.places)) or places_of(about_event)
    when = event.when or span_of(about_event)
    who = _ranked(_scaled(event.who))
    derived = [
        name for name, given in (("places", event.places), ("when", event.when)) if not given
    ]
    agreement = {
        "places": _beyond_half(_names(page, places) for page in about_event),
        "when": _beyond_half(_is_of(page, when) for page in about_event),
    }
    return EventModel(
        ranked,
        places,
        when,
        terms_of(written) or ({language: {}} if language != DEFAULT_LANGUAGE else {}),
        dict(event.keywords),
        who,
        event.genre,
        tuple(derived),
        agreement,
        sections_of(page.url for page in about_event),
        left_out,
    )


def _beyond_half(answers: Iterable[bool]) -> float:
    """Return 1 if all references agree, 0 if at most half of them do: examples of a topic differ in place and day."""
    each = list(answers)
    return max(0.0, 2 * sum(each) / len(each) - 1) if each else 0.0


def _names(page: Page, places: Mapping[str, float]) -> bool:
    """Return whether a reference names the place that all of them name most."""
    strongest = next(iter(places), None)
    return any(mention.place.name == strongest for mention in page.places)


def _is_of(page: Page, when: TimeSpan | None) -> bool:
    """Return whether a reference was published around a derived day."""
    if not (when and page.published):
        return False
    return abs(page.published.moment - when.start) <= _SAME_TIME


def own_texts(references: Sequence[Page]) -> Sequence[Page]:
    """Return references without the paragraphs that another one of the same host has too: they are its template."""
    met = Counter((host_of(page.url), line) for page in references for line in set(_lines(page)))
    own = []
    for page in references:
        host = host_of(page.url)
        lines = [line for line in _lines(page) if met[host, line] == 1 or _is_short(line)]
        own.append(replace(page, text="\n".join(lines)))
    return own if all(len(page.text.split()) >= _LEAST_LEFT for page in own) else references


def _is_short(line: str) -> bool:
    return len(line.split()) < _TEMPLATE_WORDS


def _lines(page: Page) -> list[str]:
    return [line for part in page.text.splitlines() if (line := part.strip())]


def topic_of(pages: Iterable[Page], terms: int) -> dict[str, float]:
    """Return the strongest stems of some pages, as the centroid of their vectors (Farag, 2016); largest weight = 1.

    A stem that occurs n times in a page weighs 1 + ln n there. Every page vector has the length 1, so that long pages
    do not dominate. Of many pages, a word of few does not count.
    """
    vectors = [_unit(stems(page_words(page), page.language or DEFAULT_LANGUAGE)) for page in pages]
    least = math.ceil(len(vectors) * _LEAST_SHARE)
    naming = Counter(word for vector in vectors for word in vector)
    centroid: Counter[str] = Counter()
    for vector in vectors:
        centroid.update(vector)
    shared = {word: sum_ for word, sum_ in centroid.items() if naming[word] >= least} or centroid
    # Rounded, because the order in which pages are added changes the last digits.
    weights = {word: round(weight, 9) for word, weight in shared.items()}
    return _scaled(dict(list(_ranked(weights).items())[:terms]))


def _unit(words: Iterable[str]) -> dict[str, float]:
    """Return dampened counts of words as a vector of length 1."""
    weights = {word: 1.0 + math.log(count) for word, count in Counter(words).items()}
    length = math.hypot(*weights.values())
    return {word: weight / length for word, weight in weights.items()}


def terms_of(pages: Sequence[Page]) -> dict[str, dict[str, int]]:
    """Count stems and pairs of adjacent stems by language, the main language first."""
    counts: dict[str, Counter[str]] = {_language(pages): Counter()} if pages else {}
    for page in pages:
        language = page.language or DEFAULT_LANGUAGE
        words = stems(page_words(page), language)
        counted = counts.setdefault(language, Counter())
        counted.update(words)
        counted.update(map(" ".join, pairwise(words)))
    return {language: dict(counted.most_common(_TERMS)) for language, counted in counts.items()}


def contradicts(model: EventModel) -> bool:
    """Return whether the references use none of the keywords: they may be other pages than those that were meant."""
    if not model.keywords or not any(model.vocabulary.values()):
        return False
    keywords = " ".join(model.keywords)
    return all(
        counts.keys().isdisjoint(stems(keywords, language))
        for language, counts in model.vocabulary.items()
    )


def misfits(event: Event, references: Sequence[Page], language: str) -> tuple[str, ...]:
    """Return the URLs of references that use none of the keywords, name none of the people and are of other places.

    Without keywords or places, too little is known to doubt a reference. It may be in another language, so its places
    are asked too, and in another script it is believed. Keywords are read in ``language`` as well.
    """
    if not (event.keywords and event.places) or any(event.genre):
        return ()
    script = _script(" ".join(event.keywords))
    silent = [
        page
        for page in references
        if _script(page_words(page)) == script and not _uses(page, event, language)
    ]
    if not silent:
        return ()
    names = _known_names(event.places)
    return tuple(page.url for page in silent if not _is_near(page, names))


def _uses(page: Page, event: Event, language: str) -> bool:
    """Return whether a page uses a word of the keywords, or names one of the people or organisations."""
    text = page_words(page)
    own = page.language or language
    words = {*stems(text, own), *stems(text, language)}
    given = " ".join(event.keywords)
    if not words.isdisjoint((*stems(given, own), *stems(given, language))):
        return True
    folded = text.casefold()
    return any(name.casefold() in folded for name in event.who)


def _script(text: str) -> str:
    """Return the script of most letters in the first part of a text, by the names that Unicode has for letters."""
    letters = filter(str.isalpha, text[:_SCRIPT_CHARACTERS])
    names = Counter(unicodedata.name(letter, "?").partition(" ")[0] for letter in letters)
    return max(names, key=lambda script: names[script], default="")


def _known_names(places: Mapping[str, float]) -> set[str]:
    """Return the names of the event's places, as they are given and as the gazetteer has them."""
    known = (place.name for place in Finder(places).places().values())
    return {name.strip().casefold() for name in (*places, *known)}


def _is_near(page: Page, names: set[str]) -> bool:
    """Return whether a page names some places, or places in them, most: every page of a local site names its town."""
    near, other = 0, 0
    for mention in page.places:
        around = (mention.place.name, *mention.place.admin)
        if any(name.casefold() in names for name in around):
            near += mention.count
        else:
            other = max(other, mention.count)
    return near > other


def sections_of(urls: Iterable[str]) -> tuple[str, ...]:
    """Return the directories that URLs are the first page of, as beginnings of URLs; a whole host is none."""
    found = [section for url in urls if (section := _section(url))]
    return tuple(dict.fromkeys(found))


def _section(url: str) -> str:
    directory = _INDEX.sub("", url)
    path = directory.partition("//")[2].partition("/")[2]
    return directory if path.endswith("/") and "?" not in path else ""


def places_of(pages: Iterable[Page]) -> dict[str, float]:
    """Return the places named in some pages, weighted by frequency; largest weight = 1."""
    counts: Counter[str] = Counter()
    for page in pages:
        for mention in page.places:
            counts[mention.place.name] += mention.count
    return _scaled(_ranked(counts))


def span_of(pages: Iterable[Page]) -> TimeSpan | None:
    """Return the median publication day of the pages, or None if none has a date."""
    days = [page.published.moment.astimezone(UTC).date() for page in pages if page.published]
    if not days:
        return None
    start = datetime.combine(median_low(days), time(tzinfo=UTC))
    return TimeSpan(start, start + timedelta(days=1, seconds=-1))


def page_words(page: Page) -> str:
    """Return the title and the text of a page."""
    return f"{page.title}\n{page.text}"


def _keyword_stems(keywords: Mapping[str, float], language: str) -> dict[str, float]:
    weights: dict[str, float] = {}
    for keyword, weight in keywords.items():
        for stem in stems(keyword, language):
            weights[stem] = max(weight, weights.get(stem, 0.0))
    return _ranked(weights)


def _language(pages: Iterable[Page]) -> str:
    """Return the language of most pages; keywords are assumed to be in it, too."""
    counts = Counter(page.language for page in pages if page.language)
    return min(counts, key=lambda code: (-counts[code], code), default=DEFAULT_LANGUAGE)


def _ranked(weights: Mapping[str, float]) -> dict[str, float]:
    return dict(sorted(weights.items(), key=lambda item: (-item[1], item[0])))


def _scaled(weights: Mapping[str, float]) -> dict[str, float]:
    largest = max(weights.values(), default=1.0)
    return {word: weight / largest for word, weight in weights.items()}
