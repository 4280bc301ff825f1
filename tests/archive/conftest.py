"""Archives on the network are asked on this machine only, by a clock that the test moves."""

from __future__ import annotations

from tests.web.conftest import authorities, clock, few_authorities, only_loopback

__all__ = ["authorities", "clock", "few_authorities", "only_loopback"]
