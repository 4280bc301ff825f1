"""Reads the log of a collection's crawls, a part at a time."""

from __future__ import annotations

from pathlib import Path

from tidings.api.models.monitor import LogLine

LOG_FILE = "crawl.log"
"""In the collection folder; crawls that the server starts write it."""
_PIECE = 256_000
"""Bytes read at once."""


def log_path(folder: Path) -> Path:
    """Return the path of the log of a collection."""
    return folder / "logs" / LOG_FILE


def end_of_log(path: Path) -> int:
    """Return the length of a log, 0 if there is none."""
    try:
        return path.stat().st_size
    except OSError:
        return 0


def lines_after(path: Path, start: int, most: int) -> list[LogLine]:
    """Return complete lines of a log from a byte on, at most ``most``."""
    try:
        with path.open("rb") as file:
            file.seek(start)
            piece = file.read(_PIECE)
    except OSError:
        return []
    lines, position = [], start
    for line in piece.splitlines(keepends=True)[:most]:
        if not line.endswith(b"\n") and len(line) < _PIECE:
            break
        position += len(line)
        lines.append(LogLine(number=position, text=line.decode("utf-8", "replace").rstrip()))
    return lines


def last_lines(path: Path, most: int) -> list[LogLine]:
    """Return the last lines of a log."""
    start = max(0, end_of_log(path) - _PIECE)
    lines = lines_after(path, start, _PIECE)
    return lines[1:][-most:] if start else lines[-most:]
