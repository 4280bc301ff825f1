"""A description, pages and addresses become an event file that can be loaded, and judges samples."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from tidings.collection.proposing.gathering import Material, gather
from tidings.collection.proposing.preview import preview
from tidings.collection.proposing.proposal import Proposal, propose
from tidings.collection.proposing.samples import SamplePages
from tidings.errors import EventFileError, Refused
from tidings.event.file import load
from tidings.learn.types.presets import OTHER, PRESETS, preset_of
from tidings.model import Capture, Fetched, Link, Reason

TEXT = (
    "On 14 March 2019 the cyclone Idai reached the coast near Beira in Mozambique. "
    "Floods followed along the rivers, and the cyclone destroyed most of Beira."
)
PAGE = """<html><head><title>Cyclone Idai hits Beira - Daily News</title>
<meta property="article:published_time" content="2019-03-15T08:00:00Z"></head><body><article>
<h1>Cyclone Idai hits Beira</h1>
<p>The cyclone Idai made landfall near Beira in Mozambique. The cyclone flooded villages and cut the road to Chimoio.</p>
<p>Aid agencies said the cyclone left thousands without shelter in Beira and in Manica. More in
<a href="http://relief.example/cyclone-idai-beira-report">our report on the cyclone in Beira</a> and in
<a href="http://other.example/football">the football results of the weekend</a>.</p>
<p>Rescue teams reached Beira by boat, and the cyclone moved on towards Zimbabwe.</p></article></body></html>"""
OFF = "<html><body><p>The cup final between both teams of the town was a dull draw that nobody will remember for long.</p></body></html>"


class Web:
    """A live web of a few pages that notes what it was asked for."""

    def __init__(self, pages: Mapping[str, str]) -> None:
        self._pages = pages
        self.asked: list[str] = []

    def __call__(self, contact: str) -> Web:
        assert contact
        return self

    async def fetch(self, link: Link) -> Fetched:
        self.asked.append(link.url)
        if link.url not in self._pages:
            raise Refused(Reason.ROBOTS)
        headers = (("content-type", "text/html"),)
        body = self._pages[link.url].encode()
        return Fetched(Capture(link.url, datetime(2019, 3, 20, tzinfo=UTC), 200, headers, body))

    def delay(self, url: str) -> float:
        return 0.0

    async def close(self) -> None:
        """Nothing is open."""


WEB = Web({"http://news.example/idai": PAGE})


def made(text: str = TEXT, files: tuple[str, ...] = (), type: str = "") -> Proposal:
    pages = gather(Material(text, (), files), "", WEB).pages
    return propose(pages, text, preset=preset_of(type), seeds=["http://news.example/"])


def loaded(proposal: Proposal, folder: Path) -> object:
    path = folder / "event.toml"
    path.write_text(proposal.event_file, encoding="utf-8")
    return load(path)


def test_a_description_in_words_is_enough(tmp_path: Path) -> None:
    proposal = made()
    assert "cyclone" in proposal.suggestion.keywords
    assert {"Beira", "Mozambique"} <= set(proposal.suggestion.places)
    assert proposal.places["Beira"].latitude == pytest.approx(-19.8, abs=0.2)
    assert proposal.suggestion.start == date(2019, 3, 14)
    assert proposal.languages == ("en",)
    assert proposal.name.startswith("On 14 March 2019 the cyclone Idai")
    settings = loaded(proposal, tmp_path)
    assert settings.seeds == ("http://news.example/",)  # type: ignore[attr-defined]


def test_even_a_few_words_give_keywords() -> None:
    assert (
        "earthquake" in made("An earthquake destroyed the old town of Amatrice").suggestion.keywords
    )


def test_the_type_decides_how_long_people_write_about_it(tmp_path: Path) -> None:
    proposal = made(type="storm")
    assert (proposal.lead, proposal.cooldown) == (3, 90)
    assert proposal.suggestion.end == date(2019, 3, 16)
    when = loaded(proposal, tmp_path).event.when  # type: ignore[attr-defined]
    assert (when.lead.days, when.cooldown.days) == (3, 90)
    assert preset_of("unknown") is OTHER
    assert len({each.type for each in PRESETS}) == len(PRESETS)


def test_pages_give_words_days_and_seeds() -> None:
    proposal = made("", files=(PAGE,))
    assert proposal.name == "Cyclone Idai hits Beira"
    assert next(iter(proposal.suggestion.keywords)) in ("cyclone", "beira", "idai")
    assert proposal.suggestion.start == date(2019, 3, 15)
    assert "http://relief.example/cyclone-idai-beira-report" in proposal.seeds
    assert "http://other.example/football" not in proposal.seeds


def test_addresses_in_the_text_become_seeds() -> None:
    text = f"{TEXT} See https://a.example/idai and http://b.example/x?utm_source=y."
    assert {"https://a.example/idai", "http://b.example/x"} <= {
        seed.rstrip(".") for seed in made(text).seeds
    }


def test_nothing_is_fetched_without_a_contact() -> None:
    web = Web({"http://news.example/idai": PAGE})
    material = Material("", addresses=["http://news.example/idai"])
    gathered = gather(material, " ", web)
    assert (gathered.pages, web.asked) == ([], [])
    assert "contact" in gathered.warnings[0]
    assert len(gather(material, "me@example.org", web).pages) == 1
    assert web.asked == ["http://news.example/idai"]


def test_an_address_that_cannot_be_read_is_a_warning() -> None:
    material = Material(TEXT, addresses=["http://10.0.0.1/secret", "http://news.example/idai"])
    gathered = gather(material, "me@example.org", WEB)
    assert [page.url for page in gathered.pages][1:] == ["http://news.example/idai"]
    assert "http://10.0.0.1/secret" in gathered.warnings[0]


def test_pages_that_were_read_are_not_fetched_again() -> None:
    web = Web({"http://news.example/idai": PAGE})
    material = Material("", addresses=["http://news.example/idai"])
    first = gather(material, "me@example.org", web).pages
    assert gather(material, "me@example.org", web, first).pages == first
    assert len(web.asked) == 1


def test_samples_are_judged_as_a_crawl_would(tmp_path: Path) -> None:
    samples = SamplePages()
    samples.add(gather(Material("", (), (PAGE, OFF)), "", WEB).pages)
    judged = preview(made(type="storm").event_file, samples, samples.newest(20))
    first, second = judged.samples
    assert first.page.title.startswith("Cyclone Idai")
    assert first.is_kept
    assert not second.is_kept
    assert set(first.score.parts) == {"topic", "place", "date"}
    assert 0 < judged.threshold < 1


def test_a_changed_weight_changes_the_score() -> None:
    pages = gather(Material("", (), (PAGE,)), "", WEB).pages
    file = 'name = "Idai"\nseeds = ["http://a.example/"]\n[relevance]\nmeasure = "event"\n[what.keywords]\ncyclone = {w}\nunseen = 1.0\n[where]\nplaces = ["Beira"]\n'
    low, high = (
        preview(file.format(w=weight), SamplePages(), pages).samples[0].score.value
        for weight in (0.1, 1.0)
    )
    assert high > low


@pytest.mark.parametrize("seeds", ["", "seeds = []\n", "seeds = [\n]\n"])
def test_samples_can_be_judged_before_there_are_seeds(seeds: str) -> None:
    pages = gather(Material("", (), (PAGE,)), "", WEB).pages
    file = f'name = "Idai"\n{seeds}[what]\nkeywords = ["cyclone"]\n'
    assert len(preview(file, SamplePages(), pages).samples) == 1


def test_every_mistake_of_an_event_file_is_reported() -> None:
    with pytest.raises(EventFileError, match="4 problems"):
        preview('name = 1\nseeds = "x"\n', SamplePages(), [])


def test_references_that_were_not_read_are_named() -> None:
    file = 'name = "x"\nseeds = ["http://a.example/"]\n[what]\nkeywords = ["flood"]\nreferences = ["http://a.example/r"]\n'
    assert preview(file, SamplePages(), []).missing == ("http://a.example/r",)


def test_only_the_newest_samples_are_kept() -> None:
    samples = SamplePages()
    pages = gather(Material("", (), (PAGE,)), "", WEB).pages
    samples.add(
        [page.__class__(url=f"http://{n}.example/", text="x") for n in range(300) for page in pages]
    )
    assert len(samples.newest(1_000)) == 200
    assert samples.newest(1)[0].url == "http://299.example/"
