"""The system clock."""

from __future__ import annotations

from datetime import UTC, datetime


class SystemClock:
    """Time as this computer keeps it."""

    def now(self) -> datetime:
        """Return the present moment, aware, in UTC."""
        return datetime.now(UTC)
