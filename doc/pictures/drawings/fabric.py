# SPDX-License-Identifier: GPL-2.0-only
"""Planes of a fabric, and the ports of a NIC into them."""

from canvas import BLUE, GREEN, GREY, INK, ORANGE, PURPLE, Canvas

PLANES = [(BLUE, 16), (GREEN, 236), (ORANGE, 456), (PURPLE, 676)]  # colour, left edge
WIDTH, NICS = 208, [(120, "NIC 0"), (310, "NIC 1"), (590, "NIC 16"), (780, "NIC 17")]


def draw():
    c = Canvas(900, 470, "A fabric of four planes: each NIC has one port in each plane")
    for number, (colour, left) in enumerate(PLANES):
        c.box(left, 12, WIDTH, 238, colour=colour, round=8, dash=True)
        c.text(left + WIDTH / 2, 28, f"plane {number}", bold=True, colour=colour)
        t1s = [left + 38, left + 104, left + 170]
        t0s = [left + 56, left + 152]
        for t1 in t1s:
            for t0 in t0s:
                c.line([(t1, 88), (t0, 200)], colour)
        for i, x in enumerate(t1s):
            c.box(x - 27, 52, 54, 36, ("T1 0", "T1 1", "...")[i], colour=colour, fill="#ffffff")
        for i, x in enumerate(t0s):
            c.box(x - 32, 200, 64, 36, f"T0 {i}", colour=colour, fill="#ffffff")
            for n in (0, 1):
                port = NICS[2 * i + n][0] - 45 + 30 * number
                c.line([(x - 12 + 24 * n, 236), (port, 374)], colour, 1.2)
    for x, name in NICS:
        for number, (colour, _) in enumerate(PLANES):
            c.box(x - 56 + 30 * number, 374, 22, 18, str(number), colour=colour, round=2, size=12)
        c.box(x - 62, 392, 124, 34, name, colour=INK, fill="#f2f2f2", bold=True)
    c.text(215, 409, "...")
    c.text(685, 409, "...")
    c.text(450, 409, "a port in each plane\nno link between planes", colour=GREY, size=12)
    c.text(
        450, 450, "One EV names a plane and a T0 uplink, and so one path:  NIC 0 - T0 0 - T1 1 - T0 1 - NIC 16", size=13
    )
    return c
