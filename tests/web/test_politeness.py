"""Turns at a host come one at a time, in order and far enough apart; our name has a contact in it."""

from __future__ import annotations

import asyncio
import itertools

import pytest

from tests.hostile.server import HostileServer
from tidings.lab.bench.clock import VirtualClock
from tidings.model import Channel, Link
from tidings.settings import FetchSettings
from tidings.web.clock import SystemClock
from tidings.web.politeness import Gate, check_contact, user_agent
from tidings.web.wire import Wire


def in_virtual_time(*coroutines):
    """Run coroutines side by side on a loop whose timers take no time."""

    async def together():
        await asyncio.gather(*coroutines)

    VirtualClock().run(together())


async def visit(gate, host, delay, log, lasting=0.0):
    loop = asyncio.get_running_loop()
    async with gate.turn(host, delay):
        start = loop.time()
        await asyncio.sleep(lasting)
        log.append((host, start, loop.time()))


def test_a_turn_begins_a_delay_after_the_end_of_the_one_before():
    gate, log = Gate(longest=60), []
    in_virtual_time(*(visit(gate, "a", 5.0, log, lasting=3.0) for _ in range(4)))
    pauses = [later[1] - earlier[2] for earlier, later in itertools.pairwise(log)]
    assert pauses == pytest.approx([5.0] * 3, abs=0.01)
    assert min(pauses) >= 5.0


def test_parts_of_pages_come_between_the_pages():
    gate, log = Gate(longest=60), []

    async def enter(kind):
        part = kind == "part"
        async with gate.turn("a", 1.0 if part else 5.0, 1.0, part=part):
            log.append((kind, round(asyncio.get_running_loop().time(), 1)))

    in_virtual_time(*map(enter, ["page", "part", "part", "page", "part", "page"]))
    assert log == [("page", 0.0), ("part", 1.0), ("part", 2.0), ("page", 5.0), ("part", 6.0), ("page", 10.0)]  # fmt: skip


@pytest.mark.parametrize(
    ("usual", "delay", "share", "pause"),
    [(1, 1, 0.2, 0.2), (5, 5, 0.2, 1), (0.1, 0.1, 0.2, 0.1), (0, 0, 0.2, 0), (1, 1, 1, 1), (1, 7, 0.2, 7), (0, 3, 0.2, 3)],
)  # fmt: skip
def test_a_pause_is_a_share_of_the_delay_unless_the_host_asks_for_more(usual, delay, share, pause):
    assert FetchSettings(delay=usual, part_delay=share).pause(delay) == pause


async def test_servers_see_the_pause_around_requisites(fetcher_with):
    async with HostileServer() as server:
        fetcher = fetcher_with(delay=0.6, connect=(server.connect(),))
        links = [Link(f"http://a.example/ok/{number}") for number in range(2)]
        part = Link("http://a.example/ok/part", channel=Channel.REQUISITE)
        await asyncio.gather(*map(fetcher.fetch, [links[0], part, links[1]]))
        assert server.paths() == ["/robots.txt", "/ok/0", "/ok/part", "/ok/1"]
        first, pause, rest = server.gaps()
        assert first >= 0.6
        assert pause >= 0.2
        assert rest >= 0.2
        assert pause + rest >= 0.6


async def test_the_first_turn_and_other_hosts_do_not_wait():
    gate, log = Gate(longest=60), []
    await asyncio.wait_for(asyncio.gather(*(visit(gate, f"h{n}", 60, log) for n in range(50))), 30)
    assert len(log) == 50


async def test_turns_come_in_order_of_arrival_and_never_two_at_once():
    gate, order, inside = Gate(longest=60), [], 0

    async def enter(number):
        nonlocal inside
        async with gate.turn("a", 0):
            inside += 1
            assert inside == 1
            await asyncio.sleep(0.001)
            order.append(number)
            inside -= 1

    await asyncio.gather(*(enter(n) for n in range(20)))
    assert order == list(range(20))


async def test_a_cancelled_turn_leaves_the_others_going():
    gate, log = Gate(longest=60), []
    async with gate.turn("a", 0):
        waiting = asyncio.create_task(visit(gate, "a", 0, log))
        behind = asyncio.create_task(visit(gate, "a", 0, log))
        await asyncio.sleep(0)
        waiting.cancel()
    await behind
    assert waiting.cancelled()
    assert len(log) == 1


