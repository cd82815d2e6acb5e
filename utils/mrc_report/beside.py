# SPDX-License-Identifier: GPL-2.0-only
"""Draws values of a source beside ours, as SVG: bars with what is allowed, and curves."""

import dataclasses
import html
import math

from . import plots

STYLE = """
.theirs { fill: #9a9a9a; } .ours { fill: #1f6fb4; } .missed { fill: #d02020; }
.allowed { fill: #2a9d4a; fill-opacity: .25; stroke: #2a9d4a; }
.published { fill: none; stroke-width: 1.8; stroke-dasharray: 6 3; }
"""
WIDTH, NAMES, ROW = 760, 300, 30  # of bars: all of it, of the names at its left, of a row
MOST_LETTERS = 46  # that the names have room for


@dataclasses.dataclass(frozen=True)
class Bar:
    """A value of ours, and what it is compared with; None is not known."""

    name: str
    theirs: float
    ours: float
    low: float = None  # the least and the greatest value that is allowed
    high: float = None
    is_missed: bool = False


@dataclasses.dataclass(frozen=True)
class Curve:
    """A curve of ours, or of a source: that one is dashed. Curves with one colour belong together."""

    label: str
    points: list
    colour: int = 0
    is_published: bool = False


def is_known(value):
    """Whether there is a number that can be drawn."""
    return value is not None and math.isfinite(value)


def box(axis, begin, end, place, style):
    """A bar from one value to the other; place is (y, height)."""
    left, right = sorted((axis.place(begin), axis.place(end)))
    y, height = place
    shape = f'x="{left:.1f}" y="{y:.1f}" width="{max(right - left, 1):.1f}" height="{height}"'
    return f'<rect class="{style}" {shape}/>'


def row_of(bar, axis, y):
    """The parts of a row."""
    name = html.escape(bar.name)
    shown = name if len(bar.name) <= MOST_LETTERS else html.escape(bar.name[: MOST_LETTERS - 1]) + "&#8230;"
    parts = [f'<text x="{NAMES - 6}" y="{y + 17}" text-anchor="end">{shown}<title>{name}</title></text>']
    if is_known(bar.ours):
        parts.append(box(axis, 0, bar.ours, (y + 4, 11), "missed" if bar.is_missed else "ours"))
        reach = max(value for value in (bar.ours, bar.theirs, bar.high, 0) if is_known(value))
        x = min(axis.place(reach) + 4, WIDTH - 40)
        parts.append(f'<text x="{x:.1f}" y="{y + 13}">{plots.number(bar.ours)}</text>')
    if is_known(bar.theirs):
        parts.append(box(axis, 0, bar.theirs, (y + 16, 7), "theirs"))
    if bar.low is not None or bar.high is not None:
        low = max(bar.low, axis.low) if is_known(bar.low) else axis.low
        high = min(bar.high, axis.high) if is_known(bar.high) else axis.high
        if low <= high:
            parts.append(box(axis, low, high, (y + 2, 23), "allowed"))
    return "".join(parts)


def bars(rows, label):
    """A picture with a row for each bar, values from zero. Without values it is empty."""
    values = [value for bar in rows for value in (bar.theirs, bar.ours) if is_known(value)]
    if not values:
        return ""
    bounds = [bound for bar in rows for bound in (bar.low, bar.high) if is_known(bound)]
    end = plots.TOP + ROW * len(rows)
    axis = plots.Axis([0, 1.12 * max(*values, *bounds, 0)], NAMES, WIDTH - 12)
    axis.low = min(0, *values)
    parts = []
    for mark in axis.ticks():
        x = axis.place(mark)
        parts.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{plots.TOP}" y2="{end}"/>')
        parts.append(f'<text x="{x:.1f}" y="{end + 15}" text-anchor="middle">{plots.number(mark)}</text>')
    parts += [row_of(bar, axis, plots.TOP + ROW * index) for index, bar in enumerate(rows)]
    parts.append(f'<text x="{(NAMES + WIDTH) / 2}" y="{end + 33}" text-anchor="middle">{html.escape(label)}</text>')
    size = f'viewBox="0 0 {WIDTH} {end + 42}" width="{WIDTH}" height="{end + 42}"'
    svg = f'<svg {size} role="img" aria-label="{html.escape(label)}">{"".join(parts)}</svg>'
    key = '<span style="color:#1f6fb4">&#9632;</span> ours <span style="color:#d02020">&#9632;</span> ours, a miss '
    key += '<span style="color:#9a9a9a">&#9632;</span> published <span style="color:#2a9d4a">&#9632;</span> allowed'
    return f"<figure>{svg}<figcaption>{key}</figcaption></figure>"


def curves(drawn, x_label, y_label):
    """A picture of curves, with y from zero, or from the least value below. Without points it is empty."""
    drawn = [(curve, plots.thinned(curve.points)) for curve in drawn if curve.points]
    points = [point for _, some in drawn for point in some]
    if not points:
        return ""
    x_axis = plots.Axis([x for x, _ in points], plots.LEFT, plots.WIDTH - plots.RIGHT)
    y_axis = plots.Axis([0, 1.05 * max(y for _, y in points)], plots.HEIGHT - plots.BOTTOM, plots.TOP, True)
    y_axis.low = min(0, *(y for _, y in points))
    parts, keys = plots.frame(x_axis, y_axis, x_label, y_label), []
    for curve, some in drawn:
        colour = plots.COLOURS[curve.colour % len(plots.COLOURS)]
        places = [(x_axis.place(x), y_axis.place(y)) for x, y in some]
        style = "published" if curve.is_published else "curve"
        title = f"<title>{html.escape(curve.label)}</title>"
        joined = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        parts.append(f'<polyline points="{joined}" stroke="{colour}" class="{style}">{title}</polyline>')
        if len(places) <= 20:
            fill = "white" if curve.is_published else colour
            dot = f'r="3" stroke="{colour}" fill="{fill}"'
            parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" {dot}/>' for x, y in places]
        sign = "&#9476;&#9476;" if curve.is_published else "&#9473;&#9473;"
        keys.append(f'<span style="color:{colour}">{sign}</span> {html.escape(curve.label)}')
    size = f'viewBox="0 0 {plots.WIDTH} {plots.HEIGHT}" width="{plots.WIDTH}" height="{plots.HEIGHT}"'
    name = html.escape(f"{y_label} over {x_label}")
    svg = f'<svg {size} role="img" aria-label="{name}">{"".join(parts)}</svg>'
    return f'<figure>{svg}<figcaption>{" &#160; ".join(keys)}</figcaption></figure>'
