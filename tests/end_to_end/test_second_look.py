"""A crawl for a topic, without place and day, looks again at its pages when it ends, and says so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from tests.end_to_end.site_server import serving
from tidings.cli import main
from tidings.collection.folder import model_path
from tidings.collection.prepare import Job
from tidings.event.file import load
from tidings.event.model_file import load_model
from tidings.job.judging import look_again

STORM = ["cyclone", "landfall", "surge", "gale", "eyewall", "evacuation", "barometer", "rainband"]
CITY = ["tram", "museum", "cathedral", "harbour", "market", "district", "university", "stadium"]
COMMON = ["people", "water", "coast", "island", "north", "south", "report", "weather", "wind"]
PAGES, STORMS = 90, 30


class Encyclopedia:
    """A host with articles about storms and about towns, which share many words, and a list of all."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        self.port = 0

    def answer(self, path: str) -> tuple[int, str, bytes]:
        """Return an article, or the list."""
        if path == "/robots.txt":
            return 404, "text/plain", b""
        if path == "/":
            links = [f"<a href='/{number}'>Article {number}</a>" for number in range(PAGES)]
            return 200, "text/html", f"<html lang=en><title>List</title>{' '.join(links)}".encode()
        number = int(path[1:])
        chance = Random(number)
        own, share = (STORM, chance.randint(2, 12)) if number < STORMS else (CITY, 8)
        words = [*chance.choices(own, k=share), *chance.choices(COMMON, k=30)]
        text = f"<html lang=en><title>Article</title><body><p>The {' the '.join(words)}.</p>"
        return 200, "text/html", text.encode()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return a collection that crawled all articles."""
    folder = tmp_path_factory.mktemp("topic") / "storms"
    folder.mkdir()
    with serving(Encyclopedia()) as site:
        (folder / "event.toml").write_text(
            f"""
name = "Storms"
seeds = ["http://e.example/"]
[what]
keywords = ["cyclone", "gale"]
references = ["http://e.example/0", "http://e.example/1"]
[scope]
sites = ["e.example"]
[fetch]
contact = "test@tidings.example"
delay = 0
allow = ["127.0.0.0/8"]
connect = ["*.example 127.0.0.1:{site.port}"]
[run]
workers = 0
""",
            encoding="utf-8",
        )
        assert main(["crawl", str(folder), "--plain"]) == 0
        yield folder


def test_a_crawl_ends_with_a_second_look(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["judge", str(folder), "--versions"])
    assert "by what the crawl has read" in capsys.readouterr().out


def test_why_says_what_the_other_pages_tell(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = {}
    for number in (5, 60):
        main(["why", str(folder), f"http://e.example/{number}"])
        told[number] = " ".join(capsys.readouterr().out.split())
    assert "by what the crawl has read, pages like it are about the event" in told[5]
    assert "by what the crawl has read, pages like it are about something else" in told[60]


def test_a_person_can_go_back(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", str(folder), "--revert", "0"]) == 0
    capsys.readouterr()
    main(["why", str(folder), "http://e.example/60"])
    assert "by what the crawl has read" not in " ".join(capsys.readouterr().out.split())


def test_what_hinders_the_second_look_is_said_and_ends_no_crawl(folder: Path) -> None:
    settings = load(folder / "event.toml")
    model = load_model(model_path(folder), settings)
    assert model
    (folder / "event.toml").write_text("name = ", encoding="utf-8")
    said: list[str] = []
    assert not look_again(Job(folder, settings), model, datetime.now(UTC), said.append)
    assert "not judged again" in said[0]
