"""Writes rows as citations for historians: RIS and BibTeX."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import BinaryIO

from tidings.collection.export.rows import Row
from tidings.urls import host_of

_TYPES = {"news": "NEWS", "blog": "BLOG", "government": "GOVDOC", "ngo": "RPRT"}
"""The type of a reference in RIS by kind of source; others are electronic."""
_SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\textbraceleft{}", "}": r"\textbraceright{}", "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
}  # fmt: skip
"""Characters with a meaning in TeX; BibTeX counts braces even behind a backslash."""
_SPECIALS = re.compile("|".join(map(re.escape, _SPECIAL)))
_LONGEST_VALUE = 2_000
"""Characters of a field; programs for references choke on more."""


def write_ris(rows: Iterable[Row], out: BinaryIO, columns: Sequence[str]) -> None:
    """Write a reference in RIS for every row."""
    for row in rows:
        for tag, value in _ris(row):
            out.write(f"{tag}  - {_line(value)}\r\n".encode())
        out.write(b"ER  - \r\n\r\n")


def _ris(row: Row) -> Iterator[tuple[str, str]]:
    yield "TY", _TYPES.get(row["source_type"], "ELEC")
    yield "TI", row["title"] or row["url"]
    if row["author"]:
        yield "AU", row["author"]
    yield "T2", row["site"] or host_of(row["url"])
    if row["published"]:
        yield "PY", f"{row['published']:%Y}"
        yield "DA", f"{row['published']:%Y/%m/%d}"
    if row["captured_at"]:
        yield "Y2", f"{row['captured_at']:%Y/%m/%d}"
    if row["language"]:
        yield "LA", row["language"]
    if row["summary"]:
        yield "AB", row["summary"]
    yield from (("KW", word) for word in (*row["keywords"], *row["tags"]))
    yield "UR", row["url"]


def write_bibtex(rows: Iterable[Row], out: BinaryIO, columns: Sequence[str]) -> None:
    """Write an entry in BibTeX for every row."""
    for number, row in enumerate(rows, 1):
        fields = ",\n".join(f"  {name} = {{{value}}}" for name, value in _bibtex(row))
        out.write(f"@misc{{{_key(row, number)},\n{fields}\n}}\n\n".encode())


def _bibtex(row: Row) -> Iterator[tuple[str, str]]:
    yield "title", "{" + _tex(row["title"] or row["url"]) + "}"
    if row["author"]:
        yield "author", "{" + _tex(row["author"]) + "}"
    yield "organization", _tex(row["site"] or host_of(row["url"]))
    if row["published"]:
        yield "year", f"{row['published']:%Y}"
        yield "date", _day(row["published"])
    yield "url", _url(row["url"])
    if row["captured_at"]:
        yield "urldate", _day(row["captured_at"])
    if row["language"]:
        yield "langid", _tex(row["language"])
    if row["summary"]:
        yield "abstract", _tex(row["summary"])
    if words := (*row["keywords"], *row["tags"]):
        yield "keywords", _tex(", ".join(words))


def _key(row: Row, number: int) -> str:
    """Return a key that no other row of the file has."""
    host = re.sub(r"[^a-z0-9]+", "-", host_of(row["url"]).removeprefix("www.").lower()).strip("-")
    year = f"{row['published']:%Y}" if row["published"] else "undated"
    return f"{host or 'page'}-{year}-{number}"


def _day(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d}"


def _url(url: str) -> str:
    """Return a URL whose braces are balanced."""
    return url.replace("{", "%7B").replace("}", "%7D").replace("\\", "%5C")


def _tex(value: str) -> str:
    return _SPECIALS.sub(lambda match: _SPECIAL[match[0]], _line(value))


def _line(value: str) -> str:
    """Return a value in one line, without what would begin another field."""
    return " ".join(value.split())[:_LONGEST_VALUE]
