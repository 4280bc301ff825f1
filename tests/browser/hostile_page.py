"""A page whose title, text, names and URL try to run, to leave and to turn the screen around."""

from __future__ import annotations

from datetime import UTC, datetime

from tests.collection.stored_pages import StoredPage
from tidings.model import Place

SCRIPT = "<script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'>"
TURNED = "\u202e\u2067"
"""Characters that turn the direction of what follows, and never turn it back."""
HOSTILE = StoredPage(
    f"http://evil.example/'><script>window.hacked=1</script>?{'a' * 3000}",
    f"{SCRIPT}\n{TURNED}flood {SCRIPT}\n<a href='javascript:window.hacked=1'>flood</a>\n{'word' * 5000}",
    f"{SCRIPT} {TURNED} a flood",
    score=0.9,
    published=datetime(2024, 5, 1, tzinfo=UTC),
    places=(Place(f"{SCRIPT}{TURNED}", "MZ", -19.84, 34.84),),
    people=(f"{SCRIPT}{TURNED}",),
    type="flood/rain",
)
ARABIC = StoredPage(
    "http://akhbar.example/1",
    "ارتفع منسوب النهر بعد 3 أيام من المطر (Beira). غادر السكان منازلهم.",
    "فيضان في بيرا: 12 قتيلا",
    language="ar",
    score=0.8,
    published=datetime(2024, 5, 2, tzinfo=UTC),
)
"""A page in a script that is written from right to left, with words and numbers that are not."""
