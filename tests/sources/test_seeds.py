"""Seeds come in their order, marked as seeds."""

from tidings.model import Channel, Link
from tidings.sources.seeds import Seeds


async def test_seeds_are_links_in_order():
    links = [link async for link in Seeds(["https://b.example/", "https://a.example/"])]
    assert links == [
        Link("https://b.example/", channel=Channel.SEED),
        Link("https://a.example/", channel=Channel.SEED),
    ]


async def test_seeds_can_be_read_again():
    seeds = Seeds(iter(["https://a.example/"]))
    assert [link async for link in seeds] == [link async for link in seeds] != []
