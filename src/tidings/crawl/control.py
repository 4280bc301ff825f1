"""Runs a crawl under its user's control: signals, the control file, a view of the progress."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Sequence
from pathlib import Path

from tidings.crawl.loop import Crawl
from tidings.crawl.progress import Progress
from tidings.model import Stop
from tidings.ports import Source

_ASKING = (signal.SIGTERM, signal.SIGHUP)
"""Signals that ask a crawl to stop: by a person or a service, or because the terminal was closed."""
_ENDINGS = {"stop": Stop.ASKED, "reload": Stop.CHANGED}
"""The orders that end a run."""


async def run_controlled(
    crawl: Crawl,
    sources: Sequence[Source],
    control: Path,
    watch: Callable[[Progress], None],
    interval: float,
) -> Progress:
    """Run a crawl to its end; every ``interval`` seconds, obey the control file and pass the progress to ``watch``."""
    loop = asyncio.get_running_loop()
    before = [(number, signal.getsignal(number)) for number in _ASKING]
    loop.add_signal_handler(signal.SIGINT, _on_interrupt, crawl)
    for number, handler in before:
        if handler is not signal.SIG_IGN:  # as under nohup
            loop.add_signal_handler(number, crawl.stop, Stop.ASKED)
    shown_at = 0.0

    def tick() -> None:
        nonlocal shown_at
        if loop.time() - shown_at >= interval:
            shown_at = loop.time()
            _obey(crawl, control)
            watch(crawl.progress())

    try:
        return await crawl.run(sources, tick)
    finally:
        loop.remove_signal_handler(signal.SIGINT)
        for number, handler in before:
            loop.remove_signal_handler(number)
            signal.signal(number, handler)


def _on_interrupt(crawl: Crawl) -> None:
    """Finish what is under way at the first Ctrl-C; a second one ends at once, losing nothing committed."""
    crawl.stop(Stop.INTERRUPTED)
    asyncio.get_running_loop().remove_signal_handler(signal.SIGINT)


def _obey(crawl: Crawl, control: Path) -> None:
    """Pause, continue, stop or begin again as the control file says; without one, continue."""
    try:
        order = control.read_text(encoding="utf-8").strip()
    except OSError:
        order = ""
    crawl.pause(order == "pause")
    if order in _ENDINGS:
        crawl.stop(_ENDINGS[order])
