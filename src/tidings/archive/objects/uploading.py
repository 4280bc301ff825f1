"""Sends the WARC files of a crawl to an object store as soon as they are sealed: nothing will be appended to them."""

from __future__ import annotations

import logging
import threading
from pathlib import Path

from tidings.archive.objects.bucket import Bucket
from tidings.archive.objects.places import name_bucket
from tidings.archive.write.warc import WarcArchive, blanked, numbered
from tidings.errors import CollectionError
from tidings.model import Pointer

_AGAIN = 30.0
"""Seconds after which a failed upload is tried again."""
_LOG = logging.getLogger(__name__)


class Uploads:
    """Sends files in a thread of its own; a file is deleted here when it is there in full.

    It keeps no record. Whatever is here and sealed is sent, also after a crash at any moment: an object that is there
    already, with the same size, is not sent again.
    """

    def __init__(self, folder: Path, url: str, prefix: str) -> None:
        self._folder, self._prefix = folder, prefix
        self._bucket = Bucket(url)
        name_bucket(folder, url)
        self._sealed = self._sent = -1
        """Number of the last sealed file, and of the last one sent."""
        self._wake = threading.Condition()
        self.sending = threading.Lock()
        """Held while a file goes from here to there."""
        self._ended = self._abandoned = False
        self._thread = threading.Thread(target=self._work, name="uploads", daemon=True)
        self._thread.start()

    def is_sealed(self, name: str, length: int) -> bool:
        """Return whether a file was sent although it was the last one, so that another is begun."""
        size = self._bucket.size(name) if name else None
        if size is None:
            return False
        if size != length:
            raise CollectionError(
                f"{self._bucket.url}/{name}: holds {size} bytes, {length} were committed"
            )
        (self._folder / name).unlink(missing_ok=True)
        return True

    def committed(self, name: str) -> None:
        """Note the file that the last commit ended in: those before it are sealed."""
        number = _number(name) - 1
        if number > self._sealed:
            with self._wake:
                self._sealed = number
                self._wake.notify()

    def blank(self, pointer: Pointer) -> None:
        """Remove the content of a record from a file that was sent."""
        content = b"".join(self._bucket.fetch(pointer.file))
        self._bucket.replace(pointer.file, blanked(content, pointer))

    def finish(self, name: str, length: int) -> None:
        """Send everything, also the last file if it was committed in full; what cannot be sent stays here."""
        self.abandon()
        self._abandoned = False
        path = self._folder / name
        if name and path.exists() and path.stat().st_size == length:
            self._sealed = max(self._sealed, _number(name))
        try:
            self._send()
        except (CollectionError, OSError) as error:
            _LOG.warning("not uploaded, the next run does it: %s", error)

    def abandon(self) -> None:
        """Send nothing more; the next run does."""
        with self._wake:
            self._ended = self._abandoned = True
            self._wake.notify()
        self._thread.join()

    def _work(self) -> None:
        while True:
            with self._wake:
                self._wake.wait_for(lambda: self._ended or self._sealed > self._sent)
                if self._ended:
                    return
                wanted = self._sealed
            try:
                self._send()
                self._sent = wanted
            except (CollectionError, OSError) as error:
                _LOG.warning("not uploaded, will be tried again: %s", error)
                with self._wake:
                    self._wake.wait_for(lambda: self._ended, timeout=_AGAIN)

    def _send(self) -> None:
        for number, path in sorted(numbered(self._folder, self._prefix).items()):
            if number <= self._sealed and not self._abandoned:
                with self.sending:
                    self._bucket.create(path.name, path)
                    path.unlink()
                _LOG.info("%s: uploaded to %s", path.name, self._bucket.url)


class UploadedArchive(WarcArchive):
    """An archive whose sealed files are in an object store."""

    uploads: Uploads | None = None

    def committed(self, file: str) -> None:
        """Note the file that the last commit ended in."""
        if self.uploads:
            self.uploads.committed(file)

    def blank(self, pointer: Pointer) -> None:
        """Remove the content of a record for good, wherever its file is."""
        if self.uploads is None:
            super().blank(pointer)
            return
        with self.uploads.sending:
            if (self._folder / pointer.file).exists():
                super().blank(pointer)
            else:
                self.uploads.blank(pointer)


def _number(name: str) -> int:
    return int(name.rpartition("-")[2].partition(".")[0]) if name else -1
