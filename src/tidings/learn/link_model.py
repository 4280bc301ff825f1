"""The link model: learns while crawling, from visited pages, how good the links to them looked beforehand.

A linear model over hashed features, trained online. It owns no queue: an order policy asks it to score links.
We do not use scikit-learn: it takes 2.8 s and 232 MB to import instead of 0.24 s and 73 MB, and is about as fast per
page.
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

from tidings.disk.reading import check_regular
from tidings.disk.writing import write_text
from tidings.learn.mixture import Mixture
from tidings.model import Link, Score
from tidings.odds import probability
from tidings.read.words.words import WordMemo, url_words, words
from tidings.urls import host_of

BITS = 16
SIZE = 1 << BITS
"""Weights of a model. Hash collisions are rare enough not to matter."""
RATE = 0.15
"""Learning rate: step of a feature's first lesson; later steps are smaller (AdaGrad)."""
_MEAN_RATE = 0.01
"""Share: how far each scored link moves the running mean of all links."""
_READ_WORDS = 10
"""Words of each part of a link that become features."""
_CACHED_WORDS = 50_000
"""Words of a part whose buckets are cached."""
_CACHED_LINKS, _CACHED_FEATURES = 10_000, 20_000
"""Links whose own features are cached, and other features whose buckets are: both recur often."""
_DIGITS = re.compile(r"\d+")
FORMAT = "tidings links 1"
_BEGINNING = json.dumps({"format": FORMAT})[:-1]


class LinkModel:
    """Predicts what a link is worth as a sum of learned weights, in log-odds."""

    def __init__(self) -> None:
        self._weights = array("d", bytes(8 * SIZE))
        self._squares = array("d", bytes(8 * SIZE))
        self.lessons = 0
        self._mean = 0.0
        self.mixture = Mixture()

    def log_odds_above_mean(self, features: Sequence[int]) -> float:
        """Return the link's log-odds relative to the running mean of all links, and update that mean.

        Relative, because the model ranks links and must not move all of them against links scored without it.
        """
        log_odds = self.log_odds(features)
        self._mean += _MEAN_RATE * (log_odds - self._mean)
        return log_odds - self._mean

    def log_odds(self, features: Sequence[int]) -> float:
        """Return the summed weights of a link's features."""
        weights = self._weights
        return sum([weights[feature] for feature in features])

    def learn(self, features: Sequence[int], given: float, target: float) -> None:
        """Train on what a link turned out to be worth; ``given`` are its log-odds without the weights."""
        weights, squares = self._weights, self._squares
        error = probability(given + self.log_odds(features)) - target
        square = error * error
        for feature in features:
            squares[feature] += square
            weights[feature] -= RATE * error / math.sqrt(squares[feature] + 1e-3)
        self.lessons += 1

    def to_text(self) -> str:
        """Return the model as JSON."""
        packed = {"weights": _packed(self._weights), "squares": _packed(self._squares)}
        numbers = {"lessons": self.lessons, "usual": self._mean}
        experts = {"experts": self.mixture.to_numbers()}
        return json.dumps({"format": FORMAT, **numbers, **experts, **packed})

    @classmethod
    def from_text(cls, text: str) -> LinkModel:
        """Return the model in a JSON text; raise ``ValueError`` if there is none."""
        if not text.lstrip().startswith(_BEGINNING):
            raise ValueError(f"found no link model; one begins with {_BEGINNING}")
        try:
            document = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise ValueError(f"found a link model that is damaged or cut off: {error}") from error
        model = cls()
        try:
            model.lessons = int(document["lessons"])
            model._mean = _finite(document.get("usual", 0.0))
            model._weights = _unpacked(document["weights"])
            model._squares = _unpacked(document["squares"])
            if "experts" in document:  # models of earlier versions have none
                model.mixture = Mixture.from_numbers(document["experts"])
        except (KeyError, TypeError, ValueError, zlib.error) as error:
            raise ValueError(f"found a damaged link model: {error}") from error
        return model


def _finite(number: object) -> float:
    if not isinstance(number, float) or not math.isfinite(number):
        raise ValueError(f"found {number!r} for a number")
    return number


def _packed(numbers: array[float]) -> str:
    """Return numbers as compressed text in single precision, which is enough; most of them are 0."""
    return b64encode(zlib.compress(array("f", numbers).tobytes(), 1)).decode()


