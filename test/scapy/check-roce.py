#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Takes the packets of mrc-wire-dump apart, and builds them again, with scapy's RoCE layer.

usage: check-roce.py PROGRAM     (the path of mrc-wire-dump)

Without scapy the test fails: it is not passed when it cannot be run.

Where MRC is not IBTA's RoCE, what is compared is this:
- opcode: MRC's top three bits are 110; the low five bits are those of IBTA's operation.
- BTH byte 8: IBTA has AckReq and seven reserved bits, of which MRC uses rtx (0x20) and ts (0x10).
  The ICRC covers that byte as it is, by IBTA's rule too, which leaves out byte 4 only.
- scapy has no RETH: its fields are declared here from IBTA's layout.
"""

# Clauses of this file: [icrc-rule], [carrier-segments]

import struct
import subprocess
import sys
import unittest
import zlib

try:
    from scapy.contrib.roce import AETH, BTH, _ops
    from scapy.fields import XIntField, XLongField
    from scapy.layers.inet import UDP
    from scapy.layers.inet6 import IPv6, IPv6ExtHdrSegmentRouting
    from scapy.layers.l2 import Ether
    from scapy.packet import Packet, Raw
except ImportError as error:
    sys.exit(
        "check-roce.py: %s; './mrc setup' installs scapy for './mrc test', or: "
        "python3 -m venv build/venv && build/venv/bin/pip install -r test/requirements.txt, "
        "then put build/venv/bin first in PATH" % error
    )

FCS = 4
RTX, TS = 0x20, 0x10
ADDRESS = 0x7F0011223344556D

# name -> (opcode, IBTA operation, payload bytes, immediate)
WRITES = {
    "write-first": (0xC6, "RDMA_WRITE_FIRST", 4096, False),
    "write-middle": (0xC7, "RDMA_WRITE_MIDDLE", 4, False),
    "write-last": (0xC8, "RDMA_WRITE_LAST", 3, False),
    "write-last-immediate": (0xC9, "RDMA_WRITE_LAST_WITH_IMMEDIATE", 2, True),
    "write-only": (0xCA, "RDMA_WRITE_ONLY", 1, False),
    "write-only-immediate": (0xCB, "RDMA_WRITE_ONLY_WITH_IMMEDIATE", 0, True),
}


class RETH(Packet):
    """IBTA's RDMA extended transport header."""

    name = "RETH"
    fields_desc = [XLongField("va", 0), XIntField("rkey", 0), XIntField("dmalen", 0)]


def payload_byte(address):
    """The byte that the model writes at an address."""
    mask = (1 << 64) - 1
    x = ((address >> 3) + 0x9E3779B97F4A7C15) & mask
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & mask
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & mask
    x ^= x >> 31
    return (x >> (8 * (address & 7))) & 0xFF


def envelope(length):
    """The headers in front of the BTH, built by scapy."""
    return (
        Ether(dst="06:00:00:00:58:01", src="02:03:00:00:01:02")
        / IPv6(
            src="fd00:6d72:6300::102",
            dst="fcbb:bb00:5801:98a1:5802:d800::",
            tc=(1 << 2) | 3,
            fl=0xA000B,
            hlim=61,
            nh=41,
        )
        / IPv6(
            src="fd00:6d72:6300::102",
            dst="fd00:6d72:6300::3:405",
            tc=(1 << 2) | 2,
            fl=0x000B,
            hlim=64,
            nh=17,
        )
        / UDP(sport=0x600A, dport=4791, chksum=0, len=length)
    )


