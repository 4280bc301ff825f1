"""Seeds come in their order, marked as seeds."""

from tidings.model import Link
from tidings.sources.seeds import Seeds


async def test_seeds_are_links_in_order():
    links = [link async for link in Seeds(["https://b.example/", "https://a.example/"])]
    assert links == [
        Link("https://b.example/", origin="seed"),
        Link("https://a.example/", origin="seed"),
    ]


async def test_seeds_can_be_read_again():
    seeds = Seeds(iter(["https://a.example/"]))
    assert [link async for link in seeds] == [link async for link in seeds] != []
