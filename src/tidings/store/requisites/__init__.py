"""The queue of what kept pages need to be shown, and how each ended."""

from __future__ import annotations

from tidings.model import Outcome

CAPTURED = (Outcome.KEPT, Outcome.DUPLICATE, Outcome.REDIRECTED)
"""Outcomes of a requisite that is in the archive."""
