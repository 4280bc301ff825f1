"""How a crawl ended, in words: what happened, why, and what to do next."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path

from tidings.commands.terminal.view import duration
from tidings.crawl.progress import Progress
from tidings.model import Reason, State
from tidings.urls import host_of

_CAUSES: Mapping[Reason, str] = {
    Reason.DNS: "the server {server} was not found. Is this computer online?",
    Reason.CONNECT: "the server {server} could not be reached. Is this computer online?",
    Reason.TIMEOUT: "the server {server} did not answer in time. Try again later, or raise fetch.total in event.toml.",
    Reason.TLS: "the connection to {server} is not safe; its certificate was refused.",
    Reason.ROBOTS: "{server} does not want to be crawled (robots.txt). Choose other seeds.",
    Reason.IP_ADDRESS: "{server} has a private address. To allow it, add the address to fetch.allow in event.toml.",
    Reason.NO_CAPTURE: "none of the seeds is in these archives. --scan looks at everything they hold.",
}
"""Why no page could be fetched, and what to do."""
_BUDGETS = {"MB": "megabytes", "minutes": "minutes", "pages": "pages"}
"""Words in the reason of an ending, and the budget they mean."""


def ending_lines(ending: Progress, seeds: tuple[str, ...], folder: Path) -> list[str]:
    """Return how a crawl ended, in a few sentences."""
    kept, pages = ending.totals.kept, ending.totals.pages
    counts = f"{kept:,} pages kept of {pages:,} fetched in {duration(ending.seconds)}."
    if ending.captures:
        passed, captures = ending.captures
        counts = (
            counts.replace(" fetched", " read") + f" {passed:,} of {captures:,} captures passed."
        )
    lines = [f"{_what(ending, seeds)} {counts}", *_next(ending, folder)]
    if pages and not kept:
        lines.append(
            "Nothing was kept. `tidings why FOLDER URL` says for each page what is missing."
        )
    return [*lines, f"For details: tidings status {shlex.quote(str(folder))}"]


def _what(ending: Progress, seeds: tuple[str, ...]) -> str:
    cause = _CAUSES.get(ending.cause) if ending.cause else None
    if ending.state is State.STARVED and cause:
        server = host_of(seeds[0]) if seeds else "of the seeds"
        return f"No page could be fetched: {cause.format(server=server)}"
    return f"{ending.state.value.capitalize()}: {ending.reason}."


def _next(ending: Progress, folder: Path) -> list[str]:
    """Return how to go on, if links wait or captures are left."""
    wait = _left(ending)
    if not wait or ending.state not in (State.STOPPED, State.OUT_OF_BUDGET):
        return []
    if ending.state is State.STOPPED:
        return [f"{wait}; the same command goes on with them"]
    key = next((key for word, key in _BUDGETS.items() if word in ending.reason), "pages")
    return [
        f"{wait}; to go on, raise budget.{key} in {folder}/event.toml, then run the same command"
    ]


def _left(ending: Progress) -> str:
    """Return what a crawl has not come to, empty if there is nothing."""
    if ending.captures:
        passed, captures = ending.captures
        return f"{captures - passed:,} captures are left" if passed < captures else ""
    return f"{ending.waiting:,} links wait" if ending.waiting else ""
