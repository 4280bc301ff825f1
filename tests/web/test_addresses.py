"""No private address is connected to, in whatever way it is written or reached."""

from __future__ import annotations

import socket

import pytest

from tidings.web.addresses import (
    FORBIDDEN,
    Detour,
    guarded_sockets,
    parse_connect,
    parse_ranges,
    why_refused,
)

REFUSED = {
    "127.0.0.1": "loopback",
    "127.255.255.254": "loopback",
    "::1": "loopback",
    "0.0.0.0": "unspecified",
    "0.1.2.3": "unspecified",
    "::": "unspecified",
    "10.0.0.1": "private",
    "172.16.0.1": "private",
    "172.31.255.255": "private",
    "192.168.1.1": "private",
    "fc00::1": "private",
    "fd12:3456::1": "private",
    "169.254.169.254": "link-local",
    "fe80::1": "link-local",
    "fe80::1%eth0": "link-local",
    "100.64.0.1": "carrier-grade NAT",
    "100.127.255.255": "carrier-grade NAT",
    "224.0.0.1": "multicast",
    "239.255.255.250": "multicast",
    "ff02::1": "multicast",
    "fec0::1": "site-local",
    "::ffff:127.0.0.1": "IPv4-mapped",
    "::ffff:8.8.8.8": "IPv4-mapped",
    "::ffff:0:127.0.0.1": "IPv4-mapped",
    "::127.0.0.1": "IPv4-compatible",
    "64:ff9b::7f00:1": "NAT64",
    "64:ff9b:1::a00:1": "NAT64",
    "2002:7f00:1::": "6to4",
    "192.88.99.1": "6to4",
    "2001:0:4136:e378::1": "Teredo",
    "192.0.2.1": "documentation",
    "203.0.113.9": "documentation",
    "2001:db8::1": "documentation",
    "192.0.0.8": "reserved",
    "198.18.0.1": "reserved",
    "240.0.0.1": "reserved",
    "255.255.255.255": "reserved",
    "2001:10::1": "reserved",
    "100::1": "reserved",
    "4000::1": "reserved",
    "5f00::1": "reserved",
}

PUBLIC = [
    "8.8.8.8",
    "1.1.1.1",
    "93.184.216.34",
    "172.32.0.1",
    "100.128.0.1",
    "2606:4700::1111",
    "2a00:1450::1",
]


@pytest.mark.parametrize(("address", "kind"), REFUSED.items())
def test_special_addresses_are_refused_by_their_kind(address, kind):
    assert why_refused(address) == f"{address} is {kind}"


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_are_not_refused(address):
    assert why_refused(address) is None


def test_what_is_no_ip_address_is_refused():
    assert why_refused("localhost") == "localhost is no IP address"
    assert why_refused("") == " is no IP address"


def test_an_allowed_range_opens_only_itself():
    allowed = parse_ranges(("10.1.0.0/16", "::1"))
    assert why_refused("10.1.255.1", allowed) is None
    assert why_refused("::1", allowed) is None
    assert why_refused("10.2.0.1", allowed) == "10.2.0.1 is private"
    assert why_refused("::ffff:10.1.0.1", allowed) == "::ffff:10.1.0.1 is IPv4-mapped"


@pytest.mark.parametrize(
    "text", ["10.1.0.5/16", "ten", "10.0.0.0/33", "", "10.0.0.0/8 192.168.0.0/16"]
)
def test_a_bad_range_is_named(text):
    with pytest.raises(ValueError, match="is no address range such as") as caught:
        parse_ranges(["127.0.0.0/8", text])
    assert repr(text) in str(caught.value)


def test_connect_entries_are_read():
    entries = [
        "*.example 127.0.0.1:8080",
        "News.test 10.0.0.1",
        "six.test [::1]:81",
        "seven.test ::1",
    ]
    assert parse_connect(entries) == (
        Detour("*.example", "127.0.0.1", 8080),
        Detour("news.test", "10.0.0.1", None),
        Detour("six.test", "::1", 81),
        Detour("seven.test", "::1", None),
    )


@pytest.mark.parametrize(
    "text",
    [
        "*.example",
        "a b c",
        "",
        "x 127.0.0.1:http",
        "x 127.0.0.1:0",
        "x 127.0.0.1:65536",
        "x localhost:80",
        "x [::1]81x",
    ],
)
def test_a_bad_connect_entry_is_named(text):
    with pytest.raises(ValueError, match="is no host pattern and address") as caught:
        parse_connect([text])
    assert repr(text) in str(caught.value)


def test_no_socket_is_made_for_a_forbidden_address():
    make = guarded_sockets(parse_ranges(["127.0.0.2"]))
    with pytest.raises(OSError, match=r"address: 127\.0\.0\.1 is loopback") as caught:
        make((socket.AF_INET, socket.SOCK_STREAM, 0, "", ("127.0.0.1", 80)))
    assert caught.value.errno == FORBIDDEN
    make((socket.AF_INET, socket.SOCK_STREAM, 0, "", ("127.0.0.2", 80))).close()
    make((socket.AF_INET6, socket.SOCK_STREAM, 0, "", ("2606:4700::1111", 80, 0, 0))).close()
