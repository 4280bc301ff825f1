"""When pages come back: estimates of change, rhythm, phases, hubs and the daily allowance."""

from __future__ import annotations

import math
from array import array
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from random import Random

import pytest

from tidings.frontier.coming_back.allowance import Allowance
from tidings.frontier.coming_back.change import Look, change_rate, from_text, with_look
from tidings.frontier.coming_back.hubs import pure_hubs, reward, rewards, top_hubs
from tidings.frontier.coming_back.phases import phase_of
from tidings.frontier.coming_back.rhythm import factor_of, kind_of, news_rate
from tidings.frontier.coming_back.rhythm import interval as interval_of
from tidings.model import Candidate, EventPhase, Link, PageKind, TimeSpan, Tracked, Waiting
from tidings.settings import RecrawlSettings

HOUR, DAY = 3600.0, 86_400.0
SETTINGS = RecrawlSettings()


def interval(page: Tracked, settings: RecrawlSettings) -> float:
    return interval_of(news_rate(page), settings)


# Change


@pytest.mark.parametrize("rate", [0.1, 1.0, 8.0])
def test_the_rate_of_change_is_found_from_irregular_visits(rate: float) -> None:
    chance = Random(5)
    gaps = [chance.uniform(0.2, 2.0) / rate for _ in range(4000)]
    visits = [Look(gap, chance.random() < 1 - math.exp(-rate * gap)) for gap in gaps]
    assert change_rate(visits, rate * 5) == pytest.approx(rate, rel=0.1)


def test_regular_visits_agree_with_the_closed_form() -> None:
    visits = [Look(HOUR, number < 300) for number in range(1000)]
    assert change_rate(visits, 1 / HOUR) == pytest.approx(-math.log(0.7) / HOUR, rel=0.01)


def test_without_visits_the_expectation_stands_and_extremes_stay_finite() -> None:
    assert change_rate([], 1 / DAY) == pytest.approx(1 / DAY)
    always = change_rate([Look(HOUR, True)] * 16, 1 / DAY)
    never = change_rate([Look(DAY, False)] * 16, 1 / DAY)
    assert 1 / HOUR < always < 100 / HOUR
    assert 0.0 < never < 0.1 / DAY


def test_the_rate_solves_the_equation_of_the_most_likely_rate() -> None:
    chance = Random(7)
    for _ in range(200):
        expected, scale = 10 ** chance.uniform(-7, -2), 10 ** chance.uniform(1, 6)
        share, count = chance.choice((0.0, 0.2, 0.9, 1.0)), chance.randrange(17)
        visits = [
            Look(scale * chance.uniform(0.01, 9), chance.random() < share) for _ in range(count)
        ]
        rate, gap = change_rate(visits, expected), math.log(2) / expected
        unchanged = gap / 2 + sum(each.seconds for each in visits if not each.changed)
        changed = [each.seconds for each in visits if each.changed]
        total = gap / 2 / math.expm1(rate * gap)
        total += sum(seconds / math.expm1(min(rate * seconds, 500)) for seconds in changed)
        assert total == pytest.approx(unchanged, rel=1e-6)


def test_visits_survive_as_text() -> None:
    visits = [Look(60.0, True), Look(3600.0, False)]
    assert from_text(with_look(with_look("", visits[0]), visits[1])) == visits
    history = ""
    for number in range(100):
        history = with_look(history, Look(float(number), number % 2 > 0))
    assert from_text(history)[0] == Look(84.0, False)
    assert len(from_text(history)) == 16


# Rhythm

WHEN = TimeSpan(
    datetime(2026, 3, 10, tzinfo=UTC),
    datetime(2026, 3, 12, tzinfo=UTC),
    timedelta(days=2),
    timedelta(days=5),
)


@pytest.mark.parametrize(
    ("day", "phase"),
    [
        (1, EventPhase.BEFORE),
        (9, EventPhase.DURING),
        (11, EventPhase.DURING),
        (14, EventPhase.COOL_DOWN),
        (25, EventPhase.AFTER),
    ],
)
def test_the_phase_follows_the_days_of_the_event(day: int, phase: EventPhase) -> None:
    assert phase_of(WHEN, datetime(2026, 3, day, tzinfo=UTC)) is phase
    assert phase_of(None, datetime(2026, 3, day, tzinfo=UTC)) is EventPhase.DURING


def test_between_two_periods_it_is_before_the_next() -> None:
    begin = WHEN.start + timedelta(days=200)
    both = WHEN._replace(also=((begin, begin + timedelta(days=1)),))
    assert phase_of(both, begin) is EventPhase.DURING
    assert phase_of(both, WHEN.start) is EventPhase.DURING
    assert phase_of(both, begin - timedelta(days=60)) is EventPhase.BEFORE
    assert phase_of(both, begin + timedelta(days=900)) is EventPhase.AFTER


