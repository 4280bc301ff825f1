"""Loading event files: what they mean, and the messages for wrong ones."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tidings.errors import EventFileError
from tidings.event.file import load
from tidings.model import TimeSpan
from tidings.settings import Budget, FetchSettings, Scope

Write = Callable[[str], Path]

COMPLETE = """\
name = "Brussels bombings"
seeds = ["https://news.example/brussels", "https://NEWS.example:443/brussels#top", "http://other.example"]

[what]
keywords = { bombing = 1.0, airport = 0.5 }
references = ["https://news.example/report?utm_source=x", "brief.txt"]

[where]
places = ["Brussels", "Belgium"]

[when]
start = 2016-03-22
lead = 1
cooldown = 30

[scope]
sites = ["news.example"]
depth = 3

[budget]
minutes = 5

[relevance]
threshold = 0.45

[order]
policy = "breadth-first"

[fetch]
contact = "archivist@archive.example"
allow = ["127.0.0.0/8"]

[archive]
warc_megabytes = 100
"""

ELECTION = """\
name = "Election"
seeds = ["https://news.example/"]
[event]
type = "election"
[what]
keywords = ["vote"]
[when]
start = 2013-09-22
"""


def test_the_type_of_an_event_sets_lead_and_cooldown(write: Write) -> None:
    when = load(write(ELECTION)).event.when
    assert when
    assert (when.lead, when.cooldown) == (timedelta(days=90), timedelta(days=21))
    when = load(write(f"{ELECTION}lead = 5")).event.when
    assert when
    assert (when.lead, when.cooldown) == (timedelta(days=5), timedelta(days=21))
    outbreak = load(
        write(ELECTION.replace("election", "outbreak").replace("[when]\nstart = 2013-09-22\n", ""))
    )
    assert outbreak.event.when is None
    relevance = outbreak.relevance
    assert (relevance.weight_topic, relevance.weight_place, relevance.weight_date) == (0.36, 0, 0)
    given = load(
        write(ELECTION.replace("election", "outbreak") + "[relevance]\nweight_place = 0.4")
    ).relevance
    assert (given.weight_place, given.weight_date) == (0.4, 0)
    with pytest.raises(
        EventFileError, match=r'event\.type: found "party"; allowed: one of "accident"'
    ):
        load(write(ELECTION.replace('"election"', '"party"')))


def test_under_temporal_the_days_of_a_text_count_unless_the_file_says_otherwise(
    write: Write,
) -> None:
    temporal = f'{ELECTION}[relevance]\nmeasure = "temporal"\n'
    assert load(write(ELECTION)).relevance.mentioned_dates == 0.0
    assert load(write(temporal)).relevance.mentioned_dates == 1.0
    assert load(write(f"{temporal}mentioned_dates = 0")).relevance.mentioned_dates == 0.0


def test_an_event_may_have_several_periods(write: Write) -> None:
    when = load(write(f'{ELECTION}also = ["2013-12-01", "2014-01-02/2014-01-03"]')).event.when
    assert when
    assert [(start.isoformat(), end.isoformat()) for start, end in when.also] == [
        ("2013-12-01T00:00:00+00:00", "2013-12-01T23:59:59+00:00"),
        ("2014-01-02T00:00:00+00:00", "2014-01-03T23:59:59+00:00"),
    ]
    for wrong in ("May", "2014-01-03/2014-01-02"):
        with pytest.raises(
            EventFileError, match=rf'when\.also: found "{wrong}"; allowed: days such as'
        ):
            load(write(f'{ELECTION}also = ["{wrong}"]'))


MINIMAL = """\
name = "Flood"
seeds = ["https://news.example/"]
[what]
keywords = ["flood"]
[where]
places = ["Ghent"]
"""


def error_of(path: Path) -> str:
    with pytest.raises(EventFileError) as caught:
        load(path)
    message = str(caught.value)
    assert message.startswith(str(path))
    return message


def test_a_complete_file(write: Write) -> None:
    loaded = load(write(COMPLETE))
    assert loaded.event.name == "Brussels bombings"
    assert loaded.event.keywords == {"bombing": 1.0, "airport": 0.5}
    assert loaded.event.places == {"Brussels": 1.0, "Belgium": 1.0}
    assert loaded.event.references == ("https://news.example/report", "brief.txt")
    assert loaded.seeds == ("https://news.example/brussels", "http://other.example/")
    assert loaded.scope == Scope(sites=("news.example",), depth=3)
    assert loaded.budget == Budget(minutes=5.0)
    assert loaded.relevance.threshold == 0.45
    assert loaded.order.policy == "breadth-first"
    assert loaded.fetch == FetchSettings(
        contact="archivist@archive.example", allow=("127.0.0.0/8",)
    )
    assert loaded.archive.warc_megabytes == 100.0


def test_a_day_lasts_until_its_last_second(write: Write) -> None:
    when = load(write(COMPLETE)).event.when
    assert when == TimeSpan(
        datetime(2016, 3, 22, tzinfo=UTC),
        datetime(2016, 3, 22, 23, 59, 59, tzinfo=UTC),
        timedelta(days=1),
        timedelta(days=30),
    )


@pytest.mark.parametrize(
    ("start", "moment"),
    [
        ("2016-03-22", datetime(2016, 3, 22, tzinfo=UTC)),
        ('"2016-03-22"', datetime(2016, 3, 22, tzinfo=UTC)),
        ("2016-03-22T08:30:00", datetime(2016, 3, 22, 8, 30, tzinfo=UTC)),
        ("2016-03-22T08:30:00+01:00", datetime(2016, 3, 22, 7, 30, tzinfo=UTC)),
        ('"2016-03-22T08:30:00Z"', datetime(2016, 3, 22, 8, 30, tzinfo=UTC)),
    ],
)
def test_dates_in_many_forms(write: Write, start: str, moment: datetime) -> None:
    when = load(write(f"{MINIMAL}[when]\nstart = {start}\n")).event.when
    assert when is not None
    assert when.start == moment
    assert when.end == datetime(2016, 3, 22, 23, 59, 59, tzinfo=UTC)


def test_what_is_left_out_has_its_default(write: Write) -> None:
    loaded = load(write(MINIMAL))
    assert loaded.event.when is None
    assert loaded.event.references == ()
    assert (loaded.scope, loaded.budget, loaded.fetch) == (Scope(), Budget(), FetchSettings())


def test_the_topic_has_room_for_all_keywords(write: Write) -> None:
    keywords = ", ".join(f'"word{letter}"' for letter in "abcdefghijkl")
    loaded = load(write(MINIMAL.replace('"flood"', keywords)))
    assert loaded.relevance.terms == 12


def test_a_byte_order_mark_is_no_problem(write: Write) -> None:
    assert load(write("\ufeff" + MINIMAL)).event.name == "Flood"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('name = "Flood"\n', "", "name: found nothing; allowed: a text"),
        ('"Flood"', '" "', 'name: found " "; allowed: a name in one line'),
        ('"Flood"', '"a\\nb"', "allowed: a name in one line"),
        ('"Flood"', "3", "name: found 3; allowed: a text"),
        ('["https://news.example/"]', "[]", "seeds: found nothing; allowed: at least one web address, or references"),
        ('seeds = ["https://news.example/"]\n', "", "seeds: found nothing; allowed: at least one web address, or references"),
        ('"https://news.example/"', '"news.example"', 'seeds: found "news.example"; allowed: web addresses'),
        ('"https://news.example/"', '"ftp://news.example/"', 'seeds: found "ftp://news.example/"'),
        ('"https://news.example/"', '"https://news.example/", 7', "seeds: found 7 as item 2; allowed: a list of texts"),
        ('["https://news.example/"]', '"https://news.example/"', "allowed: a list of texts"),
        ('["flood"]', "[]", "what: found neither keywords nor references; allowed: at least one of them, or terms of a genre"),
        ('["flood"]', '["the"]', 'what.keywords: found "the"; allowed: words that say something'),
        ('["flood"]', "{ flood = 0 }", 'what.keywords: found "flood" = 0; allowed: words with weights above 0'),
        ('["flood"]', "{ flood = true }", 'what.keywords: found "flood" = true; allowed: weights above 0'),
        ('["flood"]', "{ flood = nan }", 'what.keywords: found "flood" = nan; allowed: weights above 0'),
        ('["flood"]', "5", "what.keywords: found 5; allowed: a list of texts, or table"),
        ('["Ghent"]', "[false]", "where.places: found false as item 1"),
        ('[where]\nplaces = ["Ghent"]\n', '[relevance]\nmeasure = "event"\n', 'relevance.measure: found "event" without where and when; allowed: where.places or when.start'),
        ("[where]", "[wehre]", "wehre: found an unknown key; did you mean [where]?"),
        ("keywords", "keyword", "what.keyword: found an unknown key; did you mean what.keywords?"),
        ('[what]\nkeywords = ["flood"]\n', "", "what: found neither keywords nor references"),
        ("[what]", 'what = "flood"\n[other]', 'what: found "flood"; allowed: a section, [what]'),
    ],
)  # fmt: skip
def test_wrong_event(write: Write, old: str, new: str, message: str) -> None:
    assert old in MINIMAL
    assert message in error_of(write(MINIMAL.replace(old, new)))


@pytest.mark.parametrize(
    ("added", "message"),
    [
        ("[scope]\ndepth = -1", "scope.depth: found -1; allowed: a whole number from 0 to 1000"),
        ("[scope]\ndepth = 2.5", "scope.depth: found 2.5; allowed: a whole number"),
        ("[scope]\ndepth = true", "scope.depth: found true; allowed: a whole number"),
        ("[scope]\ndepth = '3'", 'scope.depth: found "3"; allowed: a whole number'),
        ("[scope]\nsites = ['https://bbc.co.uk']", 'scope.sites: found "https://bbc.co.uk"; allowed: host names'),
        ("[scope]\nlanguages = ['english']", 'scope.languages: found "english"; allowed: two-letter codes'),
        ("[scope]\ndetph = 3", "scope.detph: found an unknown key; did you mean scope.depth?"),
        ("[scope]\nthreshold = 1", "did you mean relevance.threshold, in section [relevance]?"),
        ("[scope]\nseeds = []", "did you mean seeds, which stands before the first section?"),
        ("[scope]\nqqqq = 3", "scope.qqqq: found an unknown key; allowed: sites, exclude, languages"),
        ("[budget]\npages = 0", "budget.pages: found 0; allowed: a whole number, 1 or more"),
        ("[budget]\npages = 1" + "0" * 400, "budget.pages: found 1000"),
        ("[budget]\nminutes = inf", "budget.minutes: found inf; allowed: a number, 0 or more"),
        ("[budget]\nminutes = false", "budget.minutes: found false"),
        ("[relevance]\nmeasure = 'Event'", 'relevance.measure: found "Event"; allowed: one of "auto", "event", "topic"'),
        ("[relevance]\nthreshold = 1.5", "relevance.threshold: found 1.5; allowed: a number from 0 to 1"),
        ("[relevance]\nmeasure = 'event'\nweight_topic = 0\nweight_place = 0", "relevance.weight_*: found 0 for all of them"),
        ("[when]\nend = 2016-03-22", "when.start: found nothing; allowed: a date"),
        ("[when]\nstart = 2016-03-22\nend = 2016-03-21", "when.end: found 2016-03-21; allowed: the start (2016-03-22) or later"),
        ("[when]\nstart = '22 March'", 'when.start: found "22 March"; allowed: a date such as 2016-03-22'),
        ("[when]\nstart = 08:30:00", "when.start: found 08:30:00; allowed: a date"),
        ("[when]\nstart = 9999-12-31T23:00:00-05:00", "when.start: found 9999-12-31T23:00:00-05:00"),
        ("[when]\nstart = 2016-03-22\nlead = -1", "when.lead: found -1; allowed: a number from 0 to 36500"),
        ("[fetch]\nallow = ['10.0.0.0/99']", 'fetch.allow: found "10.0.0.0/99"; allowed: address ranges'),
        ("[fetch]\nconnect = ['*.example']", 'fetch.connect: found "*.example"; allowed: a host pattern'),
        ("[fetch]\ncontact = 'me'", 'fetch.contact: found "me"; allowed: a web address'),
        ("[fetch]\ncontact = \"a@b.example\\r\\nX: y\"", "fetch.contact: found"),
    ],
)  # fmt: skip
def test_wrong_settings(write: Write, added: str, message: str) -> None:
    assert message in error_of(write(f"{MINIMAL}{added}\n"))


@pytest.mark.parametrize(
    "reference", ["missing.txt", "event.toml", ".", "https://", "x" * 300 + ".txt"]
)
def test_a_reference_must_be_there(write: Write, reference: str) -> None:
    path = write(MINIMAL.replace("[where]", f'references = ["{reference}"]\n[where]'))
    assert f'what.references: found "{reference[:70]}' in error_of(path)


def test_references_can_tell_where_and_when(write: Write) -> None:
    text = 'name = "x"\nseeds = ["http://a.example"]\n[what]\nreferences = ["brief.txt"]\n'
    assert load(write(text)).event.places == {}


def test_all_problems_are_told_at_once(write: Write) -> None:
    path = write('nmae = "x"\nseeds = ["x"]\n[scope]\ndepth = "deep"\n')
    assert error_of(path).splitlines() == [
        f"{path}: 5 problems",
        "  nmae: found an unknown key; did you mean name?",
        "  name: found nothing; allowed: a text",
        '  scope.depth: found "deep"; allowed: a whole number from 0 to 1000',
        "  what: found neither keywords nor references; allowed: at least one of them, or terms of a genre",
        '  seeds: found "x"; allowed: web addresses with http:// or https://',
    ]


def test_wrong_toml_names_the_line(write: Write) -> None:
    assert "not TOML: " in error_of(write('name = "x"\nseeds = [\nwhat'))
    assert "line 3" in error_of(write('name = "x"\nseeds = []\nwhat\n'))


def test_files_that_are_no_event_file(tmp_path: Path, write: Write) -> None:
    assert "no such file; 'tidings new'" in error_of(tmp_path / "none.toml")
    assert "found a folder" in error_of(tmp_path)
    assert "found an empty file" in error_of(write(""))
    assert "found an empty file" in error_of(write("# only a comment\n"))
    assert "not TOML" in error_of(write("a = " + "[" * 100_000))
    assert "not TOML" in error_of(write("a = " + "1" * 5_000))
    assert "a key of over 100 parts in line 2" in error_of(
        write("a = 1\n" + "b." * 10_000 + "c = 1")
    )
    binary = tmp_path / "page.warc.gz"
    binary.write_bytes(b"\x1f\x8b\x08\x00")
    assert "found a byte at 1 that is no UTF-8" in error_of(binary)


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.toml"
    with path.open("wb") as file:
        file.truncate(2_000_000_000)
    assert "found more than 10 MB" in error_of(path)


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.one_of(st.binary(max_size=200), st.text(max_size=200).map(str.encode)))
def test_anything_else_is_an_event_file_error(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "event.toml"
    path.write_bytes(content)
    with pytest.raises(EventFileError, match=r"event\.toml"):
        load(path)


def test_who_can_be_a_list_or_weighted(write: Write) -> None:
    listed = load(write(MINIMAL + '[who]\nnames = ["Red Cross", "NATO"]\n')).event.who
    assert listed == {"Red Cross": 1.0, "NATO": 1.0}
    weighted = load(write(MINIMAL + "[who.names]\nNATO = 0.5\n")).event.who
    assert weighted == {"NATO": 0.5}


def test_who_is_enough_beside_what(write: Write) -> None:
    text = MINIMAL.replace('[where]\nplaces = ["Ghent"]', '[who]\nnames = ["NATO"]')
    assert load(write(text)).event.places == {}


def test_a_model_of_types_must_be_there(write: Write) -> None:
    path = write(MINIMAL + '[types]\nmodel = "own.json"\n')
    assert 'types.model: found "own.json"; allowed: "starter", "none", or a file' in error_of(path)
    (path.parent / "own.json").write_text("{}")
    assert load(path).types.model == str(path.parent / "own.json")
    assert "types.model" in error_of(write(MINIMAL + '[types]\nmodel = "\\u0000"\n'))
    assert load(write(MINIMAL)).types.model == "starter"


def test_terms_of_a_genre_are_enough_beside_seeds(write: Write) -> None:
    text = 'name = "Syllabi"\nseeds = ["https://news.example/"]\n[genre]\nterms = ["exam"]\ncontent = ["sql"]\n'
    event = load(write(text)).event
    assert event.keywords == {"exam": 1.0, "sql": 1.0}
    text = text.replace("[genre]", '[what]\nkeywords = ["course"]\n[genre]')
    assert load(write(text)).event.keywords == {"course": 1.0}
