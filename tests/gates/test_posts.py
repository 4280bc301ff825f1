"""The promise on files of posts: every link of 2,402 real posts is found, with the time of its post."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.corpora import corpus
from tidings.sources.posts.files import PostFile
from tidings.sources.posts.funnel import Funnel
from tidings.sources.posts.known import PLATFORMS
from tidings.urls import normalise


@pytest.fixture(scope="module")
def path() -> Path:
    return corpus("posts/pheme.jsonl.gz")


def _linked(value: Any, way: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield every expanded address anywhere in an object, except in the profile of the author."""
    if isinstance(value, list):
        for each in value:
            yield from _linked(each, way)
    elif isinstance(value, dict):
        for key, each in value.items():
            if key == "expanded_url" and isinstance(each, str) and "user" not in way:
                yield each
            else:
                yield from _linked(each, (*way, key))


@pytest.mark.gate
def test_every_link_is_found_with_the_time_of_its_post(path: Path) -> None:
    expected = set()
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            post = json.loads(line)["post"]
            at = parsedate_to_datetime(_mail_date(post["created_at"])).timestamp()
            expected |= {(post["id_str"], link, at) for link in _linked(post)}
    found = {(post.id, link, post.posted_at) for post in PostFile(path) for link in post.links}
    assert len(expected) == 2_096
    assert found == expected


def _mail_date(written: str) -> str:
    weekday, month, day, time, zone, year = written.split()
    return f"{weekday}, {day} {month} {year} {time} {zone}"


@pytest.mark.gate
def test_the_funnel_equals_a_count_by_other_means(path: Path) -> None:
    file, funnel = PostFile(path), Funnel(["charlie", "ferguson", "sydney", "ottawa"])
    funnel.take(file)
    stages = {stage.name: stage.left for stage in funnel.stages()}
    raw = gzip.decompress(path.read_bytes()).decode()
    posts = [json.loads(line)["post"] for line in raw.splitlines()]
    links = [(link, post) for post in posts for link in dict.fromkeys(_linked(post))]
    addresses = {normalise(link) for link, _ in links}
    social = {
        url for url in addresses if any(_within(urlsplit(url).hostname, site) for site in PLATFORMS)
    }
    assert stages["posts"] == raw.count("\n") == len(posts)
    assert stages["posts with links"] == sum(bool(next(_linked(post), "")) for post in posts)
    assert stages["links"] == len(links)
    assert stages["distinct links"] == len({link for link, _ in links})
    assert stages["distinct addresses, normalised"] == len(addresses)
    assert stages["outside social services"] == len(addresses - social)
    about = re.compile(r"(^|[\W_])(charlie|ferguson|sydney|ottawa)", re.IGNORECASE)
    kept = {
        normalise(link) for link, post in links if about.search(f"{normalise(link)} {post['text']}")
    }
    left = {each.url for source in funnel.ranked() for each in source.best.values()}
    assert stages["with a keyword"] == len(left)
    assert left <= kept - social
    dropped = {urlsplit(url).hostname for url in kept - social - left}
    assert {host for host in dropped if len(host) > 14} <= {"on.aol.com", "www.dailymail.co.uk"}
    hosts = [urlsplit(url).netloc.removeprefix("www.") for url in left]
    assert stages["sources"] == len(set(hosts))
    assert stages["sources with 2 links or more"] == len({h for h in hosts if hosts.count(h) > 1})


def _within(host: str | None, site: str) -> bool:
    return bool(host) and (host == site or str(host).endswith(f".{site}"))
