"""Makes a large collection for the desk: generated pages with words, places, names, links and days.

``python -m benchmarks.large_collection FOLDER [PAGES]`` keeps one, for a look at it.
"""

from __future__ import annotations

import random
import sys
from array import array
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tidings.archive.write.records import response_records
from tidings.collection.collection import Collection, open_collection
from tidings.learn.page_words import terms_of
from tidings.model import (
    Candidate,
    Capture,
    Content,
    Dating,
    Link,
    Mention,
    Named,
    Outcome,
    Page,
    Place,
    Pointer,
    Reason,
    Score,
    Typed,
    Verdict,
    Visit,
)
from tidings.store.content import pack, unpack
from tidings.urls import url_id

HOSTS = 2_000
THRESHOLD = 0.4
"""Pages with a higher score are kept."""
_EDGES = 20
"""Links on a page."""
_ARCHIVED = 1_000
"""Every so many pages one is archived."""
_COMMIT = 5_000
_FIRST_DAY = datetime(2024, 3, 1, tzinfo=UTC)
_PLACES = (
    Place("Beira", "MZ", -19.84, 34.84), Place("Chimoio", "MZ", -19.12, 33.48), Place("Maputo", "MZ", -25.97, 32.58),
    Place("Harare", "ZW", -17.83, 31.05), Place("Blantyre", "MW", -15.79, 35.01), Place("Lisbon", "PT", 38.72, -9.13),
    Place("Geneva", "CH", 46.2, 6.15), Place("Nairobi", "KE", -1.28, 36.82),
)  # fmt: skip
_NAMES = (
    "Ana Silva",
    "Jorge Macuácua",
    "Red Cross",
    "Luísa Diogo",
    "Peter Moyo",
    "World Food Programme",
)
_TEXT = (
    "flood river water people homes rescue bridge road school hospital help food shelter rain wind cyclone coast "
    "village children minister said officials reported damage crops boats helicopters aid agency night"
)
_EVENT = """\
name = "Cyclone on the coast"
seeds = ["http://paper-0.example/"]
[what]
keywords = ["cyclone", "flood"]
[where]
places = ["Beira", "Mozambique"]
[when]
start = 2024-03-14
end = 2024-03-21
"""


def fill(folder: Path, pages: int) -> None:
    """Write a collection of generated pages, three of four kept."""
    folder.mkdir(parents=True)
    (folder / "event.toml").write_text(_EVENT, encoding="utf-8")
    rng = random.Random(1)
    with open_collection(folder, prefix="large", warc_megabytes=1) as collection:
        hosts = [collection.links.add_host(f"paper-{number}.example") for number in range(HOSTS)]
        for number in range(pages):
            _save(collection, hosts, number, rng)
            if number % _COMMIT == 0:
                collection.commit()


def _save(collection: Collection, hosts: Sequence[int], number: int, rng: random.Random) -> None:
    place = min(int(rng.expovariate(1 / 150)), HOSTS - 1)
    url = f"http://paper-{place}.example/{number}"
    score = 0.2 + 0.8 * rng.random()
    verdict = Verdict(Outcome.KEPT if score >= THRESHOLD else Outcome.REJECTED, Reason.SCORE, "")
    candidate = Candidate(url_id(url), rng.random(), Link(url))
    seq = collection.links.add(candidate, hosts[place], 0.0, verdict, final=True).seq
    collection.links.finish(seq, verdict)
    visit, pointer = _visit(url, verdict, score, rng), None
    if number % _ARCHIVED == 0:
        visit, pointer = _archived(collection, visit)
    collection.visits.save(seq, visit, pointer)


def _archived(collection: Collection, visit: Visit) -> tuple[Visit, Pointer]:
    """Archive a page; return its visit and its place."""
    body = f"<title>{visit.title}</title><p>{unpack(visit.content).text}".encode()
    headers = (("Content-Type", "text/html; charset=utf-8"),)
    capture = Capture(visit.url, visit.captured_at, visit.status, headers, body)
    records, length, digest = response_records(capture, {})
    pointer = collection.archive.append(records)._replace(length=length)
    return replace(visit, digest=digest, mime="text/html", size=len(body)), pointer


def _visit(url: str, verdict: Verdict, score: float, rng: random.Random) -> Visit:
    words = rng.choices(_TEXT.split(), k=120)
    day = _FIRST_DAY + timedelta(days=14 + rng.expovariate(1 / 20))
    content = Content(
        " ".join(words) + ".",
        tuple(Mention(place, 1) for place in rng.sample(_PLACES, 2)),
        tuple(Named(name, 1) for name in rng.sample(_NAMES, 2)),
    )
    title, text = " ".join(words[:8]).capitalize(), content.text
    others = (rng.randrange(100_000) for _ in range(_EDGES))
    links = [url_id(f"http://paper-{each % HOSTS}.example/{each}") for each in others]
    return Visit(
        url, _FIRST_DAY + timedelta(days=60), 200, verdict, title=title,
        language=rng.choice(("en", "en", "en", "pt", "fr")), published=Dating(day, "meta", 0.9),
        score=Score(score, {"topic": score, "place": score / 2, "date": 0.8}), base=score,
        type=Typed("flood/rain", 0.9), content=pack(content),
        cells=terms_of(Page(url, title, text, language="en")), edges=array("q", links).tobytes(),
    )  # fmt: skip


if __name__ == "__main__":
    fill(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 100_000)
