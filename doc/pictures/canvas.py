# SPDX-License-Identifier: GPL-2.0-only
"""What a drawing is made of: boxes, lines, arrows and text, written as SVG."""

import math
from xml.sax.saxutils import escape

INK, GREY = "#222222", "#666666"
BLUE, ORANGE, GREEN, RED, PURPLE = "#1f4e8c", "#b35900", "#2d6a2d", "#a61c1c", "#5c3a8c"
# pale fills: a print in black and white shows them as white, so no meaning hangs on a fill alone
PALE = {
    INK: "#ffffff", GREY: "#f2f2f2", BLUE: "#e6eef8", ORANGE: "#fdf0e0", GREEN: "#e8f3e8", RED: "#fbe9e9",
    PURPLE: "#f0eaf7",
}  # fmt: skip
FONT = "Helvetica, Arial, 'DejaVu Sans', sans-serif"
HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only -->
<!-- made by doc/pictures/draw.py -->
<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}"
     font-family="{font}" font-size="13">
<title>{title}</title>
<rect width="{w}" height="{h}" fill="#ffffff"/>
"""


def num(value):
    """Returns a coordinate as text, with at most one digit behind the point."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


class Canvas:
    """A drawing of a given size; y goes down, units are pixels."""

    def __init__(self, width, height, title):
        self.size = (width, height)
        self.parts = [HEAD.format(w=width, h=height, font=FONT, title=escape(title))]

    def svg(self):
        """Returns the whole file."""
        return "".join(self.parts) + "</svg>\n"

    def text(self, x, y, words, anchor="middle", size=13, colour=INK, bold=False, mono=False, under=False):
        """Writes lines, separated by newlines, the first one's middle at height y."""
        style = f' font-size="{size}"' if size != 13 else ""
        style += ' font-weight="bold"' if bold else ""
        style += " font-family=\"'DejaVu Sans Mono', Menlo, Consolas, monospace\"" if mono else ""
        lines = words.split("\n")
        for i, line in enumerate(lines):
            height = y + size * 0.35 + i * size * 1.3
            if under:  # a white ground, as lines pass below
                wide = len(line) * size * 0.56 + 6
                left = {"middle": x - wide / 2, "start": x - 3, "end": x - wide + 3}[anchor]
                self.parts.append(
                    f'<rect x="{num(left)}" y="{num(height - size)}" width="{num(wide)}" height="{num(size * 1.3)}" '
                    f'fill="#ffffff"/>\n'
                )
            self.parts.append(
                f'<text x="{num(x)}" y="{num(height)}" text-anchor="{anchor}" fill="{colour}"{style} '
                f'xml:space="preserve">{escape(line)}</text>\n'
            )

    def box(self, x, y, w, h, words="", colour=INK, round=4, dash=False, size=13, bold=False, fill=None):
        """Draws a box from its upper left corner (x, y), with lines of text in its middle."""
        dashes = ' stroke-dasharray="5 4"' if dash else ""
        self.parts.append(
            f'<rect x="{num(x)}" y="{num(y)}" width="{num(w)}" height="{num(h)}" rx="{round}" '
            f'fill="{fill or PALE[colour]}" stroke="{colour}" stroke-width="1.4"{dashes}/>\n'
        )
        if words:
            lines = words.count("\n")
            self.text(x + w / 2, y + h / 2 - lines * size * 0.65, words, size=size, bold=bold)

    def line(self, points, colour=INK, width=1.4, dash=False):
        """Draws a line through points."""
        dashes = ' stroke-dasharray="5 4"' if dash else ""
        path = " ".join(f"{num(x)},{num(y)}" for x, y in points)
        self.parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width}"{dashes}/>\n')

    def arrow(self, points, colour=INK, width=1.4, dash=False, both=False):
        """Draws a line through points with a head at its end, or at both ends."""
        self.line(points, colour, width, dash)
        self.head(points[-2], points[-1], colour)
        if both:
            self.head(points[1], points[0], colour)

    def head(self, start, end, colour):
        """Draws the head of an arrow from start to end."""
        angle = math.atan2(end[1] - start[1], end[0] - start[0])
        corners = [end] + [
            (end[0] - 9 * math.cos(angle + side), end[1] - 9 * math.sin(angle + side)) for side in (0.38, -0.38)
        ]
        path = " ".join(f"{num(x)},{num(y)}" for x, y in corners)
        self.parts.append(f'<polygon points="{path}" fill="{colour}"/>\n')
