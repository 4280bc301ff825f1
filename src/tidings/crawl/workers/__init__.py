"""Workers run the pipeline: inline, or in processes that a hostile page may crash or hang without harm."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from tidings.crawl.workers.processes import ProcessWorkers
from tidings.crawl.workers.tasks import Setup
from tidings.ports import TeachableWorkers

if TYPE_CHECKING:
    from tidings.learn.page_model import PageModel


@contextlib.asynccontextmanager
async def started(setup: Setup) -> AsyncIterator[TeachableWorkers[PageModel]]:
    """Start the workers that the settings ask for, and end them with the block."""
    count = setup.settings.run.workers
    if count == 0:
        from tidings.crawl.workers.inline import InlineWorkers  # it loads the readers of pages

        yield InlineWorkers(setup)
        return
    workers = ProcessWorkers(setup, count)
    try:
        await workers.start()
        yield workers
    finally:
        await workers.close()
