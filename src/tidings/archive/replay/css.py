"""Rewrites the URLs of style sheets, by the tokens of CSS: comments, strings, escapes, ``url()``, ``@import``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tidings.archive.replay.names import NOTHING, Kind, Names

_ESCAPE = r"\\(?:[0-9a-fA-F]{1,6}(?:\r\n|[ \t\r\n\f])?+|[^\r\n\f0-9a-fA-F])"
_STRING = rf'"(?:[^"\\\r\n\f]|{_ESCAPE}|\\(?:\r\n|[\r\n\f]))*+"?+|' + (
    rf"'(?:[^'\\\r\n\f]|{_ESCAPE}|\\(?:\r\n|[\r\n\f]))*+'?+"
)
_NAME = rf"(?:[-\w]|[^\x00-\x7f]|{_ESCAPE})++"
_TOKEN = re.compile(
    rf"(?P<comment>/\*(?:[^*]|\*(?!/))*+(?:\*/)?+)|(?P<string>{_STRING})|(?P<at>@{_NAME})"
    rf"|(?P<call>{_NAME}\()|(?P<name>{_NAME})|(?P<end>[;{{}}])|(?P<open>\()|(?P<close>\))|(?P<other>.)",
    re.DOTALL | re.ASCII,
)
_ADDRESS = re.compile(
    rf"\s*+(?:(?P<string>{_STRING})|(?P<bare>(?:[^\"'()\\\s]|{_ESCAPE})*+))\s*+(?P<end>\)|\Z)",
    re.ASCII,
)
_UNESCAPED = re.compile(
    r"\\(?:(?P<code>[0-9a-fA-F]{1,6})(?:\r\n|[ \t\r\n\f])?|(?P<newline>\r\n|[\r\n\f])|(?P<letter>.))",
    re.DOTALL,
)
_OF_URLS = frozenset(
    {"image-set", "-webkit-image-set", "image", "-webkit-cross-fade", "cross-fade", "src"}
)
"""Functions whose strings are URLs."""
_GONE = frozenset({"expression"})
"""Functions that once ran scripts."""
_MAX_CODE = 0x10FFFF


def rewritten(css: str, names: Names, base: str) -> str:
    """Return a style sheet, or the declarations of one element, with every URL inside the archive."""
    return "".join(_Sheet(css, names, base).parts())


class _Sheet:
    """One pass over the tokens of a style sheet."""

    def __init__(self, css: str, names: Names, base: str) -> None:
        self._css = css
        self._names = names
        self._base = base
        self._calls: list[str] = []
        """The functions that are open."""
        self._imports = False
        """Whether the next URL is that of an imported style sheet."""

    def parts(self) -> Iterator[str]:
        at = 0
        while token := _TOKEN.match(self._css, at):
            at = token.end()
            match token.lastgroup:
                case "comment":
                    yield " "
                case "string":
                    yield self._string(token[0])
                case "at":
                    self._imports = _plain(token[0]).lower() == "@import"
                    yield token[0]
                case "call":
                    text, at = self._call(token[0], at)
                    yield text
                case _:
                    self._nest(token)
                    yield token[0]

    def _nest(self, token: re.Match[str]) -> None:
        if token.lastgroup == "open":
            self._calls.append("")
        elif token.lastgroup == "close" and self._calls:
            self._calls.pop()
        elif token.lastgroup == "end":
            self._imports = False
            self._calls.clear()

    def _string(self, text: str) -> str:
        if self._imports or (self._calls and self._calls[-1] in _OF_URLS):
            return self._quoted(_inside(text))
        return text

    def _call(self, text: str, at: int) -> tuple[str, int]:
        """Return what stands for the beginning of a function, or for a whole ``url()``, and where it ends."""
        name = _plain(text[:-1]).lower()
        if name != "url":
            self._calls.append(name)
            return ("none(" if name in _GONE else text), at
        address = _ADDRESS.match(self._css, at)
        if address is None:
            end = self._css.find(")", at)
            return f'url("{NOTHING}")', end + 1 if end >= 0 else len(self._css)
        bare = address["bare"]
        reference = _inside(address["string"]) if bare is None else _plain(bare)
        return f"url({self._quoted(reference)})", address.end()

    def _quoted(self, reference: str) -> str:
        kind = Kind.STYLE if self._imports else Kind.OTHER
        self._imports = False
        path = self._names.loaded(reference, self._base, kind) or NOTHING
        safe = path.replace("\\", "%5C").replace('"', "%22").replace("<", "%3C")
        return f'"{_BREAKS.sub("", safe)}"'


_BREAKS = re.compile(r"[\x00-\x1f\x7f]")


def _inside(text: str) -> str:
    """Return the value of a string, which may lack its closing quote."""
    inner = text[1:]
    return _plain(
        inner[:-1] if inner.endswith(text[0]) and not inner.endswith(f"\\{text[0]}") else inner
    )


def _plain(text: str) -> str:
    return _UNESCAPED.sub(_letter, text) if "\\" in text else text


def _letter(escape: re.Match[str]) -> str:
    if escape["code"] is None:
        return escape["letter"] or ""
    code = int(escape["code"], 16)
    return chr(code) if 0 < code <= _MAX_CODE and not 0xD800 <= code <= 0xDFFF else "\ufffd"