def test_an_error_inside_counts_as_a_request():
    gate, log = Gate(longest=60), []

    async def fail_then_visit():
        with pytest.raises(ValueError, match="broken"):
            async with gate.turn("a", 5.0):
                raise ValueError("broken")
        await visit(gate, "a", 5.0, log)

    in_virtual_time(fail_then_visit())
    assert log[0][1] >= 5.0


def test_hosts_are_forgotten_when_their_time_has_passed():
    gate, log = Gate(longest=60.0), []

    async def visit_all_then_one():
        await asyncio.gather(*(visit(gate, f"h{n}", 0, log) for n in range(100)))
        assert len(gate) == 100
        await asyncio.sleep(61.0)
        await visit(gate, "last", 0, log)

    in_virtual_time(visit_all_then_one())
    assert len(gate) == 1


async def test_servers_see_every_kind_of_request_spaced(fetcher_with):
    async with HostileServer(robots="User-agent: *\nDisallow: /private") as server:
        fetcher = fetcher_with(delay=0.05, connect=(server.connect(),))
        urls = [f"http://{host}.example/ok/{n}" for n in range(3) for host in "ab"]
        await asyncio.gather(*(fetcher.fetch(Link(url)) for url in urls))
        for host in ("a.example", "b.example"):
            assert server.paths(host) == ["/robots.txt", "/ok/0", "/ok/1", "/ok/2"]
            assert min(server.gaps(host)) >= 0.05
        assert server.most_open == 2


async def test_failed_requests_are_spaced_too(fetcher_with):
    async with HostileServer() as server:
        fetcher = fetcher_with(delay=0.05, connect=(server.connect(),))
        paths = ["/close", "/reset", "/half", "/no-headers", "/image", "/ok"]
        links = [Link(f"http://a.example{path}") for path in paths]
        await asyncio.gather(*map(fetcher.fetch, links), return_exceptions=True)
        assert server.paths() == ["/robots.txt", *paths]
        assert min(server.gaps()) >= 0.05


async def test_http_and_https_of_a_host_share_its_turns(fetcher_with):
    async with HostileServer() as server:
        fetcher = fetcher_with(
            delay=0.15, robots="ignore", connect=(server.connect(),), first_byte=1.5
        )
        await fetcher.fetch(Link("http://a.example/ok"))
        start = asyncio.get_running_loop().time()
        with pytest.raises(Exception, match="timeout"):
            await fetcher.fetch(Link("https://a.example/ok"))
        assert asyncio.get_running_loop().time() - start >= 1.649


@pytest.mark.parametrize(
    "contact",
    ["https://example.org/contact", "http://a.example", "me@example.org", " me@example.org "],
)
def test_a_contact_is_a_web_or_mail_address(contact):
    assert check_contact(contact) == contact.strip()


@pytest.mark.parametrize(
    "contact",
    [
        "",
        "me",
        "me@",
        "@example.org",
        "ftp://example.org",
        "https://",
        "a b@example.org",
        "me@example.org\r\nX: y",
        "ä@example.org",
    ],
)
def test_anything_else_is_no_contact(contact):
    with pytest.raises(ValueError, match="allowed: your mail address or a web address"):
        check_contact(contact)


def test_the_user_agent_says_who_we_are_and_how_to_reach_us():
    expected = "Tidings/0.1.0 (+https://example.org/contact)"
    assert user_agent("https://example.org/contact", "0.1.0") == expected
    with pytest.raises(ValueError, match="allowed: your mail address"):
        user_agent("", "0.1.0")


@pytest.mark.asyncio
async def test_all_hosts_of_a_domain_may_take_turns() -> None:
    settings = FetchSettings(politeness="domain", connect=("*.test 127.0.0.1:80",))
    wire = Wire(settings, "x", SystemClock())
    assert wire.server_of("http://x.a.example/1") == wire.server_of("http://y.a.example/2")
    assert wire.server_of("http://x.a.example/1") != wire.server_of("http://b.example/")
    assert wire.server_of("http://x.a.test/") == "a.test at 127.0.0.1:80"
    await wire.close()
