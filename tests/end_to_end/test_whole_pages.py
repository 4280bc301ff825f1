"""A site is crawled, completed and shown again: by the replay of the desk and by pywb, as it looked."""

from __future__ import annotations

import io
from contextlib import redirect_stdout
from pathlib import Path

from tests.end_to_end.needy_site import CDN, NEWS, PAGES, needy_site, write_event
from tests.end_to_end.world import crawl_to_the_end, entries
from tidings.cli import main
from tidings.collection.reading import open_reader
from tidings.model import Completeness


def said(*arguments: object) -> str:
    with redirect_stdout(io.StringIO()) as out:
        assert main([str(each) for each in arguments]) == 0
    return out.getvalue()


def test_every_file_that_the_pages_need_is_archived_once(tmp_path: Path) -> None:
    with needy_site() as site:
        folder = write_event(tmp_path / "flood", site)
        crawl_to_the_end(folder)
        assert len(entries(folder, "kept")) == PAGES
        assert site.wanted() <= set(site.asked)
        assert all(count == 1 for url, count in site.asked.items() if "robots" not in url)
    with open_reader(folder) as collection:
        found = collection.completeness()
        assert found.seen == found.captured == len(site.wanted())
        assert all(page.completeness.share == 1.0 for page in collection.page_needs())
    index = (folder / "indexes" / "index.cdxj").read_text(encoding="utf-8")
    assert all(url.removeprefix("http://") in index for url in site.wanted())
    told = said("why", folder, f"{NEWS}/0.html")
    assert "shown with 20 of the 20 files that it needs" in told
    assert f"Whole pages: {found.seen} of {found.seen} files" in said("status", folder)


def test_what_failed_is_listed_and_patched(tmp_path: Path) -> None:
    with needy_site() as site:
        folder = write_event(tmp_path / "flood", site)
        site.broken = {"/pic/small-1.png", "/main.css"}
        crawl_to_the_end(folder)
        listed = said("patch", folder, "--list")
        assert f"image {NEWS}/pic/small-1.png\n    failed: http 500, for {NEWS}/1.html" in listed
        assert '"code":"http"' in said("patch", folder, "--json").replace(" ", "")
        asked = site.asked.copy()
        site.broken = set()
        assert said("patch", folder).startswith("2 files to fetch\n")
        again = site.asked - asked
    pages = {url for url in again if url.endswith(".html")}
    assert not pages
    assert {f"{NEWS}/pic/small-1.png", f"{NEWS}/main.css", f"{NEWS}/own.woff2"} <= set(again)
    with open_reader(folder) as collection:
        assert collection.completeness().share == 1.0


def test_pages_that_were_kept_alone_can_be_completed_later(tmp_path: Path) -> None:
    with needy_site() as site:
        folder = write_event(tmp_path / "flood", site, 'requisites = "none"')
        crawl_to_the_end(folder)
        assert set(site.asked) & site.wanted() == set()
        with open_reader(folder) as collection:
            assert collection.completeness() == Completeness()
        assert "files to fetch\n" in said("patch", folder)
        assert site.wanted() <= set(site.asked)
    with open_reader(folder) as collection:
        assert collection.completeness().share == 1.0
        assert {page.url for page in collection.page_needs()} == {
            f"{NEWS}/{number}.html" for number in range(PAGES)
        }


def test_scripts_and_frames_can_be_left_out(tmp_path: Path) -> None:
    with needy_site() as site:
        folder = write_event(tmp_path / "flood", site, 'requisites = "styles and images"')
        crawl_to_the_end(folder)
    assert f"{CDN}/app.js" not in site.asked
    assert f"{NEWS}/frame-0.html" not in site.asked
    assert f"{NEWS}/own.woff2" in site.asked
