"""Subsites are recognised by how widely a host branches."""

from __future__ import annotations

from tidings.frontier.order.subsites import Subsites

NAMES = "abcdefghij"


def met(*urls: str) -> Subsites:
    sites = Subsites()
    for url in urls:
        sites.meet(url)
    return sites


def test_directories_side_by_side_are_sites_when_there_are_many() -> None:
    few = met(*[f"http://a.example/users/{name}/" for name in NAMES[:9]])
    many = met(*[f"http://a.example/users/{name}/cv.html" for name in NAMES])
    assert few.of("http://a.example/users/a/") == ""
    assert many.of("http://a.example/users/a/") == "a.example/users/a"
    assert many.of("http://a.example/users/z/papers/1.html?page=2") == "a.example/users/z"
    assert many.of("http://a.example/users/") == ""
    assert many.of("http://b.example/users/a/") == ""


def test_files_side_by_side_are_no_sites_and_a_last_step_without_a_dot_is_no_file() -> None:
    files = met(*[f"http://a.example/news/{name}.html" for name in NAMES])
    bare = met(*[f"http://a.example/~{name}" for name in NAMES])
    assert files.of("http://a.example/news/a.html") == ""
    assert bare.of("http://a.example/~a") == bare.of("http://a.example/~a/x.html")
    assert bare.of("http://a.example/~a") == "a.example/~a"


def test_the_first_wide_directory_decides() -> None:
    sites = met(*[f"http://a.example/{one}/{two}/" for one in NAMES for two in NAMES])
    assert sites.of("http://a.example/a/b/") == "a.example/a"


def test_a_visit_makes_a_site_known_and_no_other() -> None:
    sites = met(*[f"http://a.example/~{name}/" for name in NAMES])
    sites.visit("http://a.example/~a/cv.html")
    sites.visit("http://a.example/")
    assert sites.is_visited(sites.of("http://a.example/~a/"))
    assert not sites.is_visited(sites.of("http://a.example/~b/"))
    assert not sites.is_visited(sites.of("http://a.example/"))


def test_memory_is_bounded() -> None:
    sites = Subsites(limit=100)
    for number in range(500):
        for name in NAMES[: 10 if number % 2 else 5]:
            sites.meet(f"http://h{number}.example/{name}/")
            sites.visit(f"http://h{number}.example/{name}/")
    assert max(map(len, (sites._steps, sites._wide, sites._visited))) <= 100


def test_endless_addresses_are_not_looked_at_to_their_end() -> None:
    sites = met(*[f"http://a.example/{'x/' * 1_000}{name}/" for name in NAMES])
    assert len(sites._steps) < 10
    long = met(*[f"http://a.example/{'x' * 2_000}/{name}/" for name in NAMES])
    assert max(map(len, long._steps)) < 400
