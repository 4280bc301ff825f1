"""The log file: what was given up, retried, closed or recovered, a line each."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tidings.commands.terminal.printing import harmless

_LINE = "%(asctime)sZ %(levelname)s %(name)s: %(message)s"


class _Formatter(logging.Formatter):
    """Writes times in UTC, and one line for each record, whatever its words contain."""

    converter = staticmethod(time.gmtime)
    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03d"

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as a line."""
        return harmless(super().format(record)).replace("\n", "\\n")


class _JsonFormatter(_Formatter):
    """Writes one JSON object for each record."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as an object in one line."""
        found: dict[str, object] = {
            "time": f"{self.formatTime(record)}Z",
            "level": record.levelname,
            "part": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            found["error"] = self.formatException(record.exc_info)
        return json.dumps(found)


@contextmanager
def logging_to(path: Path | None, form: str = "text") -> Iterator[None]:
    """Append the log of this process to a file while the block lasts; drop it without a file."""
    handler = logging.FileHandler(path, encoding="utf-8") if path else logging.NullHandler()
    handler.setFormatter(_JsonFormatter() if form == "json" else _Formatter(_LINE))
    logger = logging.getLogger("tidings")
    level = logger.level
    logger.addHandler(handler)
    if path:
        logger.setLevel(logging.INFO)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)
        handler.close()
