# SPDX-License-Identifier: GPL-2.0-only
"""A congestion window over time, from a run: window.csv, which names its command."""

import csv
import pathlib

from canvas import BLUE, GREY, INK, ORANGE, PALE, Canvas

LEFT, RIGHT = 70, 880


def rows():
    """Returns the samples."""
    lines = (pathlib.Path(__file__).parent.parent / "window.csv").read_text().splitlines()
    return [{k: int(v) for k, v in row.items()} for row in csv.DictReader(x for x in lines if x[0] != "#")]


def axis(c, top, bottom, most, step, name):
    """Draws a frame with ticks and returns where a number of KiB stands."""
    for value in range(0, most + 1, step):
        y = bottom - (bottom - top) * value / most
        c.line([(LEFT, y), (RIGHT, y)], "#dddddd", 1)
        c.text(LEFT - 8, y, str(value), anchor="end", size=12)
    c.line([(LEFT, top), (LEFT, bottom), (RIGHT, bottom)])
    c.text(LEFT, top - 14, name, anchor="start", size=12, bold=True)
    return lambda size: bottom - (bottom - top) * size / 1024 / most


def draw():
    c = Canvas(900, 500, "A congestion window during an incast of eight senders")
    data = rows()
    end = 700000

    def at(time):
        return LEFT + (RIGHT - LEFT) * time / end

    y = axis(c, 40, 270, 120, 40, "one of eight senders, KiB: window, and bytes in flight (dashed)")
    steps = [(at(r["time_ns"]), y(r["window_bytes"])) for r in data]
    c.line([(at(r["time_ns"]), y(r["in_flight_bytes"])) for r in data], ORANGE, 1.4, dash=True)
    c.line(steps, BLUE, 2)
    c.text(at(24000), 96, "starts with 1.5 BDP, as if it were alone", anchor="start", size=12)
    c.text(
        at(90000),
        176,
        "trims on the last hop say that it is not:\nmostly one to three packets of 4 KiB",
        anchor="start",
        size=12,
    )
    c.text(at(470000), 96, "other senders are done:\nthe window opens again", anchor="end", size=12)
    c.arrow([(at(474000), 106), (at(574000), 208)], INK, 1)
    y = axis(c, 320, 450, 160, 80, "queue of data at the receiver's port, KiB")
    shape = [(at(r["time_ns"]), y(r["data_bytes"])) for r in data]
    points = " ".join(f"{a:.1f},{b:.1f}" for a, b in [(LEFT, y(0)), *shape, (shape[-1][0], y(0))])
    c.parts.append(f'<polygon points="{points}" fill="{PALE[BLUE]}" stroke="{BLUE}"/>\n')
    for time in range(0, end + 1, 100000):
        c.text(at(time), 466, str(time // 1000), size=12)
    c.text(RIGHT, 486, "time, us", anchor="end", size=12, colour=GREY)
    c.text(LEFT, 486, "incast8_32.cm: 8 x 1 MB to one NIC at 100 Gb/s", anchor="start", size=12, colour=GREY)
    return c
