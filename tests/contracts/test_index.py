"""Every index finds the same pages and counts the same facets; the one in memory is the oracle."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tidings.errors import QueryError
from tidings.index.memory import MemoryIndex
from tidings.index.tantivy import TantivyIndex
from tidings.model import FACETS, GeoBox, IndexedPage, Mark, SearchQuery, Sort
from tidings.ports import Index

START = datetime(2024, 2, 20, tzinfo=UTC)
SENTENCES = {
    "en": "The dams burst and rivers flooded the old town after heavy rain; rescuers searched for missing people",
    "de": "Die Dämme brachen und die Flüsse überfluteten die Stadt nach starkem Regen; Helfer suchten Vermisste",
    "pt": "As barragens romperam e os rios inundaram a cidade; as equipas procuram pessoas desaparecidas",
    "ja": "大雨で洪水が発生し、堤防が決壊した。救助隊が行方不明者を捜索している",
    "zh": "暴雨引发洪水。堤坝决口。救援人员正在搜寻失踪者",
    "ar": "فاضت الأنهار وانهارت السدود بعد أمطار غزيرة في المدينة",
    "th": "น้ำท่วมหนักหลังฝนตกต่อเนื่อง เขื่อนแตกในเมือง",
    "hi": "भारी बारिश के बाद बाढ़ आई और बांध टूट गया",
    "": "dam floods qwerty",
}
PLACES = [
    ("Beira, MZ", "MZ", -19.8, 34.8),
    ("Dresden, DE", "DE", 51.0, 13.7),
    ("Suva, FJ", "FJ", -18.1, 178.4),
]


def pages(seed: int, number: int) -> list[IndexedPage]:
    rng = random.Random(seed)
    return [_page(rng, key) for key in range(1, number + 1)]


def _page(rng: random.Random, key: int) -> IndexedPage:
    language = rng.choice(list(SENTENCES))
    words = SENTENCES[language].split()
    places = rng.sample(PLACES, rng.randint(0, 2))
    host = rng.choice(["news.a.example", "www.a.example", "b.co.uk"])
    return IndexedPage(
        key=key,
        title=" ".join(rng.sample(words, 1)),
        text=" ".join(words[rng.randint(0, 3) : rng.randint(6, 20)] * rng.randint(1, 3)),
        language=language,
        host=host,
        domain="b.co.uk" if host == "b.co.uk" else "a.example",
        countries=tuple(country for _, country, _, _ in places),
        places=tuple(name for name, *_ in places),
        points=tuple((latitude, longitude) for *_, latitude, longitude in places),
        people=tuple(rng.sample(["Ana Silva", "Bo Ek", "ÉMILE Roux"], rng.randint(0, 3))),
        organisations=tuple(rng.sample(["UN", "Red Cross"], rng.randint(0, 1))),
        type=rng.choice(["", "flood/rain", "Quake"]),
        outcome=rng.choice(["kept", "kept", "rejected", "duplicate"]),
        channel=rng.choice(["seed", "link", "feed"]),
        story=rng.choice([0, 0, 7, 8, 9, key + 100]),
        judged=rng.choice(["", "", "relevant", "not relevant"]),
        score=rng.random(),
        published=rng.choice([None, START + timedelta(hours=rng.randint(0, 1000))]),
        captured=START + timedelta(hours=rng.randint(0, 1000)),
        closeness=rng.random(),
    )


@pytest.fixture(params=["memory", "tantivy"])
def index(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Index]:
    made: Index = MemoryIndex() if request.param == "memory" else TantivyIndex(tmp_path)
    yield made
    made.close()


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Index, Index]]:
    """Return the oracle and tantivy with the same pages, put, replaced and deleted in several commits."""
    oracle, other = MemoryIndex(), TantivyIndex(tmp_path_factory.mktemp("index"))
    for index in (oracle, other):
        index.put(pages(1, 200))
        index.commit(Mark(1))
        index.put(pages(2, 400)[150:])
        index.delete(range(30, 60))
        index.commit(Mark(2))
        index.delete([1_000_000])
        index.put([replace(page, score=0.5) for page in pages(2, 400)[300:320]])
        index.commit(Mark(3))
    yield oracle, other
    other.close()


QUERIES = {
    "everything": {},
    "a stem": {"words": "dam"},
    "another form of the word": {"words": "flooding"},
    "an accent left out": {"words": "damme"},
    "all words": {"words": "dams rivers"},
    "stop words are ignored": {"words": "the dams and the rivers"},
    "a stop word that counts": {"words": "dams +and"},
    "only stop words": {"words": "the"},
    "a phrase": {"words": '"heavy rain"'},
    "a phrase with a stop word": {"words": '"dams burst and rivers"'},
    "a phrase in another order": {"words": '"rain heavy"'},
    "a word left out": {"words": "-rain"},
    "words left out": {"words": "dam -rescuers -qwerty"},
    "either word": {"words": "qwerty OR barragens OR rescuers"},
    "either word, and another": {"words": "qwerty OR rescuers dam"},
    "in the title": {"words": "title:dams"},
    "in the text": {"words": 'text:"heavy rain"'},
    "one letter wrong": {"words": "flod~"},
    "two letters wrong": {"words": "rescuxxrs~2"},
    "letters swapped": {"words": "qwetry~"},
    "fuzzy but too short": {"words": "of~"},
    "Japanese": {"words": "洪水"},
    "a longer Japanese word": {"words": "行方不明者"},
    "one character": {"words": "水"},
    "Chinese": {"words": "失踪"},
    "Arabic": {"words": "السدود"},
    "Arabic with vowel points": {"words": "السُّدود"},
    "Thai": {"words": "เขื่อน"},
    "Hindi": {"words": "बाढ़"},
    "nothing": {"words": "absent"},
    "a host": {"hosts": ("B.co.uk",)},
    "two hosts": {"hosts": ("b.co.uk", "news.a.example")},
    "a domain": {"domains": ("a.example",)},
    "a language": {"languages": ("de",)},
    "a country": {"countries": ("mz",)},
    "a place": {"places": ("beira",)},
    "a place and its country": {"places": ("Beira, MZ", "dresden, de")},
    "a person": {"people": ("ana silva", "émile roux")},
    "an organisation": {"organisations": ("un",)},
    "a type": {"types": ("FLOOD/rain", "quake")},
    "a channel": {"channels": ("feed",)},
    "a story": {"stories": (7,)},
    "judged": {"judged": ("relevant", "not relevant")},
    "outcomes": {"outcomes": ("rejected", "duplicate")},
    "any outcome": {"outcomes": ()},
    "since": {"since": START + timedelta(days=10)},
    "until": {"until": START + timedelta(days=10)},
    "captured": {"captured_since": START + timedelta(days=5), "captured_until": START + timedelta(days=9)},
    "score": {"minimum_score": 0.5},
    "a box": {"box": GeoBox(-25, 30, -15, 40)},
    "a box across the date line": {"box": GeoBox(-25, 170, -15, -170)},
    "an empty box": {"box": GeoBox(80, 0, 81, 1)},
    "some left out": {"without": (1, 2, 3, 151)},
    "all together": {
        "words": "dam OR flood -qwerty",
        "languages": ("en", "de"),
        "countries": ("MZ", "DE"),
        "minimum_score": 0.1,
        "since": START,
        "outcomes": ("kept", "rejected"),
    },
}  # fmt: skip


@pytest.mark.parametrize("fold", [True, False], ids=["folded", "unfolded"])
@pytest.mark.parametrize("name", QUERIES)
def test_sets_and_counts_are_those_of_the_oracle(
    both: tuple[Index, Index], name: str, fold: bool
) -> None:
    query = SearchQuery(
        **{"facets": FACETS, "facet_size": 1000, "limit": 1000, "fold_stories": fold}
        | QUERIES[name]  # type: ignore[arg-type]
    )
    expected, found = (index.search(query) for index in both)
    assert (found.count, found.stories, found.pages) == (
        expected.count,
        expected.stories,
        expected.pages,
    )
    assert found.facets == expected.facets
    assert len(found.hits) == len(expected.hits)
    if not fold:  # which page stands for a story depends on the rank
        keys = {hit.key: hit.copies for hit in expected.hits}
        assert {hit.key: hit.copies for hit in found.hits} == keys
    if name not in ("nothing", "an empty box", "a phrase in another order", "fuzzy but too short"):
        assert 0 < found.count < found.pages + (name == "any outcome")


@pytest.mark.parametrize("sort", [Sort.NEWEST, Sort.SCORE])
def test_clear_orders_are_those_of_the_oracle(both: tuple[Index, Index], sort: Sort) -> None:
    query = SearchQuery(sort=sort, limit=1000, fold_stories=False)
    expected, found = ([hit.rank for hit in index.search(query).hits] for index in both)
    assert found == expected


def test_pages_of_hits_follow_each_other(both: tuple[Index, Index]) -> None:
    for index in both:
        query = SearchQuery(words="dam", limit=7)
        first = index.search(query)
        listed = [hit.key for hit in first.hits]
        for offset in range(7, first.stories + 7, 7):
            listed += [hit.key for hit in index.search(replace(query, offset=offset)).hits]
        assert len(listed) == len(set(listed)) == first.stories


def ranked(index: Index, batch: list[IndexedPage], **query: object) -> list[int]:
    index.put(batch)
    index.commit(Mark(1))
    return [hit.key for hit in index.search(SearchQuery(**query)).hits]  # type: ignore[arg-type]


def page(key: int, **fields: object) -> IndexedPage:
    given = {"language": "en", "outcome": "kept", "score": 0.5, "text": "a dam " + "word " * 30}
    return IndexedPage(key=key, **given | fields)  # type: ignore[arg-type]


def test_better_text_relevance_and_date_come_first_if_they_count(index: Index) -> None:
    batch = [
        page(1, score=0.9),
        page(2, text="dam dam dam dam dam dam", title="dam", score=0.45),
        page(3, score=0.95, closeness=0.1),
    ]
    assert ranked(index, batch, words="dam", by_relevance=False, by_date=False)[0] == 2
    by_relevance = {"by_text": False, "by_date": False}
    assert ranked(index, [], words="dam", **by_relevance) == [3, 1, 2]
    assert ranked(index, [], words="dam", by_text=False) == [1, 2, 3]
    assert ranked(index, [], by_relevance=False)[-1] == 3


def test_of_a_story_the_best_page_is_a_hit(index: Index) -> None:
    batch = [page(1, story=5, score=0.3), page(2, story=5, score=0.8), page(3, story=6)]
    index.put([*batch, page(4, story=5, outcome="duplicate")])
    index.commit(Mark(1))
    result = index.search(SearchQuery(words="dam"))
    assert [(hit.key, hit.copies) for hit in result.hits] == [(2, 2), (3, 0)]
    assert (result.count, result.stories, result.pages) == (3, 2, 4)


def test_nothing_is_visible_before_the_commit(index: Index) -> None:
    assert index.mark() == Mark()
    index.put([page(1)])
    assert index.search(SearchQuery()).count == 0
    index.commit(Mark(5, 2))
    assert index.search(SearchQuery()).count == 1
    assert index.mark() == Mark(5, 2)


def test_a_page_put_again_replaces_itself(index: Index) -> None:
    index.put([page(1, text="first"), page(1, text="second")])
    index.commit(Mark(1))
    index.put([page(1, text="third")])
    index.delete([2])
    index.commit(Mark(2))
    found = {
        word: index.search(SearchQuery(words=word)).count for word in ("first", "second", "third")
    }
    assert found == {"first": 0, "second": 0, "third": 1}
    index.delete([1])
    index.commit(Mark(3))
    assert index.search(SearchQuery()).pages == 0


def test_an_empty_index_finds_nothing(index: Index) -> None:
    result = index.search(SearchQuery(words="dam", facets=FACETS, box=GeoBox(0, 0, 1, 1)))
    assert (result.hits, result.count, result.pages) == ((), 0, 0)
    assert set(result.facets) == set(FACETS)
    assert result.timeline == ()


HOSTILE = {
    "formula": "=cmd|' /C calc'!A0",
    "escapes": "\x1b[31mred\x1b[0m \x07 \x00 end",
    "right to left": "\u202e\u2066drawkcab\u2069 word",
    "half a character": "broken \ud800 word",
    "no letters": "!!! ??? ...",
    "markup": "<script>alert(1)</script> [bold]x[/bold]",
    "long word": "x" * 100_000,
    "a megabyte": "flood " * 175_000,
    "huge marks": "e" + "\u0301" * 10_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_is_indexed_without_harm(index: Index, text: str) -> None:
    index.put([page(1, title=text, text=text), page(2, text="calm dam")])
    index.commit(Mark(1))
    assert index.search(SearchQuery(words="calm")).count == 1
    assert index.search(SearchQuery(facets=FACETS)).count == 2


BAD = {
    'a "phrase': "add a second quote",
    "-": "a word with letters",
    "+": "a word with letters",
    '""': "a word with letters",
    "title:": "a word with letters",
    "...": "a word with letters",
    "OR": "words on both sides",
    "dam OR": "words on both sides",
    "OR dam": "words on both sides",
    "dam OR OR river": "words on both sides",
    "dam OR -river": "at the end of the query",
    '"heavy rain"~2': "put a space",
    "word " * 1000: "2,000 at most",
    "w " * 100: "64 at most",
}


@pytest.mark.parametrize("words", BAD, ids=lambda words: words[:20])
def test_a_query_that_cannot_be_understood_names_the_fix(index: Index, words: str) -> None:
    with pytest.raises(QueryError, match=BAD[words]):
        index.search(SearchQuery(words=words))


@pytest.mark.parametrize(
    "words",
    ["(", "dam)", "a:b", "http://x.example/?a=b", "title:title:x", "[a TO b]", "*", "a*", "~", "\\", "dam^2", "x" * 100,
     "\ud800 a", "/.*/", "{", "a && b", "'", "~~2", "a~3", "--a", "日~"],
)  # fmt: skip
def test_other_signs_are_no_syntax(both: tuple[Index, Index], words: str) -> None:
    outcomes: list[object] = []
    for index in both:
        try:
            outcomes.append(index.search(SearchQuery(words=words)).count)
        except QueryError:
            outcomes.append("refused")
    assert outcomes[0] == outcomes[1]


def test_an_index_in_a_folder_is_opened_again(tmp_path: Path) -> None:
    index = TantivyIndex(tmp_path)
    index.put(pages(1, 20))
    index.commit(Mark(7, 3))
    before = index.search(SearchQuery(facets=FACETS, outcomes=()))
    index.put(pages(2, 20))  # never committed
    index.close()
    again = TantivyIndex(tmp_path)
    assert again.mark() == Mark(7, 3)
    assert again.search(SearchQuery(facets=FACETS, outcomes=())) == before
