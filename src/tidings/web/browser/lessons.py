"""Remembers on which hosts a browser shows more than their servers send, so that others are not shown in vain."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

VAIN = 5
"""Pages of a host that gained nothing, after which no more of it are shown."""
SURE = 3
"""Pages of a host that gained, after which all are shown at once, if hardly any other page was met."""
_SHARE = 4
"""Pages that gained for each one that needed no browser, for that."""
_MOST_HOSTS = 10_000


@dataclass(slots=True)
class _Record:
    gained: int = 0
    vain: int = 0
    plain: int = 0
    """Pages that were read without a browser."""


class Lessons:
    """What a crawl has learned about hosts; forgotten when it ends, and learned again soon."""

    def __init__(self) -> None:
        self._hosts: OrderedDict[str, _Record] = OrderedDict()

    def is_worth(self, host: str) -> bool:
        """Return whether a page that seems empty should be shown."""
        record = self._of(host)
        return bool(record.gained) or record.vain < VAIN

    def is_sure(self, host: str) -> bool:
        """Return whether every page should be shown, whatever it looks like."""
        record = self._of(host)
        return record.gained >= SURE and record.gained >= _SHARE * (record.plain + record.vain)

    def count(self, host: str, *, gained: bool) -> None:
        """Note a page that was shown."""
        record = self._of(host)
        if gained:
            record.gained += 1
        else:
            record.vain += 1

    def count_plain(self, host: str) -> None:
        """Note a page that was fetched without being shown; ``count`` may follow."""
        self._of(host).plain += 1

    def uncount_plain(self, host: str) -> None:
        """Take such a page back, because it is shown after all."""
        self._of(host).plain -= 1

    def _of(self, host: str) -> _Record:
        record = self._hosts.setdefault(host, _Record())
        self._hosts.move_to_end(host)
        if len(self._hosts) > _MOST_HOSTS:
            self._hosts.popitem(last=False)
        return record
