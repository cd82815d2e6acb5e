# SPDX-License-Identifier: GPL-2.0-only
"""States of a NIC's port, and what peers hear of them."""

from canvas import BLUE, GREEN, GREY, INK, ORANGE, RED, Canvas


def draw():
    c = Canvas(900, 480, "States of a NIC's port and what peers are told")
    c.text(16, 20, "At the NIC that owns the port", anchor="start", bold=True)
    c.box(30, 44, 180, 62, "up\nhas turns, carries data", colour=GREEN)
    c.box(360, 44, 180, 62, "link lost, not seen yet\nwhat leaves is lost", colour=ORANGE)
    c.box(690, 44, 180, 62, "down\nits plane has no turn", colour=RED)
    c.box(360, 150, 180, 62, "link back, not seen yet\nstill no turn", colour=ORANGE)
    c.arrow([(210, 75), (360, 75)], RED)
    c.text(285, 58, "link goes down", size=12)
    c.arrow([(540, 75), (690, 75)], RED)
    c.text(615, 58, "DetectDelay, 10 us", size=12)
    c.arrow([(780, 106), (780, 181), (540, 181)], GREEN)
    c.text(660, 168, "link comes up", size=12)
    c.arrow([(360, 181), (120, 181), (120, 106)], GREEN)
    c.text(240, 168, "DetectDelay, 10 us", size=12)
    c.text(
        774,
        124,
        "on entry: packets in flight over it count\nas lost at once (cause PORT), and peers are told",
        anchor="end",
        size=12,
    )
    c.text(
        16,
        236,
        "With PortFailure=Cx8Like the NIC sends nothing at all for 0.9 to 1.1 s after it lost a port. "
        "Without any port for 1 s its queue pairs fail.",
        anchor="start",
        size=12,
    )
    c.line([(16, 256), (884, 256)], GREY, 1)
    c.text(16, 272, "What peers hear", anchor="start", bold=True)
    left, right = 176, 560
    for x, name in ((left, "NIC"), (right, "peer")):
        c.box(x - 60, 284, 120, 26, name, bold=True)
        c.line([(x, 310), (x, 470)], GREY)
    c.arrow([(left, 324), (right, 342)], BLUE)
    c.text(368, 326, "PORT_STATUS_UPDATE: ports that are up", colour=BLUE, size=12, under=True)
    c.arrow([(right, 350), (left, 368)], INK)
    c.text(368, 362, "its answer", size=12, under=True)
    c.arrow([(left, 404), (right, 422)], BLUE, dash=True)
    c.text(368, 406, "or byte 12 of each SACK: ports that are down", colour=BLUE, size=12, under=True)
    c.text(
        left - 12,
        344,
        "without answer: again\neach ACK timeout,\nthen at doubled\nintervals, 8.6 s in all",
        anchor="end",
        size=12,
    )
    right_words = [
        (346, "sends nothing more into that plane,\nwhat it has in flight there counts as lost"),
        (412, "a SACK tells PortStatusCarrier=SackBitmap, or Auto\nwith Cx8Like"),
        (456, "a packet that comes through that plane,\nsent later than the news: the port is up"),
    ]
    for y, words in right_words:
        c.text(right + 14, y - 8, words, anchor="start", size=12)
    c.arrow([(left, 446), (right, 462)], GREEN)
    c.text(368, 448, "data or answer through the plane", colour=GREEN, size=12, under=True)
    return c
