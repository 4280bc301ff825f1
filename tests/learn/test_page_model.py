"""The page model: judgements correct a measure's score by the words of text, title and URL."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import product

import numpy as np
import pytest

from tidings.learn.asking import most_informative
from tidings.learn.lessons import Lesson, learn, rarity
from tidings.learn.page_model import (
    JUDGED,
    MEASURE,
    Corrected,
    base_of,
    cells_of,
    from_bytes,
    untaught,
)
from tidings.learn.page_words import terms_of
from tidings.model import Dating, Page, Score
from tidings.urls import url_id

THRESHOLD = 0.4
DAY = datetime(2016, 3, 22, tzinfo=UTC)


def page(url: str = "https://news.example/a", title: str = "", text: str = "") -> Page:
    return Page(url, title, text, language="en")


class Always:
    """A measure that gives all pages the same score."""

    def __init__(self, value: float) -> None:
        self._value = value

    def score(self, page: Page) -> Score:
        return Score(self._value, {"topic": self._value})


FLOOD = [page(text=f"The river flooded {town} and rose") for town in ("Ghent", "Huy", "Namur")]
SPORT = [page(text=f"The match in {town} was played") for town in ("Ghent", "Huy", "Namur")]
SAMPLE = [terms_of(one) for one in (*FLOOD, *SPORT)]


def taught(*more: Lesson, base: float = 0.5):
    lessons = [Lesson(terms_of(FLOOD[0]), base, True), Lesson(terms_of(SPORT[0]), base, False)]
    return learn([*lessons, *more], SAMPLE, THRESHOLD, 1)


def scores(model, pages: list[Page], base: float = 0.5) -> list[float]:
    cells = cells_of([terms_of(one) for one in pages])
    found, _ = model.judge(np.full(len(pages), base), cells)
    return [float(value) for value in found]


def test_a_word_has_other_buckets_in_text_title_and_url() -> None:
    words = [
        page(text="flooding"),
        page(title="flooding"),
        page(url="https://a.example/flooding"),
    ]
    found = [set(cells_of([terms_of(one)]).buckets.tolist()) for one in words]
    common = set(cells_of([terms_of(page())]).buckets.tolist())
    assert all(len(one - common) for one in found)
    assert not (found[0] - common) & (found[1] - common)
    assert not (found[1] - common) & (found[2] - common)


def test_inflections_share_a_bucket_and_the_month_of_publication_is_a_word() -> None:
    assert terms_of(page(text="flooding")) == terms_of(page(text="flooded"))
    dated = Page("https://a.example/", dates=(Dating(DAY, "meta", 1.0),))
    assert len(terms_of(dated)) == len(terms_of(Page("https://a.example/"))) + 2 * 4


def test_without_lessons_every_score_stands() -> None:
    for base in (0.0, 0.4, 0.77, 1.0):
        assert scores(untaught(THRESHOLD), FLOOD, base) == [base] * 3
    assert scores(learn([], SAMPLE, THRESHOLD, 1), FLOOD, 0.6) == pytest.approx([0.6] * 3)


def test_two_judgements_change_pages_with_the_same_words() -> None:
    model = taught()
    assert min(scores(model, FLOOD)) > THRESHOLD > max(scores(model, SPORT))


def test_judgements_of_one_class_are_enough() -> None:
    model = learn([Lesson(terms_of(FLOOD[0]), 0.4, True)], SAMPLE, THRESHOLD, 1)
    assert min(scores(model, FLOOD, 0.4)) > max(scores(model, SPORT, 0.4))


def test_presumed_lessons_count_less_than_judgements() -> None:
    presumed = [Lesson(terms_of(FLOOD[0]), 0.5, False, presumed=True)] * 50
    model = learn([Lesson(terms_of(FLOOD[0]), 0.5, True), *presumed], SAMPLE, THRESHOLD, 1)
    judged = learn([Lesson(terms_of(FLOOD[0]), 0.5, False)], SAMPLE, THRESHOLD, 1)
    assert scores(model, FLOOD)[0] > scores(judged, FLOOD)[0]


def test_a_higher_score_of_the_measure_never_makes_a_page_less_likely() -> None:
    model = taught()
    rising = [scores(model, FLOOD, base)[0] for base in np.linspace(0, 1, 11)]
    assert rising == sorted(rising)


def test_probabilities_are_calibrated_on_held_out_lessons() -> None:
    """Labels that words cannot explain must not lead to confident predictions."""
    pages = [page(text=f"alpha{n} beta{n}") for n in range(40)]
    lessons = [Lesson(terms_of(one), 0.4, n % 2 == 0) for n, one in enumerate(pages)]
    model = learn(lessons, [lesson.terms for lesson in lessons], THRESHOLD, 1)
    sure = learn(lessons[:8], [lesson.terms for lesson in lessons], THRESHOLD, 1)
    unsure = abs(scores(model, pages[:1], 0.4)[0] - 0.4)
    assert unsure < abs(scores(sure, pages[:1], 0.4)[0] - 0.4)


def test_a_stored_model_judges_as_before_and_damaged_bytes_are_refused() -> None:
    model = taught()
    again = from_bytes(model.to_bytes(), 7, {1: True}, {})
    assert again.revision == 7
    assert scores(again, [*FLOOD, *SPORT]) == scores(model, [*FLOOD, *SPORT])
    for broken in (b"", b"nothing", model.to_bytes()[:-9]):
        with pytest.raises(ValueError, match="no page model"):
            from_bytes(broken, 1, {}, {})


def test_a_corrected_score_names_the_words_that_moved_it() -> None:
    score = Corrected(Always(0.5), taught()).score(FLOOD[1])
    assert score.value > 0.5
    assert score.parts["topic"] == score.parts[MEASURE] == base_of(score) == 0.5
    assert 0.5 < score.parts[JUDGED] < 1
    words = {reason.what for reason in score.evidence if reason.aspect == JUDGED}
    assert words & {"flooded", "river", "rose"}


@pytest.mark.parametrize("relevant", [True, False])
def test_a_judgement_of_a_page_overrides_the_model(relevant: bool) -> None:
    model = from_bytes(taught().to_bytes(), 1, {url_id(FLOOD[0].url): relevant}, {})
    score = Corrected(Always(0.5), model).score(FLOOD[0])
    assert score.value == float(relevant)
    assert any("judged" in reason.what for reason in score.evidence)


def test_a_page_scores_the_same_alone_and_in_a_batch() -> None:
    model = taught()
    together = scores(model, [*FLOOD, *SPORT])
    alone = [scores(model, [one])[0] for one in (*FLOOD, *SPORT)]
    corrected = [Corrected(Always(0.5), model).score(one).value for one in (*FLOOD, *SPORT)]
    assert together == alone == corrected


def test_the_pages_to_ask_about_are_unsure_and_unlike_each_other() -> None:
    same = [page(text=f"the river rose again {n}") for n in range(5)]
    other = [page(text="an election was held"), page(text="a film was shown")]
    terms = [terms_of(one) for one in (*same, *other)]
    logits = np.array([0.1, 0.1, 0.1, 0.1, 0.1, 0.3, 9.0])
    assert set(most_informative(logits, terms, [], 2, rarity(terms))) == {0, 5}
    assert most_informative(logits, terms, [0], 1, rarity(terms)) == [5]
    assert sorted(most_informative(logits, terms, [0], 99, rarity(terms))) == [1, 2, 3, 4, 5, 6]
    assert most_informative(np.zeros(0), [], [], 3, rarity([])) == []


def test_odd_pages_have_terms_too() -> None:
    for url, text in product(("", "x", "http://[::1]/%ff"), ("", "\x00\ud800", "洪水" * 900)):
        found = terms_of(page(url, text=text, title="\ud800"))
        assert len(found) % 4 == 0
        assert scores(untaught(THRESHOLD), [page(url, text=text)]) == pytest.approx([0.5])
