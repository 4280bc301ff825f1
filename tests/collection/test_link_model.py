"""A crawl begins with what another has learned about links."""

from __future__ import annotations

from pathlib import Path

import pytest

from tidings.collection.folder import links_path
from tidings.collection.models.link_model import leave_links, restore_links
from tidings.errors import EventFileError
from tidings.lab.bench.experiment import Experiment, Generated, run
from tidings.lab.bench.strategies import parse
from tidings.lab.bench.trial import Conditions
from tidings.learn.link_model import LinkModel, read_links
from tidings.settings import OrderSettings
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.state import SqliteState


@pytest.fixture
def database():
    opened = Database(None)
    yield opened
    opened.close()


def learned(lessons: int) -> str:
    model = LinkModel()
    for _ in range(lessons):
        model.learn([1, 2, 3], 0.0, 1.0)
    return model.to_text()


def test_what_one_collection_leaves_another_begins_with(tmp_path: Path, database) -> None:
    SqliteState(database).update(link_model=learned(3))
    leave_links(SqliteState(database), tmp_path / "one")
    (tmp_path / "two").mkdir()
    other = Database(None)
    order = OrderSettings(policy="auto", start_model="../one/models/links.json")
    restore_links(SqliteState(other), order, tmp_path / "two")
    assert LinkModel.from_text(SqliteState(other).load().link_model).lessons == 3
    other.close()


def test_a_crawl_that_goes_on_keeps_its_own_lessons(tmp_path: Path, database) -> None:
    links_path(tmp_path).parent.mkdir()
    links_path(tmp_path).write_text(learned(9), encoding="utf-8")
    SqliteState(database).update(link_model=learned(2))
    restore_links(SqliteState(database), OrderSettings(start_model="models/links.json"), tmp_path)
    assert LinkModel.from_text(SqliteState(database).load().link_model).lessons == 2


@pytest.mark.parametrize("content", [None, "no model"])
def test_a_file_that_is_no_model_is_refused(tmp_path: Path, database, content: str | None) -> None:
    if content:
        (tmp_path / "links.json").write_text(content, encoding="utf-8")
    with pytest.raises(EventFileError, match=r"order\.start_model: cannot read links\.json"):
        restore_links(SqliteState(database), OrderSettings(start_model="links.json"), tmp_path)


def test_nothing_is_left_where_nothing_was_learned(tmp_path: Path, database) -> None:
    leave_links(SqliteState(database), tmp_path)
    assert not [*tmp_path.iterdir()]


def test_crawls_of_the_lab_hand_their_model_on(tmp_path: Path) -> None:
    def crawled(strategy: str, models: Path) -> Path:
        experiment = Experiment(
            "Test",
            (Generated(1, 300),),
            parse(strategy),
            (1,),
            Conditions(share=0.2, models=str(models)),
            ("flood-valencia-2022",),
            cache=tmp_path,
        )
        run(experiment, processes=1)
        (path,) = models.rglob("links.json")
        return path

    first = crawled("link-model", tmp_path / "first")
    second = crawled(f"auto:start_model={first}", tmp_path / "second")
    lessons = [LinkModel.from_text(read_links(path)).lessons for path in (first, second)]
    assert lessons[0] > 20
    assert lessons[1] > lessons[0] + 20
