"""Which answers deserve another try, and how long their server wants to be left alone."""

from __future__ import annotations

from email.utils import parsedate_to_datetime

from tidings.model import Capture

_RETRYABLE = frozenset({408, 425, 429, 500, 502, 503, 504})


def retryable(capture: Capture) -> bool:
    """Return whether the same request may succeed later; what an archive holds stays as it is."""
    if capture.provenance:
        return False
    return capture.status in _RETRYABLE or capture.truncated in ("time", "disconnect")


def pause_after(capture: Capture, longest: float) -> float:
    """Return the seconds a Retry-After header asks for, at most ``longest``; 0 without one."""
    value = capture.header("Retry-After").strip()
    if not value:
        return 0.0
    if value.isascii() and value.isdigit():
        return min(float(value), longest)
    try:
        moment = parsedate_to_datetime(value)
        seconds = (moment - capture.captured_at).total_seconds()
    except (ValueError, TypeError, OverflowError):
        return 0.0
    return min(max(seconds, 0.0), longest)