def _unpacked(text: str) -> array[float]:
    unzip = zlib.decompressobj()
    numbers = array("f")
    numbers.frombytes(unzip.decompress(b64decode(text), 4 * SIZE))
    if len(numbers) != SIZE or not all(map(math.isfinite, numbers)):
        raise ValueError(f"found other than {SIZE} numbers")
    return array("d", numbers)


def read_links(path: Path) -> str:
    """Return the text of a link model's file; raise ``ValueError`` or ``OSError``."""
    check_regular(path, 100)
    text = path.read_text(encoding="utf-8")
    LinkModel.from_text(text)
    return text


def write_links(text: str, path: Path) -> None:
    """Write a link model's file, replacing an older one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, text)


@lru_cache(_CACHED_FEATURES)
def bucket(feature: str) -> int:
    """Return the index of a feature's weight."""
    return zlib.crc32(feature.encode("utf-8", "replace")) & (SIZE - 1)


def _buckets(part: str) -> WordMemo[int]:
    """Return the buckets of the words in one part of a link; numbers are alike, so cs302 and cs415 are too."""

    def bucket_of(word: str) -> int:
        return bucket(f"{part} {word if word.isalpha() else _DIGITS.sub('0', word)}")

    return WordMemo(bucket_of, _CACHED_WORDS)


_ANCHORS, _CONTEXTS, _PATHS = _buckets("anchor"), _buckets("context"), _buckets("path")


def page_features(score: Score | None) -> list[int]:
    """Return the features that all links of a page share: its score and the parts of it."""
    if score is None:
        return [bucket("page")]
    parts = [f"page {name} {min(int(4 * part), 3)}" for name, part in score.parts.items()]
    return [bucket("page"), bucket(f"page {min(int(8 * score.value), 7)}"), *map(bucket, parts)]


def link_features(link: Link, log_odds: float, record: str) -> list[int]:
    """Return the features of a link; ``record`` sums up how good its host has been so far."""
    return [
        *_own_features(link.url, link.anchor, link.surroundings()),
        bucket(f"way {_direction(link)} {link.in_body:d}"),
        bucket(f"depth {min(link.depth, 5)} {link.barred or link.channel}"),
        bucket(f"record {record}"),
        bucket(f"odds {round(log_odds)}"),
    ]


@lru_cache(_CACHED_LINKS)
def _own_features(url: str, anchor: str, context: str) -> tuple[int, ...]:
    """Return the features of a link that do not depend on the page it was found on."""
    host, _, path = url.partition("//")[2].partition("/")
    anchor_words = words(anchor)
    features = {bucket(f"host {host}"), bucket(f"shape {_shape(path)}")}
    features.add(bucket(f"length {min(len(anchor_words), 8)}"))
    features.update([_ANCHORS[word] for word in anchor_words[:_READ_WORDS]])
    features.update([_CONTEXTS[word] for word in words(context)[:_READ_WORDS]])
    features.update([_PATHS[word] for word in url_words(path)[:_READ_WORDS]])
    return tuple(sorted(features))


def site_features(site: str, *, visited: bool) -> list[int]:
    """Return features for the site within a host that a link leads to, and whether it was visited before.

    Sites next to each other, such as the homes of people, share a feature.
    """
    if not site:
        return [bucket("site")]
    return [bucket(f"site {visited:d}"), bucket(f"site {visited:d} {site.rpartition('/')[0]}")]


def _shape(path: str) -> str:
    """Return the form of a path without its words: depth, suffix, numbers, query."""
    steps = path.partition("?")[0].split("/")
    last = steps[-1]
    kind = last.rpartition(".")[2][:5] if "." in last else "" if not last else "-"
    digits = "".join("0" if step.isdigit() else "." for step in steps[:4])
    return f"{min(len(steps), 6)} {kind} {digits} {'?' in path:d}"


def _direction(link: Link) -> str:
    """Return where a link leads from its page: to another host, up, down, to the same folder or elsewhere."""
    if host_of(link.parent) != host_of(link.url):
        return "away"
    above, below = link.parent.rpartition("/")[0], link.url.rpartition("/")[0]
    if below.startswith(above):
        return "down" if len(below) > len(above) else "beside"
    return "up" if above.startswith(below) else "aside"
