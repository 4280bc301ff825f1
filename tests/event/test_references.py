"""Reference files and pages are read."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from tidings.errors import EventFileError, Failed
from tidings.event.references import read_file, read_reference, read_text
from tidings.model import Capture, Fetched, Link, Reason
from tidings.read.reader import Reader
from tidings.urls import is_address


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(places=["Zaventem"])


def test_an_html_file(tmp_path: Path, reader: Reader) -> None:
    path = tmp_path / "Report.HTML"
    path.write_text(
        "<html><head><title>Bombs in Brussels</title></head><body><article>"
        "<p>Two bombs went off at the airport in Zaventem near Brussels on Tuesday morning, police said.</p>"
        "</article></body></html>"
    )
    page = read_file(path, reader)
    assert page.title == "Bombs in Brussels"
    assert "Two bombs went off" in page.text
    assert "Zaventem" in {mention.place.name for mention in page.places}


@pytest.mark.parametrize("suffix", [".txt", ".md"])
def test_a_text_file_keeps_its_words(tmp_path: Path, reader: Reader, suffix: str) -> None:
    path = tmp_path / f"brief{suffix}"
    path.write_text(
        "Bombs < 2 & a café.\n\nThe <b>airport</b> in Brussels was closed after the attacks.",
        encoding="utf-8",
    )
    page = read_file(path, reader)
    assert "Bombs < 2 & a café." in page.text
    assert "airport" in page.text
    assert "Brussels" in {mention.place.name for mention in page.places}


def test_the_folder_of_a_file_is_no_evidence(tmp_path: Path, reader: Reader) -> None:
    folder = tmp_path / "2001" / "02" / "03"
    folder.mkdir(parents=True)
    (folder / "brief.txt").write_text("Bombs went off.")
    assert read_file(folder / "brief.txt", reader).dates == ()


def test_typed_text(reader: Reader) -> None:
    assert "Bombs went off in Brussels" in read_text("Bombs went off in Brussels.", reader).text


def test_unreadable_files(tmp_path: Path, reader: Reader) -> None:
    with pytest.raises(
        EventFileError, match=r"none\.txt: cannot be read as a reference: No such file"
    ):
        read_file(tmp_path / "none.txt", reader)
    with pytest.raises(
        EventFileError, match=r"photo\.jpg: cannot be a reference; allowed are \.html"
    ):
        read_file(tmp_path / "photo.jpg", reader)
    binary = tmp_path / "photo.html"
    binary.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40)
    with pytest.raises(EventFileError, match=r"photo\.html: cannot be read as a reference"):
        read_file(binary, reader)


def test_addresses_and_files() -> None:
    assert is_address("HTTPS://news.example/")
    assert not is_address("notes/http.txt")


class References:
    """A fetcher of reference pages."""

    def __init__(self, **pages: tuple[int, str]) -> None:
        self._pages = pages

    async def fetch(self, link: Link) -> Fetched:
        name = link.url.rpartition("/")[2]
        if name not in self._pages:
            raise Failed(Reason.CONNECT, "refused")
        status, content = self._pages[name]
        headers = (("Content-Type", "text/html"), ("Location", content if status != 200 else ""))
        return Fetched(Capture(link.url, datetime.now(UTC), status, headers, content.encode()))

    def delay(self, url: str) -> float:
        return 0.0

    async def close(self) -> None: ...


async def reference(name: str, **pages: tuple[int, str]) -> str:
    fetcher = References(**pages)
    page = await read_reference(f"http://a.example/dir/{name}", fetcher, Reader())
    return page.text


async def test_a_reference_page_may_have_moved() -> None:
    pages = {"old": (301, "/dir/newer"), "newer": (302, "newest"), "newest": (200, "<p>Flood</p>")}
    assert await reference("old", **pages) == "Flood"


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ((404, "<p>Not found</p>"), "http 404"),
        ((302, ""), "redirect to nowhere"),
        ((302, "mailto:x@y.example"), "redirect to nowhere"),
        ((302, "loop"), "too many redirects"),
    ],
)
async def test_a_reference_that_is_no_page_is_named(answer: tuple[int, str], message: str) -> None:
    with pytest.raises(EventFileError, match=r"what\.references: .*dir/loop") as caught:
        await reference("loop", loop=answer)
    assert message in str(caught.value)


async def test_a_reference_that_cannot_be_reached_is_named() -> None:
    with pytest.raises(EventFileError, match="connect: refused"):
        await reference("gone")
