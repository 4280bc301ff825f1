"""Workers that process each capture immediately, in the crawling process: for tests, debugging and ``workers = 0``."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from tidings.crawl.workers.serving import Worker
from tidings.crawl.workers.tasks import ReadingTask, Setup
from tidings.learn.page_model import PageModel
from tidings.model import Capture, Link, Snapshot, Visit


class InlineWorkers:
    """Processes captures immediately, in this process."""

    outstanding = 0

    def __init__(self, setup: Setup) -> None:
        self._worker = Worker(setup)
        self._worker.warm_up()

    def submit(
        self, link: Link, source: Capture | Snapshot, parts: Sequence[Capture] = ()
    ) -> asyncio.Future[Visit]:
        """Process a capture now."""
        future: asyncio.Future[Visit] = asyncio.get_running_loop().create_future()
        answer = self._worker.answer(ReadingTask(link, source, tuple(parts)))
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)
        return future

    def adopt(self, learned: PageModel) -> None:
        """Judge by this page model from now on."""
        self._worker.adopt(learned)

    async def close(self) -> None:
        """Do nothing."""
