"""Small generated webs of other kinds than news, by name; the same seed and size give the same bytes."""

from __future__ import annotations

from collections.abc import Callable

from tidings.lab.kinds.conference import conference
from tidings.lab.kinds.encyclopedia import encyclopedia
from tidings.lab.kinds.forum import forum
from tidings.lab.kinds.notices import notices
from tidings.lab.kinds.shop import shop
from tidings.lab.kinds.site import KindWeb

KINDS: dict[str, Callable[[int, int], KindWeb]] = {
    "conference": conference,
    "encyclopedia": encyclopedia,
    "forum": forum,
    "notices": notices,
    "shop": shop,
}
"""Makes a web from a seed and the number of pages."""
