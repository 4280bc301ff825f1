"""What is learned about hosts: where a browser is in vain, and where every page needs one."""

from __future__ import annotations

from tidings.web.browser.lessons import SURE, VAIN, Lessons


def test_a_host_whose_pages_gain_nothing_is_given_up() -> None:
    lessons = Lessons()
    for _ in range(VAIN):
        assert lessons.is_worth("a.example")
        lessons.count("a.example", gained=False)
    assert not lessons.is_worth("a.example")
    assert lessons.is_worth("b.example")


def test_one_gain_keeps_a_host() -> None:
    lessons = Lessons()
    lessons.count("a.example", gained=True)
    for _ in range(2 * VAIN):
        lessons.count("a.example", gained=False)
    assert lessons.is_worth("a.example")
    assert not lessons.is_sure("a.example")


def test_a_host_of_scripts_is_shown_at_once() -> None:
    lessons = Lessons()
    for _ in range(SURE):
        assert not lessons.is_sure("a.example")
        lessons.count_plain("a.example")
        lessons.uncount_plain("a.example")
        lessons.count("a.example", gained=True)
    assert lessons.is_sure("a.example")
    lessons.count_plain("a.example")  # one page of its own kind is enough to look again
    assert not lessons.is_sure("a.example")
