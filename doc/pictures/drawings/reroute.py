# SPDX-License-Identifier: GPL-2.0-only
"""What convergence costs collectives, as the table of X1 has it: reroute.csv, which names its command."""

import csv
import math
import pathlib

from canvas import BLUE, GREEN, GREY, INK, ORANGE, Canvas

TOP, BOTTOM = 56, 340
LINEAR = 10  # percent: what is above is drawn by its logarithm, as costs differ by factors
LOWEST, HIGHEST = -12, 640
FACTOR = 2  # by which a cost may differ from what is published
LEFT, WIDTH = 70, 370
PANELS = (("all-to-all", LEFT, "all_to_all"), ("ring", 500, "ring"))
KINDS = (("ecmp", ORANGE, "RoCEv2, ECMP"), ("adaptive", GREEN, "RoCEv2, adaptive"))


def rows():
    """Returns the rows by their first column."""
    lines = (pathlib.Path(__file__).parent.parent / "reroute.csv").read_text(encoding="utf-8").splitlines()
    return {row["convergence_ms"]: row for row in csv.DictReader(line for line in lines if line[0] != "#")}


def height(percent):
    """Returns where a cost stands."""
    low, high, here = (math.asinh(value / LINEAR) for value in (LOWEST, HIGHEST, percent))
    return BOTTOM - (BOTTOM - TOP) * (here - low) / (high - low)


def dots(c, points, colour, filled=True):
    """Draws a line through points, and a dot at each."""
    c.line(points, colour, 2, dash=not filled)
    for x, y in points:
        c.parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" stroke="{colour}" fill="{colour if filled else "#ffffff"}"/>\n'
        )


def panel(c, title, left, prefix):
    """Draws the costs of one collective."""
    found = rows()
    mrc = float(found.pop("MRC")[f"{prefix}_ecmp"])
    place = {time: left + WIDTH * (i + 0.5) / len(found) for i, time in enumerate(found)}
    for percent in (0, 10, 30, 100, 300):
        c.line([(left, height(percent)), (left + WIDTH, height(percent))], GREY if percent == 0 else "#dddddd", 1)
        c.text(left - 8, height(percent), str(percent), anchor="end", size=12)
    published = [(place[time], float(row["published"])) for time, row in found.items() if row["published"]]
    edges = [(x, height(y * FACTOR)) for x, y in published] + [(x, height(y / FACTOR)) for x, y in reversed(published)]
    around = " ".join(f"{x:.1f},{y:.1f}" for x, y in edges)
    c.parts.append(f'<polygon points="{around}" fill="#eeeeee" stroke="#bbbbbb"/>\n')
    dots(c, [(x, height(y)) for x, y in published], INK, filled=False)
    for kind, colour, _ in KINDS:
        dots(c, [(place[time], height(float(row[f"{prefix}_{kind}"]))) for time, row in found.items()], colour)
    c.line([(left, height(mrc)), (left + WIDTH, height(mrc))], BLUE, 2.6)
    for time, x in place.items():
        c.text(x, BOTTOM + 14, time, size=12)
    c.line([(left, TOP), (left, BOTTOM), (left + WIDTH, BOTTOM)])
    c.text(left, TOP - 14, title, anchor="start", bold=True)
    c.text(left + WIDTH, BOTTOM + 34, "convergence, ms", anchor="end", size=12, colour=GREY)


def draw():
    """Returns the picture."""
    c = Canvas(890, 440, "What a T1 that dies costs collectives, by the time of convergence")
    c.text(10, 20, "P99 longer than without a fault, %; above 10 by the logarithm", anchor="start", size=12, colour=GREY)
    for title, left, prefix in PANELS:
        panel(c, title, left, prefix)
    y = 410
    dots(c, [(LEFT, y), (LEFT + 30, y)], INK, filled=False)
    c.text(LEFT + 38, y, "published; grey: half to twice", anchor="start", size=12)
    for x, (_, colour, words) in zip((300, 452), KINDS):
        dots(c, [(x, y), (x + 30, y)], colour)
        c.text(x + 38, y, words, anchor="start", size=12)
    c.line([(625, y), (655, y)], BLUE, 2.6)
    c.text(663, y, "MRC: tables never change", anchor="start", size=12)
    return c
