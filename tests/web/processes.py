"""Looks whether a process still runs."""

from __future__ import annotations

from pathlib import Path


def is_running(pid: str) -> bool:
    """Return whether a process does more than wait for its parent to notice its end."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except OSError:
        return False
