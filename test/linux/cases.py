# SPDX-License-Identifier: GPL-2.0-only
"""The cases of check-linux.py: what a router is told and sent, and what may differ, with reasons."""

import random
import struct

from packets import IPV4, IPV6, NEXT, ROUTING, header, ipv4, ipv6

# SIDs and routes: what iproute2 is told, and what Srv6Helper is
SIDS = [
    ("fcbb:bb00:1::/48", "End flavors next-csid lblen 32 nflen 16", "End flavors next-csid"),
    ("fcbb:bb00:3::/48", "End flavors next-csid lblen 32 nflen 16", "End flavors next-csid"),
    ("fc00:5::1/128", "End flavors psp", "End flavors psp"),
    ("fc00:6::1/128", "End", "End"),
    ("fc00:7::1/128", f"End.X nh6 {NEXT}", f"End.X interface 2 nexthop {NEXT}"),
    ("fcbb:bb00:fe09::/48", "End.DT6 table 254", "uDT6"),
    ("fcbb:cc00:1::/48", "End flavors next-csid lblen 32 nflen 16", "End flavors next-csid"),
    # Linux refuses the flavours USP and USD ("Unsupported Flavor operation"). At the last segment End.DT6 does what End
    # with USD does, and End.DX6 what End.X with USD does. Without an upper layer End does what USP does.
    ("fc00:8::1/128", f"End.DX6 nh6 {NEXT}", f"End.X interface 2 nexthop {NEXT} flavors usd"),
    ("fc00:9::1/128", "End.DT6 table 254", "End flavors usd"),
    ("fc00:10::1/128", "End", "End flavors usp"),
]
ROUTES = ["fcbb:bb00:2::/48", "fc00:2::/32", "fd00:c::/64", "fd00:6d72:6300::/64"]
BLACKHOLE = "fcbb:bb00::/32"

