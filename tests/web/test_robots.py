"""robots.txt is read as RFC 9309 says, asked for rarely, and obeyed when it cannot be had."""

from __future__ import annotations

import asyncio
import gzip
import itertools

import pytest

from tests.growth import FACTOR, LINEAR, growth
from tests.hostile.server import HostileServer, page, redirect
from tidings.errors import Failed, Refused, TryLater
from tidings.model import Capture, Link, Reason
from tidings.web.robots import MAX_BYTES, Robots, parse

SITE = "https://news.example"
DAY = 86_400


class Origins:
    """Answers requests for robots.txt from a dictionary, and counts them."""

    def __init__(self, clock, answers=None):
        self.clock = clock
        self.answers = answers or {}
        self.asked = []

    async def get(self, url):
        self.asked.append(url)
        await asyncio.sleep(0)
        answer = self.answers.get(url, 404)
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, Capture):
            return answer
        if isinstance(answer, int):
            return Capture(url, self.clock.now(), answer, (), b"")
        if answer.startswith(("http", "/")):
            return Capture(url, self.clock.now(), 301, (("location", answer),), b"")
        return Capture(url, self.clock.now(), 200, (), answer.encode())


@pytest.fixture
def origins(clock):
    return Origins(clock)


@pytest.fixture
def robots(origins, clock):
    return Robots(origins.get, 60, clock)


# Reading


@pytest.mark.parametrize(
    ("text", "path", "allowed"),
    [
        ("", "/a", True),
        ("User-agent: *\nDisallow: /", "/a", False),
        ("User-agent: *\nDisallow:", "/a", True),
        ("User-agent: *\nDisallow: /a\nAllow: /a/b", "/a/b/c", True),
        ("User-agent: *\nDisallow: /a\nAllow: /a/b", "/a/c", False),
        ("User-agent: *\nDisallow: /*.php$", "/x.php", False),
        ("User-agent: *\nDisallow: /*.php$", "/x.php?y", True),
        ("User-agent: *\nDisallow: /p?", "/p?x=1", False),
        ("User-agent: *\nDisallow: /", "/robots.txt", True),
        ("User-agent: tidings\nDisallow: /\n\nUser-agent: *\nAllow: /", "/a", False),
        ("User-agent: TIDINGS\nAllow: /\n\nUser-agent: *\nDisallow: /", "/a", True),
        ("User-agent: Tidings/1.0\nDisallow: /", "/a", False),
        ("User-agent: tid\nDisallow: /", "/a", True),
        ("User-agent: tidingsbot\nDisallow: /", "/a", True),
        ("User-agent: other\nUser-agent: tidings\nDisallow: /", "/a", False),
        ("User-agent: other\nDisallow: /\n\nUser-agent: another\nDisallow: /b", "/a", True),
        ("User-agent: * # everyone\nDisallow: /", "/a", False),
        ("User-agent: *bot\nDisallow: /", "/a", True),
        ("useragent *\ndisallow /", "/a", False),
        ("User-agent: *\rDisallow: /", "/a", False),
        ("\ufeffUser-agent: *\nDisallow: /", "/a", False),
        ("<html><body>Not found</body></html>", "/a", True),
        ("User-agent: *\nDisallow: /ä", "/%C3%A4", False),
    ],
)
def test_rules(text, path, allowed):
    assert parse(text.encode()).allowed(SITE + path) is allowed


@pytest.mark.parametrize(
    ("text", "delay"),
    [
        ("User-agent: *\nCrawl-delay: 2.5", 2.5),
        ("User-agent: tidings\nCrawl-delay: 7\n\nUser-agent: *\nCrawl-delay: 2", 7),
        ("User-agent: other\nCrawl-delay: 9", 0),
        ("User-agent: *\nCrawl-delay: -3", 0),
        ("User-agent: *\nCrawl-delay: nan", 0),
        ("User-agent: *\nCrawl-delay: soon", 0),
    ],
)
def test_crawl_delay(text, delay):
    assert parse(text.encode()).crawl_delay == delay


