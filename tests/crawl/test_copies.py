"""Which pages are copies: reports of a series, threads of one forum, copies on other sites, edited wire stories."""

from __future__ import annotations

import re

import pytest

from tests.crawl.test_loop import ROOT, Watched, crawled, page

BACKGROUND = """Heavy rain since early May has caused the flood along the Lenne and its tributaries.
The national disaster agency coordinates the response together with the Red Cross and local volunteers.
Drinking water, blankets and hygiene kits are the most urgent needs in all affected municipalities.
Access by road remains difficult, and relief goods are brought in by boat from the depot in Brenn.
Donations can be made through the offices of the agency in Altfeld, Harwick and Osterburg.
This report is produced by the agency in collaboration with its partners in the flood response."""

SERIES = (
    "{day} people are sheltering in {camps} schools in Altfeld and Harwick, the agency said on {date} May.",
    "As of {date} May, the flood has damaged {houses} houses and {bridges} bridges in the district of Brenn.",
    "The water at the gauge of Osterburg stood at {level} centimetres in the morning of {date} May.",
    "Some {fed} meals were handed out, and {teams} medical teams visited the camps.",
)


def report(number: int) -> str:
    """Return a situation report: most of it stands in every report of the series."""
    figures = {
        "day": 3400 + 410 * number, "camps": 12 + number, "date": 10 + number, "houses": 800 + 97 * number,
        "bridges": 2 + number, "level": 610 - 23 * number, "fed": 5200 + 350 * number, "teams": 4 + number,
    }  # fmt: skip
    return "\n".join(
        [f"Flood Situation Report No. {number}", *(each.format(**figures) for each in SERIES), BACKGROUND]
    )  # fmt: skip


RULES = """You cannot post new topics in this forum. You cannot reply to topics in this forum.
You cannot edit your posts in this forum. You cannot delete your posts in this forum.
Registered members of the Lenne Valley Forum can upload pictures and follow a thread by e-mail.
Please read the house rules before you write, be kind to each other, and report spam to a moderator.
The Lenne Valley Forum is run by volunteers in Altfeld, Harwick and Brenn and paid for by its members since 2004.
All times are UTC. Powered by Boardly 3.2. Contact us, delete cookies, the team, members, terms, privacy."""

POSTS = (
    "Does anybody know if the road to my sister's farm is open? The flood took our telephone line as well.",
    "I have two spare rooms for a family and a dog, dry and warm, as long as the flood lasts.",
    "We need hands tomorrow at the school, the cellar is full of mud from the flood and we have eight shovels.",
    "Lost a grey cat when the flood came into our street, she answers to Minka, please ring the bakery.",
)

STORY = """The flood on the Lenne forced 340 people from their homes near Altfeld early on Tuesday, officials said.
Fire crews from Harwick and Osterburg worked through the night, said their chief, Ana Ferrer, who had slept for two hours.
Water stood 1.7 metres deep in the old market, where the shopkeepers carried what they could to the upper floors.
The mayor, Jonas Maurer, asked the regional government in Brenn for pumps, blankets and 200 beds until Friday.
A bridge on the B 54 was closed after an engineer, Nadia Okafor, found cracks in two of its pillars.
Schools stay shut until Thursday, and trains between Altfeld and Siegen are replaced by buses, said the railway.
It was the worst flood since 1984, when the dam above Harwick had to be opened and nine people died.
The weather service in Brenn expects the rain to end by Wednesday noon, though the ground can take no more of it."""

CHROME = """Subscribe to the Morning Letter of the Harwick Herald. Read next: ten gardens to see this spring.
The Harwick Herald is not responsible for the content of other sites."""

EDITS = {
    "early on Tuesday, officials said": "before dawn Tuesday, according to officials",
    "who had slept for two hours": "who said she had slept two hours",
    "asked the regional government": "has asked the region's government",
    "said the railway": "the railway company said",
    "the ground can take no more of it": "the soil is full",
}


