"""Opens the archives a user names: files and folders behind one index, WACZ files unpacked, services by URL."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from pathlib import Path

from tidings.archive.holdings import LocalHoldings
from tidings.archive.planned import PlannedHoldings, is_store
from tidings.archive.remote import is_remote
from tidings.archive.wacz import warc_members
from tidings.disk.reading import check_regular
from tidings.errors import CollectionError, TidingsError
from tidings.ports import Holdings
from tidings.urls import url_id

_LOG = logging.getLogger(__name__)

Report = Callable[[str], None]
"""Gets a line for each file that is being indexed, is damaged or holds nothing."""

_NAMED_TROUBLES = 20
"""Damaged files that are reported by name; the rest is counted."""


def open_local(names: Sequence[str], folder: Path, report: Report) -> LocalHoldings:
    """Return files, folders and WACZ files as one archive, indexed in a collection's folder."""
    indexes = folder.absolute() / "indexes"  # processes in other folders read it, too
    indexes.mkdir(parents=True, exist_ok=True)
    holdings = LocalHoldings(_files(names, indexes), indexes / "archives.db")

    def progress(name: str, number: int, files: int) -> None:
        report(f"indexing {name}, {number:,} of {files:,}")

    counts = holdings.update(progress=progress).counts
    _report_troubles(holdings, report)
    if not counts.captures:
        raise TidingsError(
            f"{', '.join(names)}: holds no captures; allowed: WARC, ARC and WACZ files"
        )
    return holdings


def open_planned(names: Sequence[str], cdx: Path, folder: Path) -> PlannedHoldings:
    """Return the files that a CDX in Parquet lists, in folders and object stores; none of them is read."""
    holdings = PlannedHoldings(names, cdx, folder / "indexes" / "objects")
    if not holdings.index.counts().captures:
        raise TidingsError(f"{cdx}: holds no captures")
    return holdings


def _report_troubles(holdings: LocalHoldings, report: Report) -> None:
    troubles = list(holdings.troubles())
    for trouble in troubles:
        _LOG.warning("%s", trouble)
    for trouble in troubles[:_NAMED_TROUBLES]:
        report(str(trouble))
    if len(troubles) > _NAMED_TROUBLES:
        report(f"{len(troubles) - _NAMED_TROUBLES:,} more files are damaged or hold no captures")


def open_archives(
    names: Sequence[str],
    folder: Path,
    remote: Callable[[str], Holdings],
    report: Report,
) -> list[Holdings]:
    """Open all named archives, the local ones as one; raise TidingsError for a name that is no archive."""
    local = [name for name in names if not is_remote(name)]
    opened: list[Holdings] = [open_local(local, folder, report)] if local else []
    return opened + [remote(name) for name in names if is_remote(name)]


def _check(path: Path) -> None:
    try:
        check_regular(path)
    except OSError as error:
        raise CollectionError(f"{path}: {error.strerror}; allowed: files and folders") from error


def _files(names: Sequence[str], indexes: Path) -> list[Path]:
    paths: list[Path] = []
    for name in names:
        path = Path(name).absolute()
        if is_store(name):
            raise CollectionError(f"{name}: an object store needs --cdx, the index of its files")
        if not path.exists():
            raise CollectionError(f"{name}: no such file or folder, and no archive's address")
        if not path.is_dir():
            _check(path)
        packages = [path] if path.suffix.lower() == ".wacz" else sorted(path.rglob("*.wacz"))
        paths += [path] if path not in packages else []
        for package in packages:
            mark = f"{url_id(str(package)) & 0xFFFFFFFF:08x}"  # two may have the same name
            paths += warc_members(package, indexes / "unpacked" / f"{package.stem}-{mark}")
    return paths
