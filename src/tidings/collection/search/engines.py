"""The search index of a collection, wherever it is: in the folder, or on a server that the event file names."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from tidings.collection.folder import EVENT_FILE, plain_slug
from tidings.disk.writing import write_text
from tidings.errors import CollectionError, TidingsError
from tidings.event.file import load
from tidings.ports import Index
from tidings.settings import Settings

_META = "meta.json"
"""Tantivy's own file; beside an index on a server it only says that there is one, and when it last changed."""


class Engine:
    """Opens, finds and removes the index of one collection."""

    def __init__(self, folder: Path, path: Path) -> None:
        self._path = path
        self._settings = _settings(folder)
        wanted = self._settings.index if self._settings else None
        self.is_remote = bool(wanted and wanted.url)

    @property
    def place(self) -> str:
        """Return where the index is, for people."""
        if self._settings and self.is_remote:
            return f"{self._settings.index.url}/{self._name}"
        return str(self._path)

    def written(self) -> int:
        """Return when the index was last written, 0 if there is none."""
        try:
            return (self._path / _META).stat().st_mtime_ns
        except OSError:
            return 0

    def note_change(self) -> None:
        """Note that an index on a server was written, so that others open it again."""
        if self.is_remote:
            self._path.mkdir(parents=True, exist_ok=True)
            write_text(self._path / _META, f'{{"index": "{self._name}"}}\n')

    def open(self, purpose: str) -> Index:
        """Open or create the index; raise IndexDamaged."""
        return self._on_server(purpose) if self.is_remote else self.open_in(self._path, purpose)

    @staticmethod
    def open_in(path: Path, purpose: str) -> Index:
        """Open or create an index in a folder; raise IndexDamaged."""
        from tidings.index.tantivy import TantivyIndex  # a large library, needed only here

        return TantivyIndex(path, purpose)

    def remove(self) -> None:
        """Remove the index, so that ``open`` creates another."""
        if self.is_remote and self._settings:
            from tidings.index.opensearch.engine import remove_index

            remove_index(self._settings.index.url, self._name, _access())
        shutil.rmtree(self._path, ignore_errors=True)
        self._path.mkdir(parents=True, exist_ok=True)

    @property
    def _name(self) -> str:
        assert self._settings
        return self._settings.index.name or f"tidings-{plain_slug(self._settings.event.name)}"

    def _on_server(self, purpose: str) -> Index:
        try:
            from tidings.index.opensearch.engine import OpenSearchIndex
        except ImportError as error:
            raise CollectionError(
                "an index on OpenSearch needs another package: pip install 'tidings[opensearch]'"
            ) from error
        assert self._settings
        wanted = self._settings.index
        return OpenSearchIndex(
            wanted.url, self._name, purpose, replicas=wanted.replicas, access=_access()
        )


def _access() -> tuple[str, str] | None:
    user = os.environ.get("OPENSEARCH_USER", "")
    return (user, os.environ.get("OPENSEARCH_PASSWORD", "")) if user else None


def _settings(folder: Path) -> Settings | None:
    """Return the settings of a collection, None if its event file cannot be read: then the index is in the folder."""
    try:
        return load(folder / EVENT_FILE, needs_seeds=False)
    except (TidingsError, OSError):
        return None
