"""Scans on a Dask cluster: the same result as without one, whatever is killed; what was read is not read again."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path

import pytest

from tests.end_to_end.world import entries
from tests.engines.dask_processes import DaskProcesses, dask_processes
from tidings.archive.write.records import response_records
from tidings.archive.write.warc import WarcArchive
from tidings.cli import main
from tidings.collection.prepare import prepare
from tidings.crawl.progress import Progress
from tidings.crawl.workers.cluster import dask_cluster
from tidings.crawl.workers.cluster.dask_cluster import DaskCluster, WorkerDied
from tidings.crawl.workers.cluster.files import PartFiles, answer_of, packed
from tidings.crawl.workers.inline import InlineWorkers
from tidings.errors import Failed, TidingsError, Unreadable
from tidings.feedback.judging_pages import ClusterJudging
from tidings.job import Extraction, run
from tidings.lab.bench.clock import EPOCH
from tidings.lab.demo import write_event
from tidings.lab.web.web import GeneratedWeb
from tidings.model import Capture, Pointer, Reason, Snapshot, State
from tidings.sources import scan

PART = 20
WEB = GeneratedWeb(4, 100)


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan, "PART_CAPTURES", PART)


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a few files of captures."""
    folder = tmp_path_factory.mktemp("archive")
    writer = WarcArchive(folder, prefix="old", max_bytes=400_000, software="test", resume=("", 0))
    for capture in captures():
        writer.append(response_records(capture, {})[0])
    writer.flush()
    writer.close()
    return folder


def captures() -> Iterator[Capture]:
    for url in WEB.pages:
        answer = WEB.answer(url, EPOCH)
        if answer.status:
            reason = HTTPStatus(answer.status).phrase
            yield Capture(url, EPOCH, answer.status, answer.headers, answer.body, reason)


def event(folder: Path, pages: int = 10_000) -> Path:
    write_event(folder, WEB.events[0], port=9, pages=pages)
    path = folder / "event.toml"
    text = path.read_text(encoding="utf-8")
    assert "workers" not in text
    path.write_text(f"{text}\n[run]\nworkers = 0\n", encoding="utf-8")
    return folder


def extract(folder: Path, archive: Path, cluster: str = "none", watch=lambda _: None) -> Progress:
    extraction = Extraction((str(archive),), scan=True, cluster=cluster)
    return run(prepare(folder, online=False), watch, 0.02, extraction=extraction)


def result(folder: Path) -> list[object]:
    """Return all that a collection says about its pages, and the bytes that it keeps of them."""
    pages: list[object] = []
    for entry in entries(folder):
        pages.append((entry.url, entry.outcome, entry.reason, entry.score, entry.title))
        pages.append((entry.provenance, entry.captured_at, entry.language, entry.published))
        if entry.file:
            data = (folder / "archive" / entry.file).read_bytes()
            pages.append(data[entry.offset :][: entry.length])
    return pages


