# SPDX-License-Identifier: GPL-2.0-only
"""The cases of check-linux.py with IPv4 inside: what a router is told and sent, and what may differ, with reasons.

End.DX4 does what End.X with USD does, as End.DX6 does for IPv6 inside. End.DT4 and End.DT46 need a VRF in Linux."""

import random

from packets import FAR4, IPV4, NEXT, ROUTING, header, ipv4, ipv6

CROSS = "fc00:4::1"
# A neighbour as nh4 would have Linux ask by ARP for the destination inside; a router behind the neighbour has it ask none.
SIDS4 = [(f"{CROSS}/128", f"End.DX4 nh4 {FAR4}", f"End.X interface 2 nexthop {NEXT} flavors usd")]

# what leaves of the packet "plain", behind its version, length of the header, class and mark
PLAIN = "001a123400000811{}0a0d00010a0c0001696e73696465"
# case: (what Linux does, what we do, why)
EXPECTED4 = {
    "IPv4, a mark": (
        ("sent", 2, "4502" + PLAIN.format("8c83")),
        ("sent", 2, "4503" + PLAIN.format("8c82")),
        "Linux takes the outer header off with its mark; [segment-ecn] copies it inwards, as RFC 6040 asks",
    ),
    "IPv4, a mark, none inside": (
        ("sent", 2, "4500" + PLAIN.format("8c85")),
        ("silent",),
        "the same: what cannot be marked is dropped",
    ),
    "IPv4, bytes behind the packet": (
        ("sent", 2, "4500" + PLAIN.format("8c85") + b"behind".hex()),
        ("sent", 2, "4500" + PLAIN.format("8c85")),
        "Linux cuts at the packet's length when it receives a packet, and End.DX4 receives none",
    ),
}
EXPECTED4["IPv4, segments left"] = (
    ("silent",),
    (
        "sent",
        2,
        "6000000000322b3ffd00000a000000000000000000000002fc000002000000000000000000000009"
        "0402040000000000fc0000020000000000000000000000094500001a1234000009118b850a0d00010a0c0001696e73696465",
    ),
    "End.DX4 takes the last segment alone; End.X goes on to the next one",
)
for what, first in (("a header of 16 bytes", "44"), ("a header longer than the packet", "4f"), ("of version 6", "65")):
    EXPECTED4[f"IPv4, {what}"] = (
        ("sent", 2, first + "00" + PLAIN.format("8c85")),
        ("silent",),
        "End.DX4 does not look at the version and length of the header that it sends on",
    )

MARK = 0x60000000 | 3 << 20  # CE in the outer header
NOP = b"\1\1\1\0"  # options of IPv4 (RFC 791, 3.1)


def insides():
    """Returns [(name, IPv4 packet, first word of the outer header)]."""
    plain = 0x60000000
    rows = [
        ("plain", ipv4(b"inside"), plain),
        ("DSCP EF, ECT(1)", ipv4(b"inside", tos=0xB9), plain),
        ("CE inside", ipv4(b"inside", tos=3), plain),
        ("a first fragment", ipv4(b"inside--", fragment=0x2000), plain),
        ("a last fragment", ipv4(b"inside", fragment=0x00B9), plain),
        ("must not be fragmented", ipv4(b"inside", fragment=0x4000), plain),
        ("identification 0", ipv4(b"inside", number=0), plain),
        ("no payload", ipv4(b""), plain),
        ("a large one", ipv4(bytes(range(256)) * 5), plain),
        ("time to live 2", ipv4(b"inside", ttl=2), plain),
        ("time to live 255", ipv4(b"inside", ttl=255), plain),
        ("time to live 1", ipv4(b"inside", ttl=1), plain),
        ("time to live 0", ipv4(b"inside", ttl=0), plain),
        ("DSCP of the outer header", ipv4(b"inside"), plain | 0xB8 << 20 | 0x12345),
        ("a mark", ipv4(b"inside", tos=2), MARK),
        ("a mark on a mark", ipv4(b"inside", tos=3), MARK),
        ("a mark, none inside", ipv4(b"inside"), MARK),
        ("options", ipv4(b"inside", options=NOP), plain),
        ("bytes behind the packet", ipv4(b"inside") + b"behind", plain),
        ("a header that breaks off", ipv4(b"inside")[:19], plain),
        ("a header of 16 bytes", b"\x44" + ipv4(b"inside")[1:], plain),
        ("a header longer than the packet", b"\x4f" + ipv4(b"inside")[1:], plain),
        ("of version 6", b"\x65" + ipv4(b"inside")[1:], plain),
    ]
    draws = random.Random(4)
    for number in range(40):
        inside = ipv4(
            draws.randbytes(draws.choice([0, 1, 8, 100, 1000])),
            ttl=draws.randint(2, 255),
            tos=draws.randint(0, 255),
            number=draws.randint(0, 0xFFFF),
        )
        rows.append((f"random {number}", inside, plain | draws.randint(0, 63) << 22))
    return rows


def cases4():
    """Returns [(name, packet)] to a SID that hands what is inside to a neighbour."""
    rows = []
    for name, inside, first in insides():
        rows.append((f"IPv4, {name}", ipv6(CROSS, inside, IPV4, first=first)))
    whole = ipv4(b"inside")
    behind = header([CROSS], 0, IPV4) + whole
    rows.append(("IPv4, behind a header", ipv6(CROSS, behind, ROUTING)))
    rows.append(("IPv4, hop limit 1 outside", ipv6(CROSS, whole, IPV4, hops=1)))
    rows.append(("IPv4, the next segment", ipv6("fcbb:bb00:1::", header([CROSS], 1, IPV4) + whole, ROUTING)))
    rows.append(("IPv4, segments left", ipv6(CROSS, header(["fc00:2::9"], 1, IPV4) + whole, ROUTING)))
    return rows
