"""Turn the body of a capture into UTF-8: decompress within a limit, sniff, decode; or raise the reason why not."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable

import brotli  # type: ignore[import-untyped]
import webencodings  # type: ignore[import-untyped]
import zstandard
from isal import isal_zlib
from isal.igzip_lib import IsalError

from tidings.errors import Unreadable
from tidings.model import Capture, Reason
from tidings.read.types import media_type

_ISAL_ERROR: type[Exception] = IsalError  # type: ignore[assignment]  # its stub says instance
_CHUNK = 1 << 20
_GZIP = b"\x1f\x8b"
_MOST_MEMBERS = 500
"""Members of a gzip body: each costs a copy of the rest, and real bodies have one."""
_HEAD = 1024
"""Bytes examined to recognise binary data."""
_MAGIC = (
    (b"\x89PNG", "image/png"), (b"\xff\xd8\xff", "image/jpeg"), (b"GIF8", "image/gif"),
    (b"%PDF-", "application/pdf"), (b"PK\x03\x04", "application/zip"), (b"\x1f\x8b", "application/gzip"),
    (b"RIFF", "audio or video"), (b"\x00\x00\x01\x00", "image/x-icon"), (b"ID3", "audio/mpeg"),
    (b"\x7fELF", "application/x-executable"), (b"MZ\x90", "application/x-executable"),
    (b"OggS", "application/ogg"), (b"wOFF", "font/woff"), (b"wOF2", "font/woff2"),
)  # fmt: skip
_META_CHARSET = re.compile(
    rb"""<meta[^>]{0,300}?charset\s*=\s*(?:["']\s*)?([\w:.-]{2,40})""", re.IGNORECASE
)
_XML_ENCODING = re.compile(rb"""^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w:.-]{2,40})""")
_TAG = re.compile(
    rb"<(?:!doctype|html|head|body|title|p|div|a|br|table|h[1-6]|meta|script|span)\b", re.IGNORECASE
)
_HTML_ROOT = re.compile(rb"<!doctype\s+html|<html\b", re.IGNORECASE)
_CONTROLS = bytes(range(9)) + bytes(range(14, 27)) + bytes(range(28, 32))
_CODECS = {"gbk": "gb18030"}
"""Codecs to use instead of the one of the same name; the Encoding Standard decodes GBK as GB18030."""
_SEVEN_BIT = {"hz-gb-2312": "hz", "iso-2022-kr": "iso2022_kr"}
"""Labels that browsers refuse, as text in them may hide markup; pages in old archives use them."""


def utf8_of(capture: Capture, limit: int) -> bytes:
    """Return the body as UTF-8; raise Unreadable if it is empty, broken, too large or binary."""
    body = inflate(capture.body, capture.header("Content-Encoding"), limit)
    if not body or body.isspace():
        raise Unreadable(Reason.EMPTY)
    _refuse_binary(body, media_type(capture.header("Content-Type")))
    return to_utf8(body, charset_of(capture))


def charset_of(capture: Capture) -> str:
    """Return the character set that the header of a capture names, empty if it names none."""
    match = re.search(
        r"charset\s*=\s*[\"']?([\w:.-]{2,40})", capture.header("Content-Type"), re.IGNORECASE
    )
    return match[1] if match else ""


def _refuse_binary(body: bytes, kind: str) -> None:
    head = body[:_HEAD]
    if _wide_charset(body):
        return
    served = kind or "an unnamed type"
    for magic, name in _MAGIC:
        if head.startswith(magic):
            raise Unreadable(Reason.BINARY, f"{served}: {name}")
    if kind.endswith("/xml") and not _HTML_ROOT.search(head):
        raise Unreadable(Reason.NOT_HTML, str(kind))
    controls = len(head) - len(head.translate(None, _CONTROLS))
    if controls * 20 > len(head) and not _TAG.search(head):
        raise Unreadable(Reason.BINARY, str(served))


# Decompression


def inflate(body: bytes, encoding: str, limit: int) -> bytes:
    """Undo the content encodings, last one first; raise Unreadable beyond the limit."""
    for name in reversed([part.strip().lower() for part in encoding.split(",")]):
        if name in ("", "identity", "utf-8"):
            continue
        inflater = _INFLATERS.get(name)
        if inflater is None:
            raise Unreadable(Reason.ENCODING, f"{ascii(name[:40])[1:-1]}")
        try:
            body = inflater(body, limit)
        except (_ISAL_ERROR, brotli.error, zstandard.ZstdError, EOFError) as error:
            raise Unreadable(Reason.COMPRESSION, str(name)) from error
    if len(body) > limit:
        raise _too_large(limit)
    return body


def _too_large(limit: int) -> Unreadable:
    return Unreadable(Reason.TOO_LARGE, f"{limit / 1e6:g} MB after decompression")


def _gunzip(body: bytes, limit: int) -> bytes:
    if not body.startswith(_GZIP):
        return body  # some servers name an encoding they did not apply
    pieces: list[bytes] = []
    size = 0
    while body.startswith(_GZIP):
        if len(pieces) == _MOST_MEMBERS:
            raise Unreadable(Reason.COMPRESSION, "gzip in too many parts")
        piece, body = _inflate_stream(body, 31, limit + 1 - size)
        pieces.append(piece)
        size += len(piece)
        if size > limit:
            raise _too_large(limit)
    return b"".join(pieces)


def _deflate(body: bytes, limit: int) -> bytes:
    try:
        return _inflate_stream(body, 15, limit + 1)[0]
    except _ISAL_ERROR:  # many servers send it without the zlib header
        return _inflate_stream(body, -15, limit + 1)[0]


def _inflate_stream(body: bytes, window: int, room: int) -> tuple[bytes, bytes]:
    """Return at most ``room`` bytes of one stream, and the input after it; a cut stream gives what is there."""
    stream = isal_zlib.decompressobj(wbits=window)
    return stream.decompress(body, room), stream.unused_data


def _unbrotli(body: bytes, limit: int) -> bytes:
    stream = brotli.Decompressor()
    pieces = [stream.process(body, output_buffer_limit=_CHUNK)]
    size = len(pieces[0])
    while not stream.is_finished() and not stream.can_accept_more_data():
        pieces.append(stream.process(b"", output_buffer_limit=_CHUNK))
        size += len(pieces[-1])
        if size > limit:
            raise _too_large(limit)
    return b"".join(pieces)


def _unzstd(body: bytes, limit: int) -> bytes:
    pieces, size = [], 0
    reader = zstandard.ZstdDecompressor(max_window_size=1 << 27).stream_reader(
        body, read_across_frames=True
    )
    while piece := reader.read(_CHUNK):
        pieces.append(piece)
        size += len(piece)
        if size > limit:
            raise _too_large(limit)
    return b"".join(pieces)


_INFLATERS: dict[str, Callable[[bytes, int], bytes]] = {
    "gzip": _gunzip,
    "x-gzip": _gunzip,
    "deflate": _deflate,
    "br": _unbrotli,
    "zstd": _unzstd,
}


# Character sets


def to_utf8(body: bytes, declared: str = "") -> bytes:
    """Convert to UTF-8 by byte order mark, header or meta; otherwise as UTF-8 mixed with Windows-1252."""
    if wide := _wide_charset(body):
        return body.decode(wide, "replace").lstrip("\ufeff").encode("utf-8", "replace")
    body = body.removeprefix(codecs.BOM_UTF8)
    if _is_utf8(body):
        return body
    for label in (declared, _label(_XML_ENCODING, body), _label(_META_CHARSET, body)):
        if (text := _decoded(body, label)) is not None:
            return text.encode("utf-8", "replace")
    return body.decode("utf-8", _MIXED).encode("utf-8", "replace")


def _wide_charset(body: bytes) -> str:
    if body.startswith((codecs.BOM_UTF16_LE, b"<\x00")):
        return "utf-16-le"
    return "utf-16-be" if body.startswith((codecs.BOM_UTF16_BE, b"\x00<")) else ""


def _is_utf8(body: bytes) -> bool:
    """Return whether the bytes are UTF-8, whatever the header says: longer texts never are by chance."""
    if body.isascii():
        return b"\x1b" not in body  # escape sequences: a seven-bit Japanese or Korean encoding
    try:
        body.decode()
    except UnicodeDecodeError:
        return False
    return True


def _label(pattern: re.Pattern[bytes], body: bytes) -> str:
    match = pattern.search(body, 0, 8192)
    return match[1].decode("ascii", "replace") if match else ""


def _decoded(body: bytes, label: str) -> str | None:
    """Decode as browsers do; None if the label is unknown, means UTF-8 (which failed) or fits badly."""
    codec = _SEVEN_BIT.get(label.lower()) or _codec_of(label)
    if not codec:
        return None
    text = body.decode(codec, "replace")
    return text if text.count("\ufffd") * 50 <= len(text) else None


def _codec_of(label: str) -> str:
    """Return Python's codec for a label of the Encoding Standard, empty if there is none."""
    encoding = webencodings.lookup(label)
    if encoding is None or encoding.name in ("utf-8", "replacement", "x-user-defined"):
        return ""
    return _CODECS.get(encoding.name) or str(encoding.codec_info.name)


def _as_windows(error: UnicodeError) -> tuple[str, int]:
    """Decode bytes that are not UTF-8 as Windows-1252: the usual mixture on pages pasted together."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("cp1252", "replace"), error.end


_MIXED = "tidings-mixed"
codecs.register_error(_MIXED, _as_windows)
