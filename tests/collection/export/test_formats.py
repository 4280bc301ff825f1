"""All formats hold the same rows, can be read by other programs, and let nothing harmful through."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Callable
from datetime import UTC, datetime

import bibtexparser
import pytest
import rispy

from tests.collection.export.entries import MOMENT, UNVISITED, entry, exported
from tidings.collection.export import parquet
from tidings.collection.export.formats import FORMATS, write_entries
from tidings.collection.export.rows import COLUMNS, LONGEST_CELL
from tidings.errors import TidingsError
from tidings.model import Content, Dating, Declared, Guess, Mention, Named, Place, Typed
from tidings.store.content import pack

FULL = Content(
    text="At least 12 people were killed in Beira on Monday. More than 40 were injured there.",
    places=(Mention(Place("Beira", "MZ", -19.8, 34.8), 3), Mention(Place("Nowhere"), 1)),
    people=(Named("Anna Berg", 2),),
    dates=(Dating(MOMENT, "meta", 0.95),),
    source=Guess("news", 0.93),
    genre=Guess("news report", 0.7),
    declared=Declared("The {Daily} & Co", "Ann Smith", "A flood."),
)
PAGES = (
    entry(packed=pack(FULL), type=Typed("flood/rain", 0.8), title="Flood_100% {kills} #12 & more"),
    entry(url="http://b.example/?q={1}", title="洪水 в Бейре", packed=pack(Content("洪水。"))),
    entry(url="http://c.example/", published=None, title=""),
)
MOMENTS = ("published", "captured_at", "found_at")


def _csv(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode(), newline="")))


def _jsonl(data: bytes) -> list[dict[str, object]]:
    rows = [json.loads(line) for line in data.splitlines()]
    for row in rows:  # as the other formats have them
        row["names"] = [{"name": name, "times": times} for name, times in row["names"].items()]
    return rows


def _geojson(data: bytes) -> list[dict[str, object]]:
    collection = json.loads(data)
    assert collection["type"] == "FeatureCollection"
    for feature in collection["features"]:
        assert feature["type"] == "Feature"
        if geometry := feature["geometry"]:
            assert geometry["type"] == "MultiPoint"
            for longitude, latitude in geometry["coordinates"]:
                assert -180 <= longitude <= 180
                assert -90 <= latitude <= 90
    return [feature["properties"] for feature in collection["features"]]


def _parquet(data: bytes) -> list[dict[str, object]]:
    import pyarrow.parquet

    return pyarrow.parquet.read_table(io.BytesIO(data)).to_pylist()


def _ris(data: bytes) -> list[dict[str, object]]:
    return [{"url": item["urls"][0], "title": item["title"]} for item in rispy.loads(data.decode())]


def _bibtex(data: bytes) -> list[dict[str, object]]:
    parser = bibtexparser.bparser.BibTexParser(common_strings=True)
    entries = bibtexparser.loads(data.decode(), parser).entries
    assert len({item["ID"] for item in entries}) == len(entries)
    return [{"url": item["url"], "title": item["title"]} for item in entries]


def _urls(data: bytes) -> list[dict[str, object]]:
    return [{"url": line} for line in data.decode().splitlines()]


READERS: dict[str, Callable[[bytes], list]] = {
    "csv": _csv, "jsonl": _jsonl, "parquet": _parquet, "geojson": _geojson, "ris": _ris, "bibtex": _bibtex, "urls": _urls,
}  # fmt: skip


def test_every_format_has_a_reader():
    assert set(READERS) == set(FORMATS)


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_has_every_row(name):
    urls = [row["url"] for row in READERS[name](exported(name, *PAGES))]
    wanted = [page.url for page in PAGES]
    assert [url.replace("%7B", "{").replace("%7D", "}") for url in urls] == wanted


def _plain(name: str, value: object) -> object:
    """Return a value of Parquet as JSON has it."""
    return value.isoformat() if isinstance(value, datetime) else value


def test_tables_and_objects_hold_equal_rows():
    pages = (*PAGES, entry(**UNVISITED))
    objects, maps = (READERS[name](exported(name, *pages)) for name in ("jsonl", "geojson"))
    columns, cells = (READERS[name](exported(name, *pages)) for name in ("parquet", "csv"))
    for item, feature, stored, cell in zip(objects, maps, columns, cells, strict=True):
        wanted = {name: item[name] for name in COLUMNS}
        assert feature == wanted
        assert {name: _plain(name, stored[name]) for name in COLUMNS} == wanted
        assert list(cell) == list(COLUMNS)
        for name, value in wanted.items():
            if not isinstance(value, list):
                assert cell[name] in ("" if value is None else str(value), f"'{value}"), name


def test_a_row_has_what_experts_record():
    (row,) = _jsonl(exported("jsonl", PAGES[0]))
    assert (row["source_type"], row["source_confidence"]) == ("news", 0.93)
    assert (row["genre"], row["author"], row["site"]) == (
        "news report",
        "Ann Smith",
        "The {Daily} & Co",
    )
    assert (row["dead"], row["injured"], row["missing"]) == (12, 40, None)
    assert row["numbers"][0]["bound"] == "at least"
    assert (row["country"], row["countries"], row["date_confidence"]) == ("MZ", ["MZ"], 0.95)
    assert row["summary"] == FULL.text
    cells = _csv(exported("csv", PAGES[0]))[0]
    assert cells["numbers"] == "dead: at least 12 people; injured: at least 40 people"
    assert cells["places"] == "Beira, MZ (3); Nowhere (1)"


def test_citations_hold_what_a_historian_cites():
    (reference,) = rispy.loads(exported("ris", PAGES[0]).decode())
    assert reference["type_of_reference"] == "NEWS"
    assert reference["authors"] == ["Ann Smith"]
    assert (reference["year"], reference["date"]) == ("2024", "2024/05/01")
    parser = bibtexparser.bparser.BibTexParser(common_strings=True)
    (item,) = bibtexparser.loads(exported("bibtex", PAGES[0]).decode(), parser).entries
    assert item["title"] == r"{Flood\_100\% \textbraceleft{}kills\textbraceright{} \#12 \& more}"
    assert (item["year"], item["urldate"]) == ("2024", "2024-05-01")
    assert item["organization"] == r"The \textbraceleft{}Daily\textbraceright{} \& Co"


HARMFUL = {
    "formula": "=cmd|'/C calc'!A0",
    "plus": "+1+cmd()",
    "escapes": "\x1b]0;owned\x07\x1b[2J",
    "null": "a\x00b",
    "right to left": "gpj.\u202eexe\u2066\u202d",
    "half a character": "\ud83d",
    "lines": "a\r\nER  - \r\nTY  - JOUR\r\nTI  - forged\r\n\n@misc{x, title={forged}}",
    "braces": "}}} {{{ \\ % \\end{document}",
    "quotes": 'a",b\n"c";=1',
    "megabyte": "title " * 170_000,
    "json": '"},{"url":"http://forged.example"',
}


@pytest.mark.parametrize("kind", HARMFUL)
@pytest.mark.parametrize("name", FORMATS)
def test_harmful_text_does_no_harm_in_any_format(name, kind):
    text = HARMFUL[kind]
    hostile = FULL._replace(
        text=text[:10_000], declared=Declared(text, text, text), people=(Named(text, 1),)
    )
    hostile_entry = entry(title=text, anchor=text, packed=pack(_encodable(hostile)))
    data = exported(name, hostile_entry, entry(url="http://last.example/"))
    decoded = data if FORMATS[name].is_binary else data.decode()  # valid UTF-8
    rows = READERS[name](data)
    assert [row["url"] for row in rows] == ["http://a.example/1", "http://last.example/"]
    if not FORMATS[name].is_binary:
        assert not set(decoded) & {"\x00", "\x1b", "\x07", "\u202e", "\u2066", "\u202d"}
    if name == "csv":
        for cell in rows[0].values():
            assert not cell.startswith(("=", "+", "@", "\t", "\r"))
    for value in rows[0].values():
        assert len(str(value)) <= 2 * LONGEST_CELL


def _encodable(content: Content) -> Content:
    """Return content as a store may hold it: MessagePack takes no half characters."""

    def whole(text: str) -> str:
        return text.encode("utf-8", "replace").decode()

    declared = Declared(*map(whole, content.declared[:3]))
    people = tuple(Named(whole(each.name), each.times) for each in content.people)
    return content._replace(text=whole(content.text), declared=declared, people=people)


def test_parquet_without_pyarrow_is_a_clear_error(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(TidingsError, match=r"pip install 'tidings\[parquet\]'"):
        exported("parquet", entry())


def test_parquet_columns_are_typed_also_for_own_fields():
    import pyarrow.parquet

    own = {PAGES[0].url: {"people": 12.0, "note": "x"}, PAGES[1].url: {"people": 3.0}}
    data = exported("parquet", *PAGES, own=own, fields=["people", "note"])
    schema = pyarrow.parquet.read_schema(io.BytesIO(data))
    assert str(schema.field("published").type) == "timestamp[us, tz=UTC]"
    assert str(schema.field("people").type) == "double"
    assert str(schema.field("note").type) == "string"
    assert str(schema.field("score").type) == "double"


@pytest.mark.parametrize("name", FORMATS)
def test_rows_are_written_while_entries_are_read(name, monkeypatch):
    """So memory does not grow with the number of rows."""
    monkeypatch.setattr(parquet, "_GROUP", 3)
    lengths: list[int] = []
    out = io.BytesIO()

    def entries():
        for _ in range(12):
            lengths.append(out.tell())
            yield PAGES[0]

    write_entries(name, entries(), out)
    assert lengths[4] > lengths[0] or lengths[4] > 4
    assert lengths == sorted(lengths)
    assert lengths[11] > lengths[4]


def test_moments_are_utc():
    (row,) = _parquet(exported("parquet", entry()))
    assert row["published"] == datetime(2024, 5, 1, 12, tzinfo=UTC)