UNREACHABLE, TIME_EXCEEDED, PARAMETER, UPPER = (1, 0), (3, 0), (4, 0), (4, 4)
UNREAD = ("a header of type 0", "an unknown type", "a header that breaks off", "a header longer than the packet")
# what leaves End.DT6 of the packet "inside", but for its class and mark
INSIDE = "000000061108fd00000d000000000000000000000001fd00000c000000000000000000000001696e73696465"
# case: (what Linux does, what we do, why)
EXPECTED = {
    "hop limit 1, shift": (
        ("told", *TIME_EXCEEDED, 0, "fcbb:bb00:2:7::"),
        ("told", *TIME_EXCEEDED, 0, "fcbb:bb00:1:2:7::"),
        "Linux shifts first and tests the hop limit as it forwards; [segment-errors] tells of the packet as it came",
    ),
    "hop limit 1, next segment": (
        ("told", *TIME_EXCEEDED, 0, "fc00:2::9"),
        ("told", *TIME_EXCEEDED, 0, "fc00:6::1"),
        "the same",
    ),
    "no route behind a shift": (
        ("told", *UNREACHABLE, 0, "fcbb:cc00:dead::"),
        ("told", *UNREACHABLE, 0, "fcbb:cc00:1:dead::"),
        "Linux tells of the packet as it would have left, [segment-errors] of the packet as it came",
    ),
    "no route behind a zero inside": (
        ("told", *UNREACHABLE, 0, "fcbb:cc00:0:b::"),
        ("told", *UNREACHABLE, 0, "fcbb:cc00:1:0:b::"),
        "the same",
    ),
    "no route to the next segment": (
        ("told", *UNREACHABLE, 0, "fc99::9"),
        ("told", *UNREACHABLE, 0, "fc00:6::1"),
        "the same",
    ),
    "argument 0": (
        ("silent",),
        ("told", *UPPER, 40, "fcbb:bb00:1::"),
        "Linux's End has no flavour USD and refuses silently what has no header; RFC 8986, 4.1.1, has the error",
    ),
    "argument 0, no segments left": (
        ("silent",),
        ("told", *UPPER, 64, "fcbb:bb00:1::"),
        "the same, with a header",
    ),
    "USP, no upper layer": (
        ("silent",),
        ("told", *UPPER, 64, "fc00:10::1"),
        "the same: USP hands the packet to an upper layer, and there is none",
    ),
    "Segments Left two behind": (
        ("silent",),
        ("told", *PARAMETER, 43, "fc00:6::1"),
        "Linux checks the header before anything else and drops without a word",
    ),
    "Last Entry behind the list": (
        ("silent",),
        ("told", *PARAMETER, 43, "fc00:6::1"),
        "the same",
    ),
    "IPv4 inside, End.DT6": (
        ("silent",),
        ("told", *UPPER, 40, "fcbb:bb00:fe09::"),
        "the same as for End",
    ),
    "a mark, End.DT6": (
        ("sent", 2, "6020" + INSIDE),
        ("sent", 2, "6030" + INSIDE),
        "Linux takes the outer header off with its mark; [segment-ecn] copies it inwards, as RFC 6040 asks",
    ),
    "a mark, none inside, End.DT6": (
        ("sent", 2, "6000" + INSIDE),
        ("silent",),
        "the same: what cannot be marked is dropped",
    ),
    "options in front, next segment": (
        (
            "sent",
            2,
            "6000000000213c3ffd00000a000000000000000000000002fc000002000000000000000000000009"
            "2b000104000000001102040000000000fc00000200000000000000000000000978",
        ),
        ("told", *UPPER, 40, "fc00:6::1"),
        "ours reads a header directly behind that of IPv6 only; others count as an upper layer (doc/srv6.rst)",
    ),
}
for place, told in (("next segment", "fc00:6::1"), ("argument 0", "fcbb:bb00:1::")):
    for what in UNREAD:
        EXPECTED[f"{what}, {place}"] = (
            ("silent",),
            ("told", *UPPER, 40, told),
            "what is no segment routing header is an upper layer that End does not take",
        )
    EXPECTED[f"half a segment, {place}"] = (
        ("silent",),
        ("told", *PARAMETER, 43, told),
        "Last Entry is behind the list: Linux drops without a word",
    )
    EXPECTED[f"a TLV that breaks off, {place}"] = (
        ("silent",),
        (
            "sent",
            2,
            "6000000000212b3ffd00000a000000000000000000000002fc000002000000000000000000000009"
            "1103040000000000fc000002000000000000000000000009042000000000000078",
        ),
        "RFC 8754, 2.1, has a node read TLVs only if it is told to; Linux always checks their lengths",
    )


def malformed():
    """Returns [(name, packet)] with routing headers that are none of segments, or break off."""
    whole = header(["fc00:2::9"], 1)
    padding = header(["fc00:2::9"], 1, options=b"\4\6" + bytes(6))  # PadN (RFC 8754, 2.1.1.2)
    headers = {
        "a header of type 0": whole[:2] + b"\0" + whole[3:],
        "an unknown type": whole[:2] + b"\x63" + whole[3:],
        "a header that breaks off": whole[:16],
        "a header longer than the packet": whole[:1] + b"\x0a" + whole[2:],
        "half a segment": whole[:1] + b"\1" + whole[2:],
        "a padding TLV": padding,
        "a TLV that breaks off": header(["fc00:2::9"], 1, options=b"\4\x20" + bytes(6)),
    }
    rows = []
    for name, text in headers.items():
        rows.append((f"{name}, shift", ipv6("fcbb:bb00:1:2::", text + b"x", ROUTING)))
        rows.append((f"{name}, next segment", ipv6("fc00:6::1", text + b"x", ROUTING)))
        rows.append((f"{name}, argument 0", ipv6("fcbb:bb00:1::", text + b"x", ROUTING)))
    options = struct.pack("!BBBB4x", ROUTING, 0, 1, 4)  # destination options, PadN
    rows.append(("options in front, shift", ipv6("fcbb:bb00:1:2::", options + whole + b"x", 60)))
    rows.append(("options in front, next segment", ipv6("fc00:6::1", options + whole + b"x", 60)))
    return rows


