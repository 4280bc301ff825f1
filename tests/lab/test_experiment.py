"""Strategies compared on a small recorded web, from the tasks file to the report."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from tests.lab.recording import DAY, captures, write_web
from tidings.cli import main
from tidings.errors import TidingsError
from tidings.lab.bench.experiment import Experiment, Generated, Recorded, run
from tidings.lab.bench.strategies import STRATEGIES, parse, settings_for
from tidings.lab.bench.tasks import load_tasks
from tidings.lab.bench.trial import Conditions
from tidings.lab.report.summary import Summary
from tidings.lab.web.web import GeneratedWeb


@pytest.fixture(scope="module")
def experiment(tmp_path_factory) -> Experiment:
    folder = tmp_path_factory.mktemp("experiment")
    tasks = write_web(folder / "web", captures())
    return Experiment(
        "Test", (Recorded(tasks),), parse("breadth-first,event"), (0, 1), cache=folder / "cache"
    )


@pytest.fixture(scope="module")
def finished(experiment):
    """The results of the experiment and the facts of its web."""
    return run(experiment, processes=1)


def test_every_strategy_crawls_all_that_is_inside_and_not_barred(finished):
    results, (facts,) = finished
    assert [(one.strategy, one.seed) for one in results] == [
        ("breadth-first", 0),
        ("breadth-first", 1),
        ("event", 0),
        ("event", 1),
    ]
    assert {one.figures["pages"] for one in results} == {7}
    assert {one.figures["found"] for one in results} == {3}
    assert facts.outside == 2
    assert all(one.ending.startswith("finished") for one in results)
    assert results[0].figures["hours"] > 6 / 3600  # seven requests to one host, a second apart


def test_without_politeness_breadth_first_is_first_in_first_out(experiment):
    plain = replace(experiment, conditions=Conditions(polite=False), seeds=(0,))
    results, _ = run(plain, processes=1)
    breadth, event = results
    assert breadth.figures["recall_50"] == pytest.approx(1 / 3)  # as the tasks file has it: 1 of 3
    assert event.figures["recall_50"] == 1
    assert breadth.figures["hours"] == 0


def test_the_same_again_gives_the_same_numbers(experiment, finished):
    again, _ = run(replace(experiment, cache=experiment.cache / "other"), processes=1)
    assert again == finished[0]


def test_several_processes_give_the_same_numbers(experiment):
    # Kept pages and the event measure would make every process load the table of places.
    strategies = parse("breadth-first:threshold=1,topic:threshold=1")
    quick = replace(experiment, strategies=strategies)
    one, _ = run(quick, processes=1)
    two, _ = run(quick, processes=2)
    assert one == two
    assert {crawl.figures["found"] for crawl in two} == {3}


def test_a_web_that_grows_shows_only_what_is_there(tmp_path):
    times = {"flood-2": DAY + timedelta(days=5)}
    tasks = write_web(tmp_path / "web", captures(times))
    conditions = Conditions(begin=DAY + timedelta(days=1), since=datetime(2016, 1, 1, tzinfo=UTC))
    growing = Experiment("Test", (Recorded(tasks),), parse("event"), (0,), conditions, cache=tmp_path)  # fmt: skip
    (result,), _ = run(growing, processes=1)
    assert result.figures["found"] == 1
    assert result.figures["considered"] == result.figures["pages"] + 1
    assert result.figures["new"] is not None


def test_a_share_of_the_web_is_a_budget(experiment):
    short = replace(experiment, conditions=Conditions(share=0.5), seeds=(0,))
    results, _ = run(short, processes=1)
    assert {one.figures["pages"] for one in results} == {4}
    assert (
        results[0].figures["recall_50"] is not None or results[0].figures["recall_20"] is not None
    )


def test_a_generated_web_is_crawled_too(tmp_path):
    small = Experiment(
        "Test", (Generated(2, 400),), parse("event"), (2,), Conditions(share=0.1), cache=tmp_path
    )
    results, (facts,) = run(replace(small, tasks=(_first_task(small),)), processes=1)
    assert [one.seed for one in results] == [2]
    assert results[0].figures["found"] > 0
    assert facts.url_count > 300


def _first_task(experiment: Experiment) -> str:
    (spec,) = experiment.webs
    return next(iter(spec.open(experiment.cache).tasks))


def test_changes_of_a_strategy_reach_the_settings(tmp_path):
    (task,) = load_tasks(write_web(tmp_path, captures())).tasks
    strategies = parse("topic,event:days=90,places=containment,breadth-first")
    assert list(strategies) == ["topic", "event:days=90,places=containment", "breadth-first"]
    relevance = settings_for(task, list(strategies.values())[1], pages=5).relevance
    assert (relevance.measure, relevance.days, relevance.places) == ("event", 90.0, "containment")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("evnt", "found 'evnt'; allowed: breadth-first"),
        ("event:colour=red", "found the setting 'colour'"),
        ("event:threshold=2", "found '2' for threshold; allowed: a number from 0 to 1"),
        ("event:days=soon", "found 'soon' for days"),
        (",", "found nothing"),
    ],
)
def test_a_wrong_strategy_says_what_is_allowed(text, words):
    with pytest.raises(TidingsError, match=words):
        parse(text)


def test_the_command_writes_a_report(tmp_path, capsys):
    tasks = write_web(tmp_path / "web", captures())
    cache, out = str(tmp_path / "cache"), tmp_path / "out"
    words = ["lab", "run", str(tasks), "--strategy", "event,topic", "--seeds", "2"]
    assert main([*words, "--processes", "1", "--cache", cache, "-o", str(out)]) == 0
    assert "The report: " in capsys.readouterr().out
    page = (out / "report.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 4
    assert "http://" not in page.replace("http://www.w3.org/2000/svg", "")  # nothing is loaded
    assert "| event |" in (out / "report.md").read_text(encoding="utf-8")
    document = json.loads((out / "report.json").read_text(encoding="utf-8"))
    assert document["command"].startswith("tidings lab run")
    assert document["means"]["event"]["recall_50"]["mean"] == 1
    assert len(document["crawls"]) == 4


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--task", "fire"], "--task: found fire; allowed: flood"),
        (["--share", "0"], "--share: found 0"),
        (["--seeds", "0"], "--seeds: found 0; allowed: from 1"),
        (["--arrivals", "soon"], "--arrivals: found 'soon'"),
        (["--strategy", "best"], "allowed: breadth-first, topic"),
    ],
)
def test_bad_input_is_answered_in_words(tmp_path, capsys, words, complaint):
    tasks = write_web(tmp_path / "web", captures())
    cache = ["--cache", str(tmp_path / "cache")]
    assert main(["lab", "run", str(tasks), "--processes", "1", *cache, *words]) == 1
    assert complaint in " ".join(capsys.readouterr().err.split())


def test_a_report_says_how_many_crawls_came_so_far(experiment, finished):
    results, facts = finished
    figures = {**results[0].figures, "pages_90": None}
    summary = Summary(experiment, facts, [results[0]._replace(figures=figures), *results[1:]])
    mean = summary.mean("breadth-first", "pages_90")
    assert (mean.runs, mean.all_runs) == (1, 2)


def test_every_strategy_of_the_lab_can_crawl(experiment):
    every = replace(experiment, strategies=dict(STRATEGIES), seeds=(0,))
    results, _ = run(every, processes=1)
    assert {one.figures["found"] for one in results} == {3}


def test_recurring_events_have_other_editions_and_times_of_their_own():
    web = GeneratedWeb(1, 800, recurring=True)
    leads = {target.event.when.lead.days for target in web.events}
    assert len(web.events) == 4
    assert len(leads) == 4
    kinds = [web.truth(url) for url in web.pages]
    assert kinds.count("other-edition") > 3 * sum(len(one.relevant) for one in web.events)