def visited(*texts: str, hosts: tuple[str, ...] = ("a.example",)) -> tuple[list[str], Watched]:
    """Crawl one page after the other, each linked from the one before; return their outcomes."""
    urls = [f"http://{hosts[n % len(hosts)]}/page-{n}" for n in range(len(texts))]
    answers = {ROOT: page(urls[0], text="in short")}
    for url, following, text in zip(urls, [*urls[1:], ""], texts, strict=True):
        answers[url] = page(*([following] if following else []), text=text.replace("\n", "</p><p>"))
    run = crawled(answers)
    return [run.outcome(url)[0] for url in urls], run


@pytest.mark.parametrize(
    "hosts", [("agency.example",), ("agency.example", "b.example", "c.example")]
)
def test_every_report_of_a_series_has_its_own_place(hosts: tuple[str, ...]) -> None:
    outcomes, run = visited(*(report(number) for number in range(1, 7)), hosts=hosts)
    assert outcomes == ["kept"] * 6
    stories = {entry.story for url, entry in run.entries.items() if "page-" in url}
    assert len(stories) == 6


def test_a_report_that_is_copied_to_another_site_is_a_copy_of_that_report() -> None:
    texts = [report(1), report(2), report(3), f"{CHROME}\n{report(2)}"]
    outcomes, run = visited(
        *texts, hosts=("agency.example", "agency.example", "agency.example", "herald.example")
    )
    assert outcomes == ["kept", "kept", "kept", "duplicate"]
    assert run.outcome("http://herald.example/page-3")[1].endswith("agency.example/page-1")


def test_threads_of_one_forum_are_not_copies_of_each_other() -> None:
    assert visited(*(f"{post}\n{RULES}" for post in POSTS))[0] == ["kept"] * 4


def test_what_other_pages_of_a_site_have_too_is_no_news() -> None:
    menu = " ".join(
        f"Section {word} of the Herald."
        for word in ["news", "sports", "local", "arts", "money", "food"]
    )
    furniture = f"{CHROME}\n{menu}"
    other = (
        f"{furniture}\nAfter the flood of last year the gardens of the Lenne valley bloom again."
    )
    copy = f"{furniture}\n{STORY}"
    hosts = ("herald.example", "a.example", "herald.example")
    assert visited(STORY, copy, hosts=hosts[1:])[0] == ["kept", "kept"], "the site is not known"
    assert visited(other, STORY, copy, hosts=hosts)[0] == ["kept", "kept", "duplicate"]


@pytest.mark.parametrize("extra", ["", "Read 1204 times.", "Posted at 12:04 by the newsroom."])
def test_the_same_page_under_two_addresses_of_a_site_is_a_copy(extra: str) -> None:
    menu = "Home. Weather. Sports."
    assert visited(f"{menu}\n{STORY}\n{extra}", STORY)[0] == ["kept", "duplicate"]
    assert visited(STORY, f"{menu}\n{STORY}\n{extra}")[0] == ["kept", "duplicate"]


@pytest.mark.parametrize(
    "text", [f"{CHROME}\n{STORY}", f"{STORY}\n{CHROME}", STORY.rpartition("\n")[0]]
)
def test_a_copy_among_the_furniture_of_another_site_is_a_copy(text: str) -> None:
    assert visited(STORY, text, hosts=("a.example", "herald.example"))[0] == ["kept", "duplicate"]


def test_a_wire_story_that_was_lightly_edited_is_a_copy() -> None:
    edited = STORY
    for old, new in EDITS.items():
        assert old in edited
        edited = edited.replace(old, new)
    assert visited(STORY, edited, hosts=("a.example", "b.example"))[0] == ["kept", "duplicate"]


def test_a_story_whose_figures_have_changed_is_a_version() -> None:
    later = iter(("512", "2.4", "350", "61", "1997"))
    updated = re.sub(r"\b(?:340|1\.7|200|54|1984)\b", lambda _: next(later), STORY)
    updated = updated.replace("until Friday", "until Monday").replace("Tuesday", "Saturday")
    assert visited(STORY, updated)[0] == ["kept", "kept"]


def test_a_shorter_text_says_nothing_new_and_a_longer_one_does() -> None:
    lines = STORY.split("\n")
    assert visited(STORY, "\n".join(lines[:6]))[0] == ["kept", "duplicate"]
    assert visited("\n".join(lines[:5]), STORY)[0] == ["kept", "kept"]
