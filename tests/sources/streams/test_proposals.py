"""Further queries are proposed from what kept pages have in common."""

from __future__ import annotations

import pytest

from tidings.read.posts.accounts import account_of
from tidings.sources.streams.proposals import QueryProposal, SeenPage, followed, proposals
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


def test_accounts_of_posts_that_kept_pages_show_are_proposed() -> None:
    kept = [page._replace(accounts=frozenset({"did:plc:a"})) for page in KEPT]
    made = proposals([*kept, *OTHERS], Queries(words=("Ann Miller",), tags=("harwick",)))
    assert made == [QueryProposal("account:did:plc:a", 4, 0)]
    assert proposals([*kept, *OTHERS], Queries(("ann miller",), ("harwick",), ("did:plc:a",))) == []


def test_what_is_followed_stays_while_it_is_worth_it() -> None:
    made = [QueryProposal(f"tag:{name}", 9, 0) for name in "abc"]
    assert followed(made, [], 2) == ("tag:a", "tag:b")
    assert followed(made, ["tag:c", "tag:gone"], 2) == ("tag:c", "tag:a")
    assert followed(made, ["tag:c"], 0) == ()


@pytest.mark.parametrize(
    ("url", "account"),
    [
        ("https://bsky.app/profile/did:plc:a1/post/k1?ref_src=embed", "did:plc:a1"),
        ("https://bsky.app/profile/ann.bsky.social/post/k1", ""),
        ("https://twitter.com/ann/status/12?s=20", "ann"),
        ("https://x.com/i/status/12", ""),
        ("https://social.example/@ann/112/embed", "https://social.example/@ann"),
        ("https://social.example/@ann", ""),
        ("https://news.example/@ann/story-1", ""),
    ],
)
def test_accounts_are_seen_from_the_addresses_of_posts(url: str, account: str) -> None:
    assert account_of(url) == account
