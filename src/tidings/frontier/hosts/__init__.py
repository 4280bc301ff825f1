"""Hosts: the queue of those that may be asked, the best of them, and the registry of all names."""

from tidings.frontier.hosts.queue import (
    ENOUGH_UNDER_WAY,
    LINGERS,
    SOON,
    HostQueue,
    HostState,
    is_proven,
)

__all__ = ["ENOUGH_UNDER_WAY", "LINGERS", "SOON", "HostQueue", "HostState", "is_proven"]
