"""Further queries are proposed from what kept pages have in common."""

from __future__ import annotations

from tidings.sources.streams.proposals import QueryProposal, SeenPage, proposals
from tidings.sources.streams.queries import Queries

KEPT = [SeenPage("water #harwick #news", ("Ann Miller",), True)] * 4
OTHERS = [SeenPage("sport #news", ("Bob Stone",), False)] * 6


def test_tags_and_names_of_kept_pages_are_proposed() -> None:
    made = proposals([*KEPT, *OTHERS], Queries(words=("flood",)))
    assert {each.query for each in made} == {"tag:harwick", "word:Ann Miller"}
    assert QueryProposal("tag:harwick", 4, 0) in made


def test_known_and_rare_ones_are_not() -> None:
    known = Queries(words=("ann miller",), tags=("harwick",))
    assert proposals([*KEPT, *OTHERS], known) == []
    assert proposals(KEPT[:2], Queries()) == []


def test_rejected_ones_are_not_proposed_again() -> None:
    made = proposals([*KEPT, *OTHERS], Queries(), rejected=["tag:Harwick"])
    assert {each.query for each in made} == {"word:Ann Miller"}
