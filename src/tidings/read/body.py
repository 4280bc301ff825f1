"""The bytes of a capture turned into UTF-8 HTML: inflated within a limit, sniffed, decoded; or a reason why not."""

from __future__ import annotations

import codecs
import re
import zlib
from collections.abc import Callable

import brotli
import zstandard
from isal import isal_zlib

from tidings.errors import Unreadable
from tidings.model import Capture

_CHUNK = 1 << 20
_HEAD = 1024
_HTML_TYPES = ("text/html", "application/xhtml+xml", "application/xml", "text/xml", "text/plain", "")
_MAGIC = (
    (b"\x89PNG", "image/png"), (b"\xff\xd8\xff", "image/jpeg"), (b"GIF8", "image/gif"),
    (b"%PDF-", "application/pdf"), (b"PK\x03\x04", "application/zip"), (b"\x1f\x8b", "application/gzip"),
    (b"RIFF", "audio or video"), (b"\x00\x00\x01\x00", "image/x-icon"), (b"ID3", "audio/mpeg"),
    (b"\x7fELF", "application/x-executable"), (b"MZ\x90", "application/x-executable"),
    (b"OggS", "application/ogg"), (b"wOFF", "font/woff"), (b"wOF2", "font/woff2"),
)  # fmt: skip
_META_CHARSET = re.compile(rb"""<meta[^>]{0,300}?charset\s*=\s*["']?\s*([\w:.-]{2,40})""", re.IGNORECASE)
_XML_ENCODING = re.compile(rb"""^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w:.-]{2,40})""")
_TAG = re.compile(rb"<(?:!doctype|html|head|body|title|p|div|a|br|table|h[1-6]|meta|script|span)\b", re.IGNORECASE)
_CONTROLS = bytes(range(9)) + bytes(range(14, 27)) + bytes(range(28, 32))
_ALIASES = {
    # What the web means by these names (WHATWG): pages say latin-1 and use the Windows characters.
    "iso-8859-1": "cp1252", "latin-1": "cp1252", "latin1": "cp1252", "ascii": "cp1252", "us-ascii": "cp1252",
    "iso8859-1": "cp1252", "iso-8859-9": "cp1254", "gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932",
    "shift-jis": "cp932", "sjis": "cp932", "x-sjis": "cp932", "euc-kr": "cp949", "ks_c_5601-1987": "cp949",
    "windows-31j": "cp932", "tis-620": "cp874", "iso-8859-11": "cp874", "big5": "big5hkscs", "x-gbk": "gb18030",
    "unicode": "utf-8", "utf8": "utf-8", "utf-16": "utf-16-le",
}  # fmt: skip


def html_of(capture: Capture, limit: int) -> bytes:
    """Return the page as UTF-8, or raise Unreadable with the reason."""
    kind = _media_type(capture)
    if kind not in _HTML_TYPES:
        raise Unreadable(f"not HTML: {kind}")
    body = inflate(capture.body, capture.header("content-encoding"), limit)
    if not body.strip():
        raise Unreadable("empty")
    _refuse_binary(body, kind)
    return to_utf8(body, _header_charset(capture))


def is_plain(capture: Capture) -> bool:
    """Tell whether the capture is text without markup."""
    return _media_type(capture) == "text/plain"


def _media_type(capture: Capture) -> str:
    kind = capture.header("content-type").partition(";")[0].strip().lower()
    return kind if "/" in kind and kind.isascii() and kind.isprintable() else ""


def _header_charset(capture: Capture) -> str:
    found = re.search(r"charset\s*=\s*[\"']?([\w:.-]{2,40})", capture.header("content-type"), re.IGNORECASE)
    return found[1] if found else ""


