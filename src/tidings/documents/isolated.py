"""Reads each document in a process of its own: a bomb costs only that process, and leaves a reason."""

from __future__ import annotations

import atexit
import contextlib
import os
import struct
import subprocess
import sys
from functools import lru_cache
from typing import Any

import orjson

from tidings.documents import Extracted, broken
from tidings.errors import Unreadable
from tidings.model import Reason

HEADER = struct.Struct("!4sI")
"""Precedes each document: its format and its length."""
LENGTH = struct.Struct("!I")
"""Precedes each answer."""
_SECONDS_TO_END = 5.0
_SERVER = "tidings.documents.serving"


@lru_cache(maxsize=1)
def isolation() -> Isolation:
    """Return the reader of documents that this process shares."""
    return Isolation()


class Isolation:
    """A small process that reads documents, each in a copy of itself; it starts with the first one."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0

    def extract(self, kind: str, body: bytes) -> Extracted:
        """Return what a document holds; raise Unreadable."""
        answer = self._ask(kind, body)
        if reason := answer.get("reason"):
            raise Unreadable(Reason(reason), str(answer.get("detail", ""))[:300])
        values = answer["found"]
        return Extracted(
            **{**values, "links": tuple((url, words) for url, words in values["links"])}
        )

    def close(self) -> None:
        """End the process."""
        if self._process and self._owner == os.getpid():
            for stream in (self._process.stdin, self._process.stdout):
                if stream:
                    with contextlib.suppress(OSError):
                        stream.close()
            try:
                self._process.wait(_SECONDS_TO_END)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._process = None

    def _ask(self, kind: str, body: bytes) -> dict[str, Any]:
        process = self._started()
        try:
            assert process.stdin
            assert process.stdout
            process.stdin.write(HEADER.pack(kind.encode(), len(body)) + body)
            process.stdin.flush()
            size = process.stdout.read(LENGTH.size)
            answer: dict[str, Any] = orjson.loads(process.stdout.read(*LENGTH.unpack(size)))
            return answer
        except (OSError, struct.error, orjson.JSONDecodeError) as error:
            self.close()
            raise broken(f"its reader ended ({error})"[:200]) from None

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._owner != os.getpid() or self._process.poll() is not None:
            self.close()
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", _SERVER],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
            self._owner = os.getpid()
            atexit.register(self.close)
        return self._process
