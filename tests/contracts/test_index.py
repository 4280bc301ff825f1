"""Every index finds the same pages and counts the same facets; the one in memory is the oracle."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tidings.errors import QueryError
from tidings.index.fields import FACETS
from tidings.index.memory import MemoryIndex
from tidings.index.tantivy import TantivyIndex
from tidings.model import After, GeoBox, GeoPoint, IndexedPage, Mark, SearchQuery, Sort
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
        points=tuple(
            GeoPoint(latitude, longitude, name) for name, _, latitude, longitude in places
        ),
        people=tuple(rng.sample(["Ana Silva", "Bo Ek", "ÉMILE Roux"], rng.randint(0, 3))),
        organisations=tuple(rng.sample(["UN", "Red Cross"], rng.randint(0, 1))),
        type=rng.choice(["", "flood/rain", "Quake"]),
        outcome=rng.choice(["kept", "kept", "rejected", "duplicate"]),
        channel=rng.choice(["seed", "link", "feed"]),
        genre=rng.choice(["", "news", "Report"]),
        source_type=rng.choice(["", "UN/NGO", "news"]),
        session=rng.choice(["", "2024-05-01T00:00:00Z", "2024-05-02T00:00:00Z"]),
        tags=tuple(rng.sample(["To check", "done"], rng.randint(0, 2))),
        own=tuple(rng.sample(["severity=High", "severity=low", "team=a"], rng.randint(0, 2))),
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


def filled(index: Index) -> Index:
    """Put pages into an index, replace and delete some, in several commits."""
    index.put(pages(1, 200))
    index.commit(Mark(1))
    index.put(pages(2, 400)[150:])
    index.delete(range(30, 60))
    index.commit(Mark(2))
    index.delete([1_000_000])
    index.put([replace(page, score=0.5) for page in pages(2, 400)[300:320]])
    index.commit(Mark(3))
    return index


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Index, Index]]:
    """Return the oracle and tantivy with the same pages."""
    other = TantivyIndex(tmp_path_factory.mktemp("index"))
    yield filled(MemoryIndex()), filled(other)
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
    "a host": {"filters": {"host": ("B.co.uk",)}},
    "two hosts": {"filters": {"host": ("b.co.uk", "news.a.example")}},
    "a domain": {"filters": {"domain": ("a.example",)}},
    "a language": {"filters": {"language": ("de",)}},
    "a country": {"filters": {"country": ("mz",)}},
    "a place": {"filters": {"place": ("beira",)}},
    "a place and its country": {"filters": {"place": ("Beira, MZ", "dresden, de")}},
    "a person": {"filters": {"person": ("ana silva", "émile roux")}},
    "an organisation": {"filters": {"organisation": ("un",)}},
    "a type": {"filters": {"type": ("FLOOD/rain", "quake")}},
    "a channel": {"filters": {"channel": ("feed",)}},
    "a story": {"filters": {"story": ("7",)}},
    "no story": {"filters": {"story": ("seven",)}},
    "a day": {"filters": {"day": ("2024-02-25", "2024-02-26")}},
    "a genre": {"filters": {"genre": ("News",)}},
    "a type of source": {"filters": {"source_type": ("un/ngo",)}},
    "a session": {"filters": {"session": ("2024-05-01T00:00:00Z",)}},
    "a tag": {"filters": {"tag": ("to check",)}},
    "an own field": {"filters": {"field": ("severity=high",)}},
    "host and country": {"filters": {"host": ("b.co.uk",), "country": ("MZ",)}},
    "judged": {"filters": {"judged": ("relevant", "not relevant")}},
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
        "filters": {"language": ("en", "de"), "country": ("MZ", "DE")},
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
        **{"facets": FACETS, "facet_size": 1000, "limit": 1000, "fold_stories": fold, "zoom": 3}
        | QUERIES[name]  # type: ignore[arg-type]
    )
    expected, found = (index.search(query) for index in both)
    assert (found.count, found.stories, found.pages) == (
        expected.count,
        expected.stories,
        expected.pages,
    )
    assert found.facets == expected.facets
    assert found.cells == expected.cells
    assert len(found.hits) == len(expected.hits)
    if not fold:  # which page stands for a story depends on the rank
        keys = {hit.key: hit.copies for hit in expected.hits}
        assert {hit.key: hit.copies for hit in found.hits} == keys
    if name not in (
        "nothing",
        "no story",
        "an empty box",
        "a phrase in another order",
        "fuzzy but too short",
    ):
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


@pytest.mark.parametrize("fold", [True, False], ids=["folded", "unfolded"])
@pytest.mark.parametrize("sort", list(Sort))
def test_a_search_goes_on_behind_the_last_hit_seen(
    both: tuple[Index, Index], sort: Sort, fold: bool
) -> None:
    for index in both:
        query = SearchQuery(words="dam OR flood", sort=sort, fold_stories=fold, limit=1000)
        whole = [(hit.key, hit.copies) for hit in index.search(query).hits]
        listed: list[tuple[int, int]] = []
        query = replace(query, limit=7)
        while hits := index.search(query).hits:
            listed += [(hit.key, hit.copies) for hit in hits]
            query = replace(query, after=After(hits[-1].rank, hits[-1].key, len(listed)))
        assert listed == whole


def test_where_the_last_hit_is_gone_a_search_goes_on_at_its_rank(index: Index) -> None:
    index.put([page(key, score=key / 10) for key in range(1, 8)])
    index.commit(Mark(1))
    query = SearchQuery(sort=Sort.SCORE)
    assert [hit.key for hit in index.search(query).hits] == [7, 6, 5, 4, 3, 2, 1]
    index.delete([5])
    index.put([page(9, score=0.95)])
    index.commit(Mark(2))
    query = replace(query, after=After(0.5, 5, 3))
    assert [hit.key for hit in index.search(query).hits] == [4, 3, 2, 1]


def test_cells_have_the_middle_of_their_places(index: Index) -> None:
    beira, near = GeoPoint(-19.84, 34.84, "Beira, MZ"), GeoPoint(-19.54, 34.74, "Dondo, MZ")
    far = GeoPoint(51.05, 13.74, "Dresden, DE")
    index.put([page(1, points=(beira, near)), page(2, points=(beira, far)), page(3)])
    index.commit(Mark(1))
    first, second = index.search(SearchQuery(zoom=2)).cells
    assert (first.pages, first.latitude, first.longitude) == (2, -19.74, 34.806)
    assert first.places == (("Beira, MZ", 2), ("Dondo, MZ", 1))
    assert (second.pages, second.places) == (1, (("Dresden, DE", 1),))
    assert len(index.search(SearchQuery(zoom=22)).cells) == 3
    assert index.search(SearchQuery()).cells == ()


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


def test_a_cleared_index_is_found_until_the_commit(index: Index) -> None:
    index.put([page(1), page(2)])
    index.commit(Mark(3))
    index.clear()
    index.put([page(3, text="another dam"), page(1)])
    assert index.search(SearchQuery(words="dam")).count == 2
    index.commit(Mark(4))
    assert {hit.key for hit in index.search(SearchQuery(words="dam")).hits} == {1, 3}
    assert (index.mark(), index.search(SearchQuery()).pages) == (Mark(4), 2)


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
