"""With its second look the default ranks and keeps posts about crises better than TF-IDF that knows the whole set."""

from __future__ import annotations

import pytest

from benchmarks.focus import SETTINGS, auto_scores, figures, keyword_scores, tfidf_scores
from benchmarks.focus_sets import posts
from tests.corpora import corpus

pytestmark = [pytest.mark.gate, pytest.mark.slow]


@pytest.mark.parametrize("referred", [True, False])
def test_posts_are_ranked_and_kept_better_than_by_tfidf(referred: bool) -> None:
    corpus("crisis/crisislex-t26.jsonl.gz")
    topics = posts(referred=referred)
    ours = figures(topics, [auto_scores(topic) for topic in topics], SETTINGS.threshold)
    plain = figures(topics, [tfidf_scores(topic) for topic in topics])
    assert ours.ranking > 1.05 * plain.ranking, (ours, plain)
    assert ours.keeping > plain.keeping, (ours, plain)
    if not referred:
        words = figures(topics, [keyword_scores(topic) for topic in topics], 0.5)
        assert ours.keeping > words.keeping, (ours, words)
