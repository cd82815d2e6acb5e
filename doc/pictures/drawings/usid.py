# SPDX-License-Identifier: GPL-2.0-only
"""A carrier of micro segments on its way: the addresses of the clause vector-two-tiers."""

from canvas import BLUE, GREEN, GREY, INK, ORANGE, PURPLE, Canvas

CELLS = ["fcbb:bb00", "2101", "1103", "2102", "9003", "0", "0"]
COLOURS = [GREY, BLUE, ORANGE, BLUE, GREEN, INK, INK]
ROWS = [
    ("NIC, source", "writes block and four uSIDs", "fcbb:bb00:2101:1103:2102:9003::"),
    ("source's T0", "owns 2101: shifts, finds the port of 1103", "fcbb:bb00:1103:2102:9003::"),
    ("T1", "owns 1103: shifts, finds the port of 2102", "fcbb:bb00:2102:9003::"),
    ("destination's T0", "owns 2102: shifts, finds the port of 9003", "fcbb:bb00:9003::"),
]


def draw():
    c = Canvas(900, 480, "uSIDs shift hop by hop")
    c.text(
        450,
        20,
        "Each switch finds its own uSID first, shifts all uSIDs left by 16 bits, and looks up the new first 48 bits.",
    )
    for row, (node, words, address) in enumerate(ROWS):
        y = 50 + 88 * row
        c.box(16, y, 150, 44, node, colour=PURPLE, bold=True)
        if row:
            c.arrow([(91, y - 44), (91, y)], INK)
        cells = [(CELLS[0], COLOURS[0])] + list(zip(CELLS, COLOURS))[1 + row :] + [("0", INK)] * row
        x = 200
        for i, (cell, colour) in enumerate(cells):
            wide = 110 if i == 0 else 64
            c.box(x, y + 2, wide, 28, cell, colour=colour, round=0, bold=cell not in ("0", CELLS[0]))
            x += wide
        c.text(200, y + 44, f"leaves as {address}", anchor="start", size=12, mono=True)
        c.text(704, y + 16, words.replace(": ", ":\n"), anchor="start", size=12)
    c.arrow([(91, 358), (91, 402)], INK)
    c.box(16, 402, 190, 44, "NIC, destination", colour=PURPLE, bold=True)
    c.text(222, 424, "owns 9003 and nothing follows it: takes the packet out of the outer header", anchor="start")
    c.text(
        16,
        466,
        "fcbb:bb00 is the block; zeros fill up from the right. The values are those of the clause vector-two-tiers.",
        anchor="start",
        size=12,
        colour=GREY,
    )
    return c
