"""Records of hosts from earlier collections, by type of event, in a JSON file that the user keeps."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tidings.disk.reading import check_regular
from tidings.errors import EventFileError
from tidings.frontier.rank.importance import Record
from tidings.settings import OrderSettings

Knowledge = dict[str, dict[str, Record]]
"""Records of hosts by name, by type of event."""


def read_priors(order: OrderSettings, folder: Path) -> Mapping[str, Record]:
    """Return the records of hosts in the file that ``order.priors`` names, if any; raise EventFileError."""
    if not order.priors:
        return {}
    try:
        check_regular(folder / order.priors, 100)
        knowledge = parse((folder / order.priors).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise EventFileError(f"order.priors: cannot read {order.priors}: {error}") from error
    if order.event_type and order.event_type not in knowledge:
        kinds = ", ".join(sorted(knowledge)) or "none so far"
        raise EventFileError(
            f"order.event_type: found {order.event_type}; allowed, as in {order.priors}: {kinds}"
        )
    return records_of(knowledge, order.event_type)


def parse(text: str) -> Knowledge:
    """Read knowledge from JSON: ``{"flood": {"news.example": {"good": 12, "bad": 3}}}``."""
    return {
        kind: {host: _record(counts) for host, counts in _table(hosts).items()}
        for kind, hosts in _table(json.loads(text)).items()
    }


def to_text(knowledge: Knowledge) -> str:
    """Return knowledge as JSON, for ``parse``."""
    tables = {
        kind: {host: record._asdict() for host, record in sorted(hosts.items())}
        for kind, hosts in sorted(knowledge.items())
    }
    return json.dumps(tables, indent=1, ensure_ascii=False) + "\n"


def records_of(knowledge: Knowledge, kind: str) -> dict[str, Record]:
    """Return the records of hosts for one type of event; an empty type adds up all of them."""
    records: dict[str, Record] = {}
    for hosts in [knowledge.get(kind, {})] if kind else knowledge.values():
        for host, record in hosts.items():
            records[host] = records.get(host, Record()).plus(*record)
    return records


def updated(
    knowledge: Knowledge,
    kind: str,
    hosts: Mapping[str, tuple[int, int]],
    before: Mapping[str, tuple[int, int]] = MappingProxyType({}),
) -> Knowledge:
    """Return knowledge with the good and bad pages of a collection's hosts instead of those it counted ``before``."""
    records = dict(knowledge.get(kind, {}))
    for host in {**before, **hosts}:
        (good, bad), (good_before, bad_before) = hosts.get(host, (0, 0)), before.get(host, (0, 0))
        record = records.get(host, Record()).plus(good - good_before, bad - bad_before)
        records[host] = Record(max(record.good, 0), max(record.bad, 0))
    return {**knowledge, kind: records}


def _record(counts: object) -> Record:
    table = _table(counts)
    if set(table) != {"good", "bad"} or not all(map(_is_count, table.values())):
        raise ValueError(f'found {json.dumps(counts)[:60]}; a host has {{"good": 12, "bad": 3}}')
    return Record(**table)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _table(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(f"found {json.dumps(value)[:60]} in the place of a table in braces")
    return value
