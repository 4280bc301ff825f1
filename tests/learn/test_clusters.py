"""Pages with similar words get into one cluster, the same one every time, and mostly the same one later."""

from __future__ import annotations

from random import Random

import pytest

from tidings.learn.clusters import MOST_CLUSTERS, ClusterModel, PageWords, make_clusters, page_words

SUBJECTS = {
    "flood": "flood levee river embankment sandbags downpour dam cellar pumps mud",
    "rail": "train carriage derailed signal passengers locomotive platform dispatcher freight collision",
    "football": "striker goalkeeper penalty stadium midfielder referee defender offside league trophy",
}
COMMON = [
    "people",
    "city",
    "said",
    "mayor",
    "week",
    "officials",
    "street",
    "morning",
    "report",
    "help",
]


def pages(count: int, seed: int = 1) -> list[tuple[str, PageWords]]:
    random = Random(seed)
    subjects = list(SUBJECTS)
    made = []
    for number in range(count):
        subject = subjects[number % len(subjects)]
        text = random.sample(SUBJECTS[subject].split(), 6) + random.sample(COMMON, 6)
        made.append((subject, page_words("", " ".join(text), "en")))
    return made


def groups(model: ClusterModel, labelled: list[tuple[str, PageWords]]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for subject, words in labelled:
        found.setdefault(model.name(words.stems), set()).add(subject)
    return found


def test_each_cluster_has_one_subject_and_its_words_as_a_name() -> None:
    labelled = pages(90)
    model = make_clusters([words for _, words in labelled], 90)
    assert model
    found = groups(model, labelled)
    assert all(len(subjects) == 1 for subjects in found.values())
    for name, (subject,) in ((name, tuple(subjects)) for name, subjects in found.items()):
        assert set(name.split(", ")) <= set(SUBJECTS[subject].split())
    assert len(model.clusters) <= MOST_CLUSTERS


def test_the_words_of_one_site_group_nothing() -> None:
    texts = [f"{subject} {words} Daily Gazette" for subject, words in SUBJECTS.items()] * 10
    given = [page_words("", text, "en", f"{n % 4}.example") for n, text in enumerate(texts)]
    own = [page_words("Gazette Gazette", "Gazette Herald Tribune", "en", "own.example")] * 10
    model = make_clusters([*given, *own], 40)
    assert model
    assert not any("herald" in each.name or "tribune" in each.name for each in model.clusters)


def test_the_same_pages_give_the_same_clusters() -> None:
    given = [words for _, words in pages(60)]
    one, two = make_clusters(given, 60), make_clusters(given, 60)
    assert one
    assert two
    assert one.clusters == two.clusters


def test_most_pages_stay_where_they_were_when_more_come() -> None:
    before = make_clusters([words for _, words in pages(60)], 60)
    grown = [words for _, words in [*pages(60), *pages(20, seed=2)]]
    after = make_clusters(grown, 80, before)
    assert before
    assert after
    stayed = sum(before.name(words.stems) == after.name(words.stems) for words in grown[:60])
    assert stayed >= 40


def test_a_page_without_any_known_word_is_in_no_cluster() -> None:
    model = make_clusters([words for _, words in pages(60)], 60)
    assert model
    assert model.name(page_words("", "quantum chromodynamics", "en").stems) == ""


@pytest.mark.parametrize("count", [0, 5])
def test_a_few_pages_are_not_grouped(count: int) -> None:
    assert make_clusters([words for _, words in pages(count)], count) is None


def test_pages_that_are_all_alike_do_no_harm() -> None:
    same = [page_words("", "flood flood river", "en")] * 30
    assert make_clusters(same, 30) is None


def test_scripts_without_spaces_are_grouped_too() -> None:
    texts = ["洪水堤防河川避難", "列車脱線信号事故"] * 15
    model = make_clusters([page_words("", text, "ja") for text in texts], 30)
    assert model
    names = {model.name(page_words("", text, "ja").stems) for text in texts[:2]}
    assert len(names) == 2
