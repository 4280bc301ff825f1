"""Files of posts as a source: wanted posts become captures, in the order of the file."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from pathlib import Path

from tidings.model import POST_TYPE, Capture, Channel, Link, Post, Withdrawn
from tidings.ports import Clock
from tidings.sources.posts.files import PostFile

_LINES_PER_TURN = 200
"""Lines passed over between two chances for other tasks to run."""


class PostFiles:
    """Pushes the posts of files; its cursor counts the lines of all files that the crawl has taken."""

    name = "files of posts"
    never_ahead = True

    def __init__(self, paths: Iterable[Path], wants: Callable[[Post], bool], clock: Clock) -> None:
        self._paths = tuple(paths)
        self._wants = wants
        self._clock = clock
        self._taken = 0

    @property
    def cursor(self) -> str:
        """Return the number of lines taken."""
        return str(self._taken)

    def resume(self, cursor: str) -> None:
        """Continue after this number of lines."""
        self._taken = int(cursor or 0)

    async def __aiter__(self) -> AsyncIterator[Capture | Link | Withdrawn]:
        """Yield the wanted posts; those without an address of their own as links."""
        skipped, number = self._taken, 0
        for path in self._paths:
            for line, found in PostFile(path).records():
                number += 1
                if number % _LINES_PER_TURN == 0:
                    await asyncio.sleep(0)  # other tasks must get their chance
                if number > skipped:
                    for post in found:
                        for item in self._items(post, line):
                            yield item
                    self._taken = number

    def _items(self, post: Post | Withdrawn, line: bytes) -> Iterator[Capture | Link | Withdrawn]:
        if isinstance(post, Withdrawn):
            yield post
        elif self._wants(post):
            if post.url:
                headers = (("Content-Type", POST_TYPE),)
                yield Capture(post.url, self._clock.now(), 200, headers, line)
            else:
                for url in post.links:
                    yield Link(
                        url,
                        "",
                        post.text[:300],
                        channel=Channel.POST,
                        found_at=post.posted_at or 0.0,
                    )
