"""All errors, as one tree.

TidingsError
  EventFileError      the event file cannot be used; names the file, the key, what was found, what is allowed.
  CollectionError     the collection folder cannot be used (newer version, damaged).
    CollectionBusy    because a crawl is running in it.
    IndexDamaged      its search index cannot be used and must be rebuilt.
  QueryError          a search cannot be understood; names the fix.
  FieldError          a value of an own field or a tag is not allowed; names the field and what is allowed.
  StorageFull         the disk refused a write; nothing after the last commit is kept.
  Unreadable          a capture is not a page: not HTML, too large, broken compression.
  FetchError          one URL could not be fetched.
    Refused           and never will be in this crawl: robots.txt, a forbidden IP address or scheme.
    Failed            this time; may be tried again if ``retry``.
    TryLater          its server asked to wait ``seconds``; does not count against the link.
"""

from __future__ import annotations

from tidings.model import Reason


class TidingsError(Exception):
    """An error to show to the user; the message alone explains it."""


class EventFileError(TidingsError):
    """An event file that cannot be used."""


class CollectionError(TidingsError):
    """A collection folder that cannot be used."""


class CollectionBusy(CollectionError):
    """A collection folder in which a crawl is running."""


class IndexDamaged(CollectionError):
    """A search index that is damaged, or was made for something else; it can be rebuilt."""


class QueryError(TidingsError):
    """A search that cannot be understood."""


class FieldError(TidingsError):
    """A value of an own field, or a tag, that is not allowed."""


class StorageFull(TidingsError):
    """The disk refused a write."""


class Reasoned(TidingsError):
    """An error with a reason for the ledger, a code and its details; the message says both in words."""

    def __init__(self, reason: Reason, detail: str = "") -> None:
        super().__init__(reason.sentence(detail))
        self.reason = reason
        self.detail = detail


class Unreadable(Reasoned):
    """A capture that is not a page."""

    def __reduce__(self) -> tuple[type[Unreadable], tuple[Reason, str]]:
        """Return how to pickle the error, because the message alone cannot rebuild it."""
        return Unreadable, (self.reason, self.detail)


class FetchError(Reasoned):
    """A URL that could not be fetched."""


class Refused(FetchError):
    """A URL that must not be requested."""


class Failed(FetchError):
    """A request that brought no answer."""

    def __init__(self, reason: Reason, detail: str = "", *, retry: bool = True) -> None:
        super().__init__(reason, detail)
        self.retry = retry

    def __reduce__(self) -> tuple[type[Failed], tuple[Reason, str], dict[str, bool]]:
        """Return how to pickle the error: workers send it when an archive cannot be read."""
        return Failed, (self.reason, self.detail), {"retry": self.retry}


class TryLater(FetchError):
    """A request that the host wants to have later."""

    def __init__(self, reason: Reason, detail: str, seconds: float, *, slow: bool = False) -> None:
        """Note when to try again; ``slow`` says that the host did not answer in time."""
        super().__init__(reason, detail)
        self.seconds = seconds
        self.slow = slow


def in_short(error: Exception) -> str:
    """Return an unexpected error as the detail of a reason."""
    return f"{type(error).__name__}: {error}"[:300]
