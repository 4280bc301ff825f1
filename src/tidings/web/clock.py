"""The time of this computer, as a Clock."""

from __future__ import annotations

from datetime import UTC, datetime


class SystemClock:
    """The time of this computer."""

    def now(self) -> datetime:
        """Return the present moment, aware, in UTC."""
        return datetime.now(UTC)
