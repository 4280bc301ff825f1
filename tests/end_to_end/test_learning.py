"""A crawl that learns about links leaves what it learned, and another begins with it."""

from __future__ import annotations

import pytest

from tests.end_to_end.world import World, crawl_to_the_end, served, write_event
from tidings.cli import main
from tidings.collection.folder import links_path
from tidings.collection.reading import open_reader
from tidings.event.template import toml
from tidings.feedback.labels import LabelledPage
from tidings.feedback.training import train
from tidings.learn.link_model import LinkModel, read_links
from tidings.learn.page_words import terms_of
from tidings.learn.trained import TRAINED, write_trained
from tidings.model import Page


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    with served(tmp_path_factory.mktemp("web"), seed=3, pages=300, latency=0.0) as opened:
        yield opened


def prepared(folder, world: World, order: str):
    return write_event(
        folder,
        world.web.events[0],
        world.port,
        budget="pages = 40",
        order=f'policy = "auto"\n{order}',
        fetch="delay = 0\n",
        scope=f"exclude = {toml(world.tedious())}",
    )


@pytest.mark.slow
def test_lessons_go_from_one_collection_to_the_next(tmp_path, world: World) -> None:
    first = prepared(tmp_path / "first", world, "")
    crawl_to_the_end(first)
    before = LinkModel.from_text(read_links(links_path(first))).lessons
    assert before > 20
    second = prepared(tmp_path / "second", world, 'start_model = "../first/models/links.json"')
    crawl_to_the_end(second)
    assert LinkModel.from_text(read_links(links_path(second))).lessons > before + 20


def test_a_model_that_is_not_there_is_an_error(tmp_path, world: World, capsys) -> None:
    folder = prepared(tmp_path / "one", world, 'start_model = "nowhere.json"')
    assert main(["crawl", str(folder)]) != 0
    error = capsys.readouterr().err
    assert "order.start_model: cannot read nowhere.json" in error
    assert "Traceback" not in error


@pytest.mark.slow
def test_a_crawl_starts_from_a_trained_model(tmp_path, world: World) -> None:
    folder = prepared(
        tmp_path / "one", world, 'sources = "none"\n[relevance]\nstart_model = "a.model"'
    )
    words = {True: "storm flood rescue", False: "match league goal"}
    pages = [
        LabelledPage(terms_of(Page("", text=words[n % 2 == 0], language="en")), n % 2 == 0)
        for n in range(40)
    ]
    write_trained(folder / "a.model", train(pages).model)
    crawl_to_the_end(folder)
    with open_reader(folder) as collection:
        scores = [entry.score for entry in collection.pages()]
    assert scores
    assert all(score and TRAINED in score.parts for score in scores)
