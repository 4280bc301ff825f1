"""Three million posts through the funnel of seeds: lines a second of one core, and the memory it takes."""

from __future__ import annotations

import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import zstandard

from benchmarks.floors import Floor
from tidings.sources.posts.files import PostFile
from tidings.sources.posts.funnel import Funnel

LINES = 3_000_000
_SEED = 7
_LINKED = 0.42
"""Share of posts with a link, as in a real collection (937,009 of 2,227,706)."""
_HOSTS, _STORIES = 8_000, 120_000
_PLATFORM = 0.4
"""Share of links that lead back to the service."""
_BLOCK = 20_000
_MONTHS = ("Mar 22", "Mar 22", "Mar 22", "Mar 23", "Mar 24", "Mar 25")
_WORDS = (
    "brussels attack airport metro police says live people after reports victims explosion news "
    "update zaventem our thoughts with breaking video suspects world minister security"
)


def write(path: Path, lines: int) -> None:
    """Write posts of Twitter 1.1 with profiles, of version 2 and of Bluesky, as their services send them."""
    packer = zstandard.ZstdCompressor(level=1)
    with path.open("wb") as file, packer.stream_writer(file) as writer:
        chance = random.Random(_SEED)
        block: list[str] = []
        for number in range(lines):
            block.append(json.dumps(_post(number, chance), separators=(",", ":")))
            if len(block) == _BLOCK:
                writer.write(("\n".join(block) + "\n").encode())
                block.clear()
        writer.write("\n".join(block).encode())


def _post(number: int, chance: random.Random) -> dict[str, object]:
    words = " ".join(chance.choices(_WORDS.split(), k=14))
    links = [_link(chance)] if chance.random() < _LINKED else []
    turn = number % 4
    return _bluesky(number, words, links) if turn == 3 else _tweet(number, words, links, chance)


def _link(chance: random.Random) -> str:
    if chance.random() < _PLATFORM:
        return (
            f"https://twitter.com/user{chance.randrange(30_000)}/status/{chance.randrange(10**6)}"
        )
    story = int(_STORIES * chance.random() ** 2)
    host = int(_HOSTS * (story * 0.61803 % 1) ** 3)
    return f"http://news{host}.example/2016/03/{story}/brussels-attack?utm_source=twitter"


def _tweet(number: int, words: str, links: list[str], chance: random.Random) -> dict[str, object]:
    user = chance.randrange(400_000)
    return {
        "created_at": f"Tue {chance.choice(_MONTHS)} {number % 24:02d}:{number % 60:02d}:{number % 59:02d} +0000 2016",
        "id": number, "id_str": str(number), "text": words, "truncated": False, "lang": "en" if number % 6 else "fr",
        "source": '<a href="http://twitter.com/download/iphone" rel="nofollow">Twitter for iPhone</a>',
        "user": {
            "id": user, "id_str": str(user), "name": f"User {user}", "screen_name": f"user{user}",
            "location": "Somewhere", "description": "All the news, opinion and analysis", "url": None,
            "followers_count": user % 5_000, "friends_count": 614, "listed_count": 7, "favourites_count": 77,
            "statuses_count": 63_575, "created_at": "Sun Mar 15 09:43:07 +0000 2009", "verified": False,
            "profile_image_url": "http://pbs.twimg.com/profile_images/447748380958011392/normal.png",
        },
        "geo": None, "coordinates": None, "place": None, "retweet_count": 177, "favorite_count": 14,
        "entities": {
            "hashtags": [{"text": "brussels", "indices": [0, 9]}],
            "urls": [{"url": "https://t.co/PBs3sMwhLt", "expanded_url": link, "indices": [66, 88]} for link in links],
            "user_mentions": [], "symbols": [],
        },
        "favorited": False, "retweeted": False, "filter_level": "low",
    }  # fmt: skip


def _bluesky(number: int, words: str, links: list[str]) -> dict[str, object]:
    features = [{"$type": "app.bsky.richtext.facet#link", "uri": link} for link in links]
    record = {
        "$type": "app.bsky.feed.post", "text": words, "langs": ["en"],
        "createdAt": f"2016-03-{22 + number % 5}T10:03:20.000Z", "facets": [{"features": features}],
    }  # fmt: skip
    commit = {"rev": f"3k{number}", "operation": "create", "collection": "app.bsky.feed.post"}
    return {
        "did": f"did:plc:{number % 9999}", "time_us": 1709633000000000 + number, "kind": "commit",
        "commit": {**commit, "rkey": f"3k{number}", "record": record, "cid": "bafyreib2rxk3r"},
    }  # fmt: skip


def measure(path: Path) -> tuple[float, float, int, int]:
    """Return lines a second of one core, megabytes at most, lines and sources of a file."""
    funnel, file = Funnel(["brussels", "attack"], ["en"]), PostFile(path)
    begun = time.process_time()
    funnel.take(file)
    seconds = time.process_time() - begun
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
    return file.lines / seconds, memory, file.lines, len(funnel.ranked())


def run() -> Sequence[Floor]:
    """Measure in a process of its own, print and return the floors."""
    with tempfile.TemporaryDirectory(prefix="tidings-bench-") as folder:
        path = Path(folder) / "posts.jsonl.zst"
        write(path, LINES)
        rate, memory, lines, sources = _apart(path)
    print(
        f"posts: {lines:,.0f} lines, {sources:,.0f} sources: {rate:,.0f} lines/s of one core, {memory:.0f} MB",
        flush=True,
    )
    return (
        Floor("lines of posts a second", rate, 50_000, "/s"),
        Floor("memory for three million posts", memory, 300, " MB", at_most=True),
    )


def _apart(path: Path) -> Iterator[float]:
    code = f"from benchmarks.posts import *; print(*measure(Path({str(path)!r})))"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return map(float, done.stdout.split())
