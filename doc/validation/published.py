# SPDX-License-Identifier: GPL-2.0-only
"""Values of the paper's figures that are drawn beside ours, read off its drawings to 0.3 % of an axis."""

# Fig. 4: minutes: losses of all NICs in a second, and how many NICs there are
START_UP = {
    3: 660, 3.5: 924000, 4: 622000, 4.5: 14600, 5: 7330, 5.5: 5580, 6: 4940, 7: 2710, 8: 1930, 9: 7470, 10: 1570,
    25: 1500,
}
START_UP_NICS = 18756

# Fig. 7: packets lost in a second, in two samples of 30 s. Ports of nodes A, B and E flapped from second 13.8 to 54 of the two.
# Nodes C, D, F and G sent to them. All other nodes lost none.
OPTIC = {"flapping": ((5770, 4545, 3424), (6873, 0, 91)), "senders": ((4413, 0, 0, 1217), (3791, 3530, 1324, 89))}

# Fig. 8: Pb/s of the job by minute, the reboot at 0; the T1 forwards nothing from -12 to +1
SILENT = dict(zip(range(-15, 3), (
    11.5, 12.5, 12.4, 10.1, 12.3, 12.5, 12.2, 12.1, 12.5, 12.4, 12.0, 12.0, 12.1, 11.6, 12.3, 12.5, 12.5, 12.5
))) | {4: 12.5, 5: 12.4}
SILENT_USUAL, SILENT_FROM, SILENT_TO = 12.4, -12, 1

# Fig. 9a: Gb/s with 8 ports, 7 and so on down to 2, and back
PORTS_DOWN = (1531, 1334, 1145, 953, 766, 569, 383)
PORTS_BACK = (571, 763, 951, 1141, 1335, 1532)
DIP, DIP_SECONDS = 30, 1.0  # removals 2 to 7: 10 to 50 Gb/s for 0.9 to 1.1 s

# Gb/s by seconds of the paper since the first fault, of Figs. 9b, 9c, 9d, 10 and 11. What lasted longer there is cut.
HALF_THE_PORTS = ((-5.7, 1532), (-0.1, 1532), (0, 1342), (0.2, 762), (11.4, 762), (11.6, 1539), (14, 1539))
TWENTY_LINKS = ((-1.8, 1535), (-0.1, 1535), (0, 1534), (21, 1534))
EIGHT_LINKS = ((-1.8, 1530), (0, 1531), (2.3, 1531), (2.5, 1471), (2.7, 1531), (10, 1531), (12, 1531))
T0_DEAD = ((-1.8, 1533), (-0.1, 1533), (0.1, 4), (0.3, 1338), (2, 1338))
T1_DEAD = ((-1.8, 1534), (-0.1, 1534), (0.1, 1530), (5.9, 1530), (6.1, 1534), (10, 1534))

# Fig. 15: MB of NCCL's sendrecv over 42,020 GPUs: Gb/s of a NIC. The size of the first one is not printed.
SEND_RECEIVE = {32: 676, 64: 695, 128: 702, 256: 733, 512: 747, 1024: 750, 2048: 751}

# Fig. 16: MB of the ring all-reduce: Gb/s of MRC, RoCE with 1 and with 16 queue pairs at 0, 0.1 and 1 % loss
RING = {
    2: (23.4, 23.2, 22.4, 7.6, 1.1, 1.0, 3.7, 0.3, 0.3),
    4: (42.6, 42.5, 41.5, 12.4, 2.7, 1.8, 6.2, 0.5, 0.4),
    8: (69.3, 68.5, 65.3, 19.8, 4.6, 2.9, 9.3, 0.9, 0.7),
    16: (103.5, 101.6, 95.6, 31.4, 6.8, 4.9, 16.9, 1.3, 1.0),
    32: (149.4, 145.0, 142.1, 49.9, 9.1, 8.0, 27.3, 2.0, 1.3),
    64: (182.8, 178.1, 179.0, 80.9, 20.4, 13.2, 45.3, 3.1, 2.1),
    128: (213.9, 126.0, 208.9, 86.4, 22.1, 11.4, 46.2, 3.6, 2.3),
    256: (271.5, 157.5, 268.5, 130.5, 33.9, 20.2, 75.3, 5.2, 3.7),
    512: (293.5, 169.6, 273.0, 195.2, 56.6, 35.2, 92.6, 7.6, 5.3),
    1024: (377.9, 199.7, 301.5, 220.2, 83.6, 47.9, 106.0, 11.7, 7.5),
    2048: (380.1, 213.1, 352.1, 316.9, 114.3, 81.5, 147.6, 16.2, 12.0),
    4096: (380.9, 221.1, 365.7, 338.7, 154.1, 122.0, 145.8, 21.4, 18.3),
    8192: (375.4, 223.6, 364.1, 350.8, 178.9, 181.7, 150.7, 28.4, 24.4),
    16384: (375.3, 222.9, 361.6, 339.2, 193.0, 214.4, 151.2, 32.2, 28.4),
}
RING_LOSSES = (0, 0.1, 1)  # percent
RING_KINDS = ("MRC", "RoCE, 1", "RoCE, 16")

# Fig. 22: MB in the queue of an incast of DCQCN by senders: "3-4 MB below ~10 flows", then some 22 MB
INCAST_QUEUE = {senders: 3.5 if senders < 10 else 22 for senders in range(2, 16)}
