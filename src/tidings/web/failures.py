"""Network errors as short, countable reasons, and whether a retry could help."""

from __future__ import annotations

import errno
import socket
import ssl

import aiohttp
from aiohttp.http_exceptions import LineTooLong

from tidings.errors import Failed, FetchError, Refused
from tidings.model import Reason
from tidings.web.addresses import FORBIDDEN

_MAX_LENGTH = 120
"""Characters of a foreign error text that are kept."""

_NO_SUCH_NAME = {socket.EAI_NONAME, getattr(socket, "EAI_NODATA", socket.EAI_NONAME)}

_CONNECTION_ERRORS = {
    errno.ECONNREFUSED: "refused",
    errno.ECONNRESET: "reset",
    errno.EPIPE: "reset",
    errno.ECONNABORTED: "reset",
    errno.ETIMEDOUT: "timed out",
    errno.EHOSTUNREACH: "unreachable",
    errno.ENETUNREACH: "unreachable",
}


def explain(error: Exception) -> FetchError:
    """Return our own error for an error of the network or of aiohttp."""
    match error:
        case aiohttp.ClientConnectorCertificateError():
            return _final(Reason.TLS, f"certificate verify failed: {_certificate(error)}")
        case ssl.SSLError():
            return _tls_error(getattr(error, "os_error", error))
        case aiohttp.ClientConnectorDNSError():
            return _name_error(error.os_error)
        case aiohttp.ServerDisconnectedError():
            return _disconnected(error)
        case aiohttp.ClientResponseError():
            return _bad_answer(error)
        case aiohttp.ClientPayloadError():
            return Failed(Reason.PROTOCOL, "broken off before the body")
        case aiohttp.InvalidURL():
            return _final(Reason.URL, "not a web address")
        case OSError():
            return _connection_error(error)
        case aiohttp.ClientError():
            return Failed(Reason.CONNECT, f"{_plain(str(error))}")
        case _:
            return _final(Reason.URL, f"{_plain(str(error))}")


def _final(reason: Reason, detail: str) -> Failed:
    return Failed(reason, detail, retry=False)


def _certificate(error: aiohttp.ClientConnectorCertificateError) -> str:
    cause = error.certificate_error
    return _plain(getattr(cause, "verify_message", "") or str(cause))


def _tls_error(error: OSError) -> Failed:
    reason = str(getattr(error, "reason", None) or "broken off")
    return _final(Reason.TLS, f"{_plain(reason).lower().replace('_', ' ')}")


def _name_error(error: OSError) -> Failed:
    if error.errno in _NO_SUCH_NAME:
        return _final(Reason.DNS, "name not found")
    return Failed(Reason.DNS, "no answer")


def _disconnected(error: aiohttp.ServerDisconnectedError) -> Failed:
    """Return a failure worth a retry, whether the server closed before or within the headers."""
    if isinstance(error.message, str):
        return Failed(Reason.CONNECT, "closed without an answer")
    return Failed(Reason.PROTOCOL, "broken off within the headers")


def _bad_answer(error: aiohttp.ClientResponseError) -> Failed:
    cause = error.__cause__.__cause__ if error.__cause__ else None
    if isinstance(cause, LineTooLong):
        return _final(Reason.HEADER_FLOOD, "a line is too long")
    if error.message.lower().startswith("too many headers"):
        return _final(Reason.HEADER_FLOOD, "too many lines")
    return _final(Reason.PROTOCOL, f"{_plain(error.message)}")


def _connection_error(error: OSError) -> FetchError:
    if error.errno == FORBIDDEN:
        refusal = str(error.strerror).removeprefix("Multiple exceptions: ")
        return Refused(*Reason.parse(refusal))
    reason = _CONNECTION_ERRORS.get(error.errno or 0)
    return Failed(Reason.CONNECT, reason or _plain(error.strerror or str(error)))


def _plain(text: str) -> str:
    """Return the first line, shortened and without control characters."""
    line = next((line for line in text.splitlines() if line.strip()), "unknown")
    return "".join(c if c.isprintable() else " " for c in line).strip(" :.")[:_MAX_LENGTH]
