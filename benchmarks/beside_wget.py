"""The same small site archived by Tidings and by wget, both shown by pywb: ``python -m benchmarks.beside_wget``."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from tests.browser.chromium import chromium
from tests.end_to_end.needy_site import NEWS, PAGES, needy_site, write_event
from tests.end_to_end.test_whole_replay import Shown, stamp_of
from tests.end_to_end.world import crawl_to_the_end
from tests.oracle import oracle, pywb

_WGET = ("wget", "-q", "-p", "-H", "-k", "--warc-file=site", "-e", "robots=off")


def by_wget(home: Path, port: int) -> Path:
    """Archive the site by wget, and return a folder that pywb can show."""
    fetched, archive, indexes = home / "wget", home / "archive", home / "indexes"
    for folder in (fetched, archive, indexes):
        folder.mkdir(parents=True)
    pages = [f"{NEWS}/{number}.html" for number in range(PAGES)]
    given = {**os.environ, "http_proxy": f"http://127.0.0.1:{port}"}
    subprocess.run([*_WGET, *pages], cwd=fetched, env=given, check=False)
    for file in fetched.glob("*.warc.gz"):
        shutil.copy(file, archive)
    index = oracle("cdxj-indexer", "-s", *sorted(archive.glob("*.warc.gz"))).stdout
    (indexes / "index.cdxj").write_text(index, encoding="utf-8")
    return home


def main() -> None:
    """Print the files that each captured, and how far its pages differ from the live ones."""
    with tempfile.TemporaryDirectory() as name, needy_site() as site:
        ours = write_event(Path(name) / "flood", site)
        crawl_to_the_end(ours)
        wanted, captured = site.wanted(), set(site.asked)
        site.asked.clear()
        theirs = by_wget(Path(name) / "theirs", site.port)
        print(
            f"{len(wanted)} files: {len(wanted & captured)} by us, {len(wanted & set(site.asked))} by wget"
        )
        with chromium(f"--host-resolver-rules=MAP *.example 127.0.0.1:{site.port}") as browser:
            shown = Shown(browser, ours, site.asked)
            for url in (f"{NEWS}/{number}.html" for number in range(PAGES)):
                live = shown.shot(url, scripts=True)
                for who, folder, stamp in (
                    ("us", ours, stamp_of(ours, url)),
                    ("wget", theirs, "2026"),
                ):
                    with pywb(folder) as base:
                        replayed = shown.shot(f"{base}/{stamp}/{url}", scripts=True, framed=True)
                    print(
                        f"{url} by {who}: {shown.difference(live, replayed):.2%} of the pixels differ"
                    )


if __name__ == "__main__":
    main()
