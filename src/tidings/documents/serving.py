"""The process that reads documents: it copies itself for each, with limits of memory and time."""

from __future__ import annotations

import contextlib
import gc
import os
import resource
import select
import signal
import sys
import time
from typing import BinaryIO

import orjson

from tidings.documents import extract
from tidings.documents.isolated import HEADER, LENGTH
from tidings.errors import Unreadable
from tidings.model import Reason

MEMORY = 1 << 30
"""Bytes of memory for one document."""
CPU_SECONDS = 10
SECONDS = 30.0
"""Time by the clock, for a document that waits without working."""
MOST_ANSWER = 16_000_000
_CHUNK = 1 << 16


def main() -> None:
    """Answer documents from standard input until it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    import tidings.documents.packed  # noqa: F401 - loaded once, for all copies
    from tidings.documents.pdf import warm_up

    warm_up()
    gc.freeze()  # copies then share more memory
    gc.disable()
    given, answers = sys.stdin.buffer, sys.stdout.buffer
    while header := given.read(HEADER.size):
        kind, length = HEADER.unpack(header)
        answer = _answered(kind.rstrip(b"\x00").decode(), given.read(length), given)
        answers.write(LENGTH.pack(len(answer)) + answer)
        answers.flush()


def _answered(kind: str, body: bytes, given: BinaryIO) -> bytes:
    """Return the answer of a copy of this process, or why it has none."""
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reads)
        given.close()
        _work(kind, body, writes)
    os.close(writes)
    deadline = time.monotonic() + SECONDS
    answer = _received(reads, deadline)
    os.close(reads)
    if answer is None or time.monotonic() >= deadline:
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    if answer and status == 0:
        return answer
    return _refused(*_cause(status))


def _received(reads: int, deadline: float) -> bytes | None:
    """Return all that the copy writes, None if it takes too long or writes too much."""
    pieces: list[bytes] = []
    while (rest := deadline - time.monotonic()) > 0 and len(pieces) * _CHUNK < 2 * MOST_ANSWER:
        if select.select([reads], [], [], rest)[0]:
            piece = os.read(reads, _CHUNK)
            if not piece:
                return b"".join(pieces)
            pieces.append(piece)
    return None


def _cause(status: int) -> tuple[Reason, str]:
    number = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
    if number in (signal.SIGXCPU, signal.SIGKILL):
        return Reason.READING_TOO_SLOW, f"{CPU_SECONDS} s"
    if number == signal.SIGABRT:
        return Reason.READING_CRASHED, "it needs too much memory, or is broken"
    return Reason.READING_CRASHED, f"signal {number}" if number else f"status {status}"


def _work(kind: str, body: bytes, writes: int) -> None:
    """Read one document in this copy, write the answer and end."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    answer = _read(kind, body)
    with contextlib.suppress(OSError):
        while answer:
            answer = answer[os.write(writes, answer) :]
    os._exit(0)


def _read(kind: str, body: bytes) -> bytes:
    try:
        found = extract(kind, body)._asdict()
        clean = {name: _storable(value) for name, value in found.items()}
        return orjson.dumps({"found": clean})
    except Unreadable as error:
        return _refused(error.reason, error.detail)
    except MemoryError:
        return _refused(Reason.READING_CRASHED, "it needs too much memory")
    except Exception as error:  # a strange document must leave a reason
        return _refused(Reason.READING_FAILED, f"{type(error).__name__}: {error}"[:300])


def _storable(value: object) -> object:
    """Return a value without lone surrogates, which JSON cannot hold."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, tuple):
        return [_storable(each) for each in value]
    return value


def _refused(reason: Reason, detail: str) -> bytes:
    return orjson.dumps(
        {"reason": reason.value, "detail": detail.encode("utf-8", "replace").decode()}
    )


if __name__ == "__main__":
    main()
