"""Names lead where the settings say, else where the system says."""

from __future__ import annotations

import socket

from tidings.web.addresses import parse_connect
from tidings.web.names import Resolver


async def test_detours_come_before_the_system_and_keep_the_port_unless_they_name_one():
    resolver = Resolver(parse_connect(["*.example 127.0.0.1:8080", "six.test ::1"]))
    try:
        assert [(r["host"], r["port"]) for r in await resolver.resolve("A.example.", 80)] == [
            ("127.0.0.1", 8080)
        ]
        (six,) = await resolver.resolve("six.test", 443)
        assert (six["host"], six["port"], six["family"]) == ("::1", 443, socket.AF_INET6)
    finally:
        await resolver.close()


async def test_names_are_looked_up_by_the_system(monkeypatch):
    def answer(host, port, *rest):
        assert host == "two.test"
        return [
            (socket.AF_INET6, socket.SOCK_STREAM, 6, "", ("2606:4700::1", port, 0, 0)),
            (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("8.8.8.8", port)),
        ]

    monkeypatch.setattr(socket, "getaddrinfo", answer)
    resolver = Resolver()
    try:
        found = await resolver.resolve("two.test", 80)
    finally:
        await resolver.close()
    assert [(r["family"], r["host"]) for r in found] == [
        (socket.AF_INET6, "2606:4700::1"),
        (socket.AF_INET, "8.8.8.8"),
    ]
