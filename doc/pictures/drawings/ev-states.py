# SPDX-License-Identifier: GPL-2.0-only
"""States of an EV, with the values of PathCause that move it (model/transport/mrc-path-state.h)."""

from canvas import BLUE, GREEN, GREY, INK, ORANGE, RED, Canvas


def draw():
    c = Canvas(900, 500, "States of an EV and what moves it")
    c.box(50, 70, 170, 60, "GOOD\ncarries data", colour=GREEN)
    c.box(620, 70, 190, 60, "SKIP\nits turn passes over it", colour=ORANGE)
    c.box(350, 290, 200, 60, "ASSUMED_BAD\nno data; is probed", colour=RED)
    c.box(50, 410, 170, 60, "DENIED\nneither data nor probes", colour=GREY)
    c.box(640, 410, 170, 60, "DENIED_BAD\nneither data nor probes", colour=GREY)
    # between GOOD and SKIP
    c.arrow([(220, 84), (620, 84)], ORANGE)
    c.text(
        420,
        58,
        "MARK: a SACK echoes a congestion mark\nTRIM: trimmed inside the fabric;  GAP: a packet is overdue",
        size=12,
    )
    c.arrow([(620, 116), (220, 116)], GREEN)
    c.text(420, 134, "TURN: its skipped turns are over, or all EVs are SKIP\nLAPSE: one base RTT has passed", size=12)
    # a further mark while it is SKIP
    c.arrow([(770, 70), (770, 34), (700, 34), (700, 70)], ORANGE)
    c.text(735, 20, "MARK, TRIM again", size=12)
    # retired
    c.arrow([(150, 130), (370, 290)], RED)
    c.text(104, 200, "GAP, TIMEOUT: an\nuntrimmed loss\nALWAYS_SKIP\nSILENCE of its plane", anchor="start", size=12)
    c.arrow([(700, 130), (530, 290)], RED)
    c.text(664, 206, "GAP, TIMEOUT,\nALWAYS_SKIP,\nSILENCE", anchor="start", size=12)
    # back again
    c.arrow([(425, 290), (205, 130)], GREEN)
    c.text(334, 176, "PROBE: three answers\nrunning, or loss undone\nFLOOR: too few left", anchor="start", size=12)
    c.arrow([(485, 290), (640, 130)], ORANGE)
    c.text(452, 244, "PROBE, the last\nanswer marked", size=12)
    # the denylist
    c.arrow([(90, 130), (90, 410)], INK, both=False)
    c.arrow([(60, 410), (60, 130)], INK)
    c.text(100, 350, "ADMINISTRATOR denies,\nallows (back to GOOD)", anchor="start", size=12, under=True)
    c.arrow([(790, 130), (790, 376), (238, 376), (170, 410)], INK)
    c.text(450, 392, "ADMINISTRATOR denies an EV that is SKIP", size=12)
    c.arrow([(550, 310), (700, 410)], INK, both=True)
    c.text(640, 328, "ADMINISTRATOR:\ndenied, allowed", anchor="start", size=12, under=True)
    c.text(
        430,
        440,
        "A loss that would leave its plane too\nfew EVs (ev-floor) makes the EV\nSKIP instead of ASSUMED_BAD.",
        colour=BLUE,
        size=12,
    )
    return c