def test_visits_are_rarer_before_and_after_the_event() -> None:
    factors = {phase: factor_of(phase, SETTINGS) for phase in EventPhase}
    assert factors[EventPhase.DURING] == 1.0
    assert factors[EventPhase.AFTER] > factors[EventPhase.BEFORE] > factors[EventPhase.COOL_DOWN]


@pytest.mark.parametrize(
    ("url", "title", "kind"),
    [
        ("http://a.example/", "News", PageKind.FRONT),
        ("http://a.example/index.html", "News", PageKind.FRONT),
        ("http://a.example/flood/live", "Floods: live updates", PageKind.LIVE),
        ("http://a.example/3", "Liveticker zum Hochwasser", PageKind.LIVE),
        ("http://a.example/r/4", "Mozambique: Situation Report No. 4", PageKind.SITUATION),
        ("http://a.example/2026/flood", "Flood kills twelve", PageKind.ARTICLE),
    ],
)
def test_the_kind_of_a_page_shows_in_its_address_and_title(
    url: str, title: str, kind: PageKind
) -> None:
    assert kind_of(url, title) is kind


def test_hubs_come_back_often_articles_rarely_and_live_blogs_until_they_fall_silent() -> None:
    hub = interval(Tracked(1, PageKind.FRONT, fruit=20.0, watched=DAY), SETTINGS)
    poor_hub = interval(Tracked(1, PageKind.FRONT, watched=3 * DAY), SETTINGS)
    article = interval(Tracked(1, PageKind.ARTICLE), SETTINGS)
    live = interval(Tracked(1, PageKind.LIVE, history="3600+ 3600+ 3600+"), SETTINGS)
    silent = interval(Tracked(1, PageKind.LIVE, history="3600+ 3600 3600 3600"), SETTINGS)
    assert hub < 2 * HOUR < poor_hub < article
    assert live < 2 * HOUR
    assert silent > 10 * live


def test_a_page_whose_news_is_not_worth_a_visit_comes_back_hardly_ever() -> None:
    history = "86400+ " * 9
    rich, poor, barren = (
        interval(
            Tracked(1, PageKind.FRONT, fruit=pages, watched=9.5 * DAY, history=history), SETTINGS
        )
        for pages in (100.0, 2.0, 0.0)
    )
    assert rich < 3 * HOUR < 9 * HOUR < poor < 4 * DAY < barren
    # with much news, four times as much halves the interval
    twice = interval(Tracked(1, PageKind.FRONT, fruit=400.0, watched=9.5 * DAY), SETTINGS)
    assert rich / twice == pytest.approx(2.0, rel=0.1)


def test_a_silent_list_is_looked_at_after_twice_the_time_it_was_watched() -> None:
    page, at = Tracked(1, PageKind.FRONT), 0.0
    visits = []
    while at < 60 * DAY:
        every = interval(page, SETTINGS)
        at += every
        visits.append(at / DAY)
        page = page._replace(
            history=with_look(page.history, Look(every, True)), watched=page.watched + every
        )
    assert 0.25 < visits[0] < 1.0  # it may begin to write at once
    assert len(visits) == 5
    assert all(2.0 < later / sooner < 5.0 for sooner, later in pairwise(visits[:-1]))
    assert at - visits[-2] * DAY <= SETTINGS.most_days * DAY


def test_a_visit_for_changes_must_be_worth_its_price() -> None:
    steady = Tracked(1, PageKind.ARTICLE, history="86400 " * 3)
    fresh = steady._replace(history="")
    assert 14 * DAY < interval(fresh, SETTINGS) < interval(steady, SETTINGS)
    told = steady._replace(etag="1")
    assert interval(told, SETTINGS) < interval(steady, SETTINGS) / 2
    changing = steady._replace(history="3600+ " * 9)
    assert interval(changing, SETTINGS) < DAY


def test_pages_whose_servers_say_that_nothing_changed_may_be_asked_more_often() -> None:
    dossier = Tracked(
        1, PageKind.FRONT, fruit=5.0, watched=9.5 * DAY, history="3600 3600 3600+ 3600"
    )
    assert interval(dossier._replace(etag='"1"'), SETTINGS) < 0.7 * interval(dossier, SETTINGS)


@pytest.mark.parametrize("per_day", [0.2, 1.0, 30.0])
def test_no_other_interval_brings_more_news_for_its_price(per_day: float) -> None:
    life, pace = 12 * HOUR, SETTINGS.pace_minutes * 60
    page = Tracked(1, PageKind.FRONT, fruit=per_day * 1e4, watched=1e4 * DAY)
    best = interval(page, SETTINGS)

    def gain(every: float) -> float:
        worth = per_day / DAY * life / every * -math.expm1(-every / life)
        return worth - pace * pace / (2 * life * HOUR) / every

    assert gain(best) > max(gain(best * 0.9), gain(best * 1.1))