def _refuse_binary(body: bytes, kind: str) -> None:
    head = body[:_HEAD]
    if head.startswith((codecs.BOM_UTF16_BE, codecs.BOM_UTF16_LE)):
        return
    for magic, name in _MAGIC:
        if head.startswith(magic):
            raise Unreadable(f"not HTML: {name}" if not kind else f"binary data served as {kind}: {name}")
    controls = len(head) - len(head.translate(None, _CONTROLS))
    if controls * 20 > len(head) and not _TAG.search(head):
        raise Unreadable(f"binary data served as {kind or 'an unnamed type'}")


# Decompression


def inflate(body: bytes, encoding: str, limit: int) -> bytes:
    """Undo the content encodings, last one first, and stop at the limit."""
    for name in reversed([part.strip().lower() for part in encoding.split(",")]):
        if name in ("", "identity", "utf-8"):
            continue
        inflater = _INFLATERS.get(name)
        if inflater is None:
            raise Unreadable(f"unknown content encoding: {name[:40]}")
        try:
            body = inflater(body, limit)
        except (zlib.error, isal_zlib.error, brotli.error, zstandard.ZstdError, EOFError) as error:
            raise Unreadable(f"broken compression: {name}") from error
    if len(body) > limit:
        raise _too_large(limit)
    return body


def _too_large(limit: int) -> Unreadable:
    return Unreadable(f"larger than {limit / 1e6:g} MB after decompression")


def _gunzip(body: bytes, limit: int) -> bytes:
    if not body.startswith(b"\x1f\x8b"):
        return body  # servers that name an encoding they did not apply
    pieces, size = [], 0
    while body.startswith(b"\x1f\x8b"):
        piece, body = _inflate_stream(body, 31, limit - size)
        pieces.append(piece)
        size += len(piece)
    return b"".join(pieces)


def _inflate_stream(body: bytes, window: int, limit: int) -> tuple[bytes, bytes]:
    """Return what one stream holds and what follows it; a cut stream gives what it held."""
    stream = isal_zlib.decompressobj(wbits=window)
    data = stream.decompress(body, limit + 1)
    if len(data) > limit:
        raise _too_large(limit)
    return data, stream.unused_data


def _deflate(body: bytes, limit: int) -> bytes:
    try:
        return _inflate_stream(body, 15, limit)[0]
    except isal_zlib.error:
        return _inflate_stream(body, -15, limit)[0]  # without the zlib header, as many servers send it


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
    reader = zstandard.ZstdDecompressor(max_window_size=1 << 27).stream_reader(body, read_across_frames=True)
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
    """Return the bytes as valid UTF-8: byte order mark, header, meta, then what fits; nothing is lost."""
    for mark, name in ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")):
        if body.startswith(mark):
            return body[len(mark) :].decode(name, "replace").encode()
    try:
        body.decode()  # Valid UTF-8 is never another charset by chance, whatever the header says.
        if not body.isascii() or b"\x1b" not in body:
            return body
    except UnicodeDecodeError:
        pass
    for name in (declared, _found(_XML_ENCODING, body), _found(_META_CHARSET, body)):
        if (text := _decoded(body, name)) is not None:
            return text.encode("utf-8", "replace")
    return _mixed(body).encode("utf-8", "replace")


def _found(pattern: re.Pattern[bytes], body: bytes) -> str:
    found = pattern.search(body, 0, 8192)
    return found[1].decode("ascii", "replace") if found else ""


def _decoded(body: bytes, name: str) -> str | None:
    """Decode with a declared charset; None if it is unknown, is UTF-8 (which failed) or fits badly."""
    wanted = _ALIASES.get(name.lower(), name.lower())
    try:
        info = codecs.lookup(wanted)
        if not wanted or info.name == "utf-8" or not info._is_text_encoding:
            return None
        text = body.decode(wanted, "replace")
    except (LookupError, ValueError):
        return None
    return text if text.count("\ufffd") * 50 <= len(text) else None


def _mixed(body: bytes) -> str:
    """Decode as UTF-8 and read what is not as Windows-1252, the usual mixture."""
    return body.decode("utf-8", "windows-1252-pieces")


def _as_windows(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("cp1252", "replace"), error.end


codecs.register_error("windows-1252-pieces", _as_windows)
