"""Parses the words of a query: phrases in quotes, ``-`` and ``+``, ``OR``, ``word~`` and ``title:``."""

from __future__ import annotations

import re
from typing import NamedTuple

from tidings.errors import QueryError

MAX_LENGTH = 2_000
"""Characters of a query."""
MAX_TERMS = 64
"""Words and phrases of a query."""
FIELDS = ("title", "text")
_ITEM = re.compile(
    r"""\s*(?P<sign>[+-]?)(?P<field>(?:title|text):)?
    (?:"(?P<phrase>[^"]*)"(?P<extra>[^\s"]*) | (?P<word>[^\s"]+))""",
    re.VERBOSE,
)
_QUOTES = str.maketrans("“”„«»‟", '""""""')
_EDITS = re.compile(r"(?P<word>.+)~(?P<edits>[12]?)")
_SOME = re.compile(r"[^\W_]")


class Term(NamedTuple):
    """A word or a phrase."""

    text: str
    field: str = ""
    """``title`` or ``text``; empty for both."""
    edits: int = 0
    """Letters that may differ."""


class Clause(NamedTuple):
    """Terms of which one must occur, or must not."""

    sign: str
    """``-`` if none may occur, ``+`` if stop words count, else empty."""
    terms: tuple[Term, ...]


def parse(words: str) -> tuple[Clause, ...]:
    """Return the clauses of a query; raise QueryError, which names the fix."""
    text = words.translate(_QUOTES).strip()
    if len(text) > MAX_LENGTH:
        raise QueryError(f"the query has {len(text):,} characters; allowed: {MAX_LENGTH:,} at most")
    if text.count('"') % 2:
        raise QueryError(f"found a quote without an end in {_short(words)}; add a second quote")
    clauses: list[Clause] = []
    joins = False
    for match in _ITEM.finditer(text):
        if match["word"] == "OR" and not match["field"]:
            _check_or(match, clauses, joins, text)
            joins = True
            continue
        clause = _clause(match)
        if joins:
            clause = _joined(clauses.pop(), clause)
        clauses.append(clause)
        joins = False
    if sum(len(clause.terms) for clause in clauses) > MAX_TERMS:
        raise QueryError(f"the query has too many words; allowed: {MAX_TERMS} at most")
    return tuple(clauses)


def _check_or(match: re.Match[str], clauses: list[Clause], joins: bool, text: str) -> None:
    if match["sign"] or joins or not clauses or not text[match.end() :].strip():
        raise QueryError('found OR without words on both sides; write "or" to search for the word')


def _joined(before: Clause, after: Clause) -> Clause:
    if before.sign == "-" or after.sign == "-":
        raise QueryError("found - beside OR; put the words to leave out at the end of the query")
    return Clause(before.sign or after.sign, before.terms + after.terms)


def _clause(match: re.Match[str]) -> Clause:
    sign, field = match["sign"], (match["field"] or "").rstrip(":")
    if match["word"] in [f"{name}:" for name in FIELDS]:
        raise QueryError(
            f"found {match['word']} without a word; allowed: a word with letters or digits after it"
        )
    if match["phrase"] is not None:
        if match["extra"]:
            raise QueryError(
                f"found {_short(match['extra'])} after a phrase; put a space between them"
            )
        return Clause(sign, (_term(match["phrase"], field, match[0]),))
    word, edits = match["word"], 0
    if fuzzy := _EDITS.fullmatch(word):
        word, edits = fuzzy["word"], int(fuzzy["edits"] or 1)
    return Clause(sign, (_term(word, field, match[0], edits),))


def _term(text: str, field: str, written: str, edits: int = 0) -> Term:
    if not _SOME.search(text):
        raise QueryError(f"found {_short(written.strip())}; allowed: a word with letters or digits")
    return Term(text, field, edits)


def _short(text: str) -> str:
    return repr(text if len(text) < 60 else text[:57] + "...")
