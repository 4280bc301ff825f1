"""Reads how much memory the processes of a browser use."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from playwright.async_api import CDPSession

_FIELD = "RssAnon:"


async def process_ids(session: CDPSession) -> dict[str, list[int]]:
    """Return the ids of the processes of a browser by their kind, such as ``browser`` and ``renderer``."""
    answer = await session.send("SystemInfo.getProcessInfo")
    ids: defaultdict[str, list[int]] = defaultdict(list)
    for process in answer["processInfo"]:
        ids[str(process["type"])].append(int(process["id"]))
    return ids


def anonymous_bytes(pid: int) -> int:
    """Return the memory of a process that it shares with no file, 0 if it is gone or the system does not say."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace")
    except OSError:
        return 0
    line = next((each for each in status.splitlines() if each.startswith(_FIELD)), "")
    return int(line.split()[1]) * 1024 if line else 0
