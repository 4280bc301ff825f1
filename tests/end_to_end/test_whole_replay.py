"""A page that was archived whole looks as it did: compared with the live page, pixel by pixel, in a real browser."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.chromium import chromium
from tests.end_to_end.needy_site import NEWS, needy_site, write_event
from tests.end_to_end.world import crawl_to_the_end, entries
from tests.oracle import pywb
from tidings.archive.replay.app import ReplayApp
from tidings.archive.replay.serving import bound, origin_of_socket, served
from tidings.collection.pages.archived import CollectionHoldings

pytestmark = pytest.mark.oracle

WIDTH, HEIGHT, BANNER = 800, 900, 200
"""Pixels that are compared, and room for the banner that pywb shows above a page."""
LONGEST = 120_000.0
"""Milliseconds for a page in a frame."""
MOST_DIFFERENT = 0.01
"""Share of pixels that may differ."""
_COMPARE = """async ([one, other]) => {
  const pixels = async (data) => {
    const image = new Image(); image.src = 'data:image/png;base64,' + data; await image.decode();
    const canvas = document.createElement('canvas'); canvas.width = image.width; canvas.height = image.height;
    const context = canvas.getContext('2d'); context.drawImage(image, 0, 0);
    return [image.width, image.height, context.getImageData(0, 0, image.width, image.height).data];
  };
  const [w1, h1, a] = await pixels(one), [w2, h2, b] = await pixels(other);
  if (w1 !== w2 || h1 !== h2) return 1;
  let different = 0;
  for (let at = 0; at < a.length; at += 4)
    if (Math.abs(a[at] - b[at]) + Math.abs(a[at + 1] - b[at + 1]) + Math.abs(a[at + 2] - b[at + 2]) > 24) different++;
  return different / (w1 * h1);
}"""


@dataclass
class Shown:
    """A live site, its archive, and a browser to look at both."""

    browser: Browser
    folder: Path
    asked: dict[str, int]
    """What the site was asked since it was archived."""

    def shot(self, url: str, *, scripts: bool, framed: bool = False) -> str:
        """Return a picture of a page as base64, or of what the page shows in its first frame."""
        context = self.browser.new_context(
            java_script_enabled=scripts, viewport={"width": WIDTH, "height": HEIGHT + BANNER}
        )
        page = context.new_page()
        page.goto(url, wait_until="networkidle")
        if framed:  # a busy machine may be quiet before the frame has begun to load
            frame = page.locator("iframe").first.element_handle().content_frame()
            assert frame
            frame.wait_for_url("**/*mp_/**", timeout=LONGEST)
            frame.wait_for_load_state("networkidle", timeout=LONGEST)
        box = page.locator("iframe").first.bounding_box() if framed else None
        top = box["y"] if box else 0
        picture = page.screenshot(clip={"x": 0, "y": top, "width": WIDTH, "height": HEIGHT})
        context.close()
        return base64.b64encode(picture).decode()

    def difference(self, one: str, other: str) -> float:
        """Return the share of pixels in which two pictures differ."""
        page = self.browser.new_page()
        different = float(page.evaluate(_COMPARE, [one, other]))
        page.close()
        return different


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shown]:
    folder = tmp_path_factory.mktemp("whole") / "flood"
    with ExitStack() as stack:
        site = stack.enter_context(needy_site())
        crawl_to_the_end(write_event(folder, site))
        rule = f"--host-resolver-rules=MAP *.example 127.0.0.1:{site.port}"
        site.asked.clear()
        yield Shown(stack.enter_context(chromium(rule)), folder, site.asked)


def stamp_of(folder: Path, url: str) -> str:
    (entry,) = [each for each in entries(folder, "kept") if each.url == url]
    return f"{entry.captured_at:%Y%m%d%H%M%S}"


@pytest.mark.parametrize("number", [0, 3])
def test_pywb_shows_the_live_page(shown: Shown, number: int) -> None:
    url = f"{NEWS}/{number}.html"
    live = shown.shot(url, scripts=True)
    shown.asked.clear()
    with pywb(shown.folder) as base:
        place = f"{base}/{stamp_of(shown.folder, url)}/{url}"
        replayed = shown.shot(place, scripts=True, framed=True)
    assert shown.asked == {}
    assert shown.difference(live, replayed) <= MOST_DIFFERENT


@pytest.mark.parametrize("number", [1, 2])
def test_the_desk_shows_the_live_page_without_scripts(shown: Shown, number: int) -> None:
    url = f"{NEWS}/{number}.html"
    live = shown.shot(url, scripts=False)
    shown.asked.clear()
    listener = bound("127.0.0.1", 0)
    app = ReplayApp(lambda _: CollectionHoldings(shown.folder), ancestors="'none'", token="t")
    with served(app, listener):
        origin = origin_of_socket(listener, "127.0.0.1")
        place = f"{origin}/t/flood/{stamp_of(shown.folder, url)}/{url}"
        replayed = shown.shot(place, scripts=False)
    assert shown.asked == {}
    assert shown.difference(live, replayed) <= MOST_DIFFERENT


def test_a_bare_page_would_be_seen(shown: Shown) -> None:
    live = shown.shot(f"{NEWS}/0.html", scripts=True)
    other = shown.shot("data:text/html,<p>bare</p>", scripts=True)
    assert shown.difference(live, other) > 10 * MOST_DIFFERENT
