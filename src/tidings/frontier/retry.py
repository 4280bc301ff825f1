"""Which answers deserve another try."""

from __future__ import annotations

from tidings.model import Capture

_RETRYABLE = frozenset({408, 425, 429, 500, 502, 503, 504})


def retryable(capture: Capture) -> bool:
    """Return whether the same request may succeed later; what an archive holds stays as it is."""
    if capture.provenance:
        return False
    return capture.status in _RETRYABLE or capture.truncated in ("time", "disconnect")
