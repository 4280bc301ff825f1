"""Texts and addresses as words, and words as stems."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Set
from functools import lru_cache
from typing import TypeVar
from urllib.parse import unquote

import Stemmer  # type: ignore[import-not-found]

from tidings.read.words.stopwords import STOP_WORDS

_WORD = re.compile(r"[^\W_]+")
_STRANGE = re.compile(r"[^\x00-\x7f\w]+")
_GAPS = bytes(code if code > 127 or chr(code).isalnum() else 32 for code in range(256))
"""Makes what stands between words in ASCII a space; it is the fastest way to find them in any script that has spaces."""
_LATIN = bytes(ord(chr(code).lower()) if chr(code).isalnum() else 32 for code in range(256))
"""Makes letters small, and what stands between words a space."""
_WESTERN = bytes([*range(0xC0), 0xC2, 0xC3, 0xE2])
"""What UTF-8 of Latin-1 and of typographic signs consists of."""
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]")
"""Scripts written without spaces: kana, ideographs, Thai."""

_ALGORITHMS = {
    "ar": "arabic", "ca": "catalan", "da": "danish", "de": "german", "el": "greek", "en": "english",
    "es": "spanish", "eu": "basque", "fi": "finnish", "fr": "french", "ga": "irish", "hi": "hindi",
    "hu": "hungarian", "hy": "armenian", "id": "indonesian", "it": "italian", "lt": "lithuanian",
    "ne": "nepali", "nl": "dutch", "no": "norwegian", "pt": "portuguese", "ro": "romanian",
    "ru": "russian", "sr": "serbian", "sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}  # fmt: skip
_ALTERING = frozenset(("ar", "eu", "fi", "ga", "hy", "id", "ne", "nl", "sr", "tr", "yi"))
"""Languages whose stemmers change how a word begins; the others change endings and accents."""
_OTHER_SCRIPTS = "\u0250"
"""Where Latin letters end, from which accents are taken, and other alphabets begin."""
_EVERYWHERE = (
    "http https www com org net html htm xhtml shtml php asp aspx jsp cgi index default amp"
)
_URL_NOISE = frozenset(_EVERYWHERE.split())
LONGEST = 64
"""Characters of a word; longer ones are data that nobody searches for, and words are remembered."""
_LONG = 1_000
_STEMS_KEPT = 100_000
"""Words per language; beyond that most are misspellings."""

V = TypeVar("V")


def words(text: str) -> list[str]:
    """Return the lower-cased words of a text, numbers included; unspaced scripts give pairs of characters."""
    return _words(text) if len(text) < _LONG else list(_words_again(text))


@lru_cache(maxsize=2)
def _words_again(text: str) -> tuple[str, ...]:
    """Return the words of a long text, which are asked for by more than one reader of a page."""
    return tuple(_words(text))


def _words(text: str) -> list[str]:
    if text.isascii() or _is_western(
        text
    ):  # signs become question marks, which stand between words too
        return text.encode("latin-1", "replace").translate(_LATIN).decode("latin-1").split()
    lower = text.lower()
    if _UNSPACED.search(lower):
        return [piece for word in _WORD.findall(lower) for piece in _pairs(word)]
    spaced = _STRANGE.sub(" ", lower).encode("utf-8", "surrogatepass").translate(_GAPS)
    return spaced.decode("utf-8", "surrogatepass").split()


def _is_western(text: str) -> bool:
    """Tell whether all letters are of Latin-1 and all other characters of it or among quotes, dashes and their kin."""
    encoded = text.encode("utf-8", "surrogatepass")
    if encoded.translate(None, _WESTERN):
        return False
    return encoded.count(b"\xe2") == encoded.count(
        b"\xe2\x80"
    )  # as all from U+2000 to U+203F begin


def _pairs(word: str) -> Iterable[str]:
    if len(word) < 3 or not _UNSPACED.search(word):
        return (word,)
    return [word[i : i + 2] for i in range(len(word) - 1)]


def stop_words(language: str) -> frozenset[str]:
    """Return the words of a language that carry no topic; none for a language we do not know."""
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

    Words of a language without a stemmer stay as they are.
    """
    stop = stop_words(language)
    cut: Callable[[str], str] = str
    if language in _ALGORITHMS:  # 0 turns off its own cache, which is slower than ours
        cut = Stemmer.Stemmer(_ALGORITHMS[language], 0).stemWord

    def stem_of(word: str) -> str:
        return "" if word in stop or not 2 <= len(word) <= LONGEST else cut(word)

    return WordMemo(stem_of, _STEMS_KEPT)


def stem(word: str, language: str = "en") -> str:
    """Return the stem of a lower-cased word, nothing for a stop word, a single letter or an endless word."""
    return stems_of(language)[word]


def stems(text: str, language: str = "en") -> list[str]:
    """Return the stems of a text as they follow each other, without stop words."""
    return list(filter(None, map(stems_of(language).__getitem__, words(text))))


class Stemmable:
    """Tells which words of a language, or of English, may have one of some stems by how they begin; few need to be stemmed.

    Most stemmers cut off endings only, and take accents from letters.
    """

    def __init__(self, stems: Iterable[str], language: str) -> None:
        stems = set(stems)
        self._all = language in _ALTERING or any(len(stem) < 2 for stem in stems)
        self._beginnings = _beginnings(stems) if not self._all else frozenset()
        self._pairs = frozenset(begin[:2] for begin in self._beginnings)
        self._other_scripts = any(stem[0] >= _OTHER_SCRIPTS for stem in stems if stem)

    def among(self, words: list[str]) -> list[str]:
        """Return the words that begin like one of the stems, in two, three or four letters."""
        if self._all:
            return words
        begun, may_be = self._beginnings, self._may_be
        return [
            w
            for w in words
            if w[:4] in begun or w[:3] in begun or w[:2] in begun or (not w.isascii() and may_be(w))
        ]

    def _may_be(self, word: str) -> bool:
        """Tell whether a word with other than ASCII letters may have one of the stems."""
        pair = word[:2]
        if pair.isascii():
            return pair in self._pairs
        return self._other_scripts or pair < _OTHER_SCRIPTS


def _beginnings(stems: Set[str]) -> frozenset[str]:
    """Return how ASCII words begin that have these stems."""
    beginnings = {stem[: min(4, max(2, len(stem) - 1))] for stem in stems}
    dying = {f"{stem[0]}y" for stem in stems if stem[1:] == "ie"}
    umlauts = {spelt for begin in beginnings for spelt in _with_umlauts(begin)}
    return frozenset(beginnings | dying | umlauts)


def _with_umlauts(beginning: str) -> Iterable[str]:
    """Return how a beginning is written where a vowel had an umlaut, which is an e behind it in ASCII."""
    spelt = [""]
    for letter in beginning:
        with_e = [head + letter + "e" for head in spelt] if letter in "aou" else []
        spelt = [head + letter for head in spelt] + with_e
    return {each[: len(beginning)] for each in spelt}


def url_words(url: str) -> list[str]:
    """Return the words of an address, host included, without what every address has."""
    text = unquote(url) if "%" in url else url
    return [word for word in words(text) if word not in _URL_NOISE]
