# SPDX-License-Identifier: GPL-2.0-only
"""Draws curves as SVG that stands in a page of HTML, without libraries."""

import html
import math

COLOURS = ("#1f6fb4", "#d95f02", "#2a9d4a", "#7b4fb0", "#b8336a", "#7a6a00", "#0a8f9c", "#555555")
WIDTH, HEIGHT = 560, 300
LEFT, RIGHT, TOP, BOTTOM = 58, 12, 10, 42  # around the axes
MOST_POINTS = 800  # of a curve: more would not be seen
LEAST, MOST = 1e-12, 1e30  # smaller ranges of values are one value, larger values are not drawn
WIDE = 50  # ends of a range that differ by this factor give a logarithmic axis


def number(value):
    """A number with four digits that matter."""
    if value == 0 or 1e-3 <= abs(value) < 1e6:
        text = f"{value:.4g}" if abs(value) < 1e4 else f"{value:.0f}"
        return text
    return f"{value:.3g}"


def ticks(low, high):
    """Round numbers within a range, some five."""
    step = 10 ** math.floor(math.log10((high - low) / 5))
    step *= next(factor for factor in (1, 2, 5, 10) if (high - low) / (step * factor) <= 6)
    first = math.ceil(low / step - 1e-9)
    return [index * step for index in range(first, math.floor(high / step + 1e-9) + 1)]


class Axis:
    """Where values lie on one of the two axes."""

    def __init__(self, values, begin, end, from_zero=False):
        low, high = min(values), max(values)
        self.is_log = not from_zero and low > 0 and high / low > WIDE
        if from_zero:
            low = 0.0
        elif not self.is_log:
            low -= 0.03 * (high - low)
        if high - low <= LEAST * max(abs(low), 1.0):
            high = low + (abs(low) if abs(low) > LEAST else 1.0) * 0.1
        self.low, self.high, self.begin, self.end = low, high, begin, end

    def place(self, value):
        """Where on the page."""
        if self.is_log:
            share = (math.log(value) - math.log(self.low)) / (math.log(self.high) - math.log(self.low))
        else:
            share = (value - self.low) / (self.high - self.low)
        return self.begin + share * (self.end - self.begin)

    def ticks(self):
        """Where marks stand."""
        if not self.is_log:
            return ticks(self.low, self.high)
        decades = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
        marks = [factor * 10.0**decade for decade in decades for factor in (1, 2, 5)]
        return [mark for mark in marks if self.low <= mark <= self.high]


def frame(x_axis, y_axis, x_label, y_label):
    """Axes with marks and labels."""
    parts = []
    for mark in x_axis.ticks():
        x = x_axis.place(mark)
        parts.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>')
        parts.append(f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 15}" text-anchor="middle">{number(mark)}</text>')
    for mark in y_axis.ticks():
        y = y_axis.place(mark)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text x="{LEFT - 5}" y="{y + 4:.1f}" text-anchor="end">{number(mark)}</text>')
    middle = (HEIGHT - BOTTOM + TOP) / 2
    parts.append(f'<text x="{(WIDTH + LEFT - RIGHT) / 2}" y="{HEIGHT - 8}" text-anchor="middle">{html.escape(x_label)}</text>')
    turned = f'transform="rotate(-90 13 {middle})"'
    parts.append(f'<text x="13" y="{middle}" text-anchor="middle" {turned}>{html.escape(y_label)}</text>')
    return parts


def thinned(points):
    """So many points as can be seen, the first and the last among them."""
    if len(points) <= MOST_POINTS:
        return points
    last = len(points) - 1
    return [points[round(i * last / (MOST_POINTS - 1))] for i in range(MOST_POINTS)]


def chart(curves, x_label, y_label, bands=(), starts_at_zero=False):
    """A picture of {label: points}; each of the bands is (begin, end, label), marked in red. Without points it is empty."""
    curves = {label: [point for point in curve if max(map(abs, point)) <= MOST] for label, curve in curves.items()}
    curves = {label: thinned(curve) for label, curve in curves.items() if curve}
    points = [point for curve in curves.values() for point in curve]
    if not points:
        return ""
    x_axis = Axis([x for x, _ in points], LEFT, WIDTH - RIGHT, starts_at_zero)
    y_axis = Axis([y for _, y in points], HEIGHT - BOTTOM, TOP, True)
    parts = []
    for begin, end, label in bands:
        begin, end = max(begin, x_axis.low), min(end, x_axis.high)
        if begin < end:
            x = x_axis.place(begin)
            shape = f'x="{x:.1f}" width="{max(x_axis.place(end) - x, 1):.1f}" y="{TOP}" height="{HEIGHT - TOP - BOTTOM}"'
            parts.append(f'<rect class="band" {shape}><title>{html.escape(label)}</title></rect>')
    parts += frame(x_axis, y_axis, x_label, y_label)
    keys = []
    for index, (label, curve) in enumerate(curves.items()):
        colour = COLOURS[index % len(COLOURS)]
        places = " ".join(f"{x_axis.place(x):.1f},{y_axis.place(y):.1f}" for x, y in curve)
        title = f"<title>{html.escape(label)}</title>"
        parts.append(f'<polyline points="{places}" stroke="{colour}" class="curve">{title}</polyline>')
        keys.append(f'<span style="color:{colour}">&#9632;</span> {html.escape(label)}')
    box = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    svg = f'<svg {box} role="img" aria-label="{html.escape(y_label)} over {html.escape(x_label)}">{"".join(parts)}</svg>'
    return f'<figure>{svg}<figcaption>{" ".join(keys)}</figcaption></figure>'


def cumulative(values):
    """Points of steps: which part of the values is at most so much."""
    values = sorted(values)
    points = [(values[0], 0.0)]
    for index, value in enumerate(values):
        points += [(value, index / len(values)), (value, (index + 1) / len(values))]
    return points
