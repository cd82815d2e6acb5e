# SPDX-License-Identifier: GPL-2.0-only
"""What happened to packets of check-linux.py, compared: the kernel beside programs of ours."""

import ipaddress
import struct
import sys

from cases import EXPECTED, UPPER
from ipv4_cases import EXPECTED4
from packets import ICMPV6, packed

ALL_EXPECTED = {**EXPECTED, **EXPECTED4}


def outcome(sent):
    """Returns what happened to a packet in words that can be compared."""
    if not sent:
        return ("silent",)
    interface, packet = sent[0]
    if len(sent) > 1:
        return ("several", *sent)
    if interface == 1 and packet[6] == ICMPV6 and packet[40] < 128:
        kind, code = packet[40:42]
        pointer = struct.unpack_from("!I", packet, 44)[0] if kind == 4 else 0
        return ("told", kind, code, pointer, str(ipaddress.IPv6Address(packet[48 + 24 : 48 + 40])))
    return ("sent", interface, packet.hex())


def checksum(packet):
    """Returns 0xffff for an ICMPv6 packet with a right checksum (RFC 4443, 2.3)."""
    text = packet[8:40] + struct.pack("!II", len(packet) - 40, ICMPV6) + packet[40:]
    total = sum(struct.unpack(f"!{len(text) // 2}H", text[: len(text) // 2 * 2])) + (text[-1] << 8 if len(text) % 2 else 0)
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return total


def faults_of_errors(packet, kernel, ours):
    """Returns what is wrong with an ICMPv6 error of ours: by its own bytes, and beside the kernel's."""
    told = ours[0][1]
    faults = []
    if told[8:24] != packed("fd00:a::1") or told[24:40] != packet[8:24]:
        faults.append("addresses")
    if checksum(told) != 0xFFFF:
        faults.append("checksum")
    # ns-3 itself tells of packets in transit with one hop less.
    if told[48:55] + told[56:] != packet[:7] + packet[8 : 1280 - 48]:
        faults.append("quotation: not the packet as it came")
    if kernel and outcome(kernel)[0] == "told":
        # but for the flow label and hop limit of the error, its checksum, and what a router changes
        unchanged = set(range(len(told))) - {1, 2, 3, 7, 42, 43, 48 + 7, 48 + 43} - set(range(72, 88))
        if len(told) != len(kernel[0][1]) or any(told[i] != kernel[0][1][i] for i in unchanged):
            faults.append(f"other bytes than the kernel's {kernel[0][1].hex()}")
    return faults


def compare(title, names, packets, kernel, ours):
    """Prints the differences that are not expected; returns how many, and the outcomes by kind."""
    failures, counts = 0, {}
    for name, packet, his, its in zip(names, packets, kernel, ours):
        theirs, own = outcome(his), outcome(its)
        for fault in faults_of_errors(packet, his, its) if own[0] == "told" else []:
            failures += 1
            print(f"{title}, {name}: ICMPv6 error: {fault}: {its[0][1].hex()}", file=sys.stderr)
        # Linux never has this error: EXPECTED, "argument 0", has the reason. Others are rows of it.
        drawn = name.split()[0] in ("random", "number")
        same = ("silent",) if drawn and own[:4] == ("told", *UPPER, 40) else own
        wanted = ALL_EXPECTED[name][:2] if name in ALL_EXPECTED else (same, own)
        counts[theirs[0]] = counts.get(theirs[0], 0) + 1
        if (theirs, own) != wanted:
            failures += 1
            print(f"{title}, {name}:\n  Linux {theirs}\n  ours  {own}\n  expected {wanted}", file=sys.stderr)
    return failures, counts


def compare_switch(title, kernel, ours):
    """Prints where a switch of the fabric does not send what the kernel sends; returns how many."""
    failures, sent = 0, 0
    for number, (his, its) in enumerate(zip(kernel, ours)):
        sent += bool(its)
        if (its or his) and its != his:
            failures += 1
            print(f"{title}, number {number}: Linux {his}, a switch {its}", file=sys.stderr)
    print(f"{title}, by a switch: {sent} sent")
    return failures
