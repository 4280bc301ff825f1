"""Noise around the text of a page: style sheets, scripts, banners, adverts and comments, all invented."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from tidings.lab.web.texts import person

_PARTS = [
    "header", "footer", "card", "list", "item", "media", "title", "link", "button", "modal", "overlay",
    "player", "gallery", "slider", "badge", "teaser", "share", "comment", "form", "input", "grid", "column",
    "ticker", "quote",
]  # fmt: skip
_RULES = (
    "margin:{n}px", "padding:{n}px {m}px", "font-size:{n}px", "color:#{c}", "background-color:#{c}",
    "border-radius:{m}px", "display:flex", "line-height:1.{m}", "max-width:{n}{m}px", "opacity:.{m}", "z-index:{n}{m}",
)  # fmt: skip
_CALLS = (
    "track", "init", "render", "load", "observe", "queue", "measure", "hydrate", "subscribe", "dispatch",
)  # fmt: skip
_OPINIONS = (
    "Thanks for the report, very informative.", "When will they learn?",
    "My sister lives there, I hope she is fine.", "The headline promises more than the text holds.",
    "I read the opposite elsewhere yesterday.", "Please check the spelling in the second paragraph.",
    "We should all donate a little.", "Nobody talks about the real causes.", "Great pictures!", "First.",
    "The council has known about it for years.", "Why is this not on the front page?",
    "Sad news, but well written.", "I remember it well, we were on holiday there.",
)  # fmt: skip


def style_noise(rng: Random, size: int) -> str:
    """Return a style sheet of about ``size`` characters."""
    parts: list[str] = []
    length = 0
    while length < size:
        body = ";".join(rng.sample(_RULES, 4)).format(
            n=rng.randint(1, 48), m=rng.randint(1, 9), c=f"{rng.randrange(1 << 24):06x}"
        )
        rule = f".{rng.choice(_PARTS)}__{rng.choice(_PARTS)}--{rng.choice('abcdefgh')}{rng.randrange(99)}{{{body}}}"
        parts.append(rule)
        length += len(rule)
    return "".join(parts)


def script_noise(rng: Random, size: int) -> str:
    """Return a script of about ``size`` characters."""
    parts: list[str] = []
    length = 0
    while length < size:
        name = f"{rng.choice(_CALLS)}{rng.choice(_PARTS).title()}"
        line = (
            f"window.{name}=window.{name}||function(a,b){{if(!a)return b;"
            f'return a.{rng.choice(_CALLS)}("{rng.choice(_PARTS)}-{rng.randrange(9999)}",'
            f'{{id:{rng.getrandbits(32)},key:"{rng.getrandbits(64):x}",on:!0}})}};\n'
        )
        parts.append(line)
        length += len(line)
    return "".join(parts)


def cookie_banner(text: str, accept: str) -> str:
    """Return a consent dialog."""
    return (
        f'<div class="consent" role="dialog" aria-label="Cookies"><p>{text}</p>'
        f'<button type="button" class="consent__accept">{accept}</button> <button type="button">...</button></div>'
    )


def advert(rng: Random, label: str) -> str:
    """Return an empty advertising slot."""
    number = rng.randrange(10**8)
    return (
        f'<div class="ad ad--{number % 5}" id="ad-{number}" data-slot="/{number}/news/{rng.choice(_PARTS)}" '
        f'data-sizes="[[300,250],[728,90]]"><span>{label}</span><script>window.adQueue=window.adQueue||[];'
        f'window.adQueue.push({{slot:"ad-{number}",lazy:true}});</script></div>'
    )


def comments(rng: Random, label: str, count: int) -> str:
    """Return ``count`` reader comments."""
    entries = [
        f'<li class="comment" id="c{rng.getrandbits(24)}"><b>{person(rng)}</b> '
        f"<span>{rng.randint(1, 23)} h</span>"
        f"<p>{' '.join(rng.sample(_OPINIONS, rng.randint(1, 3)))}</p></li>"
        for _ in range(count)
    ]
    return f'<section class="comments" id="comments"><h3>{label} ({count})</h3><ol>{"".join(entries)}</ol></section>'


def padding(rng: Random, size: int) -> str:
    """Return markup, icons and scripts of about ``size`` characters, as on heavy pages."""
    pieces = "".join(rng.choices(_pieces(), k=round(2 * size / 3 / _PIECE)))
    state = "".join(rng.choices(_states(), k=round(size / 3 / _PIECE)))
    return f'<div hidden aria-hidden="true">{pieces}</div><script>{state}</script>'


_PIECE = 920
"""Average length of a piece in characters."""


@lru_cache(maxsize=1)
def _pieces() -> list[str]:
    """Return pieces of markup to choose from, about a kilobyte each; made once because that is slow."""
    rng = Random("pieces")
    return ["".join(_icon(rng) + _shell(rng) for _ in range(2)) for _ in range(400)]


@lru_cache(maxsize=1)
def _states() -> list[str]:
    rng = Random("states")
    return [script_noise(rng, _PIECE) for _ in range(200)]


def _icon(rng: Random) -> str:
    points = " ".join(
        f"{rng.choice('LCMQ')}{rng.randrange(240) / 10} {rng.randrange(240) / 10}"
        for _ in range(12)
    )
    return (
        '<svg class="icon" viewBox="0 0 24 24" width="24" height="24">'
        f'<path d="M1 1 {points}Z" fill="currentColor"></path></svg>'
    )


def _shell(rng: Random) -> str:
    name = rng.choice(_PARTS)
    return (
        f'<div class="{name} {name}--{rng.randrange(99)}" data-component="{name}" data-key="{rng.getrandbits(48):x}">'
        f'<div class="{name}__inner"><span class="{name}__placeholder"></span>'
        f'<div class="{name}__{rng.choice(_PARTS)}" style="width:{rng.randrange(99)}%"></div></div></div>'
    )
