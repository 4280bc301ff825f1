"""The link model: what lies behind links, learned while crawling from the pages that links led to.

A linear model over hashed features. It owns no queue: as a policy it gives links the scores they wait with.
"""

from __future__ import annotations

import json
import math
import re
import zlib
from array import array
from base64 import b64decode, b64encode
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from tidings.disk.writing import write_text
from tidings.model import Link, Score
from tidings.odds import probability
from tidings.read.words.words import url_words, words
from tidings.urls import host_of

BITS = 16
SIZE = 1 << BITS
"""Weights of a model; features share one by chance, seldom where it matters."""
RATE = 0.15
"""How far one page moves a feature that was never met; less with each time (AdaGrad)."""
_PACE = 0.01
"""How fast what is usual follows what is said."""
_MOST = 10
"""Words of each part of a link that are looked at."""
_WORDS = 50_000
"""Words of a part whose bucket is remembered."""
_LINKS, _FEATURES = 10_000, 20_000
"""Links of which is remembered what they say, and other features whose buckets are: both come again and again."""
_DIGITS = re.compile(r"\d+")
FORMAT = "tidings links 1"
_BEGINNING = json.dumps({"format": FORMAT})[:-1]


class LinkModel:
    """Tells how much a link promises: a sum of learned weights, as log-odds."""

    def __init__(self) -> None:
        self._weights = array("d", bytes(8 * SIZE))
        self._squares = array("d", bytes(8 * SIZE))
        self.lessons = 0
        self._usual = 0.0

    def beyond_usual(self, features: Sequence[int]) -> float:
        """Return what the features of a link say for it beyond what they say of any: it tells them apart, the crawl goes on."""
        said = self.odds(features)
        self._usual += _PACE * (said - self._usual)
        return said - self._usual

    def odds(self, features: Sequence[int]) -> float:
        """Return what the features of a link say for it."""
        weights = self._weights
        return sum([weights[feature] for feature in features])

    def learn(self, features: Sequence[int], given: float, target: float) -> None:
        """Move the weights towards what a link turned out to be worth; ``given`` are the log-odds it had without them."""
        weights, squares = self._weights, self._squares
        error = probability(given + self.odds(features)) - target
        square = error * error
        for feature in features:
            squares[feature] += square
            weights[feature] -= RATE * error / math.sqrt(squares[feature] + 1e-3)
        self.lessons += 1

    def to_text(self) -> str:
        """Return the model as JSON."""
        packed = {"weights": _packed(self._weights), "squares": _packed(self._squares)}
        known = {"lessons": self.lessons, "usual": self._usual}
        return json.dumps({"format": FORMAT, **known, **packed})

    @classmethod
    def from_text(cls, text: str) -> LinkModel:
        """Return the model that was written; raise ValueError."""
        if not text.lstrip().startswith(_BEGINNING):
            raise ValueError(f"found no link model; one begins with {_BEGINNING}")
        try:
            found = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise ValueError(f"found a link model that is damaged or cut off: {error}") from error
        model = cls()
        try:
            model.lessons = int(found["lessons"])
            model._usual = _finite(found.get("usual", 0.0))
            model._weights = _unpacked(found["weights"])
            model._squares = _unpacked(found["squares"])
        except (KeyError, TypeError, ValueError, zlib.error) as error:
            raise ValueError(f"found a damaged link model: {error}") from error
        return model


def _finite(number: object) -> float:
    if not isinstance(number, float) or not math.isfinite(number):
        raise ValueError(f"found {number!r} for a number")
    return number


def _packed(numbers: array[float]) -> str:
    """Return numbers as text: most are 0, and four bytes are precise enough."""
    return b64encode(zlib.compress(array("f", numbers).tobytes(), 1)).decode()


def _unpacked(text: str) -> array[float]:
    unzip = zlib.decompressobj()
    numbers = array("f")
    numbers.frombytes(unzip.decompress(b64decode(text), 4 * SIZE))
    if len(numbers) != SIZE or not all(map(math.isfinite, numbers)):
        raise ValueError(f"found other than {SIZE} numbers")
    return array("d", numbers)


