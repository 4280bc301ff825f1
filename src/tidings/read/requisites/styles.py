"""Finds and replaces the URLs of style sheets, by the tokens of CSS: comments, strings, escapes, ``url()``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

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
_NOTHING = "data:,"
"""Stands for a URL that is left out."""
_IMPORT, _NAMESPACE = "@import", "@namespace"
"""Rules with URLs before their block; that of a namespace is only a name."""


_SETS = ("image-set(", "cross-fade(", "image(", "src(")
"""Functions with strings that are URLs; few style sheets have them."""
_QUICK = re.compile(
    rf"/\*(?:[^*]|\*(?!/))*+(?:\*/)?+|(?P<at>@import|@namespace)\b|(?P<string>{_STRING})"
    rf"|url\(\s*+(?:(?P<quoted>{_STRING})|(?P<bare>(?:[^\"'()\\\s]|{_ESCAPE})*+))\s*+(?:\)|\Z)",
    re.ASCII | re.IGNORECASE,
)

Replace = Callable[[str, bool], str]
"""Returns what stands for a reference; the flag says whether it is an imported style sheet."""


def replaced(css: str, replace: Replace) -> str:
    """Return a style sheet, or the declarations of one element, with every URL replaced."""
    return "".join(_Sheet(css, replace).parts())


def references(css: str) -> list[tuple[str, bool]]:
    """Return the references of a style sheet in order, and whether each is an imported style sheet."""
    lowered = css.lower()
    if not any(sign in lowered for sign in _SETS):
        return list(dict.fromkeys(_quickly(css)))
    found: dict[tuple[str, bool], None] = {}

    def note(reference: str, imported: bool) -> str:
        found[reference, imported] = None
        return ""

    for _ in _Sheet(css, note).parts():
        pass
    return list(found)


def _quickly(css: str) -> Iterator[tuple[str, bool]]:
    """Yield the references of a style sheet by one expression, ten times as fast as by tokens.

    Names of functions that are spelled with escapes are not found, which nobody writes but to deceive.
    """
    rule = ""
    for match in _QUICK.finditer(css):
        if match["at"]:
            rule = match["at"].lower()
        elif match["quoted"] is not None or match["bare"] is not None:
            quoted, bare = match["quoted"], match["bare"]
            if rule != _NAMESPACE:
                yield (_inside(quoted) if quoted is not None else _plain(bare)), rule == _IMPORT
            rule = ""
        elif match["string"] and rule:
            if rule == _IMPORT:
                yield _inside(match["string"]), True
            rule = ""


class _Sheet:
    """One pass over the tokens of a style sheet."""

    def __init__(self, css: str, replace: Replace) -> None:
        self._css = css
        self._replace = replace
        self._calls: list[str] = []
        """The functions that are open."""
        self._rule = ""
        """The rule that the next URL belongs to, such as ``@import``; empty inside its block."""

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
                    self._rule = _plain(token[0]).lower()
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
            self._rule = ""
            self._calls.clear()

    def _string(self, text: str) -> str:
        if self._rule == _IMPORT or (self._calls and self._calls[-1] in _OF_URLS):
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
            return f'url("{_NOTHING}")', end + 1 if end >= 0 else len(self._css)
        bare = address["bare"]
        reference = _inside(address["string"]) if bare is None else _plain(bare)
        return f"url({self._quoted(reference)})", address.end()

    def _quoted(self, reference: str) -> str:
        imported = self._rule == _IMPORT
        path = "" if self._rule == _NAMESPACE else self._replace(reference, imported)
        self._rule = ""
        safe = (path or _NOTHING).replace("\\", "%5C").replace('"', "%22").replace("<", "%3C")
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
