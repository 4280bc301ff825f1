"""Two collections, one host: the host sees one polite crawler, whichever commands are running."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.end_to_end.hostile_world import GOOD, hostile, links_to, write
from tests.end_to_end.world import crawl

DELAY = 0.2
PAGES = 8


@pytest.mark.slow
def test_two_crawls_ask_one_host_neither_too_early_nor_at_once(tmp_path: Path) -> None:
    urls = [f"http://one.example/{number}" for number in range(PAGES)]
    pages = {
        f"/{number}": GOOD.replace("Flood", f"Flood {number}").encode() for number in range(PAGES)
    }
    with hostile({"/start": links_to(*urls), **pages}) as server:
        folders = [
            write(tmp_path / name, server.port, "http://one.example/start", delay=DELAY)
            for name in ("first", "second")
        ]
        processes = [crawl(folder) for folder in folders]
        endings = [process.communicate(timeout=120)[0] for process in processes]
    assert [process.returncode for process in processes] == [0, 0], endings
    assert len(server.log) == 2 * (PAGES + 2)
    assert min(server.gaps()) >= DELAY
    own, both = server.log[0].connection, {seen.connection for seen in server.log[:12]}
    assert both != {own}, "the crawls did not overlap, so nothing was shown"
