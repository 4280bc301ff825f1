"""The commands ``users``: who may use a server that others can reach."""

from __future__ import annotations

import argparse
import getpass
import sys
from pathlib import Path

from rich.console import Console

from tidings.api.security.users import LEAST_PASSWORD, USERS_FILE, Role, Users
from tidings.commands.terminal.printing import say, table
from tidings.errors import TidingsError

_ROLES = [role.value for role in Role]
_DAYS = 90


def describe_add(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``users add``."""
    command.set_defaults(run=_add)
    command.add_argument("name", help="small letters, digits and . _ @ -")
    command.add_argument(
        "--role", choices=_ROLES, default=Role.READER.value, help="default: reader"
    )
    _add_folder(command)


def describe_token(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``users token``."""
    command.set_defaults(run=_token)
    command.add_argument("name", help="the program that will use it")
    command.add_argument(
        "--role", choices=_ROLES, default=Role.READER.value, help="default: reader"
    )
    command.add_argument(
        "--collection", action="append", help="the only collection it may see; may be repeated"
    )
    command.add_argument(
        "--days", type=int, default=_DAYS, help=f"how long it is valid; default: {_DAYS}"
    )
    _add_folder(command)


def describe_list(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``users list``."""
    command.set_defaults(run=_list)
    _add_folder(command)


def describe_remove(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``users remove``."""
    command.set_defaults(run=_remove)
    command.add_argument("name", help="of the user or token")
    _add_folder(command)


def _add_folder(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--folder",
        type=Path,
        default=Path(),
        help="the first folder that `tidings serve` is given; default: this folder",
    )


def _users(options: argparse.Namespace) -> Users:
    if not options.folder.is_dir():
        raise TidingsError(f"--folder: found {options.folder}; allowed: a folder")
    return Users(options.folder / USERS_FILE)


def _add(options: argparse.Namespace, console: Console) -> int:
    users = _users(options)
    users.add(options.name, Role(options.role), _password())
    say(console, f"{options.name} may now log in as {options.role}.")
    return 0


def _password() -> str:
    """Read a password twice from the terminal, or once from a program."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    password = getpass.getpass(f"Password, {LEAST_PASSWORD} characters or more: ")
    if getpass.getpass("Again: ") != password:
        raise TidingsError("found two different passwords; nothing was changed")
    return password


def _token(options: argparse.Namespace, console: Console) -> int:
    only = tuple(options.collection) if options.collection else None
    token = _users(options).add_token(options.name, Role(options.role), options.days, only)
    say(console, token)
    say(
        Console(stderr=True, highlight=False),
        "It is shown this once; programs send it as `Authorization: Bearer TOKEN`.",
    )
    return 0


def _list(options: argparse.Namespace, console: Console) -> int:
    users = _users(options)
    rows = table("name", "role", "", "collections", numbers=slice(0))
    for name, user in users.users().items():
        rows.add_row(name, user.role, f"since {user.made[:10]}", "all")
    for name, token in users.tokens().items():
        only = "all" if token.collections is None else ", ".join(token.collections)
        rows.add_row(name, token.role, f"token until {token.expires[:10]}", only)
    console.print(rows)
    return 0


def _remove(options: argparse.Namespace, console: Console) -> int:
    _users(options).remove(options.name)
    say(console, f"Removed {options.name}; open sessions have ended.")
    return 0
