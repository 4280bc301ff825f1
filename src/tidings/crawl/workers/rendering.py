"""Decides after a first reading whether a page is shown in a browser, and has it judged once more if so."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import cache

from tidings.crawl.entering import Judging
from tidings.model import Capture, Fetched, Link
from tidings.ports import Fetcher, Renders

Judge = Callable[[Link, Capture, tuple[Capture, ...]], Judging]


async def judged(fetcher: Fetcher, judge: Judge, link: Link, fetched: Fetched) -> Judging | None:
    """Have a fetched page judged: as its server sent it or, if it is empty without scripts, as a browser shows it."""
    capture = fetched.capture
    if capture is None:
        return None
    answer = judge(link, capture, fetched.parts)
    if capture.rendering or not _renders(type(fetcher)):
        return answer
    _, visit = answer
    await asyncio.wait({visit})
    if visit.cancelled() or visit.exception() or not visit.result().needs_browser:
        return answer
    assert isinstance(fetcher, Renders)
    again = await fetcher.render(link, capture)
    if again.capture is None or again.capture is capture:
        return answer
    return judge(link, again.capture, again.parts)


@cache
def _renders(kind: type[Fetcher]) -> bool:
    """Return whether fetchers of a class can show pages; asked once per class, as protocols are slow to compare."""
    return issubclass(kind, Renders)
