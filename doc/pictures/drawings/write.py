# SPDX-License-Identifier: GPL-2.0-only
"""A Write as a sequence of messages."""

from canvas import BLUE, GREEN, GREY, INK, ORANGE, Canvas

LEFT, RIGHT = 270, 640
# from the left or the right, height, words, colour
MESSAGES = [
    ("L", 92, "PSN 0, EV 37 (plane 0)", BLUE),
    ("L", 120, "PSN 1, EV 5 (plane 1)", ORANGE),
    ("L", 148, "PSN 2, EV 91 (plane 0)", BLUE),
    ("L", 176, "PSN 3, EV 60 (plane 1), AckReq", ORANGE),
    ("R", 226, "SACK: cack 3, echoes EV 60", GREEN),
    ("R", 254, "Transport ACK: MSN 1", GREEN),
]


def draw():
    c = Canvas(900, 360, "A Write: packets over several EVs, SACK, Transport ACK, completion")
    for x, name in ((LEFT, "requestor"), (RIGHT, "responder")):
        c.box(x - 70, 10, 140, 32, name, bold=True)
        c.line([(x, 42), (x, 340)], GREY)
    for side, y, words, colour in MESSAGES:
        start, end = (LEFT, RIGHT) if side == "L" else (RIGHT, LEFT)
        c.arrow([(start, y), (end, y + 46)], colour)
        c.text((LEFT + RIGHT) / 2, y + 21, words, colour=colour, under=True)
    left = [
        (62, "the program posts a Write of 16 KiB;\nthe host's overhead passes"),
        (120, "the window has room for\nfour packets of 4 KiB"),
        (176, "last packet: asks for a SACK"),
        (272, "SACK: packets and EVs are well,\nthe round trip feeds the window"),
        (314, "Transport ACK: the work request\ncompletes"),
    ]
    right = [
        (138, "each packet names its address:\nplaced on arrival, in any order"),
        (214, "packet 3 has AckReq:\na SACK is due at once"),
        (266, "all of the message is here:\na Transport ACK; the program\nhears of it if it has an immediate"),
    ]
    for y, words in left:
        c.text(LEFT - 14, y, words, anchor="end", size=12)
    for y, words in right:
        c.text(RIGHT + 14, y, words, anchor="start", size=12)
    c.arrow([(24, 60), (24, 336)], INK, 1)
    c.text(32, 336, "time", anchor="start", size=12, colour=GREY)
    return c
