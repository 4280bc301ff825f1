"""A CDX in Parquet: the same plan as from CDXJ files, and no archive file is read for it."""

from __future__ import annotations

import asyncio
import gzip
import random
from datetime import timedelta
from pathlib import Path

import pytest

from tests.archive.stored_files import NOON, PAGE, gzipped, record, revisit
from tidings.archive.holdings import LocalHoldings
from tidings.archive.index.cdx import REVISIT, cdxj_line
from tidings.archive.index.parquet import ParquetIndex, write_parquet
from tidings.archive.planned import PlannedHoldings
from tidings.cli import main
from tidings.errors import CollectionError, Failed
from tidings.model import Pointer, Snapshot

FILES = ("a.warc.gz", "b.warc.gz")


def rows(count: int = 300) -> list[Snapshot]:
    """Return captures of URLs in many spellings, some of them revisits."""
    chance = random.Random(1)
    found = []
    for number in range(count):
        site = chance.choice(("http://a.example", "https://www.a.example", "http://b.example:81"))
        url = f"{site}/{chance.choice('xyzÄ')}{number % 40}?q={chance.randrange(3)}"
        digest = f"sha1:{chance.choice('ABCD') * 32}" if number % 7 else "md5:0123"
        mime = REVISIT if number % 11 == 0 else "text/html"
        moment = NOON.replace(microsecond=0) + timedelta(seconds=chance.randrange(50))
        place = Pointer(chance.choice(FILES), 1000 * number, 500)
        found.append(Snapshot(url, moment, mime, chance.choice((200, 404)), digest, place))
    return found


@pytest.fixture
def indexes(tmp_path: Path) -> list[Path]:
    """Return two CDXJ files, one compressed and with a bad line, about archive files that cannot be read."""
    lines = [cdxj_line(*row) + "\n" for row in rows()]
    plain, packed = tmp_path / "one.cdxj", tmp_path / "two.cdxj.gz"
    plain.write_text("".join(lines[:200]), encoding="utf-8")
    packed.write_bytes(gzip.compress("".join([*lines[200:], "nonsense\n"]).encode()))
    for name in FILES:
        (tmp_path / name).write_bytes(b"nobody reads this")
    return [plain, packed]


def named(snapshot: Snapshot) -> Snapshot:
    """Return a snapshot with the bare name of its file."""
    name = Path(snapshot.pointer.file).name
    return snapshot._replace(pointer=snapshot.pointer._replace(file=name))


def test_it_plans_as_cdxj_does(indexes: list[Path], tmp_path: Path) -> None:
    path = tmp_path / "index.parquet"
    assert main(["cdx", *map(str, indexes), "-o", str(path)]) == 0
    assert write_parquet(indexes, path) == (300, 1)
    assert sorted(each.name for each in tmp_path.glob("index*")) == ["index.parquet"]
    plain = LocalHoldings([tmp_path], tmp_path / "captures.index")
    whole = tmp_path / "all.cdxj"
    whole.write_text("".join(cdxj_line(*row) + "\n" for row in rows()), encoding="utf-8")
    assert plain.update(helpers=[whole]).counts.captures == 300
    parquet = PlannedHoldings([str(tmp_path)], path, tmp_path / "objects")
    assert list(map(named, parquet.captures())) == list(map(named, plain.captures()))
    by_url = [list(map(named, each)) for each in plain.by_url()]
    assert [list(map(named, each)) for each in parquet.by_url()] == by_url
    for row in rows():
        found = list(map(named, asyncio.run(plain.snapshots(row.url))))
        assert list(map(named, parquet.index.snapshots(row.url))) == found
    assert parquet.index.counts() == (2, 300, 0)
    assert parquet.index.snapshots("http://c.example/") == []
    parquet.index.close()


def test_captures_are_loaded_by_the_names_of_their_files(tmp_path: Path) -> None:
    content = gzipped([record("http://a.example/1"), revisit("http://a.example/1")])
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "a.warc.gz").write_bytes(content)
    plain = LocalHoldings([tmp_path], tmp_path / "captures.index")
    plain.update()
    index = tmp_path / "a.cdxj"
    index.write_text(
        "".join(cdxj_line(*named(each)) + "\n" for each in plain.captures()), encoding="utf-8"
    )
    write_parquet([index], tmp_path / "a.parquet")
    parquet = PlannedHoldings([str(tmp_path)], tmp_path / "a.parquet", tmp_path / "objects")
    for snapshot in parquet.captures():
        assert PAGE in parquet.load_now(snapshot).body
    away = named(snapshot)._replace(pointer=Pointer("b.warc.gz", 0, 9))
    with pytest.raises(Failed, match=r"b\.warc\.gz is not there"):
        parquet.load_now(away)


def test_another_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.parquet").write_text("no", encoding="utf-8")
    with pytest.raises(CollectionError, match="`tidings cdx` makes one"):
        ParquetIndex(tmp_path / "x.parquet")


def test_indexes_without_captures_are_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "notes.txt").write_text("no index\n", encoding="utf-8")
    assert main(["cdx", str(tmp_path / "notes.txt"), "-o", str(tmp_path / "x.parquet")]) == 1
    assert "found no captures" in capsys.readouterr().err
