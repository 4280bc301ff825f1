"""The one place that speaks to an object store; obstore knows S3, Azure, Google and folders."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from tidings.errors import CollectionError

if TYPE_CHECKING:
    from obstore.store import ObjectStore

_AT_ONCE = 16 << 20


class Bucket:
    """A prefix in an object store."""

    def __init__(self, url: str) -> None:
        """Raise CollectionError if the URL names no object store; keys and endpoints are in the environment."""
        self.url = url
        self._store = _opened(url)

    def size(self, name: str) -> int | None:
        """Return the size of an object, None if there is none."""
        import obstore

        with self._reporting(name):
            try:
                return int(obstore.head(self._store, name)["size"])
            except FileNotFoundError:
                return None

    def create(self, name: str, path: Path) -> None:
        """Send a file; raise CollectionError if another object has its name."""
        import obstore
        from obstore.exceptions import AlreadyExistsError

        size = path.stat().st_size
        # It may be there already: sent by this crawl before it was killed.
        with self._reporting(name), path.open("rb") as file, suppress(AlreadyExistsError):
            if size <= _AT_ONCE:
                obstore.put(self._store, name, file, mode="create", use_multipart=False)
            elif self.size(name) is None:  # in pieces there is no way to say: only if it is new
                obstore.put(self._store, name, file, chunk_size=_AT_ONCE, max_concurrency=2)
        sent = self.size(name)
        if sent != size:
            raise CollectionError(
                f"{self.url}/{name}: holds {sent} bytes, {path} has {size}; two crawls have the same [store] worker"
            )

    def replace(self, name: str, content: bytes) -> None:
        """Write over an object."""
        import obstore

        with self._reporting(name):
            obstore.put(self._store, name, content, use_multipart=False)

    def read(self, name: str, start: int, length: int) -> bytes:
        """Return a range of an object."""
        import obstore

        with self._reporting(name):
            return bytes(obstore.get_range(self._store, name, start=start, length=length))

    def fetch(self, name: str) -> Iterator[bytes]:
        """Yield a whole object."""
        size = self.size(name)
        if size is None:
            raise CollectionError(f"{self.url}/{name}: no such object")
        for start in range(0, size, _AT_ONCE):
            yield self.read(name, start, min(_AT_ONCE, size - start))

    @contextmanager
    def _reporting(self, name: str) -> Iterator[None]:
        from obstore.exceptions import BaseError

        try:
            yield
        except (BaseError, OSError) as error:
            reason = str(error).partition("\n")[0][:300]
            raise CollectionError(f"{self.url}/{name}: {reason}") from error


@lru_cache(maxsize=8)
def _opened(url: str) -> ObjectStore:
    try:
        from obstore.exceptions import BaseError
        from obstore.store import from_url
    except ImportError as error:
        raise CollectionError(
            "archive.upload needs another package: pip install 'tidings[objects]'"
        ) from error
    try:
        return from_url(url)
    except (BaseError, ValueError, OSError) as error:
        reason = str(error).partition("\n")[0][:300]
        raise CollectionError(
            f"found archive.upload = {url!r} ({reason}); allowed: URLs such as s3://bucket/folder"
        ) from error
