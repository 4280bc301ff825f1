"""Split texts and URLs into words, and reduce words to stems."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Set
from functools import lru_cache
from operator import itemgetter
from typing import TypeVar
from unicodedata import normalize
from urllib.parse import unquote

import Stemmer  # type: ignore[import-not-found]

from tidings.read.words.stopwords import STOP_WORDS

_SIGNS = "\u0900-\u0963\u0966-\u0dff\u0f18-\u0fbc\u1000-\u109f\u1780-\u17d3\u200c"
"""Scripts whose vowels are signs that Python does not count as letters, and what joins the parts of a Persian word."""
_WORD = re.compile(rf"(?:[^\W_]|[{_SIGNS}])+")
_STRANGE = re.compile(rf"[^\x00-\x7f\w{_SIGNS}]+")
_ACCENTS = re.compile(r"[\u0300-\u036f]")
"""Accents that stand after their letter, as in texts of some documents."""
_GAPS = bytes(code if code > 127 or chr(code).isalnum() else 32 for code in range(256))
"""Translates ASCII between words to spaces: the fastest way to split any script that has spaces."""
_LATIN = bytes(ord(chr(code).lower()) if chr(code).isalnum() else 32 for code in range(256))
"""Translates Latin-1 letters to lower case, and everything between words to spaces."""
_WESTERN = bytes([*range(0xC0), 0xC2, 0xC3, 0xE2])
"""The bytes that occur in UTF-8 of Latin-1 and of typographic punctuation."""
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]")
"""Scripts written without spaces: kana, ideographs, Thai."""

_ALGORITHMS = {
    "bs": "serbian", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "el": "greek",
    "en": "english", "es": "spanish", "et": "estonian", "eu": "basque", "fa": "persian", "fi": "finnish",
    "fr": "french", "ga": "irish", "hi": "hindi", "hr": "serbian", "hu": "hungarian", "hy": "armenian",
    "id": "indonesian", "it": "italian", "lt": "lithuanian", "nb": "norwegian", "ne": "nepali", "nl": "dutch",
    "no": "norwegian", "pl": "polish", "pt": "portuguese", "ro": "romanian", "ru": "russian", "sk": "czech",
    "sr": "serbian", "sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}  # fmt: skip
_INFLECTING = frozenset(("be", "bg", "lv", "mk", "sl", "uk"))
"""Languages that inflect words and have no stemmer: their words are cut."""
_CUT = 5
"""Letters that are left of them."""
_BARE = str.maketrans("óźśćń", "ozscn")
_ARTICLE = re.compile("^(?:و?(?:ال|بال|كال|فال)|و?لل|و(?=...))(?=..)")
"""What is written together with the beginning of an Arabic word: and, the, with the, as the, for the."""
_ARABIC_END = re.compile("(?<=..)(?:ها|ان|ات|ون|ين|يه|ية|ه|ة|ي)$")  # noqa: RUF001
STEMMED = frozenset((*_ALGORITHMS, *_INFLECTING, "ar"))
"""Languages whose words are reduced to stems."""
_ALTERING = frozenset(
    ("ar", "bs", "et", "eu", "fa", "fi", "ga", "hr", "hy", "id", "ne", "nl", "sr", "tr", "yi")
)
"""Languages whose stemmers change the beginning of a word; others change endings and accents only."""
_OTHER_SCRIPTS = "\u0250"
"""The first character after the Latin letters, which stemmers strip of accents."""
_COMMON_PARTS = (
    "http https www com org net html htm xhtml shtml php asp aspx jsp cgi index default amp"
)
_URL_NOISE = frozenset(_COMMON_PARTS.split())
LONGEST = 64
"""Characters of a word; longer ones are data, and words are cached."""
_LONG_TEXT = 1_000
"""Characters from which splitting a text is cached, as several steps split the text of a page."""
_STEMS_KEPT = 100_000
"""Words per language; beyond that most are misspellings."""

V = TypeVar("V")


def words(text: str) -> list[str]:
    """Return the lower-case words and numbers of a text; scripts without spaces give pairs of characters."""
    return _words(text) if len(text) < _LONG_TEXT else list(_cached_words(text))


@lru_cache(maxsize=4)  # the text, its lead and its beginning, each with the title
def _cached_words(text: str) -> tuple[str, ...]:
    return tuple(_words(text))


def _words(text: str) -> list[str]:
    if text.isascii() or is_western(
        text
    ):  # typographic signs become "?", which separates words too
        return text.encode("latin-1", "replace").translate(_LATIN).decode("latin-1").split()
    lower = text.lower()
    if _ACCENTS.search(lower):
        lower = normalize("NFC", lower).replace("i\u0307", "i")  # of the Turkish capital
    if _UNSPACED.search(lower):
        return [piece for word in _WORD.findall(lower) for piece in pairs(word)]
    spaced = _STRANGE.sub(" ", lower).encode("utf-8", "surrogatepass").translate(_GAPS)
    return spaced.decode("utf-8", "surrogatepass").split()


def is_western(text: str) -> bool:
    """Return whether a text has only Latin-1 characters and typographic quotes, dashes and spaces."""
    encoded = text.encode("utf-8", "surrogatepass")
    if encoded.translate(None, _WESTERN):
        return False
    # U+2000 to U+203F, the typographic signs, all begin with these two bytes
    return encoded.count(b"\xe2") == encoded.count(b"\xe2\x80")


def pairs(word: str) -> Iterable[str]:
    """Return the pairs of characters of a word in a script without spaces, other words as they are."""
    if len(word) < 3 or not _UNSPACED.search(word):
        return (word,)
    return [word[i : i + 2] for i in range(len(word) - 1)]


def stop_words(language: str) -> frozenset[str]:
    """Return the stop words of a language, none if we do not know it."""
    return STOP_WORDS.get(language, frozenset())


class WordMemo(dict[str, V]):
    """What a function returns for each word; empties itself when it holds ``limit`` words.

    A hit costs one dictionary lookup, which is faster than ``lru_cache``. Words over ``LONGEST`` are not kept.
    """

    def __init__(self, function: Callable[[str], V], limit: int) -> None:
        super().__init__()
        self._function = function
        self._limit = limit

    def __missing__(self, word: str) -> V:
        value = self._function(word)
        if len(word) <= LONGEST:
            if len(self) >= self._limit:
                self.clear()
            self[word] = value
        return value


@lru_cache(maxsize=64)
def stems_of(language: str) -> WordMemo[str]:
    """Return the stem of each word of a language, empty for stop words and words too short or too long.

    Words of a language without a stemmer are cut if it inflects them, and stay as they are otherwise.
    """
    stop = stop_words(language)
    cut: Callable[[str], str] = str
    if language == "pl" and "polish" in Stemmer.algorithms():
        cut = _cut_polish
    elif _ALGORITHMS.get(language) in Stemmer.algorithms():  # older versions have fewer
        cut = Stemmer.Stemmer(
            _ALGORITHMS[language], 0
        ).stemWord  # its own cache is slower than ours
    elif language == "ar":
        cut = _cut_arabic
    elif language in _INFLECTING:
        cut = itemgetter(slice(_CUT))

    def stem_of(word: str) -> str:
        return "" if word in stop or not 2 <= len(word) <= LONGEST else cut(word)

    return WordMemo(stem_of, _STEMS_KEPT)


def _cut_polish(word: str) -> str:
    """Return a Polish stem without the signs that change with the ending: powódź, powodzi."""
    return str(_polish().stemWord(word)).translate(_BARE)


@lru_cache(maxsize=1)
def _polish() -> Stemmer.Stemmer:
    return Stemmer.Stemmer("polish", 0)


def _cut_arabic(word: str) -> str:
    """Return an Arabic word without article and endings (light10: Larkey, Ballesteros and Connell, 2002).

    The stemmer of the library takes the first letter of a word for "and", as in the word for flood.
    """
    bare = _ARTICLE.sub("", word)
    while (shorter := _ARABIC_END.sub("", bare)) != bare:
        bare = shorter
    return bare


def stem(word: str, language: str = "en") -> str:
    """Return the stem of a lower-case word, empty for stop words and words too short or too long."""
    return stems_of(language)[word]


def stems(text: str, language: str = "en") -> list[str]:
    """Return the stems of a text in order, without stop words."""
    return list(filter(None, map(stems_of(language).__getitem__, words(text))))


class Stemmable:
    """Selects the words that may have one of given stems, by their first letters, so that few need stemming.

    Works because most stemmers only cut endings and strip accents.
    """

    def __init__(self, stems: Iterable[str], language: str) -> None:
        stems = set(stems)
        self._all = language in _ALTERING or any(len(stem) < 2 for stem in stems)
        self._beginnings = _beginnings(stems) if not self._all else frozenset()
        self._pairs = frozenset(begin[:2] for begin in self._beginnings)
        self._other_scripts = any(stem[0] >= _OTHER_SCRIPTS for stem in stems if stem)

    def among(self, words: list[str]) -> list[str]:
        """Return the words whose first two, three or four letters begin one of the stems."""
        if self._all:
            return words
        begun, may_be = self._beginnings, self._may_be
        return [
            w
            for w in words
            if w[:4] in begun or w[:3] in begun or w[:2] in begun or (not w.isascii() and may_be(w))
        ]

    def _may_be(self, word: str) -> bool:
        """Return whether a word with non-ASCII letters may have one of the stems."""
        pair = word[:2]
        if pair.isascii():
            return pair in self._pairs
        return self._other_scripts or pair < _OTHER_SCRIPTS


def _beginnings(stems: Set[str]) -> frozenset[str]:
    """Return the first letters of ASCII words that have one of these stems."""
    beginnings = {stem[: min(4, max(2, len(stem) - 1))] for stem in stems}
    dying = {f"{stem[0]}y" for stem in stems if stem[1:] == "ie"}  # "dying" has the stem "die"
    umlauts = {spelling for begin in beginnings for spelling in _with_umlauts(begin)}
    return frozenset(beginnings | dying | umlauts)


def _with_umlauts(beginning: str) -> Iterable[str]:
    """Return the spellings of a beginning in which a vowel stands for an umlaut, written ae, oe or ue."""
    spellings = [""]
    for letter in beginning:
        with_e = [head + letter + "e" for head in spellings] if letter in "aou" else []
        spellings = [head + letter for head in spellings] + with_e
    return {spelling[: len(beginning)] for spelling in spellings}


def url_words(url: str) -> list[str]:
    """Return the words of a URL, including its host, without those that most URLs have."""
    text = unquote(url) if "%" in url else url
    return [word for word in words(text) if word not in _URL_NOISE]
