"""Packed content comes back as it was, also as earlier versions packed it."""

from __future__ import annotations

import msgpack
import zstandard

from tidings.model import Content, Declared, Guess, Named
from tidings.store.content import pack, unpack

FULL = Content(
    text="Twelve people were killed.",
    people=(Named("Ann Smith", 2),),
    source=Guess("news", 0.93),
    genre=Guess("news report", 0.8),
    declared=Declared("The Daily", "Ann Smith", "A flood."),
)


def test_content_comes_back_as_it_was():
    assert unpack(pack(FULL)) == FULL
    assert unpack(pack(Content(text="rejected"))) == Content(text="rejected")
    assert unpack(pack(FULL._replace(genre=None))).genre is None
    assert unpack(b"") == Content()


def test_content_packed_before_sources_were_recorded_is_read():
    old = ("A text.", [], [("Ann", 1)], [], [], ["flood"])
    data = zstandard.ZstdCompressor().compress(msgpack.packb(old))
    assert unpack(data) == Content("A text.", people=(Named("Ann", 1),))