def read_links(path: Path) -> str:
    """Return the text of a file that holds a link model; raise ValueError or OSError."""
    text = path.read_text(encoding="utf-8")
    LinkModel.from_text(text)
    return text


def write_links(text: str, path: Path) -> None:
    """Write a link model in the place of the one before."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, text)


@lru_cache(_FEATURES)
def bucket(feature: str) -> int:
    """Return the weight that a feature has."""
    return zlib.crc32(feature.encode("utf-8", "replace")) & (SIZE - 1)


class _Buckets(dict[str, int]):
    """The buckets of the words in one part of a link; numbers count as one, so that cs302 and cs415 are of a kind."""

    def __init__(self, part: str) -> None:
        super().__init__()
        self._part = part

    def __missing__(self, word: str) -> int:
        if len(self) > _WORDS:
            self.clear()
        shape = word if word.isalpha() else _DIGITS.sub("0", word)
        found = self[word] = bucket(f"{self._part} {shape}")
        return found


_ANCHORS, _CONTEXTS, _PATHS = _Buckets("anchor"), _Buckets("context"), _Buckets("path")


def page_features(score: Score | None) -> list[int]:
    """Return what the score of a page says about all its links."""
    if score is None:
        return [bucket("page")]
    parts = [f"page {name} {min(int(4 * part), 3)}" for name, part in score.parts.items()]
    return [bucket("page"), bucket(f"page {min(int(8 * score.value), 7)}"), *map(bucket, parts)]


def link_features(link: Link, odds: float, record: str) -> list[int]:
    """Return what is known of a link before it is visited.

    ``odds`` are those it comes with, ``record`` tells how its host did so far.
    """
    return [
        *_said(link.url, link.anchor, link.surroundings()),
        bucket(f"way {_way(link)} {link.in_body:d}"),
        bucket(f"depth {min(link.depth, 5)} {link.barred or link.channel}"),
        bucket(f"record {record}"),
        bucket(f"odds {round(odds)}"),
    ]


@lru_cache(_LINKS)
def _said(url: str, anchor: str, context: str) -> tuple[int, ...]:
    """Return what a link says by itself, wherever it stands."""
    host, _, path = url.partition("//")[2].partition("/")
    said = words(anchor)
    found = {bucket(f"host {host}"), bucket(f"shape {_shape(path)}")}
    found.add(bucket(f"length {min(len(said), 8)}"))
    found.update([_ANCHORS[word] for word in said[:_MOST]])
    found.update([_CONTEXTS[word] for word in words(context)[:_MOST]])
    found.update([_PATHS[word] for word in url_words(path)[:_MOST]])
    return tuple(sorted(found))


def site_features(site: str, *, known: bool) -> list[int]:
    """Return what lies side by side with the site within a site that a link leads to, and whether it was visited."""
    if not site:
        return [bucket("site")]
    return [bucket(f"site {known:d}"), bucket(f"site {known:d} {site.rpartition('/')[0]}")]


def _shape(path: str) -> str:
    """Return what an address looks like when its words are left out."""
    steps = path.partition("?")[0].split("/")
    last = steps[-1]
    kind = last.rpartition(".")[2][:5] if "." in last else "" if not last else "-"
    digits = "".join("0" if step.isdigit() else "." for step in steps[:4])
    return f"{min(len(steps), 6)} {kind} {digits} {'?' in path:d}"


def _way(link: Link) -> str:
    """Return where a link leads as seen from its page: away, up, down, beside it or aside."""
    if host_of(link.parent) != host_of(link.url):
        return "away"
    above, below = link.parent.rpartition("/")[0], link.url.rpartition("/")[0]
    if below.startswith(above):
        return "down" if len(below) > len(above) else "beside"
    return "up" if above.startswith(below) else "aside"
