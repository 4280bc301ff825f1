"""Stores a URL as its SURT key and little more, since most URLs differ from it only in scheme and www."""

from __future__ import annotations

_SECURE, _WWW, _SLASH = 1, 2, 4
_WHOLE = 9
"""Marks a URL stored whole, because its key does not even give its host."""


def spelled(url: str, key: str) -> int | str:
    """Return what must be stored beside the key to restore the URL: a small number in most cases."""
    code = (
        _SECURE * url.startswith("https:")
        + _WWW * url.startswith("www.", url.find("//") + 2)
        + _SLASH * url.endswith("/")
    )
    host, path = _parts(key, code)
    if host + path == url:
        return code
    return f"{code}{url[len(host) :]}" if url.startswith(f"{host}/") else f"{_WHOLE}{url}"


def url_of(key: str, spelling: int | str) -> str:
    """Return the URL of a key and its spelling."""
    if isinstance(spelling, int):
        return "".join(_parts(key, spelling))
    code = int(spelling[0])
    return spelling[1:] if code == _WHOLE else _parts(key, code)[0] + spelling[1:]


def _parts(key: str, code: int) -> tuple[str, str]:
    """Return the most likely URL in two parts, up to the host and the rest."""
    name, _, path = key.partition(")")
    labels, colon, port = name.partition(":")
    scheme = "https://" if code & _SECURE else "http://"
    www = "www." if code & _WWW else ""
    host = f"{scheme}{www}{'.'.join(reversed(labels.split(',')))}{colon}{port}"
    return host, f"{path}/" if code & _SLASH and path != "/" else path
