"""The routes by subject; each file has one router, which ``ROUTERS`` lists."""

from __future__ import annotations

from tidings.api.routes import (
    archive,
    collections,
    crawling,
    events,
    exports,
    feedback,
    monitor,
    pages,
    people,
    proposals,
    records,
    search,
    summary,
    versions,
)

ROUTERS = (
    people.router,
    collections.router,
    search.everywhere,
    search.router,
    pages.router,
    records.router,
    proposals.router,
    summary.router,
    versions.router,
    feedback.router,
    monitor.router,
    crawling.router,
    events.router,
    exports.router,
    archive.router,
    archive.short,
)
"""All under ``/api/v1``."""
