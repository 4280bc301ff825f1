"""Sessions of people who logged in: random names in a cookie, kept in memory, forgotten when they are not used."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

COOKIE = "tidings_session"
_IDLE_SECONDS = 8 * 3600.0
"""Seconds without a request after which a session ends."""
_LONGEST_SECONDS = 7 * 86400.0
_MOST_SESSIONS = 10_000


@dataclass(slots=True)
class _Session:
    user: str
    begun: float
    used: float


class Sessions:
    """The open sessions of a server."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._sessions: OrderedDict[bytes, _Session] = OrderedDict()
        self._lock = Lock()

    def begin(self, user: str) -> str:
        """Begin a session and return its secret name."""
        secret = secrets.token_urlsafe(32)
        now = self._clock()
        with self._lock:
            self._sessions[_key(secret)] = _Session(user, now, now)
            while len(self._sessions) > _MOST_SESSIONS:
                self._sessions.popitem(last=False)
        return secret

    def user(self, secret: str) -> str | None:
        """Return whose session it is, None if it has ended."""
        now, key = self._clock(), _key(secret)
        with self._lock:
            session = self._sessions.get(key)
            if session is None:
                return None
            if now - session.used > _IDLE_SECONDS or now - session.begun > _LONGEST_SECONDS:
                del self._sessions[key]
                return None
            session.used = now
            return session.user

    def end(self, secret: str) -> None:
        """End a session."""
        with self._lock:
            self._sessions.pop(_key(secret), None)


def _key(secret: str) -> bytes:
    """Return what a session is found by; the secret itself is not kept."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).digest()
