# SPDX-License-Identifier: GPL-2.0-only
"""A frame's life through the code."""

from canvas import BLUE, GREEN, GREY, INK, ORANGE, PURPLE, Canvas

# of each folder: colour, top, height
BANDS = [("host", PURPLE, 64, 84), ("transport", BLUE, 160, 84), ("fabric", GREEN, 256, 96)]
STEPS = [  # left, top, width, words, colour
    (96, 80, 130, "HostSide::Post\nhost delay", PURPLE),
    (96, 176, 130, "SenderRequests::Post\nMessageQueue", BLUE),
    (256, 80, 120, "NicPump::Pump\na port is idle", PURPLE),
    (250, 176, 132, "DataSender::NextData\nSprayer, Flight", BLUE),
    (406, 80, 116, "NicPump::Send\nfills the Frame", PURPLE),
    (406, 274, 116, "Fabric::Enqueue\nTrimQueue", GREEN),
    (548, 274, 120, "LinkArrivals\nUsidForwarder", GREEN),
    (700, 80, 160, "NicInbox::Receive\nreleases the Frame", PURPLE),
    (700, 176, 160, "DataReceiver::OnWrite\nReceivedSet, SACK due", BLUE),
]
ARROWS = [
    [(160, 44), (160, 80)],
    [(160, 120), (160, 176)],
    [(226, 190), (242, 190), (242, 100), (256, 100)],
    [(300, 120), (300, 176)],
    [(334, 176), (334, 120)],
    [(376, 100), (406, 100)],
    [(464, 120), (464, 274)],
    [(608, 274), (608, 100), (700, 100)],
    [(780, 120), (780, 176)],
]


def draw():
    c = Canvas(900, 440, "A frame's life, from Post to the far NIC")
    for name, colour, top, high in BANDS:
        c.box(8, top, 884, high, colour=colour, fill="#ffffff", dash=True)
        c.text(18, top + high / 2, name, anchor="start", bold=True, colour=colour)
    c.box(96, 14, 130, 30, "Qp::PostSend", colour=INK)
    for points in ARROWS:
        c.arrow(points)
    c.arrow([(580, 314), (580, 334), (464, 334), (464, 314)])
    c.text(522, 324, "the next hop", size=12)
    for left, top, wide, words, colour in STEPS:
        c.box(left, top, wide, 40, words, colour=colour, size=12)
    c.text(616, 222, "at a NIC", size=12, anchor="start")
    c.box(548, 372, 120, 40, "TimingWheel\nADMIT", colour=ORANGE, size=12)
    c.text(18, 392, "kernel", anchor="start", bold=True, colour=ORANGE)
    c.arrow([(440, 314), (440, 392), (548, 392)], ORANGE)
    c.text(430, 392, "PortService::Start: when the head of the pipe arrives", anchor="end", size=12)
    c.arrow([(648, 372), (648, 314)], ORANGE)
    c.text(676, 392, "HotPath::Fire calls it", anchor="start", size=12)
    c.text(700, 28, "and back the same way: SACK, Transport ACK", anchor="middle", size=12, colour=GREY)
    c.text(700, 44, "SenderAnswers::OnAnswer ... Qp tells the program", anchor="middle", size=12, colour=GREY)
    return c
