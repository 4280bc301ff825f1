"""A recorded web: read once, whole, and only from the inside."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.lab.recording import DAY, ROOT, TASKS, capture, captures, write_web
from tidings.errors import TidingsError
from tidings.lab.bench.tasks import load_tasks
from tidings.lab.recorded import recorded
from tidings.lab.recorded.recorded import ensure_read, load_web, read_web


def test_links_that_lead_outside_are_counted_and_left_out(tmp_path):
    web = read_web(load_tasks(write_web(tmp_path, captures())).warc)
    links = web.at(ROOT + "flood-1").page.links
    assert [link.url for link in links] == [ROOT + "flood-2"]
    assert web.outside == 2  # outside.example and the page that is gone
    assert web.at(ROOT + "old").capture.status == 301
    assert web.at(ROOT + "nowhere") is None


def test_the_newest_capture_that_a_moment_may_know_of_answers(tmp_path):
    later = capture("flood-3", "<p>Much later</p>", at=DAY + timedelta(days=9))
    web = read_web(load_tasks(write_web(tmp_path, [*captures(), later])).warc)
    url = ROOT + "flood-3"
    assert web.at(url).capture.captured_at == later.captured_at
    assert web.at(url, DAY + timedelta(days=1)).capture.captured_at == DAY
    assert web.at(url, DAY - timedelta(days=1)) is None


def test_a_web_is_read_once(tmp_path, monkeypatch):
    warc = load_tasks(write_web(tmp_path, captures())).warc
    cache, read = tmp_path / "cache", []
    ensure_read(warc, cache, read.append)
    assert read[-1] == len(captures())
    first = load_web(warc, cache)
    monkeypatch.setattr(recorded, "Reader", None)  # nothing may be read again
    assert load_web(warc, cache) == first
    ensure_read(warc, cache, read.append)


def test_damaged_readings_are_made_again(tmp_path):
    warc = load_tasks(write_web(tmp_path, captures())).warc
    cache = tmp_path / "cache"
    first = load_web(warc, cache)
    (kept,) = cache.iterdir()
    kept.write_bytes(kept.read_bytes()[:100])
    assert load_web(warc, cache) == first


@pytest.mark.parametrize(
    ("tasks", "words"),
    [
        ("web = ", "not a tasks file in TOML"),
        ('warc = "a.warc.gz"', "tasks: found none"),
        (TASKS.replace('relevant = "flood.txt"', ""), "relevant: found nothing"),
        (TASKS.replace("2016-03-20", '"soon"'), 'start: found "soon"; allowed: a date'),
        (TASKS.replace("cooldown = 30", "cooldown = -1"), "cooldown: found -1"),
        (TASKS.replace(f'seeds = ["{ROOT}"]', "seeds = []"), "at least one web address"),
        (TASKS.replace("flood.txt", "no.txt"), "no.txt: the relevant pages cannot be read"),
    ],
)
def test_a_wrong_tasks_file_says_what_is_wrong(tmp_path, tasks, words):
    path = write_web(tmp_path, captures(), tasks)
    with pytest.raises(TidingsError, match=words.replace("(", r"\(")):
        load_tasks(path)


def test_missing_and_wrong_files(tmp_path):
    with pytest.raises(TidingsError, match="no such file"):
        load_tasks(tmp_path / "none.toml")
    with pytest.raises(TidingsError, match="`warc` in the tasks file names it"):
        load_web(tmp_path / "none.warc.gz", tmp_path)
    (tmp_path / "text.warc.gz").write_text("not a web")
    with pytest.raises(TidingsError, match="found no captures"):
        load_web(tmp_path / "text.warc.gz", tmp_path)


def test_a_task_becomes_an_event(tmp_path):
    (task,) = load_tasks(write_web(tmp_path, captures())).tasks
    assert task.event.name == "Flood in Liège"
    assert set(task.event.keywords) == {"flood", "rescue"}
    assert task.event.when.cooldown == timedelta(days=30)
    assert task.event.when.end.hour == 23
    assert task.baseline == {50: (3, 1), 100: (7, 3)}
    assert task.unjudged == {ROOT, ROOT + "reference"}


def test_a_genre_gives_its_words(tmp_path):
    genre = '[tasks.genre]\ngenre_terms = ["syllabus"]\ncontent_terms = ["databases"]\n'
    head, _, tail = TASKS.partition("[tasks.event]")
    tasks = head + genre + tail[tail.index("[tasks.breadth_first]") :]
    (task,) = load_tasks(write_web(tmp_path, captures(), tasks)).tasks
    assert list(task.event.keywords) == ["syllabus", "databases"]
    assert not task.event.places
    assert task.event.when is None
