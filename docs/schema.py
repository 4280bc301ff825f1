"""A sentence for every table and column of ``tidings.db``, from which ``database.md`` is made."""

from __future__ import annotations

import sqlite3
from importlib.resources import files

from tidings.store.sqlite.database import VERSION

MARK = "<!-- tables: made by make docs -->"
"""Separates the hand-written introduction of ``database.md`` from the generated tables."""

MOMENT = "seconds since 1970, UTC"
TABLES: dict[str, tuple[str, dict[str, str]]] = {
    "host": ("A server by name, with its clock and its record.", {
        "id": "Its number, which `link.host` names.",
        "name": "The host, with its port if that is unusual.",
        "next_at": f"No request before this moment ({MOMENT}).",
        "delay": "Seconds between two requests, as last known.",
        "fetched": "Answers received.",
        "good": "Pages kept.",
        "bad": "Pages rejected.",
        "failures": "Failures in a row.",
        "closed": "The outcome of all its links if nothing more is fetched from it, else empty.",
        "reason": "Why it is closed: a code.",
        "detail": "Details of the reason.",
    }),
    "link": ("Every URL ever met: those that wait, and the outcome of the others.", {
        "seq": "Its number, in order of discovery; the number of a page in the API.",
        "id": "A hash of the URL, 64 bits, signed.",
        "host": "The host: `host.id`.",
        "phase": "0 waits, 1 was passed over, 2 is done.",
        "score": "Its priority; from 0 to 1 after clipping.",
        "depth": "Links followed from a seed.",
        "hops": "Redirects followed from the link that was found.",
        "tries": "Failed tries.",
        "parent": "The hash of the page it was found on, 0 for none.",
        "found_at": f"When it was found ({MOMENT}).",
        "url": "The URL in normal form.",
        "anchor": "The words of the link.",
        "context": "The words around the link.",
        "channel": "How it came: seed, link, redirect, feed, archive and others.",
        "barred": "A code: why it must not be followed, empty if it may.",
        "outcome": "Kept, rejected and so on (see [the outcomes](commands.md)); empty while it waits.",
        "reason": "Why it has its outcome: a code.",
        "detail": "Details of the reason: a score, a URL, a number.",
        "visit": "Its current visit: `visit.seq`, 0 for none.",
        "due_at": f"When it is to be visited again ({MOMENT}), NULL for never.",
        "finds": "Pages it was found on, as far as they raised its score.",
        "scored_by": "The hash of the page that gave it its score, 0 for its parent.",
    }),
    "visit": ("One answer to a URL at one time; a URL may have many.", {
        "seq": "Its number, in order of arrival.",
        "link": "The URL: `link.seq`.",
        "captured_at": f"When the server answered ({MOMENT}).",
        "entered_at": f"When it came in ({MOMENT}); a capture of an archive may be years older.",
        "status": "The HTTP status.",
        "mime": "The media type.",
        "size": "Bytes of the body as received.",
        "digest": "SHA-1 of the body, as in the WARC record; empty when not archived.",
        "title": "The title of the page.",
        "language": "Its language, two letters, empty if unknown.",
        "published": f"Its day of publication ({MOMENT}), NULL if undated.",
        "dated_by": "Where that day was read.",
        "score": "The score from 0 to 1, NULL if it was not judged.",
        "explained": "JSON: parts and evidence of the score.",
        "type": "The type of crisis, empty for none.",
        "type_probability": "How likely that type is.",
        "outcome": "The outcome of this visit.",
        "reason": "Why it has that outcome: a code.",
        "detail": "Details of the reason.",
        "file": "The WARC file in `archive/`, empty when not archived.",
        "byte_offset": "Where its record begins in that file.",
        "length": "Bytes of the record.",
        "provenance": "The archive it was read from, empty for the live web.",
        "revision": "The revision of the page model that corrected its score, 0 for none.",
        "changed": "The number of its last change; a search index takes in the higher ones.",
    }),
    "reading": ("What was read on a visit, to judge it again, search it and draw the graph.", {
        "visit": "The visit: `visit.seq`.",
        "base": "The score by the measure alone, before judgements.",
        "cells": "The words of the page in buckets, four bytes each.",
        "content": "Text, places, names, dates, source, genre and declarations: MessagePack, compressed with zstd.",
        "edges": "The hashes of the links on the page, eight bytes each.",
    }),
    "part": ("Styles, images and scripts that were archived with a kept page; never judged.", {
        "visit": "The visit of the page: `visit.seq`.",
        "url": "The URL of the part.",
        "captured_at": f"When the server answered ({MOMENT}).",
        "status": "The HTTP status.",
        "mime": "The media type.",
        "digest": "SHA-1 of the body.",
        "file": "The WARC file in `archive/`.",
        "byte_offset": "Where its record begins in that file.",
        "length": "Bytes of the record.",
    }),
    "requisite": ("What kept pages need to be shown: what waits, and how each ended; made when it is first needed.", {
        "seq": "Its number, in order of discovery.",
        "id": "A hash of the URL, as for links.",
        "host": "The host: `host.id`.",
        "url": "The URL in normal form.",
        "kind": "What it is used for: style, image, font, icon, frame, object or script.",
        "place": "The place of its use in the order of fetching.",
        "page": "The visit that needed it first: `visit.seq`.",
        "depth": "Steps from that page.",
        "tries": "Failed tries.",
        "phase": "0 waits, 2 is done.",
        "outcome": "Kept, duplicate and redirected are archived (see `part`); empty while it waits.",
        "reason": "Why it has its outcome: a code.",
        "detail": "Details of the reason.",
        "size": "Bytes received.",
        "seconds": "Time spent on fetching it.",
    }),
    "need": ("Which page, style sheet or frame needs which requisite.", {
        "owner": "A visit, or minus the number of a requisite that names another.",
        "requisite": "`requisite.seq`; 0 notes that a page was searched.",
    }),
    "story": ("Pages with nearly the same text.", {
        "visit": "The visit: `visit.seq`.",
        "first": "The visit whose page had the text first, itself for an original.",
        "fingerprint": "A fingerprint of the words of an original; empty for a copy.",
    }),
    "story_band": ("The bands of the fingerprint of every original, to find copies.", {
        "band": "A hash of a part of the fingerprint.",
        "visit": "The visit of the original: `visit.seq`.",
    }),
    "crawl": ("One row: how the crawl stands.", {
        "id": "Always 1.",
        "state": "Running, finished and so on; empty before the first crawl.",
        "reason": "Why it is in that state, in words.",
        "seconds": "Seconds spent in all runs.",
        "estimate": "How much is left to find, in words.",
        "outlook": "JSON: the yield of the last blocks of links.",
        "asked": "Where links are fetched from: the live web, or archives.",
        "robots": "Whether robots.txt is obeyed.",
        "warc_file": "The current WARC file.",
        "warc_length": "Its durable length in bytes; a crash is cut back to it.",
        "page_model": "The revision of the page model that all pages were judged by.",
        "link_model": "JSON: what the order has learned about links.",
    }),
    "source": ("How far each source has been read.", {
        "name": "The source.",
        "cursor": "The position in it.",
    }),
    "fact": ("Notes by name: when runs began, which event file judged the pages.", {
        "name": "What is noted.",
        "value": "The note, often JSON.",
    }),
}  # fmt: skip