def decapsulated():
    """Returns [(name, packet)] with a packet to a NIC of a fabric inside, which a switch can take out."""
    to_nic = ipv6("fd00:6d72:6300::4", b"inside", hops=9, source="fd00:d::1", first=0x60000000 | 0xB8 << 20 | 0x12345)
    last = ipv6("fd00:6d72:6300::4", b"inside", hops=1, source="fd00:d::1")
    function = "fcbb:bb00:fe09::"
    rows = [
        ("End.DT6", ipv6(function, to_nic, IPV6)),
        ("End.DT6, an argument", ipv6("fcbb:bb00:fe09:7::", to_nic, IPV6)),
        ("End.DT6 behind a header", ipv6(function, header([function], 0, IPV6) + to_nic, ROUTING)),
        ("uN, then End.DT6", ipv6("fcbb:bb00:1:fe09::", to_nic, IPV6)),
        ("End.DT6, hop limit 1 outside", ipv6(function, to_nic, IPV6, hops=1)),
        ("End.DT6, hop limit 1 inside", ipv6(function, last, IPV6)),
        ("End.X with USD", ipv6("fc00:8::1", to_nic, IPV6)),
        ("End.X with USD, hop limit 1 inside", ipv6("fc00:8::1", last, IPV6)),
        ("End with USD", ipv6("fc00:9::1", to_nic, IPV6)),
    ]
    for name, carrier in (
        ("a carrier inside", "fcbb:bb00:2:7::"),
        ("a uSID of the node inside", "fcbb:bb00:1:2::"),
        ("End.DT6 twice", function),
        ("an unknown uSID inside", "fcbb:bb00:dead::"),
    ):
        inner = ipv6(carrier, to_nic, IPV6, hops=20, source="fd00:6d72:6300::")
        rows.append((name, ipv6(function, inner, IPV6)))
    return [(f"to a NIC: {name}", packet) for name, packet in rows]


