"""Style sheets, scripts and JSON state of a news page, as heavy as on real pages."""

from __future__ import annotations

import json
import random

STYLE_BYTES = 42_000
SCRIPT_BYTES = 26_000
STATE_BYTES = 20_000

_PROPERTIES = (
    "margin", "padding", "width", "height", "color", "background-color", "font-size", "line-height",
    "border-radius", "opacity", "max-width", "min-height", "letter-spacing", "z-index", "flex-basis",
    "grid-gap", "top", "left", "transition-duration",
)  # fmt: skip
_CODE = (
    "function {a}({b},{c}){{return {b}&&{b}.{d}?{b}.{d}({c}):null}}",
    "var {a}=document.querySelector('.{b}');{a}&&{a}.addEventListener('{c}',function({d}){{{d}.preventDefault()}});",
    "window.{a}=window.{a}||[];window.{a}.push(['{b}',{n},'{c}-{d}']);",
    "if({a}.{b}>{n}){{{a}.{c}=!0;{d}({a}.{b}-{n})}}else{{{a}.{c}=!1}}",
    "!function(){{for(var {a}=0;{a}<{n};{a}++)try{{{b}[{a}].{c}({n})}}catch({d}){{}}}}();",
)


def token(rng: random.Random) -> str:
    """Return a name as minifiers and build tools make them."""
    return f"{rng.choice('abcdefghkmnprstvwz')}{rng.getrandbits(rng.choice((8, 16, 28))):x}"


def style_sheet(rng: random.Random) -> str:
    """Return the inline style sheet of a site."""
    rules: list[str] = []
    size = 0
    while size < STYLE_BYTES:
        body = ";".join(f"{rng.choice(_PROPERTIES)}:{rng.randrange(400)}px" for _ in range(4))
        rules.append(f".{token(rng)} .{token(rng)}>{rng.choice(('a', 'li', 'div', 'p'))}{{{body}}}")
        size += len(rules[-1])
    return "".join(rules)


def script(rng: random.Random) -> str:
    """Return the inline script of a site."""
    lines: list[str] = []
    size = 0
    while size < SCRIPT_BYTES:
        names = {key: token(rng) for key in "abcd"}
        lines.append(rng.choice(_CODE).format(n=rng.randrange(9999), **names))
        size += len(lines[-1])
    return "\n".join(lines)


def state(rng: random.Random, titles: list[str]) -> str:
    """Return the JSON that a page holds for its own scripts."""
    items: list[dict[str, object]] = []
    size = 0
    while size < STATE_BYTES:
        item: dict[str, object] = {
            "id": f"{rng.getrandbits(64):016x}",
            "headline": rng.choice(titles),
            "image": {"src": f"/media/{rng.getrandbits(48):x}.jpg", "width": 640, "height": 360},
            "flags": {"premium": rng.random() < 0.2, "live": False, "comments": rng.randrange(500)},
            "tracking": f"{rng.getrandbits(96):024x}",
        }
        items.append(item)
        size += 240
    return json.dumps({"items": items})