def with_schema(document: str) -> str:
    """Return the document with the tables of the schema after the mark."""
    introduction, mark, _ = document.partition(MARK)
    if not mark:
        raise ValueError(f"the document has no {MARK}")
    parts = [f"The format is {VERSION} (`PRAGMA user_version`).", *map(_table, _columns().items())]
    return introduction + mark + "\n\n" + "\n\n".join(parts) + "\n"


def _columns() -> dict[str, list[tuple[str, str, bool]]]:
    """Return name, type and whether it may be NULL of each column, by table, as SQLite understands the schema."""
    connection = sqlite3.connect(":memory:")
    try:
        for name in ("schema.sql", "requisites.sql"):
            schema = files("tidings.store.sql").joinpath(name).read_text(encoding="utf-8")
            connection.executescript(schema)
        query = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        return {
            table: [
                (name, kind, not required and not key)
                for _, name, kind, required, _, key in connection.execute(
                    f"PRAGMA table_info({table})"
                )
            ]
            for (table,) in connection.execute(query)
        }
    finally:
        connection.close()


def _table(given: tuple[str, list[tuple[str, str, bool]]]) -> str:
    name, columns = given
    about, sentences = TABLES[name]
    if [column for column, _, _ in columns] != list(sentences):
        raise ValueError(f"docs/schema.py: {name} has other columns than the schema")
    rows = [
        f"| `{column}` | {kind.lower()}{' or NULL' if may_be_null else ''} | {sentences[column]} |"
        for column, kind, may_be_null in columns
    ]
    return "\n".join([f"## `{name}`", "", about, "", "| column | type | |", "|---|---|---|", *rows])
