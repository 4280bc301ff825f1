"""Sentences are chosen that many sources agree on, each of another source, in any script."""

from __future__ import annotations

import pytest

from tidings.collection.summary.choosing import QuotedPage, choose

FLOOD = "The flood destroyed the bridge over the river Turia in Valencia."
RESCUE = "Rescuers in Valencia searched for people missing since the flood."
RENTS = "Rents for small flats in the suburbs rose again by four per cent."
MENU = "Subscribe to our newsletter for more stories like this one today."


def source(
    key: int,
    *sentences: str,
    site: str = "",
    story: int = 0,
    language: str = "en",
    relevance: float = 0.9,
) -> QuotedPage:
    return QuotedPage(
        key, site or f"{key}.example", story, language, relevance, "\n".join(sentences)
    )


def quoted(
    sources: list[QuotedPage], count: int = 10, event: tuple[str, ...] = ("flood", "Valencia")
) -> list[str]:
    return [each.sentence.text for each in choose(sources, event, count)]


def test_what_many_sources_say_comes_first() -> None:
    others = [
        source(n, FLOOD.replace("bridge", word), MENU)
        for n, word in enumerate(("market", "school", "road"), 2)
    ]
    assert quoted([source(1, RENTS, FLOOD), *others], count=1)[0].startswith("The flood destroyed")


def test_each_site_speaks_once_while_others_have_not_spoken() -> None:
    pages = [
        source(1, FLOOD, site="a.example"),
        source(2, RESCUE, site="a.example"),
        source(3, RENTS, site="b.example"),
    ]
    chosen = choose(pages, ("flood",), 3)
    assert [each.source.site for each in chosen] == ["a.example", "b.example", "a.example"]


@pytest.mark.parametrize("story", [0, 7])
def test_copies_of_a_story_are_quoted_once(story: int) -> None:
    text = (FLOOD, RESCUE, RENTS) if not story else (FLOOD,)
    other = (FLOOD, RESCUE, MENU) if not story else (RESCUE,)
    assert len(quoted([source(1, *text, story=story), source(2, *other, story=story)])) == 1


def test_pages_that_are_hardly_about_the_event_come_last() -> None:
    assert quoted([source(1, RENTS, relevance=0.5), source(2, FLOOD, relevance=0.95)], count=1) == [
        FLOOD
    ]


def test_nothing_is_said_twice_while_there_is_something_else() -> None:
    again = "The flood has destroyed the bridge over the Turia river in Valencia."
    assert set(quoted([source(1, FLOOD), source(2, again), source(3, RESCUE)], count=2)) == {
        FLOOD,
        RESCUE,
    } or set(quoted([source(1, FLOOD), source(2, again), source(3, RESCUE)], count=2)) == {
        again,
        RESCUE,
    }


@pytest.mark.parametrize(
    "text",
    ["Menu", "A heading without its sign at the end of the line", "Short one.", "Why it came too late (Valencia)"],
)  # fmt: skip
def test_headings_and_scraps_are_not_quoted(text: str) -> None:
    assert quoted([source(1, text)]) == []


@pytest.mark.parametrize(
    ("language", "sentence", "event"),
    [
        ("ja", "東京で大きな地震があり、多くの建物が倒れました。", "地震"),
        ("ar", "غمرت الفيضانات المدينة القديمة بعد أمطار غزيرة أمس.", "فيضانات"),
        ("hi", "बाढ़ ने पुराने शहर के कई घरों को नष्ट कर दिया।", "बाढ़"),
        ("th", "น้ำท่วมใหญ่ในกรุงเทพมหานครทำให้ประชาชนต้องอพยพ", "น้ำท่วม"),
        ("ru", "Наводнение разрушило старый мост через реку в городе.", "наводнение"),
    ],
)
def test_sentences_of_any_script_are_quoted_word_for_word(
    language: str, sentence: str, event: str
) -> None:
    page = source(1, "x", sentence, language=language)
    (chosen,) = choose([page], [event], 3)
    assert chosen.sentence.text == sentence
    assert page.text[chosen.sentence.start : chosen.sentence.end] == sentence


def test_a_collection_without_text_has_no_sentences() -> None:
    assert quoted([]) == []
    assert quoted([source(1, "")]) == []