@pytest.fixture(scope="module")
def expected(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> list[object]:
    folder = event(tmp_path_factory.mktemp("expected"))
    assert extract(folder, archive).state is State.FINISHED
    pages = result(folder)
    assert any(isinstance(each, bytes) for each in pages)  # some are kept
    return pages


@pytest.fixture(scope="module")
def cluster() -> Iterator[DaskProcesses]:
    pytest.importorskip("distributed")
    with dask_processes() as processes:
        yield processes


def parts(folder: Path) -> dict[str, int]:
    """Return the parts that were read, with numbers that change if one is read again."""
    files = (folder / "indexes" / "scan").glob("*.part")
    return {path.name: path.stat().st_ino for path in files}


def test_worker_and_scheduler_are_killed(
    archive: Path, expected: list[object], cluster: DaskProcesses, tmp_path: Path, monkeypatch
) -> None:
    seen: dict[str, int] = {}
    kills = [2]
    monkeypatch.setattr(dask_cluster, "PATIENCE", 900.0)  # the machine may be busy

    def kill(_: Progress) -> None:
        now = parts(tmp_path)
        assert all(seen.setdefault(name, number) == number for name, number in now.items())
        if kills and len(now) >= kills[0]:
            kills.pop(0)
            cluster.kill()
            cluster.start()

    event(tmp_path)
    assert extract(tmp_path, archive, cluster.address, kill).state is State.FINISHED
    assert not kills
    assert result(tmp_path) == expected
    assert not (tmp_path / "indexes" / "scan").exists()


def test_what_a_cluster_has_read_is_taken_over_without_one(
    archive: Path, expected: list[object], cluster: DaskProcesses, tmp_path: Path, monkeypatch
) -> None:
    event(tmp_path, pages=PART + 5)
    assert extract(tmp_path, archive, cluster.address).state is State.OUT_OF_BUDGET
    read = len(parts(tmp_path))
    assert read >= 2
    submitted = []
    submit = InlineWorkers.submit
    monkeypatch.setattr(
        InlineWorkers, "submit", lambda *given: (submitted.append(given), submit(*given))[1]
    )
    extract(event(tmp_path), archive)
    urls = {given[1].url for given in submitted}
    assert len(submitted) == len(urls) <= len(list(captures())) - PART // 2 * read
    assert result(tmp_path) == expected


async def test_an_error_is_handed_on_and_a_missing_scheduler_is_named(
    cluster: DaskProcesses, monkeypatch
) -> None:
    dask = DaskCluster(cluster.address, 1)
    await dask.start()
    with pytest.raises(ZeroDivisionError):
        await dask.run(divmod_by, 0)
    await dask.close()
    monkeypatch.setattr(dask_cluster, "_CONNECT_SECONDS", 0.2)
    with pytest.raises(TidingsError, match=r"--cluster tcp://127\.0\.0\.1:9"):
        await DaskCluster("tcp://127.0.0.1:9", 1).start()
    assert issubclass(WorkerDied, TidingsError)


def divmod_by(number: int) -> object:
    return divmod(1, number)


class Reaching:
    """Pickled as the attribute of a class, which only members of enumerations may be."""

    def __reduce__(self) -> tuple[object, ...]:
        return getattr, (Snapshot, "__init__")


def test_only_answers_are_read_from_a_folder_of_somebody_else(tmp_path: Path) -> None:
    files = PartFiles(tmp_path)
    failed, place = Failed(Reason.ARCHIVE, "cut", retry=False), Pointer("a.warc", 0, 1)
    snapshots = [Snapshot(f"http://a.example/{n}", EPOCH, "", 200, "", place) for n in range(2)]
    refused = Unreadable(Reason.TOO_LARGE, "9 MB")
    files.write("x", zip(snapshots, map(packed, (failed, refused)), strict=True))
    answer, other = map(answer_of, files.read("x").values())
    assert isinstance(answer, Failed)
    assert (answer.reason, answer.detail, answer.retry) == (Reason.ARCHIVE, "cut", False)
    assert isinstance(other, Unreadable)
    assert (other.reason, other.detail) == (Reason.TOO_LARGE, "9 MB")
    for stranger in (print, Path("x"), 5, {"a": Failed}, Reaching()):
        with pytest.raises(pickle.UnpicklingError):
            answer_of(pickle.dumps(stranger))


def test_pages_are_judged_again_by_a_cluster_as_without_one(
    archive: Path, cluster: DaskProcesses, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cluster.wait()
    monkeypatch.setattr(ClusterJudging, "alone", None)  # workers judge all pages
    folders = [event(tmp_path / name) for name in ("alone", "together")]
    for folder in folders:
        extract(folder, archive)
        path = folder / "event.toml"
        text = path.read_text(encoding="utf-8")
        path.write_text(f"{text}\n[relevance]\nthreshold = 0.3\n", encoding="utf-8")
    before = result(folders[0])
    alone, together = folders
    assert main(["rejudge", str(alone)]) == 0
    assert main(["rejudge", str(together), "--cluster", cluster.address]) == 0
    assert result(alone) == result(together) != before


def test_judging_names_a_cluster_that_is_not_there(
    archive: Path, tmp_path: Path, capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask_cluster, "_CONNECT_SECONDS", 0.5)
    folder = event(tmp_path)
    extract(folder, archive)
    path = folder / "event.toml"
    path.write_text(path.read_text() + "\n[relevance]\nthreshold = 0.3\n", encoding="utf-8")
    assert main(["rejudge", str(folder), "--cluster", "tcp://127.0.0.1:1"]) == 1
    assert "--cluster tcp://127.0.0.1:1: " in capsys.readouterr().err
    assert main(["rejudge", str(folder)]) == 0, "and nothing was noted as done"
    assert "pages judged again" in capsys.readouterr().out


def test_a_cluster_is_only_for_scans(archive: Path, tmp_path: Path, capsys) -> None:
    given = ["extract", str(event(tmp_path)), "--from", str(archive)]
    assert main([*given, "--cluster", "local"]) == 1
    assert "--cluster: allowed only with --scan" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main([*given, "--cluster", "nonsense"])
