"""What routes are given: the served folders, a folder, a collection opened for reading."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from fastapi import Depends, Request
from fastapi import Path as PathParameter

from tidings.api.served import NotServed, Readers, ServedFolders
from tidings.collection.folder import database_path
from tidings.collection.reading import CollectionReader
from tidings.store.entries import Entry

Name = Annotated[str, PathParameter(description="The name of a collection: that of its folder.")]
Number = Annotated[int, PathParameter(description="The number of a page.", ge=1, lt=2**63)]


def _served(request: Request) -> ServedFolders:
    served: ServedFolders = request.app.state.served
    return served


def _readers(request: Request) -> Readers:
    readers: Readers = request.app.state.readers
    return readers


Served = Annotated[ServedFolders, Depends(_served)]
OpenReaders = Annotated[Readers, Depends(_readers)]


def _folder(collection: Name, served: Served) -> Path:
    return served.folder(collection)


Folder = Annotated[Path, Depends(_folder)]
"""The folder of the collection in the path."""


def _opened(folder: Folder, readers: OpenReaders) -> Iterator[CollectionReader]:
    if not database_path(folder).exists():
        raise NotServed(f"{folder.name}: nothing is collected yet; start a crawl first")
    with readers.reader(folder) as reader:
        yield reader


Opened = Annotated[CollectionReader, Depends(_opened)]
"""The collection in the path, opened for reading."""


def _entry(page: Number, reader: Opened) -> Entry:
    entry = reader.numbered(page)
    if entry is None:
        raise NotServed(f"{page}: no such page in this collection")
    return entry


PageEntry = Annotated[Entry, Depends(_entry)]
"""The page in the path."""
