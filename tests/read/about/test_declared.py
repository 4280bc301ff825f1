"""What pages declare about themselves, the kind of source it shows, genres and leads."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tidings.learn.genres.genre import genre_of
from tidings.model import Capture, Declared, Guess, Link, Page
from tidings.read.about.lead import lead
from tidings.read.about.source import KINDS, source_kind
from tidings.read.reader import Reader


def _page(
    head: str, body: str = "<p>Words about a flood in Beira.</p>", url: str = "https://a.example/x"
) -> Page:
    html = f"<html><head><title>T</title>{head}</head><body>{body}</body></html>".encode()
    capture = Capture(
        url, datetime(2024, 1, 1, tzinfo=UTC), 200, (("Content-Type", "text/html"),), html
    )
    return Reader().read(capture)


def _script(value: object) -> str:
    return f'<script type="application/ld+json">{json.dumps(value)}</script>'


def test_author_site_and_description_are_read_from_metadata():
    declared = _page(
        '<meta property="og:site_name" content="The  Daily"><meta name="author" content="By Ann Smith">'
        '<meta name="description" content="A &amp;amp; B"><meta property="og:type" content="Article">'
    ).declared
    assert declared == Declared("The Daily", "Ann Smith", "A & B", ("article",))


def test_json_ld_names_author_publisher_and_type():
    article = {
        "@type": "NewsArticle",
        "author": [{"@type": "Person", "name": 'Jos\u00e9 "Pepe" Ruiz'}],
        "publisher": {"@type": "Organization", "name": "El Diario"},
    }
    declared = _page(_script(article)).declared
    assert declared.author == 'José "Pepe" Ruiz'
    assert declared.site == "El Diario"
    assert "newsarticle" in declared.kinds


def test_the_address_of_a_profile_is_no_author():
    assert (
        _page('<meta property="article:author" content="https://x.example/ann">').declared.author
        == ""
    )


@pytest.mark.parametrize(
    "value", ['{"author": "', '{"author": {"name": "\\u12"}}', "[" * 5_000, '"@type":"']
)
def test_broken_declarations_do_no_harm(value):
    assert _page(f'<script type="application/ld+json">{value}</script>').declared.site == ""


@pytest.mark.parametrize(
    ("declared", "anchors", "kind"),
    [
        (Declared(kinds=("newsarticle",)), [], "news"),
        (Declared(kinds=("scholarlyarticle",)), [], "academic"),
        (Declared(kinds=("governmentorganization",)), [], "government"),
        (Declared(generator="Discourse 3.1"), [], "social"),
        (Declared(generator="blogger"), [], "blog"),
        (Declared(), ["World", "Politics", "Sports", "Business", "Opinion"], "news"),
        (Declared(), ["Política", "Economía", "Deportes", "Mundo"], "news"),
        (Declared(), ["Home", "Contact"], "other"),
    ],
)  # fmt: skip
def test_a_page_shows_its_kind_of_source(declared, anchors, kind):
    guess = source_kind("https://acme.example/a", declared, anchors)
    assert guess.name == kind
    assert 0 < guess.confidence <= 1


def test_a_known_host_outweighs_what_its_page_says():
    guess = source_kind("https://www.facebook.com/p", Declared(kinds=("newsarticle",)))
    assert guess.name == "social"
    assert guess.confidence > 0.9


@pytest.mark.parametrize(
    "host", ["[::1]", "1.2.3.4", "localhost:8080", "a", "xn--p1ai", "..", "gov"]
)
def test_any_host_has_a_kind(host):
    assert source_kind(f"http://{host}/").name in KINDS


REPORT = "Officials told reporters on Monday that the river had burst its banks, according to a statement."


@pytest.mark.parametrize(
    ("page", "source", "genre"),
    [
        (Page("https://a.example/1", text=REPORT, language="en"), "news", "news report"),
        (Page("https://a.example/1", "Mozambique: Situation Report No. 3"), "ngo", "situation report"),
        (Page("https://a.example/1", "Inondations: suivez la situation en direct", language="fr"), "news", "live blog"),
        (Page("https://a.example/1", declared=Declared(kinds=("jobposting",))), "other", "job offer"),
        (Page("https://a.example/1", declared=Declared(kinds=("product", "offer"))), "other", "sale offer"),
        (Page("https://a.example/", links=tuple(Link(f"https://a.example/{n}") for n in range(40))), "news", "hub page"),
        (Page("https://a.example/1", text="Nothing of the kind."), "other", None),
    ],
)  # fmt: skip
def test_genres_show_in_words_types_and_shape(page, source, genre):
    guess = genre_of(page, Guess(source, 0.9))
    assert (guess and guess.name) == genre


def test_a_genre_of_another_language_needs_other_evidence():
    page = Page("https://a.example/1", text=REPORT, language="de")
    assert genre_of(page) is None
    assert genre_of(replace(page, declared=Declared(kinds=("newsarticle",)))) is not None


def test_a_lead_is_two_whole_sentences_without_menus():
    text = (
        "Home\nBy Ann Smith\nWe use cookies to improve your visit to this site.\n"
        "Heavy rain flooded large parts of Beira on Monday. Mayor J. Doe said 12 people died.\nMore follows here, he said."
    )
    assert lead(text, "en", "T") == (
        "Heavy rain flooded large parts of Beira on Monday. Mayor J. Doe said 12 people died."
    )


def test_a_lead_of_scripts_without_spaces_and_of_no_prose():
    assert lead("東京で大きな地震がありました。死者は確認されていません。続報です。", "ja") == (
        "東京で大きな地震がありました。 死者は確認されていません。"
    )
    assert lead("Just a line") == "Just a line"
    assert lead("") == ""
