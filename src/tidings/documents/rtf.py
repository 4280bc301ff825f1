"""Reads Rich Text Format: control words, groups and escaped letters; what is no text is skipped."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, field, replace

from tidings.documents import MOST_TEXT, Extracted, broken
from tidings.errors import Unreadable
from tidings.model import Reason

_TOKEN = re.compile(
    rb"\\(?P<word>[a-zA-Z]{1,32})(?P<number>-?\d{1,10})?[ ]?|\\'(?P<byte>[0-9a-fA-F]{2})"
    rb"|\\(?P<symbol>[^a-zA-Z])|(?P<brace>[{}])|(?P<line>[\r\n]+)|(?P<text>[^\\{}\r\n]+)|\\",
)
_SKIPPED = frozenset({
    b"fonttbl", b"colortbl", b"stylesheet", b"pict", b"object", b"header", b"footer", b"headerl", b"headerr",
    b"footerl", b"footerr", b"listtable", b"listoverridetable", b"rsidtbl", b"generator", b"themedata",
    b"datastore", b"latentstyles", b"xmlnstbl", b"fldinst", b"filetbl", b"revtbl", b"info",
})  # fmt: skip
"""Groups that hold no text."""
_INFO = (b"title", b"author")
_LETTERS = {
    b"par": "\n", b"line": "\n", b"sect": "\n\n", b"page": "\n\n", b"row": "\n", b"cell": "\t", b"tab": "\t",
    b"emdash": "\u2014", b"endash": "\u2013", b"lquote": "\u2018", b"rquote": "\u2019",
    b"ldblquote": "\u201c", b"rdblquote": "\u201d", b"bullet": "\u2022",
}  # fmt: skip
_SYMBOLS = {b"~": "\u00a0", b"-": "", b"_": "-"}
_DEEPEST = 1_000
_LINK = re.compile(r"HYPERLINK\s+\"([^\"]{1,2000})\"")
_CREATED = re.compile(
    rb"\\creatim\\yr(\d{4})\\mo(\d{1,2})\\dy(\d{1,2})(?:\\hr(\d{1,2}))?(?:\\min(\d{1,2}))?"
)


@dataclass(slots=True)
class _Group:
    """How the text of a group is taken."""

    skipped: bool = False
    into: str = ""
    """The property that its text is, such as ``title``."""
    after_unicode: int = 1
    """Letters after an escaped one that are for older readers."""


@dataclass(slots=True)
class _Writing:
    pieces: list[str] = field(default_factory=list)
    info: dict[str, str] = field(default_factory=dict)
    links: list[str] = field(default_factory=list)
    codec: str = "cp1252"
    to_skip: int = 0
    length: int = 0

    def add(self, group: _Group, text: str) -> None:
        if self.to_skip:
            skipped = min(self.to_skip, len(text))
            self.to_skip -= skipped
            text = text[skipped:]
        if group.into:
            self.info[group.into] = (self.info.get(group.into, "") + text)[:2_000]
        elif not group.skipped and self.length < MOST_TEXT:
            self.pieces.append(text)
            self.length += len(text)


def read_rtf(body: bytes) -> Extracted:
    """Return the text and the properties of a document; raise Unreadable."""
    if not body.lstrip().startswith(b"{\\rtf"):
        raise broken("not Rich Text Format")
    writing, group = _Writing(), _Group()
    stack: list[_Group] = []
    for token in _TOKEN.finditer(body):
        if token["brace"] == b"{":
            if len(stack) >= _DEEPEST:
                raise broken("nested too deeply")
            stack.append(group)
            group = replace(group)
        elif token["brace"]:
            group = stack.pop() if stack else group
        else:
            _take(token, group, writing)
    text = "".join(writing.pieces).strip()
    if not text:
        raise Unreadable(Reason.EMPTY)
    links = _LINK.findall(writing.info.get("fldinst", ""))
    return Extracted(
        text,
        title=writing.info.get("title", "").strip(),
        author=writing.info.get("author", "").strip(),
        created=_created(body),
        links=tuple((link, "") for link in dict.fromkeys(links)),
        first_page=text[:3_000],
    )


def _take(token: re.Match[bytes], group: _Group, writing: _Writing) -> None:
    if token["word"]:
        _obey(token["word"], int(token["number"] or 0), bool(token["number"]), group, writing)
    elif token["byte"]:
        writing.add(group, bytes([int(token["byte"], 16)]).decode(writing.codec, "replace"))
    elif token["symbol"] == b"*":
        group.skipped = True
    elif token["symbol"]:
        writing.add(group, _SYMBOLS.get(token["symbol"], token["symbol"].decode("latin-1")))
    elif token["text"]:
        writing.add(group, token["text"].decode(writing.codec, "replace"))


def _obey(word: bytes, number: int, given: bool, group: _Group, writing: _Writing) -> None:
    """Obey a control word."""
    if word == b"u" and given:
        writing.to_skip = 0
        writing.add(group, _letter(number))
        writing.to_skip = group.after_unicode
    elif word == b"uc":
        group.after_unicode = max(0, min(number, 100))
    elif word == b"ansicpg":
        writing.codec = _codec(number)
    elif word == b"fldinst":
        group.skipped, group.into = False, "fldinst"
    elif word in _INFO:
        group.skipped, group.into = False, word.decode()
    elif word in _SKIPPED:
        group.skipped, group.into = True, ""
    elif word in _LETTERS:
        writing.add(group, _LETTERS[word])


def _letter(number: int) -> str:
    code = number + 65_536 if number < 0 else number
    return chr(code) if 0 < code < 0xD800 or 0xDFFF < code < 0x110000 else "\ufffd"


def _codec(number: int) -> str:
    try:
        return codecs.lookup(f"cp{number}").name
    except LookupError:
        return "cp1252"


def _created(body: bytes) -> str:
    match = _CREATED.search(body[:100_000])
    if not match:
        return ""
    year, month, day, hour, minute = (int(each or 0) for each in match.groups())
    return f"{year:04d}-{month:02d}-{day:02d}T{hour:02d}:{minute:02d}:00"
