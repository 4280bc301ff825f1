"""Settings of where a collection is searched."""

from __future__ import annotations

from dataclasses import dataclass

from tidings.settings.describing import described as _set


@dataclass(frozen=True, slots=True)
class IndexSettings:
    """Where the search index is: in the folder of the collection, or on a server that many machines ask."""

    url: str = _set(
        "",
        "An OpenSearch server, `https://search.example.org:9200`; empty means an index in the folder. Give user and password in the environment (`OPENSEARCH_USER`, `OPENSEARCH_PASSWORD`).",
    )
    name: str = _set(
        "",
        "The name of the index on that server; empty means `tidings-` and the name of the event.",
    )
    replicas: int = _set(0, "Copies of the index on other nodes.", low=0, high=20)