class CheckRoce(unittest.TestCase):
    frames = {}

    def bth_of(self, name):
        bytes_ = self.frames[name]
        self.assertEqual(struct.pack("<I", zlib.crc32(bytes_[:-FCS])), bytes_[-FCS:], "FCS")
        ether = Ether(bytes_[:-FCS])
        self.assertIsNotNone(ether.getlayer(IPv6, 2), "IPv6 in IPv6")
        self.assertIn(BTH, ether)
        return ether[BTH]

    def rebuilt(self, opcode, body, segments=None, **fields):
        """The frame as scapy builds it, ICRC included; segments: behind the first, in the order of the way."""
        bth = BTH(opcode=opcode, dqpn=0xABCDEF, psn=0x123456, **fields)
        headers = envelope(8 + 12 + len(body) + 4)
        if segments:
            outer, inner = headers[IPv6], headers[IPv6].payload
            outer.remove_payload()
            outer.dst, outer.nh = segments[0], 43
            listed = segments[:0:-1]
            headers = headers / IPv6ExtHdrSegmentRouting(
                nh=41, segleft=len(listed), lastentry=len(listed) - 1, addresses=listed
            ) / inner
        packet = headers / bth / Raw(body)
        bytes_ = bytes(packet)
        return bytes_ + struct.pack("<I", zlib.crc32(bytes_))

    def test_headers_of_writes(self):
        for name, (opcode, operation, payload, immediate) in WRITES.items():
            with self.subTest(name):
                bth = self.bth_of(name)
                self.assertEqual(bth.opcode, opcode)
                self.assertEqual(bth.opcode >> 5, 0b110)
                self.assertEqual(bth.opcode & 0x1F, _ops[operation])
                self.assertEqual((bth.solicited, bth.migreq, bth.version), (0, 0, 0))
                self.assertEqual(bth.padcount, -payload % 4)
                self.assertEqual((bth.pkey, bth.fecn, bth.becn, bth.resv6), (0xFFFF, 0, 0, 0))
                self.assertEqual((bth.dqpn, bth.psn), (0xABCDEF, 0x123456))
                self.assertEqual((bth.ackreq, bth.resv7), (1, RTX | TS))
                body = bytes(bth.payload)
                self.assertEqual(body[:8].hex(), "01020304" "beef0001")
                reth = RETH(body[8:24])
                self.assertEqual((reth.va, reth.rkey, reth.dmalen), (ADDRESS, 0xA1A2A3A4, 0x200000))
                at = 24
                if immediate:
                    self.assertEqual(body[24:28].hex(), "cafef00d")
                    at = 28
                pattern = bytes(payload_byte(ADDRESS + i) for i in range(payload))
                self.assertEqual(body[at:], pattern + bytes(-payload % 4))

    def test_writes_built_by_scapy_are_the_same_bytes(self):
        for name, (opcode, _, payload, immediate) in WRITES.items():
            with self.subTest(name):
                reth = bytes(RETH(va=ADDRESS, rkey=0xA1A2A3A4, dmalen=0x200000))
                body = bytes.fromhex("01020304beef0001") + reth
                body += bytes.fromhex("cafef00d") if immediate else b""
                body += bytes(payload_byte(ADDRESS + i) for i in range(payload))
                body += bytes(-payload % 4)
                wanted = self.rebuilt(
                    opcode, body, padcount=-payload % 4, ackreq=1, resv7=RTX | TS
                )
                self.assertEqual(self.frames[name].hex(), wanted.hex())

    def test_ack(self):
        bth = self.bth_of("ack")
        self.assertEqual(bth.opcode & 0x1F, _ops["ACKNOWLEDGE"])
        self.assertEqual((bth.solicited, bth.ackreq, bth.resv7), (1, 0, 0))
        aeth = AETH(bytes(bth.payload))
        self.assertEqual((aeth.syndrome, aeth.msn), (0x1F, 0x00C0DE))
        body = bytes(AETH(syndrome=0x1F, msn=0x00C0DE))
        self.assertEqual(self.frames["ack"].hex(), self.rebuilt(0xD1, body, solicited=1).hex())

    def test_segment_routing_headers(self):
        body = bytes(AETH(syndrome=0x1F, msn=0x00C0DE))
        for name, usids in (
            ("ack-segment", ("5801:98a1", "5802:d800")),
            ("ack-segments", ("5801", "98a1", "5802", "d800")),
        ):
            with self.subTest(name):
                segments = [f"fcbb:bb00:{words}::" for words in usids]
                wanted = self.rebuilt(0xD1, body, segments, solicited=1)
                self.assertEqual(self.frames[name].hex(), wanted.hex())

    def test_icrc_of_every_frame(self):
        for name in self.frames:
            with self.subTest(name):
                bth = self.bth_of(name)
                icrc = struct.pack("!I", bth.icrc)
                self.assertEqual(icrc, self.frames[name][-FCS - 4 : -FCS])
                self.assertEqual(bth.compute_icrc(b""), icrc)

    def test_icrc_covers_the_bits_of_mrc(self):
        bth = self.bth_of("write-only")
        icrc = bth.compute_icrc(b"")
        bth.resv7 ^= RTX
        self.assertNotEqual(bth.compute_icrc(b""), icrc)
        bth.resv7 ^= RTX
        bth.fecn ^= 1
        self.assertEqual(bth.compute_icrc(b""), icrc)


def main():
    dump = subprocess.run(sys.argv[1:2], check=True, stdout=subprocess.PIPE, text=True).stdout
    CheckRoce.frames = {n: bytes.fromhex(h) for n, h in map(str.split, dump.splitlines())}
    missing = (set(WRITES) | {"ack", "sack"}) - set(CheckRoce.frames)
    if missing:
        sys.exit("check-roce.py: %s lacks %s" % (sys.argv[1], ", ".join(sorted(missing))))
    unittest.main(argv=sys.argv[:1], verbosity=2)


if __name__ == "__main__":
    main()
