"""Describes one setting: its default, its limits and what it means."""

from __future__ import annotations

from dataclasses import field
from typing import Any


def described(
    default: Any,
    doc: str,
    *,
    low: float | None = None,
    high: float | None = None,
    choices: tuple[str, ...] = (),
) -> Any:
    """Describe one setting; ``low`` and ``high`` limit a number, ``choices`` lists the allowed words."""
    return field(
        default=default, metadata={"doc": doc, "low": low, "high": high, "choices": choices}
    )
