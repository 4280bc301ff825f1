"""The text of PDF files, beside that of pdftotext (poppler): words that differ, dates, reasons, speed."""

from __future__ import annotations

import re
import resource
import shutil
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from benchmarks.floors import Floor
from tests.browser.chromium import chromium
from tests.documents import made
from tidings.documents import Extracted
from tidings.documents.isolated import Isolation
from tidings.errors import Unreadable

TEXTS = {
    "en": "The flood in Ipswich closed two bridges on 3 March 2026, and people left their houses in boats. "
    "The river Bremer stood fourteen metres high; officials asked for blankets, water and medicine.",
    "de": "Das Hochwasser in Ipswich schloss am 3. März 2026 zwei Brücken; die Einwohner verließen ihre Häuser. "
    "Der Fluss stieg über vierzehn Meter, und die Behörden baten um Decken, Wasser und Arzneien.",
    "fr": "Une crue à Ipswich a fermé deux ponts le 3 mars 2026 ; les habitants ont quitté leurs maisons. "
    "La rivière a dépassé quatorze mètres et les autorités demandent des couvertures et des vivres.",
    "ru": "Наводнение в Ипсуиче закрыло два моста 3 марта 2026 года, и жители покинули свои дома на лодках. "
    "Река поднялась выше четырнадцати метров; власти просят одеяла, воду и лекарства.",
}
LAYOUTS = {
    "plain": "body{font:12pt serif}",
    "sans": "body{font:11pt sans-serif}",
    "mono": "body{font:10pt monospace}",
    "columns": "body{font:11pt serif;columns:2}",
    "justified": "body{font:12pt serif;text-align:justify}",
    "large": "body{font:20pt sans-serif}",
    "landscape": "@page{size:A4 landscape} body{font:12pt serif}",
    "table": "p{display:table-cell;width:50%;padding:1em} body{display:table}",
    "heading": "h1{font-size:30pt} body{font:12pt serif;line-height:1.8}",
    "small": "body{font:8pt sans-serif}",
    "boxed": "p{border:1px solid;padding:8px;background:#eee} body{font:12pt serif}",
    "bold": "body{font:bold 12pt sans-serif}",
}
MOST_DIFFERENT = 0.02
_WORD = re.compile(r"\w+")
_SPEED = 300


def printed() -> Iterator[tuple[str, bytes]]:
    """Yield PDF files that Chromium prints, in four languages and many layouts."""
    with chromium() as browser:
        page = browser.new_page()
        for language, text in TEXTS.items():
            for name, style in LAYOUTS.items():
                paragraphs = "".join(f"<p>{number}. {text}</p>" for number in range(1, 9))
                head = f"<title>Report {name}</title><style>{style}</style>"
                page.set_content(f"<html lang={language}>{head}<h1>Report 7</h1>{paragraphs}")
                yield f"{language} {name}", page.pdf()


def written() -> Iterator[tuple[str, bytes]]:
    """Yield PDF files made by hand."""
    for count in (1, 5, 20, 40):
        yield f"by hand, {count} lines", made.pdf(lines=(made.WORDS,) * count)


def broken() -> Iterator[tuple[str, bytes]]:
    """Yield files that cannot be read."""
    whole = made.pdf()
    for share in (0.1, 0.4, 0.6):
        yield f"cut at {share:.0%}", whole[: int(len(whole) * share)]
    yield "noise", b"%PDF-1.7\n" + bytes(range(256)) * 200
    yield "no text", made.pdf(lines=("",))
    yield (
        "pages in a circle",
        made.assembled(
            [
                b"<< /Type /Catalog /Pages 2 0 R >>",
                b"<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>",
            ]
        ),
    )
    yield "bomb", made.pdf_bomb()
    yield "huge", b"%PDF-" + bytes(20_000_001)


def by_pdftotext(body: bytes) -> Counter[str]:
    """Return the words that pdftotext finds."""
    with tempfile.NamedTemporaryFile(suffix=".pdf") as file:
        file.write(body)
        file.flush()
        command = ["pdftotext", "-l", "50", file.name, "-"]
        out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return words(out)


def words(text: str) -> Counter[str]:
    return Counter(_WORD.findall(text.lower()))


def difference(ours: Counter[str], theirs: Counter[str]) -> float:
    """Return the share of words that only one of two texts has."""
    apart = (ours - theirs).total() + (theirs - ours).total()
    return apart / max(theirs.total(), 1)


def run() -> Iterator[Floor]:
    """Compare the readers."""
    if not shutil.which("pdftotext"):
        print("\ndocuments: pdftotext is not installed (poppler-utils); nothing was compared")
        return
    reader = Isolation()
    files = [*printed(), *written(), *_of_this_computer()]
    alike = dated = 0
    for name, body in files:
        found = reader.extract("pdf", body)
        apart = difference(words(found.text), by_pdftotext(body))
        alike += apart <= MOST_DIFFERENT
        dated += _is_dated(found)
        if apart > MOST_DIFFERENT or not _is_dated(found):
            print(f"  {name}: {apart:.1%} of the words differ, made {found.created or 'never'}")
    print(f"\ndocuments: {alike} of {len(files)} within {MOST_DIFFERENT:.0%}, {dated} with a date")
    reasons = [(name, *_refusal(reader, body)) for name, body in broken()]
    for name, reason, seconds in reasons:
        print(f"  {name}: {reason}, {seconds:.1f} s")
    yield Floor("PDF files with the words of pdftotext", alike / len(files), 0.95, "")
    yield Floor(
        "broken PDF files with a reason", sum(bool(r[1]) for r in reasons) / len(reasons), 1, ""
    )
    yield Floor("small PDF files a second of processor time", _speed(), 100, "/s")


def _of_this_computer() -> Iterator[tuple[str, bytes]]:
    for path in sorted(Path("/usr/share").rglob("*.pdf"))[:10]:
        yield path.name, path.read_bytes()


def _is_dated(found: Extracted) -> bool:
    return bool(found.created)


def _refusal(reader: Isolation, body: bytes) -> tuple[str, float]:
    begin = time.monotonic()
    try:
        reader.extract("pdf", body)
    except Unreadable as error:
        return error.reason.sentence(error.detail), time.monotonic() - begin
    return "", time.monotonic() - begin


def _speed() -> float:
    """Return how many small files are read in a second of processor time, with the copies of the process."""
    body = made.pdf(lines=(made.WORDS,) * 30)
    before, reader = _used(), Isolation()
    for _ in range(_SPEED):
        reader.extract("pdf", body)
    reader.close()
    return _SPEED / (_used() - before)


def _used() -> float:
    mine, others = (
        resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return mine.ru_utime + mine.ru_stime + others.ru_utime + others.ru_stime
