"""Finds seeds in what a person has: files of posts, saved search results, lists of addresses."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tidings.model import Link
from tidings.sources.posts.files import PostFile
from tidings.sources.posts.funnel import Funnel, SharedLink, chosen
from tidings.sources.posts.lists import LISTS, as_posts, is_list, listed

MOST_SEEDS = 200
"""Seeds that are proposed of all files together."""
_PER_SOURCE = 5
"""Seeds of one site."""
_POSTS = (".jsonl", ".json", ".csv", ".tsv")


class SeedFile(NamedTuple):
    """A file as text; its ending says what it holds."""

    name: str
    content: str


class FoundSeeds(NamedTuple):
    """The links of files that fit an event best."""

    seeds: list[SharedLink]
    posts: int
    """Posts and lines with addresses."""
    links: int
    """Distinct links that lead to pages."""
    by_keywords: bool
    """Whether only links with a keyword were taken; if none has one, all are."""


def find_seeds(files: Sequence[SeedFile], keywords: Sequence[str] = ()) -> FoundSeeds:
    """Return the seeds in some files; raise TidingsError if one cannot be read."""
    with TemporaryDirectory(prefix="tidings-seeds-") as folder:
        paths = [_written(Path(folder), number, file) for number, file in enumerate(files)]
        return seeds_in(paths, (), keywords)


def seeds_in(
    paths: Sequence[Path], links: Sequence[Link], keywords: Sequence[str], most: int = MOST_SEEDS
) -> FoundSeeds:
    """Return the seeds in files on the disk and among links; raise TidingsError if a file cannot be read."""
    funnel = _filled(paths, links, keywords)
    by_keywords = bool(keywords) and funnel.kept > 0
    leading = funnel.kept + funnel.no_keyword
    if keywords and not by_keywords:
        funnel = _filled(paths, links, ())
    seeds = chosen(funnel.ranked(), most, _PER_SOURCE)
    return FoundSeeds(seeds, funnel.posts, leading, by_keywords)


def _written(folder: Path, number: int, file: SeedFile) -> Path:
    """Write a file under a name of our own: that of the user may be anything."""
    ending = Path(file.name).suffix.lower()
    path = folder / f"{number}{ending if ending in (*_POSTS, *LISTS) else '.txt'}"
    path.write_text(file.content, encoding="utf-8", errors="replace")
    return path


def _filled(paths: Sequence[Path], links: Sequence[Link], keywords: Sequence[str]) -> Funnel:
    funnel = Funnel(keywords)
    funnel.take(as_posts(links))
    for path in paths:
        funnel.take(listed(path) if is_list(path) else PostFile(path))
    return funnel
