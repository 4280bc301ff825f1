"""Does an event described in English find pages in other languages?

Generated webs with sites in four languages, and posts about crises that people wrote in their own language. Only pages
that are not in English are judged. The default is compared with itself without translations and cognates, with plain
TF-IDF at the threshold that is best for it, and with "contains a keyword".
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple
from unittest.mock import patch

from benchmarks.floors import Floor
from benchmarks.focus import (
    NEAR,
    SETTINGS,
    Figures,
    auto_scores,
    figures,
    keyword_scores,
    tfidf_scores,
)
from benchmarks.focus_sets import DATA, Topic, generated, topic
from tidings.model import Event, Page
from tidings.read.places.find import Finder
from tidings.read.words.language import detect
from tidings.read.words.words import WordMemo

POSTS = DATA / "crisis" / "crisislex-t26.jsonl.gz"
EXAMPLES = 5
"""English posts that are the references of a crisis."""


class Crisis(NamedTuple):
    """How a person would describe a crisis in English."""

    keywords: tuple[str, ...]
    places: tuple[str, ...]


CRISES = {
    "2012_Costa_Rica_earthquake": Crisis(("earthquake", "tremor"), ("Costa Rica",)),
    "2012_Italy_earthquakes": Crisis(("earthquake", "tremor"), ("Italy",)),
    "2012_Venezuela_refinery": Crisis(("refinery", "explosion", "fire"), ("Venezuela",)),
    "2013_Brazil_nightclub_fire": Crisis(("nightclub", "fire"), ("Santa Maria", "Brazil")),
    "2013_Lac_Megantic_train_crash": Crisis(("train", "explosion"), ("Lac-Mégantic", "Quebec")),
    "2013_Russia_meteor": Crisis(("meteor", "meteorite"), ("Chelyabinsk", "Russia")),
}
"""Those of which at least a hundred posts are not in English."""


class Untranslated:
    """Stands for ``ForeignWords`` without any knowledge."""

    def __init__(self, *_: object) -> None:
        """Forget everything."""

    def read_in(self, _: str) -> WordMemo[str]:
        """Return for each word the word itself."""
        return WordMemo(lambda word: word, 1)


def _read() -> list[tuple[str, bool, Page]]:
    finder, found = Finder(), []
    for line in gzip.decompress(POSTS.read_bytes()).splitlines():
        row = json.loads(line)
        text = re.sub(r"https?://\S+", "", row["text"])
        page = Page(
            f"https://posts.example/{row['id']}", "", text, (), finder.find(text), detect(text)
        )
        found.append((row["event"], row["informativeness"].startswith("Related"), page))
    return found


def crises(*, referred: bool, placed: bool) -> list[Topic]:
    """Return the crises as judged on all posts that are in another language than English."""
    rows = _read()
    foreign = [row for row in rows if row[2].language not in ("en", "")]
    found = []
    for name, crisis in CRISES.items():
        english = [
            page
            for event, is_right, page in rows
            if event == name and is_right and page.language == "en"
        ]
        references = english[:EXAMPLES] if referred else []
        event = Event(
            name,
            {} if referred else dict.fromkeys(crisis.keywords, 1.0),
            tuple(page.url for page in references),
            dict.fromkeys(crisis.places, 1.0) if placed else {},
        )
        truth = [event_ == name and is_right for event_, is_right, _ in foreign]
        found.append(topic(event, references, [page for _, _, page in foreign], truth))
    return found


def webs(*, referred: bool, keywords: bool) -> list[Topic]:
    """Return the events of generated webs, judged on the pages of their German, French and Spanish sites."""
    found = []
    for each in generated(referred=referred):
        chosen = [at for at, page in enumerate(each.pages) if page.language not in ("en", "")]
        event = each.event if keywords else replace(each.event, keywords={})
        truth = [each.truth[at] for at in chosen]
        if any(truth):
            found.append(Topic(event, each.references, [each.pages[at] for at in chosen], truth))
    return found


def _sets() -> Mapping[str, Sequence[Topic]]:
    made = {
        "generated": webs(referred=True, keywords=True),
        "generated, keywords": webs(referred=False, keywords=True),
        "generated, references": webs(referred=True, keywords=False),
    }
    if POSTS.exists():
        made["posts, keywords"] = crises(referred=False, placed=False)
        made["posts, keywords and places"] = crises(referred=False, placed=True)
        made["posts, references"] = crises(referred=True, placed=False)
        made["posts, references and places"] = crises(referred=True, placed=True)
    return made


def _default(topics: Sequence[Topic]) -> Figures:
    return figures(topics, [auto_scores(each) for each in topics], SETTINGS.threshold)


def run() -> list[Floor]:
    """Print MAP and F1 of each way of judging; ranking must not lose to TF-IDF, nor by the translations."""
    print(f"{'set':<32}{'pages':>6}{'right':>6}{'MAP':>8}{'without':>9}{'TF-IDF':>8}{'F1':>8}{'without':>9}{'TF-IDF':>8}{'keyword':>9}")  # fmt: skip
    floors = []
    for name, topics in _sets().items():
        ours = _default(topics)
        with patch("tidings.relevance.aspects.likeness.ForeignWords", Untranslated):
            bare = _default(topics)
        plain = figures(topics, [tfidf_scores(each) for each in topics])
        words = figures(topics, [keyword_scores(each) for each in topics], 0.5)
        print(
            f"{name:<32}{len(topics[0].pages):6}{sum(sum(each.truth) for each in topics):6}"
            f"{ours.ranking:8.3f}{bare.ranking:9.3f}{plain.ranking:8.3f}"
            f"{ours.keeping:8.3f}{bare.keeping:9.3f}{plain.keeping:8.3f}{words.keeping:9.3f}"
        )
        floors += [
            Floor(f"{name}: MAP over TF-IDF's", ours.ranking / plain.ranking, 1.0, ""),
            Floor(f"{name}: MAP over that without", ours.ranking / bare.ranking, NEAR, ""),
        ]
    return floors
