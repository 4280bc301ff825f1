"""Digests as WARC records and CDX indexes write them: ``sha1:`` and base 32."""

from __future__ import annotations

import re
from base64 import b32encode
from hashlib import sha1

_BARE_SHA1 = re.compile(r"[A-Z2-7]{32}")


def payload_digest(body: bytes) -> str:
    """Return the labelled SHA-1 digest of a body."""
    return sha1_label(sha1(body, usedforsecurity=False).digest())


def sha1_label(digest: bytes) -> str:
    """Return the text of a SHA-1 digest."""
    return "sha1:" + b32encode(digest).decode()


def with_label(digest: str) -> str:
    """Return a digest with the ``sha1:`` that many indexes leave out."""
    return f"sha1:{digest}" if _BARE_SHA1.fullmatch(digest) else digest
