"""A page model trained on posts about nine events finds the related posts about nine others, beside a linear SVM.

Nearly nine of ten posts are related, so that F1 alone is high for a model that takes all. The area under the curve
shows whether related posts come first.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.corpora import corpus
from tests.oracle import oracle
from tidings.feedback.labels import LabelledPage
from tidings.feedback.training import logits_of, quality, train
from tidings.learn.page_words import terms_of
from tidings.model import Page
from tidings.read.words.language import detect

Posts = list[dict[str, Any]]


@pytest.fixture(scope="module")
def halves() -> tuple[Posts, Posts]:
    """Return the posts about every other event, and those about the rest."""
    lines = gzip.decompress(corpus("crisis/crisislex-t26.jsonl.gz").read_bytes()).splitlines()
    posts = [post for post in map(json.loads, lines) if post["informativeness"] != "Not applicable"]
    events = sorted({post["event"] for post in posts})
    return (
        [post for post in posts if post["event"] in events[::2]],
        [post for post in posts if post["event"] in events[1::2]],
    )


def is_related(post: dict[str, Any]) -> bool:
    return bool(post["informativeness"] != "Not related")


def labelled(posts: Posts) -> list[LabelledPage]:
    return [
        LabelledPage(
            terms_of(Page("", text=post["text"], language=detect(post["text"]))),
            is_related(post),
            post["event"],
        )
        for post in posts
    ]


def area(logits: np.ndarray[Any, Any], related: list[bool]) -> float:
    """Return the probability that a related post comes before one that is not."""
    ranks = np.empty(len(logits))
    ranks[np.argsort(logits, kind="stable")] = np.arange(1, len(logits) + 1)
    count = sum(related)
    above = ranks[np.array(related)].sum() - count * (count + 1) / 2
    return float(above / (count * (len(related) - count)))


@pytest.mark.slow
def test_a_trained_model_is_as_good_as_a_linear_svm(halves: tuple[Posts, Posts]) -> None:
    train_posts, test_posts = halves
    related = [is_related(post) for post in test_posts]
    given = {
        "train": [post["text"] for post in train_posts],
        "train_labels": [is_related(post) for post in train_posts],
        "test": [post["text"] for post in test_posts],
        "test_labels": related,
    }
    run = oracle("python", Path(__file__).with_name("linear_svc.py"), stdin=json.dumps(given))
    assert run.returncode == 0, run.stderr
    reference = json.loads(run.stdout)
    trained = train(labelled(train_posts))
    logits = logits_of(trained.model, labelled(test_posts))
    ours, curve = quality(logits, related), area(logits, related)
    figures = f"F1 {ours.f1:.4f} and area {curve:.4f}, linear SVM {reference}, {trained.quality}"
    assert ours.f1 >= reference["f1"] - 0.01, figures
    assert curve >= reference["area"] - 0.02, figures
    assert ours.error < 0.05, figures
    assert trained.quality.f1 >= 0.93, figures
