"""What can go wrong, as one tree.

TidingsError
  EventFileError      the event file cannot be used; names the file, the key, what was found, what is allowed
  CollectionError     the collection folder cannot be used (newer version, damaged)
    CollectionBusy    because a crawl is running in it
  StorageFull         the disk refused a write; nothing after the last commit is kept
  Unreadable          a capture is not a page: not HTML, too large, broken compression
  FetchError          one address could not be fetched
    Refused           and never will be in this crawl: robots.txt, a forbidden address or scheme
    Failed            this time; may be tried again if ``retry``
    TryLater          its server asked to wait ``seconds``; does not count against the link
"""

from __future__ import annotations

from tidings.model import Reason


class TidingsError(Exception):
    """Anything Tidings tells its user about; the message is the whole story."""


class EventFileError(TidingsError):
    """An event file that cannot be used."""


class CollectionError(TidingsError):
    """A collection folder that cannot be used."""


class CollectionBusy(CollectionError):
    """A collection folder in which a crawl is running."""


class StorageFull(TidingsError):
    """The disk refused a write."""


class Reasoned(TidingsError):
    """An error whose reason is kept in the ledger: a code and its details; the message is both in words."""

    def __init__(self, reason: Reason, detail: str = "") -> None:
        super().__init__(reason.sentence(detail))
        self.reason = reason
        self.detail = detail


class Unreadable(Reasoned):
    """A capture that is not a page."""

    def __reduce__(self) -> tuple[type[Unreadable], tuple[Reason, str]]:
        """Travel between processes."""
        return Unreadable, (self.reason, self.detail)


class FetchError(Reasoned):
    """One URL could not be fetched."""


class Refused(FetchError):
    """We will not ask for this URL."""


class Failed(FetchError):
    """The server or the network did not deliver."""

    def __init__(self, reason: Reason, detail: str = "", *, retry: bool = True) -> None:
        super().__init__(reason, detail)
        self.retry = retry


class TryLater(FetchError):
    """The host wants to be left alone for a while."""

    def __init__(self, reason: Reason, detail: str, seconds: float) -> None:
        super().__init__(reason, detail)
        self.seconds = seconds
