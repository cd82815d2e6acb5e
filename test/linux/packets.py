# SPDX-License-Identifier: GPL-2.0-only
"""IPv6 and IPv4 packets for check-linux.py, and the numbers of their headers."""

import ipaddress
import struct

SOURCE, NEXT = "fd00:a::2", "fd00:b::2"  # neighbours of the router on both sides
NEXT4, FAR4 = "10.2.0.2", "10.3.0.1"  # the second one in IPv4, and a router behind it
IPV4, UDP, IPV6, ROUTING, ICMPV6 = 4, 17, 41, 43, 58


def packed(address):
    return ipaddress.IPv6Address(address).packed


def ipv6(destination, payload, protocol=UDP, hops=64, source=SOURCE, first=0x60000000):
    """Returns an IPv6 packet."""
    return (
        struct.pack("!IHBB", first, len(payload), protocol, hops)
        + packed(source)
        + (destination if isinstance(destination, bytes) else packed(destination))
        + payload
    )


def header(segments, left, protocol=UDP, last=None, options=b""):
    """Returns a segment routing header; the last segment comes first."""
    body = b"".join(map(packed, segments)) + options
    last = len(segments) - 1 if last is None else last
    return struct.pack("!BBBBBBH", protocol, len(body) // 8, 4, left, last, 0, 0) + body


def header_sum(text):
    """Returns the checksum of an IPv4 header with 0 in its place (RFC 1071)."""
    total = sum(struct.unpack(f"!{len(text) // 2}H", text))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def ipv4(payload, ttl=9, tos=0, number=0x1234, fragment=0, options=b""):
    """Returns an IPv4 packet from 10.13.0.1 to 10.12.0.1, behind the router."""
    length = 20 + len(options)
    text = struct.pack("!BBHHHBBH", 0x40 | length // 4, tos, length + len(payload), number, fragment, ttl, UDP, 0)
    text += ipaddress.IPv4Address("10.13.0.1").packed + ipaddress.IPv4Address("10.12.0.1").packed + options
    return text[:10] + struct.pack("!H", header_sum(text)) + text[12:] + payload


def usids_of(carrier):
    """Returns the block and the uSIDs of an address."""
    return struct.unpack_from("!I", carrier)[0], [u for u in struct.unpack_from("!6H", carrier, 4) if u]