def cases():
    """Returns [(name, packet)], each with bytes of its own at the end."""
    inner = ipv6("fd00:c::1", b"inside", hops=9, source="fd00:d::1")
    capable = ipv6("fd00:c::1", b"inside", hops=9, source="fd00:d::1", first=0x60000000 | 2 << 20)  # ECT(0)
    tagged = 0x60000000 | 0xB9 << 20 | 0x12345  # DSCP EF, a mark, a flow label
    rows = [
        ("shift", ipv6("fcbb:bb00:1:2:7::", b"x")),
        ("shift of a full carrier", ipv6("fcbb:bb00:1:2:3:4:5:6", b"x")),
        ("class, mark and flow label", ipv6("fcbb:bb00:1:2::", b"x", first=tagged)),
        ("the same node twice", ipv6("fcbb:bb00:1:1:2::", b"x")),
        ("another SID of the node", ipv6("fcbb:bb00:1:3:2::", b"x")),
        ("hop limit 2", ipv6("fcbb:bb00:1:2:7::", b"x", hops=2)),
        ("hop limit 1, shift", ipv6("fcbb:bb00:1:2:7::", b"x", hops=1)),
        ("hop limit 1, in transit", ipv6("fcbb:bb00:2:7::", b"x", hops=1)),
        ("in transit", ipv6("fcbb:bb00:2:7::", b"x")),
        ("argument 0", ipv6("fcbb:bb00:1::", b"x")),
        ("a zero inside", ipv6("fcbb:bb00:1:0:2::", b"x")),
        ("the last bit", ipv6("fcbb:bb00:1::1", b"x")),
        ("an unknown uSID", ipv6("fcbb:bb00:1:dead::", b"x")),
        ("an unknown uSID, in transit", ipv6("fcbb:bb00:dead::", b"x")),
        ("no route", ipv6("fc99::1", b"x")),
        ("no route behind a shift", ipv6("fcbb:cc00:1:dead::", b"x")),
        ("no route behind a zero inside", ipv6("fcbb:cc00:1:0:b::", b"x")),
        ("no route to the next segment", ipv6("fc00:6::1", header(["fc99::9"], 1) + b"x", ROUTING)),
        ("shift with a header", ipv6("fcbb:bb00:1:2::", header(["fc00:2::9"], 1) + b"x", ROUTING)),
        ("next segment", ipv6("fc00:6::1", header(["fc00:2::9", "fc00:2::8"], 2) + b"x", ROUTING)),
        ("next segment, the last", ipv6("fc00:6::1", header(["fc00:2::9"], 1) + b"x", ROUTING)),
        ("next segment after the carrier", ipv6("fcbb:bb00:1::", header(["fc00:2::9"], 1) + b"x", ROUTING)),
        ("next segment of this node", ipv6("fcbb:bb00:1::", header(["fcbb:bb00:3:2::"], 1) + b"x", ROUTING)),
        ("hop limit 1, next segment", ipv6("fc00:6::1", header(["fc00:2::9"], 1) + b"x", ROUTING, hops=1)),
        ("PSP", ipv6("fc00:5::1", header(["fc00:2::9"], 1) + b"x", ROUTING)),
        ("PSP, not the last", ipv6("fc00:5::1", header(["fc00:2::9", "fc00:2::8"], 2) + b"x", ROUTING)),
        ("End.X", ipv6("fc00:7::1", header(["fc77::9"], 1) + b"x", ROUTING)),
        ("argument 0, no segments left", ipv6("fcbb:bb00:1::", header(["fcbb:bb00:1::"], 0) + b"x", ROUTING)),
        ("Segments Left two behind", ipv6("fc00:6::1", header(["fc00:2::9"], 2) + b"x", ROUTING)),
        ("Last Entry behind the list", ipv6("fc00:6::1", header(["fc00:2::9"], 1, last=1) + b"x", ROUTING)),
        *malformed(),
        ("End.DT6", ipv6("fcbb:bb00:fe09::", inner, IPV6)),
        ("End.DT6 behind a header", ipv6("fcbb:bb00:fe09::", header(["fcbb:bb00:fe09::"], 0, IPV6) + inner, ROUTING)),
        ("uN, then End.DT6", ipv6("fcbb:bb00:1:fe09::", inner, IPV6)),
        ("a mark, End.DT6", ipv6("fcbb:bb00:fe09::", capable, IPV6, first=0x60000000 | 3 << 20)),
        ("a mark, none inside, End.DT6", ipv6("fcbb:bb00:fe09::", inner, IPV6, first=0x60000000 | 3 << 20)),
        ("IPv4 inside, End.DT6", ipv6("fcbb:bb00:fe09::", b"\x45" + bytes(19), IPV4)),
        ("USD of End", ipv6("fc00:9::1", inner, IPV6)),
        ("USD of End behind a header", ipv6("fc00:9::1", header(["fc00:9::1"], 0, IPV6) + inner, ROUTING)),
        ("USD of End.X", ipv6("fc00:8::1", inner, IPV6)),
        ("USD of End.X behind a header", ipv6("fc00:8::1", header(["fc00:8::1"], 0, IPV6) + inner, ROUTING)),
        ("USD of End.X, no route", ipv6("fc00:8::1", ipv6("fc99::1", b"inside", source="fd00:d::1"), IPV6)),
        ("USP, no upper layer", ipv6("fc00:10::1", header(["fc00:10::1"], 0) + b"x", ROUTING)),
        *decapsulated(),
    ]
    draws = random.Random(1)
    for number in range(300):
        usids = [draws.choice([0, 1, 1, 2, 2, 3, 0xFE09, 0xDEAD]) for _ in range(6)]
        carrier = struct.pack("!I6H", 0xFCBBBB00, *usids)
        rows.append((f"random {number}", ipv6(carrier, b"x", hops=draws.randint(2, 64))))
    return rows
