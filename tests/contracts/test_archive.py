"""What every Archive must do, whether it writes files or only counts."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from tests.contracts.small_web import CAPTURES
from tidings.archive.write.memory import CountingArchive
from tidings.archive.write.records import response_records
from tidings.archive.write.warc import WarcArchive
from tidings.ports import Archive

RECORDS = [response_records(each, {})[0] for each in CAPTURES.values()]


def _warc(folder: Path) -> Archive:
    return WarcArchive(folder, "web", 10**9, "tidings/test")


def _counting(_: Path) -> Archive:
    return CountingArchive()


@pytest.fixture(params=[_warc, _counting])
def archive(request: pytest.FixtureRequest, tmp_path: Path) -> Archive:
    make: Callable[[Path], Archive] = request.param
    return make(tmp_path)


def test_pointers_follow_each_other(archive: Archive) -> None:
    pointers = [archive.append(each) for each in RECORDS]
    assert [each.length for each in pointers] == [len(each) for each in RECORDS]
    assert len({each.file for each in pointers}) == 1
    for before, after in pairwise(pointers):
        assert after.offset == before.offset + before.length


def test_flush_returns_the_end_of_what_was_appended(archive: Archive) -> None:
    for records in RECORDS:
        pointer = archive.append(records)
        assert archive.flush() == (pointer.file, pointer.offset + pointer.length)


def test_flushing_again_changes_nothing(archive: Archive) -> None:
    archive.append(RECORDS[0])
    assert archive.flush() == archive.flush()


def test_appending_nothing_is_nowhere(archive: Archive) -> None:
    assert archive.flush()[1] == 0


def test_closing_twice_does_no_harm(archive: Archive) -> None:
    archive.append(RECORDS[0])
    archive.close()
    archive.close()


def test_a_blanked_record_keeps_its_place(archive: Archive) -> None:
    pointers = [archive.append(each) for each in RECORDS[:3]]
    archive.blank(pointers[1])
    after = archive.append(RECORDS[0])
    assert after.offset == pointers[2].offset + pointers[2].length
