"""Draw curves as a small SVG, without a library."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

WIDTH, HEIGHT = 860, 480
LEFT, RIGHT, TOP, BOTTOM = 80, 200, 70, 70
COLOURS = (
    "#0b6e4f", "#d17a22", "#3a5fcd", "#a23b72", "#7a7f87", "#2f2f2f", "#1b9aaa", "#8a6d1c", "#c0392b", "#5b4b8a",
)  # fmt: skip
"""In the order of the curves; distinct in print and for the colour-blind. Further curves repeat them, dashed."""

Points = Sequence[tuple[float, float]]


class Axis(NamedTuple):
    """An axis: its label, its upper end, and whether values are percentages."""

    label: str
    top: float
    percent: bool = True

    def text(self, value: float) -> str:
        """Return a value as a tick label."""
        if self.percent:
            digits = 1 if self.top < 0.04 else 0
            return f"{value:.{digits}%}"
        return f"{value:,.0f}" if self.top >= 10 else f"{value:,.2g}" if value else "0"


def curves(title: str, lines: Mapping[str, Points], x: Axis, y: Axis) -> str:
    """Draw named curves over two axes."""
    body = [_frame(title, x, y)]
    ends = []
    for number, (name, points) in enumerate(lines.items()):
        colour = COLOURS[number % len(COLOURS)]
        dash = ' stroke-dasharray="7 4"' if number >= len(COLOURS) else ""
        path = " ".join(f"{_x(px, x):.1f},{_y(py, y):.1f}" for px, py in points)
        body.append(
            f'<polyline fill="none" stroke="{colour}" stroke-width="2.5" '
            f'stroke-linejoin="round"{dash} points="{path}"/>'
        )
        ends.append((_y(points[-1][1], y), name, y.text(points[-1][1]), colour))
    body += _labels(ends)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="Helvetica, Arial, sans-serif" role="img">\n'
        f"<title>{escape(title)}</title>\n"
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>\n' + "\n".join(body) + "\n</svg>\n"
    )


def nice_top(value: float) -> float:
    """Return a round number just above a value, for the end of an axis."""
    if value <= 0:
        return 1.0
    unit = 10.0 ** math.floor(math.log10(value))
    steps = (1, 1.2, 1.6, 2, 2.5, 3, 4, 5, 6, 8, 10)
    return next(step for step in steps if step * unit >= value * 0.995) * unit


def _x(value: float, axis: Axis) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * value / axis.top


def _y(value: float, axis: Axis) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / axis.top


def _steps(axis: Axis) -> int:
    """Return the number of intervals of an axis, so that each ends at a round number."""
    first = round(axis.top / 10.0 ** math.floor(math.log10(axis.top) + 1e-9), 1)
    return {1.2: 4, 1.6: 4, 2: 4, 3: 3, 4: 4, 6: 3, 8: 4}.get(first, 5)


def _frame(title: str, x: Axis, y: Axis) -> str:
    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
    parts = [
        f'<text x="{LEFT}" y="38" font-size="19" font-weight="bold" fill="#222">{escape(title)}</text>'
    ]
    for step in range(_steps(y) + 1):
        value = step / _steps(y) * y.top
        at = _y(value, y)
        parts.append(
            f'<line x1="{LEFT}" y1="{at:.1f}" x2="{right}" y2="{at:.1f}" '
            f'stroke="{"#e4e4e4" if step else "#999"}"/>'
            f'<text x="{LEFT - 10}" y="{at + 5:.1f}" font-size="13" text-anchor="end" '
            f'fill="#555">{y.text(value)}</text>'
        )
    for step in range(_steps(x) + 1):
        value = step / _steps(x) * x.top
        parts.append(
            f'<text x="{_x(value, x):.1f}" y="{bottom + 22}" font-size="13" text-anchor="middle" '
            f'fill="#555">{x.text(value)}</text>'
        )
    middle = (TOP + bottom) / 2
    parts.append(
        f'<text x="{(LEFT + right) / 2}" y="{bottom + 50}" font-size="14" text-anchor="middle" '
        f'fill="#222">{escape(x.label)}</text>'
        f'<text x="24" y="{middle}" font-size="14" text-anchor="middle" '
        f'fill="#222" transform="rotate(-90 24 {middle})">{escape(y.label)}</text>'
    )
    return "\n".join(parts)


def _labels(ends: list[tuple[float, str, str, str]]) -> list[str]:
    """Label each curve at its end; labels that would overlap are moved apart."""
    ends = sorted(ends)
    places: list[float] = []
    for at, *_ in ends:
        places.append(max(at + 5, places[-1] + 18) if places else at + 5)
    surplus = max(0.0, places[-1] - (HEIGHT - BOTTOM + 5)) if places else 0.0
    return [
        f'<text x="{WIDTH - RIGHT + 12}" y="{_lifted(place, surplus, index, len(ends)):.1f}" font-size="15" '
        f'font-weight="bold" fill="{colour}">{escape(_short(name))} {value}</text>'
        for index, (place, (_, name, value, colour)) in enumerate(zip(places, ends, strict=True))
    ]


def _lifted(place: float, surplus: float, index: int, count: int) -> float:
    """Return the position of a label, moved up if the lowest label would leave the frame."""
    lowest = HEIGHT - BOTTOM + 5 - 18 * (count - 1 - index)
    return min(place, lowest) if surplus else place


def _short(name: str, most: int = 18) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"
