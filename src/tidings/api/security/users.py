"""Users and tokens of a server, in one file: who they are, what they may do, and hashes of their secrets."""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any

from tidings.disk.writing import write_text
from tidings.errors import TidingsError

USERS_FILE = "users.json"
LEAST_PASSWORD = 12
"""Characters of a password."""
_MOST_PASSWORD = 1_000
_NAME = re.compile(r"[a-z0-9][a-z0-9._@-]{0,63}")
_PREFIX = "tidings_"
"""What tokens begin with, so that people and programs recognise one that leaks."""


class Role(StrEnum):
    """What somebody may do; each role may do what those before it may."""

    READER = "reader"
    """Read everything."""
    ANALYST = "analyst"
    """Judge and describe pages, add seeds and keywords, steer crawls."""
    OWNER = "owner"
    """Make collections, write event files, read archives."""

    def covers(self, other: Role) -> bool:
        """Return whether this role may do what another one may."""
        order = list(Role)
        return order.index(self) >= order.index(other)


@dataclass(frozen=True, slots=True)
class Identity:
    """Who sends a request."""

    name: str
    role: Role
    collections: tuple[str, ...] | None = None
    """The only collections it may see, None for all."""


@dataclass(frozen=True, slots=True)
class User:
    """A person with a password."""

    role: Role
    password: str
    """The argon2 hash."""
    made: str


@dataclass(frozen=True, slots=True)
class Token:
    """A secret for programs."""

    role: Role
    secret: str
    """The SHA-256 of the token, which is random and long."""
    expires: str
    collections: tuple[str, ...] | None = None


LOCAL = Identity("local", Role.OWNER)
"""The person at this computer, who needs no password."""


class Users:
    """The users of a server; a changed file counts from the next request on."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = Lock()
        self._read_at = (0, 0)
        self._users: dict[str, User] = {}
        self._tokens: dict[str, Token] = {}

    def users(self) -> Mapping[str, User]:
        """Return the users by name."""
        self._refresh()
        return dict(self._users)

    def tokens(self) -> Mapping[str, Token]:
        """Return the tokens by name."""
        self._refresh()
        return dict(self._tokens)

    def add(self, name: str, role: Role, password: str) -> None:
        """Add a user, or give one another role and password; raise TidingsError."""
        _check_name(name)
        if not LEAST_PASSWORD <= len(password) <= _MOST_PASSWORD:
            raise TidingsError(
                f"password: found {len(password)} characters; allowed: {LEAST_PASSWORD} or more"
            )
        self._refresh()
        now = datetime.now(UTC).isoformat(timespec="seconds")
        self._users[name] = User(role, _hasher().hash(password), now)
        self._save()

    def add_token(
        self, name: str, role: Role, days: int, collections: tuple[str, ...] | None = None
    ) -> str:
        """Make a token and return it; only its hash is kept."""
        _check_name(name)
        if not 1 <= days <= 3650:
            raise TidingsError(f"days: found {days}; allowed: 1 to 3650")
        self._refresh()
        token = _PREFIX + secrets.token_urlsafe(32)
        expires = datetime.now(UTC) + timedelta(days=days)
        self._tokens[name] = Token(
            role, _digest(token), expires.isoformat(timespec="seconds"), collections
        )
        self._save()
        return token

    def remove(self, name: str) -> None:
        """Remove a user or a token; raise TidingsError if there is none."""
        self._refresh()
        if self._users.pop(name, None) is None and self._tokens.pop(name, None) is None:
            raise TidingsError(f"{name}: no such user or token")
        self._save()

    def with_password(self, name: str, password: str) -> Identity | None:
        """Return the user with a password; a wrong name takes as long as a wrong password."""
        from argon2.exceptions import Argon2Error, InvalidHashError

        user = self.users().get(name)
        try:
            _hasher().verify(user.password if user else _nobody(), password[:_MOST_PASSWORD])
        except (Argon2Error, InvalidHashError):
            return None
        return Identity(name, user.role) if user else None

    def with_token(self, token: str) -> Identity | None:
        """Return whom a token stands for, None if it is unknown or too old."""
        digest = _digest(token)
        for name, each in self.tokens().items():
            if secrets.compare_digest(each.secret, digest):
                alive = datetime.fromisoformat(each.expires) > datetime.now(UTC)
                return Identity(f"token {name}", each.role, each.collections) if alive else None
        return None

    def named(self, name: str) -> Identity | None:
        """Return a user by name, with the role of now."""
        user = self.users().get(name)
        return Identity(name, user.role) if user else None

    def _refresh(self) -> None:
        with self._lock:
            try:
                status = self._path.stat()
                if (status.st_mtime_ns, status.st_ino) == self._read_at:
                    return
                document = json.loads(self._path.read_text(encoding="utf-8"))
                self._users = {name: _user(each) for name, each in document["users"].items()}
                self._tokens = {name: _token(each) for name, each in document["tokens"].items()}
                self._read_at = status.st_mtime_ns, status.st_ino
            except FileNotFoundError:
                self._users, self._tokens, self._read_at = {}, {}, (0, 0)
            except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
                raise TidingsError(f"{self._path}: not a usable file of users ({error})") from error

    def _save(self) -> None:
        document = {
            "users": {name: asdict(each) for name, each in sorted(self._users.items())},
            "tokens": {name: asdict(each) for name, each in sorted(self._tokens.items())},
        }
        if not self._path.exists():
            self._path.touch(mode=0o600)
        write_text(self._path, json.dumps(document, indent=1))


def _check_name(name: str) -> None:
    if not _NAME.fullmatch(name):
        raise TidingsError(
            f"name: found {name[:100]!r}; allowed: small letters, digits and . _ @ -, at most 64"
        )


def _user(row: Mapping[str, Any]) -> User:
    return User(Role(row["role"]), str(row["password"]), str(row["made"]))


def _token(row: Mapping[str, Any]) -> Token:
    datetime.fromisoformat(row["expires"])
    only = row["collections"]
    return Token(
        Role(row["role"]), str(row["secret"]), row["expires"], None if only is None else tuple(only)
    )


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


@lru_cache(maxsize=1)
def _hasher() -> Any:
    from argon2 import PasswordHasher

    return PasswordHasher()


@lru_cache(maxsize=1)
def _nobody() -> str:
    """Return the hash of a password that nobody knows."""
    return str(_hasher().hash(secrets.token_urlsafe(32)))
