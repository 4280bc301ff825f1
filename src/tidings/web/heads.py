"""Bounds what a server may send before its answer: interim responses (1xx), and the bytes of all headers.

aiohttp reads interim responses as fast as they come and keeps each until it is looked at, so that a server which
sends nothing else fills the memory.
"""

from __future__ import annotations

from functools import partial
from typing import Any, cast

import aiohttp
from aiohttp.client_proto import ResponseHandler

from tidings.errors import Failed
from tidings.model import Reason

MAX_INTERIM = 8
"""Interim responses before an answer; servers send one or two (100 Continue, 103 Early Hints)."""
MAX_HEAD = 262_144
"""Bytes of all headers of an exchange."""
_SLICE = 8_192
"""Bytes handed to the parser at once until the answer begins: 300 interim responses at most."""


class BoundedHeads(ResponseHandler):
    """A connection that is cut when a server floods it before it answers."""

    _interim = _head = 0
    _begun = False

    def set_response_params(self, **params: Any) -> None:
        """Begin an exchange."""
        self._interim = self._head = 0
        self._begun = False
        super().set_response_params(**params)

    def data_received(self, data: bytes) -> None:
        """Parse what came in, in slices until the answer begins."""
        at = 0
        while not self._begun and at < len(data):
            part = data[at : at + _SLICE]
            at += len(part)
            self._head += len(part)
            super().data_received(part)
            if self._interim > MAX_INTERIM:
                self._cut("too many interim responses")
                return
            if self._head > MAX_HEAD and not self._begun:
                self._cut("too many bytes")
                return
        if at < len(data) or not data:
            super().data_received(data[at:] if at else data)

    def feed_data(self, data: Any, size: int = 0) -> None:
        """Queue an answer, or count an interim response."""
        code = data[0].code
        if 100 <= code < 200 and code != 101:
            self._interim += 1
            if self._interim > MAX_INTERIM:
                return
        else:
            self._begun = True
        super().feed_data(data, size)

    def _cut(self, detail: str) -> None:
        self.set_exception(Failed(Reason.HEADER_FLOOD, detail, retry=False))
        if self.transport is not None:
            self.transport.abort()


class BoundedConnector(aiohttp.TCPConnector):
    """Makes connections that bound what comes before an answer."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._factory = cast(partial[ResponseHandler], partial(BoundedHeads, loop=self._loop))