def test_a_page_that_changes_comes_back_sooner_within_the_limits() -> None:
    changing = interval(Tracked(1, history="86400+ " * 9), SETTINGS)
    steady = interval(Tracked(1, history="86400 " * 9), SETTINGS)
    assert changing < interval(Tracked(1), SETTINGS) < steady <= SETTINGS.most_days * DAY
    eager = Tracked(1, PageKind.FRONT, fruit=1e9, watched=1.0)
    assert interval(eager, SETTINGS) == SETTINGS.least_minutes * 60


# Hubs


def test_young_pages_are_worth_more() -> None:
    assert reward(0.0, 7.0) == 7.0
    assert reward(2.5, 7.0) == 4.5
    assert reward(30.0, 7.0) == reward(None, 7.0) == 1.0
    assert rewards([(5, 0.0), (6, None)], 2 * DAY, 7.0) == {5: 5.0, 6: 1.0}


def edges(*ids: int) -> bytes:
    return array("q", ids).tobytes()


def test_hubs_are_chosen_greedily_by_what_others_do_not_cover() -> None:
    worth = {1: 5.0, 2: 4.0, 3: 3.0, 4: 1.0}
    pages = [(10, edges(1, 2, 99)), (20, edges(2, 3)), (30, edges(1, 2, 3)), (40, edges(4, 4))]
    chosen = top_hubs(pages, worth, 3)
    assert [(hub.link, hub.reward, hub.pages) for hub in chosen] == [(30, 12.0, 3), (40, 1.0, 1)]
    assert [hub.link for hub in top_hubs(pages, worth, 1)] == [30]
    assert top_hubs(pages, {}, 3) == []


def test_of_hubs_with_the_same_news_the_one_with_the_fewest_other_links_is_chosen() -> None:
    front = array("q", range(20)).tobytes()
    dossier = array("q", [1, 2, 3, 77]).tobytes()
    worth = {1: 1.0, 2: 1.0, 3: 1.0}
    chosen, others = pure_hubs([(1, front), (2, dossier), (3, b"")], worth, worth, 9)
    assert [(hub.link, hub.pages) for hub in chosen] == [(2, 3)]
    assert others == [1]
    richer = {**worth, 5: 1.0, 6: 1.0}
    assert [hub.link for hub in pure_hubs([(1, front), (2, dossier)], richer, richer, 9)[0]] == [1]


def test_old_pages_of_a_dossier_do_not_count_against_it() -> None:
    section = array("q", [1, 2, *range(60, 66)]).tobytes()
    dossier = array("q", [1, 2, *range(30, 48)]).tobytes()
    worth = {1: 1.0, 2: 1.0}
    kept = {*worth, *range(30, 48)}
    pages = [(1, section), (2, dossier)]
    assert [hub.link for hub in pure_hubs(pages, worth, kept, 9)[0]] == [2]
    assert [hub.link for hub in pure_hubs(pages, worth, worth, 9)[0]] == [1]


def test_lazy_choice_agrees_with_the_plain_one() -> None:
    chance = Random(3)
    worth = {id_: chance.uniform(1, 7) for id_ in range(60)}
    pages = [(link, edges(*chance.sample(range(80), 8))) for link in range(100, 160)]
    left, plain = dict(worth), []
    for _ in range(10):
        gains = {link: sum(left.get(id_, 0) for id_ in array("q", ids)) for link, ids in pages}
        best = max(gains, key=lambda link: (gains[link], -link))
        plain.append(best)
        for id_ in array("q", dict(pages)[best]):
            left.pop(id_, None)
    assert [hub.link for hub in top_hubs(pages, worth, 10)] == plain


# The allowance

WAITING = Waiting(1, Candidate(1, 1.0, Link("http://a.example/")), 0, 1)


@pytest.mark.parametrize("per_day", [1, 2, 5, 24, 1000])
def test_no_24_hours_bring_more_than_the_budget(per_day: int) -> None:
    allowance, chance, moments = Allowance(per_day), Random(per_day), list[float]()
    now = 1e9
    while now < 1e9 + 5 * DAY:
        now += chance.expovariate(3 * per_day / DAY)
        if allowance.has(now):
            allowance.counted(WAITING)
            moments.append(now)
            allowance = Allowance(per_day, allowance.to_text())  # a restart changes nothing
    most = max(sum(begin <= at < begin + DAY for at in moments) for begin in moments)
    assert most <= per_day
    assert len(moments) >= 0.8 * 4 * per_day or per_day < 5


def test_without_a_budget_everything_is_allowed() -> None:
    allowance = Allowance(0)
    for _ in range(100):
        assert allowance.has(1.0)
        allowance.counted(WAITING)
