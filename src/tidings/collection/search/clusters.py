"""The clusters of a collection, stored beside its index, and made again when the collection has grown by a fifth."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from tidings.collection.folder import index_path
from tidings.disk.writing import write_text
from tidings.learn.clusters import Cluster, ClusterModel, PageWords, make_clusters, page_words
from tidings.model import ReadPage
from tidings.ports import ReadPages
from tidings.store.content import unpack
from tidings.urls import host_of, site_of

_GROWTH = 1.2
"""Times as many pages as before, from which clusters are made again."""
_MOST_PAGES = 4_000
"""Pages that clusters are made from, evenly spread over the collection; the others are put into them."""
_BATCH = 500


def clusters_path(folder: Path) -> Path:
    """Return the path of the clusters."""
    return index_path(folder).with_name("clusters.json")


def load_clusters(folder: Path) -> ClusterModel | None:
    """Return the stored clusters, None if there are none or they cannot be read."""
    try:
        saved = json.loads(clusters_path(folder).read_text(encoding="utf-8"))
        clusters = [
            Cluster(each["name"], each["weights"], each["pages"]) for each in saved["clusters"]
        ]
        return ClusterModel(saved["rarities"], clusters, saved["pages"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def save_clusters(folder: Path, model: ClusterModel) -> None:
    """Store clusters."""
    document = {
        "pages": model.pages,
        "clusters": [each._asdict() for each in model.clusters],
        "rarities": {stem: round(rarity, 4) for stem, rarity in model.rarities.items()},
    }
    path = clusters_path(folder)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, json.dumps(document, ensure_ascii=False, indent=1))


def renewed_clusters(folder: Path, source: ReadPages) -> list[int]:
    """Make the clusters again if the collection has grown; return the links of pages that are in others now.

    Of a large collection these are only pages that the clusters were made from; the others stay where they are until
    the index is made again.
    """
    before, kept = load_clusters(folder), source.kept()
    if before and before.pages <= len(kept) < _GROWTH * before.pages:
        return []
    step = max(1, -(-len(kept) // _MOST_PAGES))
    sample = dict(_words(source, kept[::step]))
    model = make_clusters(list(sample.values()), len(kept), before)
    if model is None:
        return []
    save_clusters(folder, model)
    if before is None:
        return list(sample)
    return [n for n, words in sample.items() if before.name(words.stems) != model.name(words.stems)]


def cluster_of(model: ClusterModel | None, page: ReadPage, text: str) -> str:
    """Return the name of the cluster of a page, empty for none."""
    if model is None or page.outcome not in ("kept", "duplicate"):
        return ""
    return model.name(page_words(page.title, text, page.language).stems)


def _words(source: ReadPages, links: list[int]) -> Iterator[tuple[int, PageWords]]:
    for first in range(0, len(links), _BATCH):
        for page in source.pages(links[first : first + _BATCH]):
            text, site = unpack(page.packed).text, site_of(host_of(page.url))
            yield page.number, page_words(page.title, text, page.language, site)
