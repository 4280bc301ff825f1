"""Crawl the same pages with this code and with that of another commit, in turns: ``python -m benchmarks.beside_commit REV``.

``REV`` is a commit, which is checked out for the time being, or a folder with its code. Both run in this environment unless
``--python`` names the interpreter of another one for the other commit.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

from benchmarks import crawl
from benchmarks.crawl import Code, Crawled, Server

_ROOT = Path(__file__).parent.parent
_ROLES = ("main", "worker", "other")


@contextlib.contextmanager
def checked_out(revision: str) -> Iterator[Path]:
    """Give a folder with the code of a commit while the block lasts."""
    if Path(revision).is_dir():
        yield Path(revision).absolute()
        return
    git = ("git", "-C", str(_ROOT), "worktree")
    with tempfile.TemporaryDirectory(prefix="tidings-beside-") as parent:
        folder = Path(parent) / "code"
        subprocess.run([*git, "add", "--quiet", "--detach", str(folder), revision], check=True)
        try:
            yield folder
        finally:
            subprocess.run([*git, "remove", "--force", str(folder)], check=True)


def code_in(folder: Path, python: str) -> Code:
    """Return the code in a folder; its own benchmark writes its event file, with the keys that it knows."""
    spec = importlib.util.spec_from_file_location("other_crawl", folder / "benchmarks" / "crawl.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # its dataclasses look themselves up there
    spec.loader.exec_module(module)
    return Code(python, folder / "src", module.write_event)


def compare(server: Server, codes: Sequence[Code], measure: str, rounds: int) -> None:
    """Crawl with both in turns, each first as often as the other, and print the medians and their ratio."""
    crawls: tuple[list[Crawled], list[Crawled]] = ([], [])
    for number in range(rounds):
        for which in (0, 1) if number % 2 else (1, 0):
            with tempfile.TemporaryDirectory(prefix="tidings-bench-") as folder:
                crawled = crawl.crawl_tidings(
                    server, Path(folder), crawl.WORKERS, measure, codes[which]
                )
            crawls[which].append(crawled)
            print(_line(("there", "here")[which], crawled), flush=True)
    there, here = crawls
    print(f"{measure}: medians of {rounds} rounds, here : there")
    rates = [median(each.rate for each in crawled) for crawled in (here, there)]
    print(f"  pages/s             {rates[0]:7.1f} : {rates[1]:7.1f} = {rates[0] / rates[1]:.3f}")
    for role in (*_ROLES, "all"):
        costs = [median(cost(each, role) for each in crawled) for crawled in (here, there)]
        print(
            f"  CPU ms/page, {role:<7}{costs[0]:7.2f} : {costs[1]:7.2f} = {costs[0] / max(costs[1], 1e-9):.3f}"
        )


def cost(crawled: Crawled, role: str) -> float:
    """Return the CPU milliseconds a page of the processes of a role, or of all, from the first page on."""
    by_role = crawled.cpu_since_first
    chosen = by_role.values() if role == "all" else [by_role.get(role, ())]
    return 1000 * sum(map(sum, chosen)) / crawled.pages


def _line(which: str, crawled: Crawled) -> str:
    by_role = "  ".join(f"{role} {cost(crawled, role):5.2f}" for role in _ROLES)
    return (
        f"{which:<6} {crawled.rate:6.1f} pages/s in {crawled.seconds:5.2f} s, {crawled.ending:.2f} s of them after the last "
        f"page  CPU ms/page: {by_role}  server {crawled.server_share:.0%}"
    )


def main() -> None:
    """Compare the crawls of both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("revision", metavar="REV", help="a commit, or a folder with its code")
    parser.add_argument("--measures", nargs="+", default=["event", "auto"], choices=crawl.POLICIES)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument(
        "--python", default=sys.executable, help="the interpreter of the other commit"
    )
    options = parser.parse_args()
    print(crawl.machine(), flush=True)
    here = Code(sys.executable, _ROOT / "src", crawl.write_event)
    with checked_out(options.revision) as folder, crawl.served() as server:
        codes = code_in(folder, options.python), here
        for measure in options.measures:
            compare(server, codes, measure, options.rounds)


if __name__ == "__main__":
    main()
