"""Which answers are worth a retry."""

from __future__ import annotations

from tidings.model import Capture

_RETRYABLE = frozenset({408, 425, 429, 500, 502, 503, 504})


def retryable(capture: Capture) -> bool:
    """Return whether the same request may succeed later; archives never change their answer."""
    if capture.provenance:
        return False
    return capture.status in _RETRYABLE or capture.truncated in ("time", "disconnect")
