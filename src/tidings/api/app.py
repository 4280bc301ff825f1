"""Makes the server: routes, errors, the desk, and the headers that keep a browser from doing harm."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from tidings import __version__
from tidings.api.document import operation_name, use_own_document
from tidings.api.live.crawls import Crawls
from tidings.api.live.events import Seats
from tidings.api.problems import add_handlers
from tidings.api.routes import ROUTERS
from tidings.api.security.doors import Doors
from tidings.api.security.headers import SafeHeaders
from tidings.api.security.limits import LimitedRequests, LoginLimits, RateLimit
from tidings.api.security.requests import LOOPBACK_NAMES, OwnRequests
from tidings.api.security.sessions import Sessions
from tidings.api.security.users import Users
from tidings.api.served import Readers, ServedFolders
from tidings.api.tags import EntityTags
from tidings.api.watching import add_watching
from tidings.collection.proposing.samples import SamplePages
from tidings.collection.search.follower import IndexFollower
from tidings.collection.summary.kept import KeptSummaries

BASE = "/api/v1"
_LEAST_TO_COMPRESS = 1_000
"""Bytes of an answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerSettings:
    """How a server is run."""

    folders: Sequence[Path]
    hosts: tuple[str, ...] = LOOPBACK_NAMES
    """The names by which it may be called."""
    replay_origin: str = ""
    """Where archived pages are shown; another origin than that of the server."""
    replay_token: str = ""
    """What the paths of archived pages begin with."""
    users: Path | None = None
    """The file of users, who must log in; without one, everybody at this computer is the owner."""
    requests_per_second: float = 100.0
    """Of one client, in the long run."""
    largest_body: int = 12_000_000
    """Bytes of a request."""


def make_app(settings: ServerSettings) -> FastAPI:
    """Return the server for some folders; raise CollectionError if they cannot be served."""
    readers, served = Readers(), ServedFolders(settings.folders)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        follower = IndexFollower(lambda: served.collections().values())
        follower.start()
        readers.followed = True
        yield
        await asyncio.to_thread(follower.stop)
        readers.close()

    app = FastAPI(
        title="Tidings",
        version=__version__,
        description="Everything a collection knows, for people and programs.",
        openapi_url=f"{BASE}/openapi.json",
        docs_url=None,  # its scripts come from elsewhere
        redoc_url=None,
        generate_unique_id_function=operation_name,
        lifespan=lifespan,
    )
    app.state.served = served
    app.state.readers = readers
    app.state.crawls = Crawls()
    app.state.seats = Seats()
    app.state.settings = settings
    app.state.samples = SamplePages()
    app.state.summaries = KeptSummaries()
    app.state.users = Users(settings.users) if settings.users else None
    app.state.sessions = Sessions()
    app.state.login_limits = LoginLimits()
    for router in ROUTERS:
        app.include_router(router, prefix=BASE)
    add_watching(app)
    add_handlers(app)
    use_own_document(app)
    app.add_middleware(EntityTags)
    app.add_middleware(GZipMiddleware, minimum_size=_LEAST_TO_COMPRESS)
    app.add_middleware(Doors, users=app.state.users, sessions=app.state.sessions)
    app.add_middleware(OwnRequests, hosts=settings.hosts)
    limit = RateLimit(settings.requests_per_second, 4 * settings.requests_per_second)
    app.add_middleware(LimitedRequests, limit=limit, largest_body=settings.largest_body)
    app.add_middleware(SafeHeaders, replay_origin=settings.replay_origin)
    return app
