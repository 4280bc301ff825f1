"""Fetchers load one TLS authority instead of the system's hundred."""

from __future__ import annotations

from tests.web.conftest import authorities, few_authorities

__all__ = ["authorities", "few_authorities"]