def test_only_the_first_500_kib_count_without_the_line_that_is_cut():
    start = b"User-agent: *\nDisallow: /early\n"
    cut = b"Disallow: /\n"
    filler = b"#" * (MAX_BYTES - len(start) - len(b"\nDisallow: /"))
    rules = parse(start + filler + b"\n" + cut.replace(b"/", b"/late"))
    assert not rules.allowed(f"{SITE}/early")
    assert rules.allowed(f"{SITE}/late")
    assert rules.allowed(f"{SITE}/other")


NAMES = itertools.count()
HOSTILE = {
    "many robots": lambda size: (
        b"".join(b"User-agent: a%d\n" % n for n in range(size // 32))
        + b"Disallow: /abcd\n" * (size // 32)
    ),
    "many stars": lambda size: b"User-agent: *\nDisallow: /" + b"*a" * (size // 2),
    "many rules": lambda size: b"User-agent: *\n" + b"Disallow: /*a*b*c*d\n" * (size // 20),
    "binary": lambda size: bytes(range(256)) * (size // 256),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_rules_take_time_in_proportion(kind):
    def make(size):
        return b"# %d\n" % next(NAMES) + HOSTILE[kind](size)  # no two alike: rules are cached

    def read(body):
        return parse(body).allowed(f"{SITE}/{'a' * 2000}")

    assert growth(make, read, (MAX_BYTES - 100) // FACTOR) < LINEAR


# Asking


async def test_rules_are_asked_for_once_a_day(robots, origins, clock):
    origins.answers[f"{SITE}/robots.txt"] = "User-agent: *\nDisallow: /no"
    await asyncio.gather(*(robots.admit(f"{SITE}/{n}") for n in range(10)))
    with pytest.raises(Refused, match=r"^robots\.txt$"):
        await robots.admit(f"{SITE}/no")
    clock.forward(DAY - 1)
    await robots.admit(f"{SITE}/a")
    assert origins.asked == [f"{SITE}/robots.txt"]
    clock.forward(1)
    await robots.admit(f"{SITE}/a")
    assert len(origins.asked) == 2


async def test_each_origin_has_its_own_rules(robots, origins):
    origins.answers[f"{SITE}/robots.txt"] = "User-agent: *\nDisallow: /"
    await robots.admit("http://news.example/a")
    await robots.admit(f"{SITE}:8443/a")
    with pytest.raises(Refused):
        await robots.admit(f"{SITE}/a")


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410, 304])
async def test_a_site_without_rules_allows_all(robots, origins, status):
    origins.answers[f"{SITE}/robots.txt"] = status
    await robots.admit(f"{SITE}/a")


@pytest.mark.parametrize("failure", [503, 500, 429, Failed(Reason.ROBOTS, "503")])
async def test_a_site_without_reachable_rules_is_asked_later_and_then_left(
    robots, origins, clock, failure
):
    origins.answers[f"{SITE}/robots.txt"] = failure
    for tries, seconds in ((1, 30), (2, 60)):
        for _ in range(3):
            with pytest.raises(TryLater, match=r"^robots\.txt: (50[03]|429)$") as caught:
                await robots.admit(f"{SITE}/a")
            assert caught.value.seconds == seconds
        assert len(origins.asked) == tries
        clock.forward(seconds)
    for _ in range(3):
        with pytest.raises(Refused, match=r"^robots\.txt unreachable: (50[03]|429)$"):
            await robots.admit(f"{SITE}/a")
    assert len(origins.asked) == 3


@pytest.mark.parametrize("status", [429, 503])
@pytest.mark.parametrize(
    ("asked", "seconds"),
    [
        ("5", 30),
        ("120", 120),
        ("9" * 400, 3600),
        ("Wed, 01 May 2024 12:10:00 GMT", 600),
        ("Wed, 01 May 2024 11:00:00 GMT", 30),
        ("soon", 30),
        ("\xb2", 30),
        ("\udcff", 30),
    ],
)
async def test_a_site_is_asked_for_its_rules_when_it_wants_to_be(
    robots, origins, clock, status, asked, seconds
):
    url = f"{SITE}/robots.txt"
    origins.answers[url] = Capture(url, clock.now(), status, (("Retry-After", asked),), b"")
    with pytest.raises(TryLater, match=rf"^robots\.txt: {status}$") as caught:
        await robots.admit(f"{SITE}/a")
    assert caught.value.seconds == seconds


async def test_a_redirect_in_bytes_that_are_no_ascii_is_followed(robots, origins):
    origins.answers[f"{SITE}/robots.txt"] = "/r\xe9gles"
    origins.answers[f"{SITE}/r%C3%A9gles"] = "/suite\udce9"
    origins.answers[f"{SITE}/suite%C3%A9"] = "User-agent: *\nDisallow: /"
    with pytest.raises(Refused, match=r"^robots\.txt$"):
        await robots.admit(f"{SITE}/a")


async def test_a_site_that_comes_back_is_visited(robots, origins, clock):
    origins.answers[f"{SITE}/robots.txt"] = 503
    with pytest.raises(TryLater):
        await robots.admit(f"{SITE}/a")
    origins.answers[f"{SITE}/robots.txt"] = "User-agent: *\nAllow: /"
    clock.forward(31)
    await robots.admit(f"{SITE}/a")


async def test_an_old_copy_serves_while_the_site_is_down(robots, origins, clock):
    origins.answers[f"{SITE}/robots.txt"] = "User-agent: *\nDisallow: /no\nCrawl-delay: 3"
    await robots.admit(f"{SITE}/a")
    origins.answers[f"{SITE}/robots.txt"] = 503
    for _ in range(6):
        clock.forward(DAY)
        await robots.admit(f"{SITE}/a")
        with pytest.raises(Refused, match=r"^robots\.txt$"):
            await robots.admit(f"{SITE}/no")
    assert robots.crawl_delay(f"{SITE}/a") == 3
    assert len(origins.asked) == 7


async def test_a_final_failure_is_raised_without_asking_again(robots, origins):
    origins.answers[f"{SITE}/robots.txt"] = Failed(Reason.DNS, "name not found", retry=False)
    for _ in range(3):
        with pytest.raises(Failed, match=r"^robots\.txt: dns: name not found$") as caught:
            await robots.admit(f"{SITE}/a")
        assert not caught.value.retry
    assert len(origins.asked) == 1


async def test_a_refused_address_is_raised_as_it_is(robots, origins):
    origins.answers[f"{SITE}/robots.txt"] = Refused(Reason.IP_ADDRESS, "10.0.0.1 is private")
    for _ in range(2):
        with pytest.raises(Refused, match=r"^address: 10\.0\.0\.1 is private$"):
            await robots.admit(f"{SITE}/a")
    assert len(origins.asked) == 1


@pytest.mark.parametrize(("hops", "allowed"), [(1, False), (5, False), (6, True)])
async def test_five_redirects_are_followed_also_to_other_hosts(robots, origins, hops, allowed):
    chain = [f"{SITE}/robots.txt", *(f"https://h{n}.example/r" for n in range(hops))]
    origins.answers.update(itertools.pairwise(chain))
    origins.answers[chain[-1]] = "User-agent: *\nDisallow: /"
    if allowed:
        await robots.admit(f"{SITE}/a")
    else:
        with pytest.raises(Refused, match=r"^robots\.txt$"):
            await robots.admit(f"{SITE}/a")
    assert origins.asked == chain[:6]


async def test_a_redirect_to_nowhere_allows_all(robots, origins):
    origins.answers[f"{SITE}/robots.txt"] = "http://"
    await robots.admit(f"{SITE}/a")


async def test_a_long_crawl_delay_is_honoured_up_to_the_limit(robots, origins):
    origins.answers[f"{SITE}/robots.txt"] = "User-agent: *\nCrawl-delay: 60"
    origins.answers["https://slow.example/robots.txt"] = "User-agent: *\nCrawl-delay: 3600"
    assert robots.crawl_delay(f"{SITE}/a") == 0
    await robots.admit(f"{SITE}/a")
    assert robots.crawl_delay(f"{SITE}/a") == 60
    with pytest.raises(Refused, match=r"^robots\.txt: crawl-delay 3600 s is over max_delay$"):
        await robots.admit("https://slow.example/a")


async def test_a_cancelled_question_is_asked_again(robots, origins):
    first = asyncio.create_task(robots.admit(f"{SITE}/a"))
    second = asyncio.create_task(robots.admit(f"{SITE}/a"))
    await asyncio.sleep(0)
    first.cancel()
    await second
    assert first.cancelled()
    assert len(origins.asked) == 2


async def test_memory_of_origins_is_bounded(origins, clock):
    robots = Robots(origins.get, 60, clock, max_origins=10)
    for n in range(50):
        await robots.admit(f"https://h{n}.example/")
    assert len(robots._origins) == 10


# On the wire


async def test_disallowed_pages_are_never_asked_for(fetcher_with):
    async with HostileServer(robots="User-agent: tidings\nDisallow: /ok/private") as server:
        fetcher = fetcher_with()
        await fetcher.fetch(Link(server.url("/ok/public")))
        with pytest.raises(Refused, match=r"^robots\.txt$"):
            await fetcher.fetch(Link(server.url("/ok/private")))
        assert server.paths() == ["/robots.txt", "/ok/public"]


async def test_robots_can_be_ignored_on_request(fetcher_with):
    async with HostileServer(robots="User-agent: *\nDisallow: /") as server:
        await fetcher_with(robots="ignore").fetch(Link(server.url("/ok")))
        assert server.paths() == ["/ok"]


async def test_crawl_delay_spaces_the_pages(fetcher_with):
    async with HostileServer(robots="User-agent: *\nCrawl-delay: 0.1") as server:
        fetcher = fetcher_with(delay=0.01)
        assert fetcher.delay(server.url("/ok")) == 0.01
        await asyncio.gather(*(fetcher.fetch(Link(server.url("/ok"))) for _ in range(2)))
        assert fetcher.delay(server.url("/ok")) == 0.1
        assert server.paths() == ["/robots.txt", "/ok", "/ok"]
        assert min(server.gaps()) >= 0.1


async def test_packed_rules_are_unpacked_up_to_the_limit(fetcher_with):
    text = b"User-agent: *\nDisallow: /ok\n"
    packed = page(gzip.compress(text + b"#" * 50_000_000), "Content-Encoding: gzip")
    async with HostileServer(robots=packed) as server:
        with pytest.raises(Refused, match=r"^robots\.txt$"):
            await fetcher_with().fetch(Link(server.url("/ok")))


@pytest.mark.parametrize(
    ("coding", "why"), [("gzip", "broken gzip"), ("br", "unasked content-encoding")]
)
async def test_rules_in_a_broken_coding_close_the_site(fetcher_with, coding, why):
    async with HostileServer(
        robots=page(b"User-agent: *", f"Content-Encoding: {coding}")
    ) as server:
        with pytest.raises(Failed, match=f"^robots.txt: {why}$"):
            await fetcher_with().fetch(Link(server.url("/ok")))
        assert server.paths() == ["/robots.txt"]


async def test_endless_rules_are_cut(fetcher_with):
    endless = page(b"User-agent: *\nDisallow: /ok\n" + b"# more\n" * 1_000_000)
    async with HostileServer(robots=endless) as server:
        with pytest.raises(Refused, match=r"^robots\.txt$"):
            await fetcher_with().fetch(Link(server.url("/ok")))


async def test_a_redirect_of_robots_to_a_forbidden_address_is_not_followed(fetcher_with):
    async with HostileServer(robots=redirect("http://169.254.169.254/robots.txt")) as server:
        with pytest.raises(Refused, match=r"^address: 169\.254\.169\.254 is link-local$"):
            await fetcher_with().fetch(Link(server.url("/ok")))
        assert server.paths() == ["/robots.txt"]


async def test_redirects_of_robots_wait_their_turn(fetcher_with):
    pages = {"/ok/robots": page(b"User-agent: *\nAllow: /")}
    async with HostileServer(robots=redirect("/ok/robots"), pages=pages) as server:
        await fetcher_with(delay=0.05).fetch(Link(server.url("/ok")))
        assert server.paths() == ["/robots.txt", "/ok/robots", "/ok"]
        assert min(server.gaps()) >= 0.05


async def test_robots_that_time_out_are_asked_for_later(fetcher_with):
    async with HostileServer(robots=lambda _: asyncio.sleep(3600)) as server:
        with pytest.raises(TryLater, match=r"^robots\.txt: timeout: no answer within 0\.1 s$"):
            await fetcher_with(first_byte=0.1).fetch(Link(server.url("/ok")))
        assert server.paths() == ["/robots.txt"]
