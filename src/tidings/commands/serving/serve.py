"""The command ``serve``: the desk and the API for some collections, on this computer or, with users, on a network."""

from __future__ import annotations

import argparse
import ipaddress
import os
import sys
import webbrowser
from pathlib import Path
from threading import Timer

from rich.console import Console

from tidings.api.app import ServerSettings, make_app
from tidings.api.replaying import make_replay
from tidings.api.security.requests import LOOPBACK_NAMES
from tidings.api.security.users import USERS_FILE, Users
from tidings.api.served import ServedFolders
from tidings.api.serving import DEFAULT_PORT, Certificate, run
from tidings.archive.replay.serving import bound, origin_of_socket, served
from tidings.commands.terminal.printing import say
from tidings.desk.pages import add_desk
from tidings.errors import TidingsError

_SECONDS_TO_START = 2.0
"""Seconds after which the server answers."""


def describe(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``serve``."""
    command.set_defaults(run=_run)
    command.add_argument(
        "folders",
        nargs="*",
        type=Path,
        metavar="FOLDER",
        help="collections, or folders that hold them; default: this folder",
    )
    command.add_argument("--port", type=int, default=DEFAULT_PORT, help=f"default: {DEFAULT_PORT}")
    command.add_argument(
        "--host",
        default="127.0.0.1",
        help="an address of this computer; default: 127.0.0.1, any other needs `tidings users add`",
    )
    command.add_argument(
        "--name",
        action="append",
        default=[],
        help="a host name by which it is called from elsewhere; may be repeated",
    )
    command.add_argument(
        "--login", action="store_true", help="let people log in, also on this computer"
    )
    command.add_argument("--certificate", type=Path, metavar="FILE", help="for https, as PEM")
    command.add_argument("--key", type=Path, metavar="FILE", help="of the certificate, as PEM")


def show(folder: Path, console: Console) -> int:
    """Serve a folder on this computer, and open the desk in a browser where there is a screen."""
    parser = argparse.ArgumentParser()
    describe(parser)
    if has_screen():
        opening = Timer(_SECONDS_TO_START, webbrowser.open, (f"http://127.0.0.1:{DEFAULT_PORT}/",))
        opening.daemon = True
        opening.start()
    return _run(parser.parse_args([str(folder)]), console)


def has_screen() -> bool:
    """Return whether a browser can be shown here."""
    return sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )


def _run(options: argparse.Namespace, console: Console) -> int:
    folders = options.folders or [Path()]
    collections = ServedFolders(folders)
    outside = not is_loopback(options.host)
    users = collections.roots[0] / USERS_FILE if outside or options.login else None
    if users and not (Users(users).users() or Users(users).tokens()):
        raise TidingsError(
            f"found no users in {users}; add one first: tidings users add NAME --folder {folders[0]}"
        )
    names = _names(options.host, options.name)
    certificate = _certificate(options.certificate, options.key)
    listener = bound(options.host, options.port + 1)
    scheme = "https" if certificate else "http"
    replay = make_replay(collections, options.port, names, scheme)
    origin = origin_of_socket(listener, options.name[0] if options.name else options.host, scheme)
    app = make_app(
        ServerSettings(
            folders=folders,
            hosts=names,
            replay_origin=origin,
            replay_token=replay.token,
            users=users,
        )
    )
    add_desk(app)
    shown = options.name[0] if options.name else options.host
    say(console, f"Tidings is at {scheme}://{shown}:{options.port}/; Ctrl-C ends it.")
    if outside and not certificate:
        say(
            console,
            "Passwords travel readable: give --certificate and --key, or put a server with https before it.",
            style="yellow",
        )
    with served(replay, listener, certificate):
        run(app, options.host, options.port, certificate)
    return 0


def is_loopback(host: str) -> bool:
    """Return whether only this computer can reach a host."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _names(host: str, given: list[str]) -> tuple[str, ...]:
    """Return the names by which the server may be called."""
    own = f"[{host}]" if ":" in host else host
    if own in ("0.0.0.0", "[::]") and not given:
        raise TidingsError(f"--host: found {host}, all addresses; allowed with --name NAME")
    wildcard = {"0.0.0.0", "[::]"}
    return tuple(
        dict.fromkeys(
            name.lower() for name in (*LOOPBACK_NAMES, own, *given) if name not in wildcard
        )
    )


def _certificate(certificate: Path | None, key: Path | None) -> Certificate | None:
    if certificate is None and key is None:
        return None
    for option, path in (("--certificate", certificate), ("--key", key)):
        if path is None or not path.is_file():
            raise TidingsError(f"{option}: found {path}; allowed: a file, with the other option")
    assert certificate
    assert key
    return Certificate(certificate, key)
