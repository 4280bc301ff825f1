"""Curves as a picture: a small SVG that any browser shows, drawn without any library."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

WIDTH, HEIGHT = 860, 480
LEFT, RIGHT, TOP, BOTTOM = 80, 190, 70, 70
COLOURS = ("#0b6e4f", "#d17a22", "#7a7f87", "#3a5fcd", "#a23b72", "#2f2f2f")
"""Distinct in print and for the colour-blind, in the order of the curves."""

Points = Sequence[tuple[float, float]]


class Axis(NamedTuple):
    """What an axis shows, up to where."""

    label: str
    top: float


def curves(title: str, lines: Mapping[str, Points], x: Axis, y: Axis) -> str:
    """Draw named curves over two axes of percentages."""
    body = [_frame(title, x, y)]
    ends = []
    for colour, (name, points) in zip(COLOURS, lines.items(), strict=False):
        path = " ".join(f"{_x(px, x):.1f},{_y(py, y):.1f}" for px, py in points)
        body.append(f'<polyline fill="none" stroke="{colour}" stroke-width="2.5" points="{path}"/>')
        ends.append((_y(points[-1][1], y), name, points[-1][1], colour))
    body += _labels(ends)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="Helvetica, Arial, sans-serif" role="img">\n'
        f"<title>{escape(title)}</title>\n"
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>\n' + "\n".join(body) + "\n</svg>\n"
    )


def nice_top(value: float) -> float:
    """Return a round number a little above a share, for the end of an axis."""
    return next((top for top in (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8) if top >= value), 1.0)


def _x(value: float, axis: Axis) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * value / axis.top


def _y(value: float, axis: Axis) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / axis.top


def _frame(title: str, x: Axis, y: Axis) -> str:
    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
    parts = [
        f'<text x="{LEFT}" y="38" font-size="19" font-weight="bold" fill="#222">{escape(title)}</text>'
    ]
    steps = 4 if y.top in (0.2, 0.4, 0.8) else 5
    for step in range(steps + 1):
        share = step / steps
        at_y, at_x = _y(share * y.top, y), _x(share * x.top, x)
        parts.append(
            f'<line x1="{LEFT}" y1="{at_y:.1f}" x2="{right}" y2="{at_y:.1f}" stroke="#e4e4e4"/>'
            f'<text x="{LEFT - 10}" y="{at_y + 5:.1f}" font-size="13" text-anchor="end" fill="#555">{share * y.top:.0%}</text>'
            f'<text x="{at_x:.1f}" y="{bottom + 22}" font-size="13" text-anchor="middle" fill="#555">{share * x.top:.0%}</text>'
        )
    middle = (TOP + bottom) / 2
    parts.append(
        f'<text x="{(LEFT + right) / 2}" y="{bottom + 50}" font-size="14" text-anchor="middle" fill="#222">{escape(x.label)}</text>'
        f'<text x="24" y="{middle}" font-size="14" text-anchor="middle" fill="#222" transform="rotate(-90 24 {middle})">{escape(y.label)}</text>'
    )
    return "\n".join(parts)


def _labels(ends: list[tuple[float, str, float, str]]) -> list[str]:
    """Name each curve at its end, moved apart where they would overlap."""
    parts, lowest = [], 0.0
    for at, name, value, colour in sorted(ends):
        lowest = max(at + 5, lowest + 18)
        parts.append(
            f'<text x="{WIDTH - RIGHT + 12}" y="{lowest:.1f}" font-size="15" font-weight="bold" fill="{colour}">{escape(name)} {value:.0%}</text>'
        )
    return parts
