"""The generated webs of other kinds than news: the same every time, with tasks that can be done."""

from __future__ import annotations

from datetime import UTC, datetime
from hashlib import sha256

import pytest

from tidings.lab.bench.experiment import Generated
from tidings.lab.bench.task_webs import MadeTaskWeb, kind_web
from tidings.lab.commands import KIND_NAMES
from tidings.lab.kinds import KINDS

NOW = datetime(2026, 1, 1, tzinfo=UTC)
PAGES = 300


@pytest.fixture(scope="module", params=sorted(KINDS))
def web(request: pytest.FixtureRequest) -> MadeTaskWeb:
    return kind_web(request.param, 1, PAGES)


def reached(web: MadeTaskWeb, seeds: tuple[str, ...]) -> set[str]:
    """Return the pages that a crawl without limits would visit."""
    found, waiting = set(seeds), list(seeds)
    while waiting:
        for link in web.reference(waiting.pop()).links:
            if link.url not in found:
                found.add(link.url)
                waiting.append(link.url)
    return found


def test_every_relevant_page_can_be_reached_and_no_link_is_dead(web: MadeTaskWeb) -> None:
    for task in web.tasks.values():
        found = reached(web, task.seeds)
        assert len(task.relevant) >= 10
        assert task.relevant <= found
        assert not task.relevant & set(task.event.references)
        assert len(found) < 3 * PAGES


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_the_same_seed_makes_the_same_web(kind: str) -> None:
    def digest(seed: int) -> str:
        made = KINDS[kind](seed, PAGES)
        return sha256(b"".join(made.answer(url, NOW).body for url in made.pages)).hexdigest()

    assert digest(1) == digest(1) != digest(2)


def test_the_command_line_names_every_kind(tmp_path) -> None:
    assert sorted(KIND_NAMES) == sorted(KINDS)
    opened = Generated(2, PAGES, kind="forum").open(tmp_path)
    assert opened.digest == f"forum-2-{PAGES}"


def test_the_pages_of_an_edition_share_their_words_but_not_their_place() -> None:
    made = kind_web("conference", 1, PAGES)
    place = {task.id: next(iter(task.event.places)) for task in made.tasks.values()}
    assert len(set(place.values())) == 2
    for task in made.tasks.values():
        naming = [place[task.id] in made.reference(url).text for url in task.relevant]
        assert 0.1 < sum(naming) / len(naming) < 0.8
