"""The web of the demo is served in a process that ends with it."""

from __future__ import annotations

import socket

import pytest

from tidings.lab import demo


def test_the_served_web_ends_with_the_demo() -> None:
    with demo.served(1, 300) as port, socket.create_connection(("127.0.0.1", port), 60):
        pass
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.1", port), 60)
