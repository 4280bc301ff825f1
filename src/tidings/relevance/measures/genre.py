"""The genre measure: compares a page's kind, content and URL with one list of terms each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import unquote

from tidings.errors import EventFileError
from tidings.model import EventModel, Evidence, Page, Score
from tidings.read.words.background import idf
from tidings.read.words.terms import term_words
from tidings.read.words.words import stem
from tidings.relevance.aspects.vectors import Vector, evidence
from tidings.settings import RelevanceSettings

_DEFAULT_LANGUAGE = "en"
Phrase = tuple[str, ...]


class GenreRelevance:
    """Judges a page by its genre terms, its content terms and the terms in its URL."""

    def __init__(self, model: EventModel, settings: RelevanceSettings) -> None:
        genre = model.genre
        content = genre.content or tuple(model.keywords)
        lists = {"genre": genre.terms, "content": content, "url": genre.url}
        if settings.lists == "together":
            lists = {"genre": tuple(dict.fromkeys((*genre.terms, *content))), "url": genre.url}
        self._lists = {aspect: terms for aspect, terms in lists.items() if terms}
        self._weights = _weights(self._lists, settings)
        self._note = tuple(Evidence("weight", *item) for item in self._weights.items())
        self._rare = settings.idf == "background"
        self._aspects: dict[str, dict[str, TermListAspect]] = {}

    def score(self, page: Page) -> Score:
        """Return the weighted mean of genre and content, averaged in turn with the URL."""
        language = page.language or _DEFAULT_LANGUAGE
        anchors = "\n".join([link.anchor for link in page.links])
        text = term_words(page.title, language) + term_words(page.text, language)
        read = (text, term_words(anchors, language))
        url = (term_words(unquote(page.url), language),)
        parts: dict[str, float] = {}
        reasons: list[Evidence] = []
        for name, aspect in self._in(language).items():
            parts[name], terms = aspect.judge(*(url if name == "url" else read))
            reasons += terms
        value = sum([weight * parts[name] for name, weight in self._weights.items()])
        return Score(min(1.0, value), parts, (*reasons, *self._note))

    def _in(self, language: str) -> Mapping[str, TermListAspect]:
        """Return the lists of terms as read in a language, without its stop words."""
        if language not in self._aspects:
            self._aspects[language] = {
                name: TermListAspect(name, terms, language, rare=self._rare)
                for name, terms in self._lists.items()
            }
        return self._aspects[language]


def _weights(lists: Iterable[str], settings: RelevanceSettings) -> dict[str, float]:
    """Return the weight of each list in the mean of means; an empty list leaves its weight to the others."""
    given = {"genre": settings.weight_genre, "content": settings.weight_content}
    weights = _shares({name: weight for name, weight in given.items() if name in lists})
    if "url" in lists:
        text = settings.weight_text if any(weights.values()) else 0.0
        outer = _shares({"text": text, "url": settings.weight_url})
        weights = {name: weight * outer["text"] for name, weight in weights.items()}
        weights["url"] = outer["url"]
    if weights and not any(weights.values()):
        raise EventFileError(
            "relevance.weight_*: found 0 for all lists of terms; allowed: genre.terms, genre.content or "
            "genre.url with a weight above 0"
        )
    return weights


def _shares(weights: Mapping[str, float]) -> dict[str, float]:
    whole = sum(weights.values()) or 1.0
    return {name: weight / whole for name, weight in weights.items()}


class TermListAspect:
    """The cosine between a list of terms and their counts in a page; other words do not matter."""

    def __init__(self, name: str, terms: Iterable[str], language: str, *, rare: bool) -> None:
        self._name = name
        self._written: dict[Phrase, str] = {}
        for term in terms:
            if phrase := tuple(term_words(term, language)):
                self._written.setdefault(phrase, term)
        self._vector: Vector[Phrase] = Vector(
            {phrase: _idf(phrase, language) if rare else 1.0 for phrase in self._written}
        )
        self._starting: dict[str, list[Phrase]] = {}
        for phrase in self._written:
            self._starting.setdefault(phrase[0], []).append(phrase)

    def judge(self, *texts: Sequence[str]) -> tuple[float, tuple[Evidence, ...]]:
        """Return the similarity of a page, and the terms that made it.

        A term's count is the highest in any of the texts. Lists of links, for example, are among the anchors but not in
        the main text.
        """
        counts: Counter[Phrase] = Counter()
        for words in texts:
            counts |= self._count(words)
        if not counts:
            return 0.0, ()
        weights = self._vector.weights
        match = self._vector.compare(
            {phrase: count * weights[phrase] for phrase, count in counts.items()}
        )
        shares = match.shares()
        reasons = evidence(self._name, shares, counts, self._written.__getitem__)
        return min(1.0, sum(shares.values())), reasons

    def _count(self, words: Sequence[str]) -> Counter[Phrase]:
        """Count every term wherever it starts; a word may belong to several."""
        starting = self._starting
        return Counter(
            [
                phrase
                for position, word in enumerate(words)
                if word in starting
                for phrase in starting[word]
                if len(phrase) == 1 or phrase == tuple(words[position : position + len(phrase)])
            ]
        )


def _idf(phrase: Sequence[str], language: str) -> float:
    """Return the inverse document frequency of a term in the language."""
    return idf(" ".join(stem(word, language) or word for word in phrase), language)
