"""Credentials of services come from the environment only, never from a file of the collection."""

from __future__ import annotations

from collections.abc import Mapping

from tidings.errors import EventFileError


def needed(name: str, service: str, environment: Mapping[str, str]) -> str:
    """Return a credential from the environment; raise EventFileError if it is not there."""
    value = environment.get(name, "")
    if not value:
        raise EventFileError(
            f"streams.services: {service} needs a credential; set {name} in the environment"
        )
    return value
