# SPDX-License-Identifier: GPL-2.0-only
"""A switch trims a packet, and the sender sends it again over another path."""

from canvas import BLUE, GREY, INK, ORANGE, RED, Canvas

NODES = [(110, "requestor"), (330, "T1 of EV 37"), (560, "T1 of EV 5"), (790, "responder")]


def draw():
    c = Canvas(900, 430, "Trim and resend")
    xs = [x for x, _ in NODES]
    for x, name in NODES:
        c.box(x - 70, 10, 140, 32, name, bold=True)
        c.line([(x, 42), (x, 420)], GREY)
    sender, full, free, receiver = xs
    c.arrow([(sender, 66), (full, 92)], BLUE)
    c.text(220, 66, "PSN 7, EV 37", colour=BLUE, under=True)
    c.box(full - 62, 94, 124, 40, "queue is full:\ncuts the payload", colour=RED, size=12)
    c.arrow([(full, 134), (receiver, 176)], RED, dash=True)
    c.text(596, 134, "PSN 7, headers alone, code point TRIMMED,\nahead of data", colour=RED, under=True, size=12)
    c.box(receiver - 72, 178, 144, 40, "lacks PSN 7:\nNACK at once", colour=INK, size=12)
    c.arrow([(receiver, 218), (sender, 268)], INK)
    c.text(450, 238, "NACK: PSN 7, TRIMMED, echoes EV 37", under=True)
    c.box(
        sender - 92,
        270,
        184,
        54,
        "EV 37: GOOD to SKIP,\nthe window reacts, PSN 7\nis first to be sent",
        colour=INK,
        size=12,
    )
    c.arrow([(sender, 324), (free, 350), (receiver, 376)], ORANGE)
    c.text(334, 318, "PSN 7 again, rtx bit, EV 5", colour=ORANGE, under=True)
    c.text(receiver - 8, 392, "placed; a SACK at once", anchor="end", size=12)
    c.text(
        sender + 14,
        392,
        "No timer runs out: a trim costs about one round trip.\nOn the last hop (TRIMMED_LASTHOP) the EV stays GOOD.",
        anchor="start",
        size=12,
        colour=GREY,
        under=True,
    )
    return c
