# SPDX-License-Identifier: GPL-2.0-only
"""Lazy service on a time axis: a port decides at a touch what began in the past."""

from canvas import BLUE, GREEN, GREY, INK, ORANGE, RED, Canvas

FRAMES = [("A", BLUE, 160), ("B", ORANGE, 210), ("C", GREEN, 250)]  # when each is enqueued
SERVICE, FLIGHT, LEFT = 130, 230, 100
ROWS = [
    (76, "calls of\nEnqueue"),
    (146, "on the line"),
    (222, "in the pipe\nof the link"),
    (340, "pending in\nthe wheel"),
]


def draw():
    c = Canvas(900, 440, "Lazy service: one event for each hop")
    for y, name in ROWS:
        c.text(8, y, name, anchor="start", size=12, bold=True)
        c.line([(LEFT, y + 30), (880, y + 30)], "#cccccc", 1)
    touch = FRAMES[0][2] + SERVICE + FLIGHT
    pending = FRAMES[0][2]
    for i, (name, colour, enqueued) in enumerate(FRAMES):
        begin = FRAMES[0][2] + SERVICE * i
        arrives = begin + SERVICE + FLIGHT
        c.arrow([(enqueued, 56), (enqueued, 105)], colour)
        c.text(enqueued, 46, name, bold=True, colour=colour)
        c.box(begin, 146, SERVICE, 28, name, colour=colour, round=0)
        c.line([(begin + SERVICE, 202 + 16 * i), (arrives, 202 + 16 * i)], colour, 3)
        c.text(arrives + 6, 202 + 16 * i, name, anchor="start", size=12, colour=colour, bold=True)
        c.line([(arrives, 206 + 16 * i), (arrives, 340)], colour, 1.4, dash=True)
        c.box(pending, 340, arrives - pending, 28, f"ADMIT {name}", colour=colour, round=0, size=12)
        pending = arrives
    c.text(
        266,
        50,
        "A finds the line idle: its service, its arrival and its one event\n"
        "are settled at once. B and C wait in the queue, without an event.",
        anchor="start",
        size=12,
    )
    c.line([(touch, 100), (touch, 340)], RED, 1.4)
    c.text(
        touch - 8,
        278,
        "ADMIT A touches the port. Advance() decides what began since,\n"
        "with the queue and the marks of each moment: B when A\nended, then C.",
        anchor="end",
        size=12,
        colour=RED,
    )
    c.text(
        LEFT,
        390,
        "The end of a service needs no event: between two touches nothing can enter the queue, so what the port\n"
        "did in that time is known exactly. Pending is only the arrival at the head of each link's pipe.",
        anchor="start",
        size=12,
    )
    c.arrow([(LEFT, 426), (880, 426)], INK, 1)
    c.text(870, 416, "time", anchor="end", size=12, colour=GREY)
    return c
