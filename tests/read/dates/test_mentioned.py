"""Days that a text mentions: full dates, dates without a year, weekdays, days relative to the publication."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.growth import LINEAR, growth
from tidings.read.dates.mentioned import mentioned_days

THURSDAY = datetime(2016, 3, 24, 10, tzinfo=UTC)
TUESDAY = date(2016, 3, 22)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "bombs on 22 March killed"),
        ("en", "on 22 March 2016"),
        ("en", "on March 22nd"),
        ("en", "on Mar. 22, 2016"),
        ("en", "on the 22nd of March, 2016"),
        ("en", "on March the 22nd"),
        ("en", "last Tuesday"),
        ("en", "on Tuesday, people"),
        ("en", "two days ago"),
        ("en", "2 days ago"),
        ("en", "on 22/03/2016"),
        ("en", "on 3/22/2016"),
        ("en", "2016-03-22"),
        ("en-GB", "22 March"),
        ("de", "am 22. März"),
        ("de", "am 22. März 2016"),
        ("de", "am 22.3. in Brüssel"),
        ("de", "am 22.03.2016"),
        ("de", "am Dienstag"),
        ("de", "am vergangenen Dienstag"),
        ("de", "vorgestern"),
        ("de", "vor zwei Tagen"),
        ("fr", "le 22 mars 2016"),
        ("fr", "mardi dernier"),
        ("fr", "il y a deux jours"),
        ("es", "el 22 de marzo de 2016"),
        ("es", "el pasado martes"),
        ("es", "el martes pasado"),
        ("es", "anteayer"),
        ("es", "hace dos días"),
        ("pt", "em 22 de março"),
        ("pt", "na terça-feira passada"),
        ("pt", "anteontem"),
        ("pt", "há dois dias"),
        ("it", "il 22 marzo 2016"),
        ("it", "martedì scorso"),
        ("it", "due giorni fa"),
        ("nl", "op 22 maart"),
        ("nl", "afgelopen dinsdag"),
        ("nl", "eergisteren"),
        ("nl", "twee dagen geleden"),
        ("", "on 22 March"),
        ("xx", "on 22 March"),
    ],
)
def test_one_day(language, text):
    assert mentioned_days(text, language, THURSDAY) == (TUESDAY,)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "in March 2016"),
        ("en", "you may 5 times march 22 miles"),
        ("en", "it killed 22. March was cold"),
        ("en", "31 February 2016"),
        ("en", "version 1.22.2016.4"),
        ("en", "99/99/2016"),
        ("en", "a hundred days ago, 0 days ago"),
        ("pt", "a segunda vez, a quinta parte"),
        ("de", "3.500 Menschen, Kapitel 2.1.4"),
    ],
)
def test_no_day(language, text):
    assert mentioned_days(text, language, THURSDAY) == ()


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("on 31 March", [date(2016, 3, 31)]),
        ("on 1 April", [date(2015, 4, 1)]),
        ("on 24 December", [date(2015, 12, 24)]),
        ("on 29 February", [date(2016, 2, 29)]),
    ],
)
def test_a_date_without_a_year_is_the_last_one_up_to_a_week_ahead(text, days):
    assert list(mentioned_days(text, "en", THURSDAY)) == days


def test_a_leap_day_may_lie_years_back():
    assert mentioned_days("29 February", "en", datetime(2015, 5, 1, tzinfo=UTC)) == (
        date(2012, 2, 29),
    )


def test_an_anniversary_piece_names_the_day_itself():
    later = datetime(2017, 3, 22, tzinfo=UTC)
    text = "A year ago, on 22 March 2016, bombs went off. On Wednesday the city remembers."
    assert mentioned_days(text, "en", later) == (TUESDAY, date(2017, 3, 22))


def test_weekdays_look_back_unless_the_text_says_next():
    def days(text: str) -> list[int]:
        return [day.day for day in mentioned_days(text, "en", THURSDAY)]

    assert days("Thursday") == [24]
    assert days("last Thursday") == [17]
    assert days("next Thursday") == [31]
    assert days("on Friday") == [18]
    assert days("on Thursday and next Friday") == [24, 25]


def test_spans_name_both_ends():
    spans = ["22-24 March 2014", "22 to 24 March 2014", "March 22-24, 2014", "22 and 24 March 2014"]
    for text in spans:
        assert mentioned_days(text, "en", None) == (date(2014, 3, 22), date(2014, 3, 24)), text
    german = mentioned_days("vom 22. bis 24. März 2014", "de", None)
    assert german == (date(2014, 3, 22), date(2014, 3, 24))


def test_order_is_that_of_the_text_and_each_day_comes_once():
    text = "Yesterday, on 23 March, they spoke of 1 May 1916 and of 2016-03-23."
    assert mentioned_days(text, "en", THURSDAY) == (date(2016, 3, 23), date(1916, 5, 1))


def test_without_a_publication_only_full_dates_count():
    text = "Yesterday, last Tuesday, on 3 March, two days ago; on 22 March 2016."
    assert mentioned_days(text, "en", None) == (TUESDAY,)


def test_english_numbers_are_read_towards_the_publication():
    assert mentioned_days("03/04/2016", "en", THURSDAY) == (date(2016, 4, 3),)
    assert mentioned_days("02/03/2016", "en", THURSDAY) == (date(2016, 3, 2),)
    assert mentioned_days("03/02/2016", "en", THURSDAY) == (date(2016, 3, 2),)
    assert mentioned_days("03/02/2016", "fr", THURSDAY) == (date(2016, 2, 3),)


def test_the_ends_of_the_calendar():
    assert mentioned_days("tomorrow", "en", datetime.max.replace(tzinfo=UTC)) == (date.max,)
    first = datetime.min.replace(tzinfo=UTC)
    assert mentioned_days("yesterday, last Monday, 22 March", "en", first) == (date.min,)


PIECES = st.sampled_from(
    (
        *("22", "March", "März", "mars", " ", ". ", ".", "-", "of", "de", "2016", "99999999"),
        *("last", "next", "²", "٣", "\x00", "days ago", "yesterday", "terça", "feira", "/", "31"),
    )
)


@given(
    st.lists(PIECES, max_size=30).map("".join) | st.text(),
    st.sampled_from(["en", "de", "fr", "es", "pt", "it", "nl", "ru", ""]),
    st.none() | st.datetimes(timezones=st.just(UTC)),
)
def test_any_text_can_be_searched_for_days(text, language, published):
    days = mentioned_days(text, language, published)
    assert len(set(days)) == len(days)


@pytest.mark.parametrize(
    "piece",
    [
        "a",
        "1",
        "22 ",
        "March ",
        "22 March ",
        "1.1.",
        "Tuesday last ",
        "- ",
        "1 days ",
        "of ",
        "22-",
    ],
)
def test_long_texts_take_linear_time(piece):
    def read_days(text):
        return [mentioned_days(text, language, THURSDAY) for language in ("en", "de")]

    assert growth(lambda size: piece * (size // len(piece)), read_days, 5_000) < LINEAR
