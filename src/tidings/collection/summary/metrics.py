"""The figures of collections in the text format of Prometheus.

No library writes it. The figures are read from the store when they are asked for, so nothing is counted in this
process. The format has three kinds of lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tidings.collection.reading import Status
from tidings.model import CrawlRecord, State, Totals

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Metric(NamedTuple):
    """What a figure is called, and what it means."""

    name: str
    kind: str
    """``counter`` or ``gauge``."""
    help: str


class Sample(NamedTuple):
    """A figure of one collection."""

    metric: Metric
    labels: Mapping[str, str]
    value: float


PAGES = Metric("tidings_pages_total", "counter", "Pages fetched.")
KEPT = Metric("tidings_kept_pages_total", "counter", "Pages kept.")
BYTES = Metric("tidings_received_bytes_total", "counter", "Bytes received.")
SECONDS = Metric("tidings_crawl_seconds_total", "counter", "Seconds spent crawling, in all runs.")
RUNNING = Metric("tidings_crawl_running", "gauge", "Whether a crawl runs now.")
STATE = Metric("tidings_crawl_state", "gauge", "1 for the state of the last crawl, 0 for others.")
WAITING = Metric("tidings_waiting_links", "gauge", "Links that wait.")
UNDER_WAY = Metric("tidings_pages_under_way", "gauge", "Pages that are fetched or judged now.")
HOSTS = Metric("tidings_hosts", "gauge", "Hosts with waiting links that are ready, or rest.")
READABLE = Metric("tidings_collection_readable", "gauge", "Whether the collection can be read.")
CRAWL_PAGES = Metric(
    "tidings_shared_crawl_pages_total", "counter", "Pages fetched by one of several crawls."
)
CRAWL_HOSTS = Metric(
    "tidings_shared_crawl_hosts", "gauge", "Hosts that one of several crawls holds."
)
CRAWL_AGE = Metric(
    "tidings_shared_crawl_report_age_seconds",
    "gauge",
    "Seconds since one of several crawls reported.",
)


def samples_of(
    name: str, totals: Totals, waiting: int, status: Status, crawls: Iterable[CrawlRecord] = ()
) -> list[Sample]:
    """Return the figures of a collection, and of the crawls that share it."""
    labels = {"collection": name}
    samples = [
        Sample(READABLE, labels, 1),
        *of_totals(labels, totals),
        Sample(SECONDS, labels, status.seconds),
        Sample(RUNNING, labels, status.is_running),
        Sample(WAITING, labels, waiting),
        *of_state(labels, status.state),
    ]
    for crawl in crawls:
        own = {**labels, "crawl": crawl.name}
        samples.append(Sample(CRAWL_PAGES, own, crawl.pages))
        samples.append(Sample(CRAWL_HOSTS, own, crawl.hosts))
        samples.append(Sample(CRAWL_AGE, own, crawl.age))
    return samples


def of_totals(labels: Mapping[str, str], totals: Totals) -> list[Sample]:
    """Return what a crawl fetched."""
    return [
        Sample(PAGES, labels, totals.pages),
        Sample(KEPT, labels, totals.kept),
        Sample(BYTES, labels, totals.size),
    ]


def of_state(labels: Mapping[str, str], state: State | None) -> list[Sample]:
    """Return a figure for each state a crawl may be in."""
    return [Sample(STATE, {**labels, "state": each.value}, each is state) for each in State]


def exposition(samples: Iterable[Sample]) -> str:
    """Return figures as Prometheus reads them, those of one name together."""
    by_metric: dict[Metric, list[str]] = {}
    for metric, labels, value in samples:
        shown = ",".join(f'{name}="{_escaped(text)}"' for name, text in labels.items())
        by_metric.setdefault(metric, []).append(f"{metric.name}{{{shown}}} {float(value)!r}")
    lines = []
    for metric, rows in by_metric.items():
        lines += [f"# HELP {metric.name} {metric.help}", f"# TYPE {metric.name} {metric.kind}"]
        lines += rows
    return "".join(f"{line}\n" for line in lines)


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"')
