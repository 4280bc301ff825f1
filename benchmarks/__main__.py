"""Run the benchmarks, and fail when a floor is missed: ``python -m benchmarks [NAME...]``."""

from __future__ import annotations

import argparse
import sys

from benchmarks import (
    answers,
    archive_index,
    browser,
    crawl,
    desk,
    documents,
    engines,
    extract,
    feedback,
    fit,
    fit_weights,
    focus,
    frontier,
    languages,
    near_duplicates,
    posts,
    reading,
    recrawl,
    scan,
    search,
    soak,
    sources,
    streams,
    whole_pages,
)

BENCHMARKS = {
    "answers": answers.run,
    "archive-index": archive_index.run,
    "browser": browser.run,
    "crawl": crawl.run,
    "desk": desk.run,
    "documents": documents.run,
    "engines": engines.run,
    "extract": extract.run,
    "feedback": feedback.run,
    "fit": fit.run,
    "fit-weights": fit_weights.run,
    "focus": focus.run,
    "frontier": frontier.run,
    "languages": languages.run,
    "near-duplicates": near_duplicates.run,
    "posts": posts.run,
    "reading": reading.run,
    "recrawl": recrawl.run,
    "scan": scan.run,
    "search": search.run,
    "soak": soak.run,
    "sources": sources.run,
    "streams": streams.run,
    "whole-pages": whole_pages.run,
}


def main() -> int:
    """Run the chosen benchmarks and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", help=f"any of: {', '.join(BENCHMARKS)}; default: all")
    options = parser.parse_args()
    unknown = sorted(set(options.names) - set(BENCHMARKS))
    if unknown:
        parser.error(f"no benchmark is called {unknown[0]}; there are {', '.join(BENCHMARKS)}")
    print(crawl.machine())
    floors = [floor for name in options.names or BENCHMARKS for floor in BENCHMARKS[name]()]
    print("\nfloors")
    for floor in floors:
        print(floor)
    return 0 if all(floor.holds for floor in floors) else 1


if __name__ == "__main__":
    sys.exit(main())
