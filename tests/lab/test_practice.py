"""The generated web to practise on."""

from __future__ import annotations

import asyncio
import os
import signal
import socket

import pytest

from tidings.errors import TidingsError
from tidings.event.file import load
from tidings.lab.serving.practice import serve, write_events


def test_every_event_has_a_file_that_a_crawl_accepts_and_that_stays(web, tmp_path) -> None:
    homes = write_events(tmp_path, web, 8700)
    assert len(homes) == len(web.events)
    for home in homes:
        settings = load(home / "event.toml")
        assert settings.seeds
        assert settings.fetch.connect
    (homes[0] / "event.toml").write_text("mine", encoding="utf-8")
    write_events(tmp_path, web, 8700)
    assert (homes[0] / "event.toml").read_text(encoding="utf-8") == "mine"


def test_it_serves_until_it_is_ended(web) -> None:
    ports = []

    def ready(port: int) -> None:
        ports.append(port)
        asyncio.get_running_loop().call_soon(os.kill, os.getpid(), signal.SIGTERM)

    serve(web, 0, ready)
    assert ports[0] > 0


@pytest.mark.parametrize("port", ["taken", 70_000])
def test_a_port_that_cannot_be_used_is_named(web, port) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        with pytest.raises(TidingsError, match="--port"):
            serve(web, other.getsockname()[1] if port == "taken" else port, lambda _: None)
