"""Hosts that never answer: they hold few connections, and the others are fetched as fast as without them."""

from __future__ import annotations

import pytest

from tests.hostile.virtual import (
    Crawled,
    Reply,
    Server,
    crawl,
    good_site,
    settings_for,
    silent,
    slow_pages,
)

GOOD = {f"good{number}.example": good_site(400) for number in range(6)}
TARPITS = 64
MINUTES = 3.0


def run(tarpits: int, kind: Server = silent) -> Crawled:
    hosts = GOOD | {f"pit{number}.example": kind for number in range(tarpits)}
    pits = [f"http://pit{number}.example/{page}" for page in range(3) for number in range(tarpits)]
    seeds = (*pits, *(f"http://{host}/" for host in GOOD))  # those that never answer come first
    return crawl(settings_for(seeds, minutes=MINUTES), hosts.get)


@pytest.fixture(scope="module")
def calm() -> int:
    return len(run(0).pages("example"))


@pytest.mark.parametrize("kind", [silent, slow_pages], ids=["robots.txt hangs", "pages hang"])
def test_good_hosts_go_on_beside_hosts_that_never_answer(kind: Server, calm: int) -> None:
    crawled = run(TARPITS, kind)
    assert calm > 900
    assert len(crawled.pages("example")) >= 0.9 * calm
    assert crawled.web.most_open <= 64 + 192 + 64


def leading_astray(host: str, path: str) -> Reply:
    """Serve stories of which each links to two hosts that never answer."""
    reply = good_site(400)(host, path)
    name = f"{host.partition('.')[0]}-{path.strip('/') or 0}"
    links = "".join(f'<a href="http://pit-{name}-{n}.example/">flood</a>' for n in range(2))
    return reply._replace(body=reply.body.replace(b"</body>", f"{links}</body>".encode()))


def test_new_tarpits_on_every_page_leave_most_slots_to_good_hosts(calm: int) -> None:
    def find(host: str) -> Server:
        return silent if host.startswith("pit") else leading_astray

    seeds = tuple(f"http://{host}/" for host in GOOD)
    crawled = crawl(settings_for(seeds, minutes=MINUTES), find)
    asked = {url for _, url in crawled.web.log if url.startswith("http://pit")}
    assert len(asked) > 500
    assert len(crawled.pages("example")) >= 0.8 * calm
