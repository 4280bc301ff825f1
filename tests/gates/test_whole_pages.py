"""What we would fetch for real pages, compared with what other crawlers archived with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.corpora import corpus
from tidings.archive.holdings import LocalHoldings
from tidings.read.body import utf8_of
from tidings.read.requisites.page import needed_by_page
from tidings.read.types import media_type
from tidings.urls import normalise

LEAST = {"pywb-iana": 1.0, "aut-example": 0.94, "ukwa-sopa-blackout": 0.92}
"""Share of what we find on the pages of a sample that its own crawler had archived, too.

The rest was gone, or lies on hosts that it left out.
"""


@pytest.mark.gate
@pytest.mark.parametrize("name", LEAST)
async def test_what_real_pages_need_is_found_where_it_was_archived(
    name: str, tmp_path: Path
) -> None:
    archive = LocalHoldings([corpus(f"warc/{name}.warc.gz")], tmp_path / "captures.index")
    archive.update()
    captures = [each for group in archive.by_url() for each in group]
    archived = {normalise(each.url) for each in captures}
    pages, needed = 0, list[str]()
    for each in captures:
        if each.status == 200 and media_type(each.mime) == "text/html":
            capture = await archive.load(each)
            pages += 1
            found = needed_by_page(utf8_of(capture, 10_000_000), each.url)
            needed += [one.url for one in found]
    await archive.close()
    had = sum(url in archived for url in needed)
    assert had / len(needed) >= LEAST[name], f"{pages} pages, {had} of {len(needed)} files"
