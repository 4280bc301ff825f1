"""Ports on loopback for programs that take a number, and cannot take a listener."""

from __future__ import annotations

import secrets
import socket

_FIRST, _LAST = 20_000, 32_000
"""Systems give those above to outgoing connections, and to listeners that take any port."""


def free_port(host: str = "127.0.0.1") -> int:
    """Return a port that nothing uses, and that no connection takes before a program listens on it."""
    while True:
        port = _FIRST + secrets.randbelow(_LAST - _FIRST)
        with socket.socket() as probe:
            try:
                probe.bind((host, port))
            except OSError:
                continue
            return port
