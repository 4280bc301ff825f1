"""Writes CDXJ indexes: the position of each capture in the WARC files, sorted for any replay tool.

A SURT key is for looking up, never an identity: different URLs may share one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import unquote_to_bytes

from tidings.archive.write.records import uri
from tidings.disk.writing import atomic_file, write_error
from tidings.model import MADE_HERE, Pointer, Snapshot

REVISIT = "warc/revisit"
"""Media type of a row whose payload is in an earlier record."""

_URL_PARTS = re.compile(
    r"(?:(?P<scheme>[a-z][a-z0-9+.-]*):)?(?://)?(?:[^/?#@]*@)?"
    r"(?P<host>\[[^\]/?#]*\]|[^:/?#]*)(?::0*(?P<port>\d*))?"
    r"(?P<path>[^?#]*)(?:\?(?P<query>[^#]*))?",
    re.IGNORECASE,
)
_INVISIBLE = re.compile(r"[\t\r\n]")
_DEFAULT_PORTS = {"http": "80", "https": "443"}
_WWW = re.compile(r"www\d*\.")
_SAFE = re.compile(r"[!\"$&-~]*")
_UNSAFE = re.compile(rb"[\x00-\x20\x7f-\xff#%]")
_PATH_SESSIONS = (
    re.compile(r"^(.*/)\((?:[a-z]\([0-9a-z]{24}\))+\)/([^?]+\.aspx.*)$"),
    re.compile(r"^(.*/)\([0-9a-z]{24}\)/([^?]+\.aspx.*)$"),
)
_QUERY_SESSIONS = tuple(
    re.compile(f"^(.*){pattern}(?:&(.*))?$")
    for pattern in (
        "jsessionid=[0-9a-z]{32}",
        "phpsessid=[0-9a-z]{32}",
        "sid=[0-9a-z]{32}",
        "aspsessionid[a-z]{8}=[a-z]{24}",
        "cfid=[^&]+&cftoken=[^&]+",
    )
)
"""Session ids that the Internet Archive leaves out of its keys: each once, in this order."""


def surt(url: str) -> str:
    """Return the key of a URL: ``https://www.example.org/a/?b`` is ``org,example)/a?b``."""
    if url.startswith(MADE_HERE):
        return url.lower()
    match = _URL_PARTS.match(_INVISIBLE.sub("", url.strip()))
    assert match  # every part may be empty
    scheme = (match["scheme"] or "http").lower()
    port = match["port"]
    key = _reversed_host(match["host"])
    if port and port != _DEFAULT_PORTS.get(scheme):
        key += f":{port}"
    query = _sorted_query(_plain(match["query"])) if match["query"] else ""
    return f"{key}){_path_key(match['path'])}" + (f"?{query}" if query else "")


def cdxj_line(
    url: str, captured_at: datetime, mime: str, status: int, digest: str, pointer: Pointer
) -> str:
    """Return one line of an index without its line end; ``mime`` may be a whole Content-Type header."""
    kind = mime.partition(";")[0].strip()
    fields = {
        "url": uri(url),
        **({"mime": kind} if kind else {}),
        "status": str(status),
        "digest": digest,
        "length": str(pointer.length),
        "offset": str(pointer.offset),
        "filename": pointer.file,
    }
    return f"{surt(uri(url))} {captured_at.astimezone(UTC):%Y%m%d%H%M%S} {json.dumps(fields)}"


def write_index(path: Path, rows: Iterable[Snapshot]) -> None:
    """Write a sorted index atomically."""
    lines = sorted(cdxj_line(*row) + "\n" for row in rows)  # ASCII, so in LC_ALL=C order
    try:
        with atomic_file(path) as file:
            file.writelines(line.encode("ascii") for line in lines)
    except OSError as error:
        raise write_error(path, error) from error


def _reversed_host(host: str) -> str:
    name = host.lower()
    if "%" in name:
        name = unquote_to_bytes(host).decode("utf-8", "replace").lower()
    if name.startswith("["):
        return name.strip("[]")
    if not name.isascii():
        name = _punycode(name)
    labels = [label for label in _WWW.sub("", name, count=1).split(".") if label]
    return ",".join(reversed(labels))


def _punycode(name: str) -> str:
    try:
        return name.encode("idna").decode()
    except UnicodeError:
        return _plain(name)


def _path_key(path: str) -> str:
    segments: list[str] = []
    for segment in _plain(path).removeprefix("/").split("/"):
        if segment == ".." and segments:
            segments.pop()
        elif segment != ".":
            segments.append(segment)
    key = "/" + "/".join(filter(None, segments))
    return _without_sessions(key, _PATH_SESSIONS) if ".aspx" in key else key


def _sorted_query(query: str) -> str:
    if "id" in query:
        query = _without_sessions(query, _QUERY_SESSIONS)
    parts = query.split("&")
    return "&".join("".join(part) for part in sorted(part.partition("=") for part in parts))


def _without_sessions(text: str, sessions: Iterable[re.Pattern[str]]) -> str:
    for session in sessions:
        text = session.sub(r"\1\2", text)
    return text


def _plain(text: str) -> str:
    """Return text in lower case, percent-encoded only where necessary, whatever its encoding was."""
    if _SAFE.fullmatch(text):
        return text.lower()
    data = text.encode("utf-8", "replace")
    while b"%" in data and (decoded := unquote_to_bytes(data)) != data:
        data = decoded
    escaped = _UNSAFE.sub(lambda match: b"%%%02x" % match[0][0], data)
    return escaped.decode("ascii").lower()
