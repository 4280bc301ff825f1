"""The web whose pages arrive, and what coming back to it is measured by."""

from __future__ import annotations

from datetime import timedelta

from tidings.lab.bench.clock import EPOCH
from tidings.lab.live.arriving import ArrivingWeb
from tidings.lab.live.link_models import LINK_PLANS, link_table
from tidings.lab.live.return_report import picture, table
from tidings.lab.live.returning import PLANS, LoggedRequest, ReturnResult, _foreseen, measured


def test_pages_appear_at_their_hour_and_front_pages_show_them() -> None:
    web = ArrivingWeb(1)
    url, published = min(web.relevant.items(), key=lambda each: each[1])
    front = f"http://{url.split('/')[2]}/"
    before, after = published - timedelta(minutes=1), published + timedelta(minutes=1)
    assert web.answer(url, before).status == 404
    assert web.answer(url, after).status == 200
    assert url.encode() not in web.answer(front, before).body
    assert url.encode() in web.answer(front, after).body
    etags = [dict(web.answer(front, at).headers)["ETag"] for at in (before, after)]
    assert etags[0] != etags[1]
    assert "ETag" not in dict(ArrivingWeb(1, tagged=False).answer(front, after).headers)
    assert web.answer(url, after).body == ArrivingWeb(1).answer(url, after).body


def test_harvest_delay_and_requests_are_counted() -> None:
    new = {"a": EPOCH + timedelta(hours=30), "b": EPOCH + timedelta(hours=40)}
    visits = ((31, "a", True), (35, "x", True), (36, "x", False), (70, "b", True))
    log = [
        LoggedRequest(EPOCH + timedelta(hours=hour), url, is_page) for hour, url, is_page in visits
    ]
    result = measured("ours", 1, log, new)
    assert (result.found, result.requests, result.pages, result.most_in_a_day) == (2, 4, 3, 3)
    assert result.within == 0.5
    assert result.harvest == 2 / 3


def test_an_oracle_finds_all_within_six_hours_by_the_lists_that_have_news() -> None:
    moments = {"http://a/1": 1, "http://a/2": 2, "http://b/3": 30}
    new = {url: EPOCH + timedelta(hours=hour) for url, hour in moments.items()}
    log = list(_foreseen(new, EPOCH))
    asked = [each.url for each in log]
    assert asked == ["http://a/ombra", "http://a/1", "http://a/2", "http://b/ombra", "http://b/3"]
    result = measured("oracle", 1, log, new)
    assert (result.within, result.harvest) == (1.0, 3 / 5)


def test_the_report_names_every_link_model() -> None:
    results = [ReturnResult(name, 1, 100, 90, 9, 20, 0.5, 9, ()) for name in LINK_PLANS]
    lines = link_table(results)
    assert len(lines) == 2 + len(LINK_PLANS)
    assert all("9 of 20 | 0.100" in line for line in lines[2:])


def test_the_report_names_every_way_of_coming_back() -> None:
    path = tuple((float(day), 0.1) for day in range(2, 15))
    results = [ReturnResult(name, 1, 100, 90, 10, 20, 0.5, 9, path) for name in PLANS]
    lines = table(results)
    assert len(lines) == 2 + len(PLANS)
    assert all("1.00 x" in line for line in lines[2:])
    assert "<svg" in picture(results)
