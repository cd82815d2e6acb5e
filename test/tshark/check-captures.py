#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Looks at captures with tshark, Wireshark's dissector on a terminal.

usage: check-captures.py PROGRAM     (the path of mrc-opcodes)

Without Lua, tshark has to show Ethernet, IPv6, IPv6, UDP 4791 and InfiniBand's BTH; with
doc/wireshark/mrc.lua all headers of MRC by name. Nothing may be malformed.
"""

import collections
import os
import sys
import tempfile
import unittest

from captures import ROOT, require_tshark, run, records, tshark

SHIPPED = ROOT / "examples/data/mrc-opcodes.pcap"
GOLDEN = ROOT / "test/golden/main-job-p0.t0.1.up7.pcap.gz"
RENEW = bool(os.environ.get("MRC_RENEW"))

# opcode -> name, headers in the order of the wire
OPCODES = {
    0xC6: ("RDMA Write First", ["METH", "TSETH", "RETH"]),
    0xC7: ("RDMA Write Middle", ["METH", "TSETH", "RETH"]),
    0xC8: ("RDMA Write Last", ["METH", "TSETH", "RETH"]),
    0xC9: ("RDMA Write Last with Immediate", ["METH", "TSETH", "RETH", "ImmDt"]),
    0xCA: ("RDMA Write Only", ["METH", "TSETH", "RETH"]),
    0xCB: ("RDMA Write Only with Immediate", ["METH", "TSETH", "RETH", "ImmDt"]),
    0xD1: ("Acknowledge", ["AETH"]),
    0xD8: ("Endpoint Request", ["ERTH"]),
    0xD9: ("Endpoint Response", ["EETH"]),
    0xDC: ("Reliability SACK", ["SETH", "CC_STATE"]),
    0xDD: ("Reliability NACK", ["NETH"]),
    0xDE: ("Reliability Probe Request", ["PETH"]),
}
BTH_AT = 14 + 40 + 40 + 8


def fields(path, *names, lua=True, show=""):
    """Returns a row of texts for each packet that the display filter shows."""
    options = ["-Y", show] if show else []
    options += ["-T", "fields"] + [word for name in names for word in ("-e", name)]
    return [line.split("\t") for line in tshark(path, *options, lua=lua)]


class Captures(unittest.TestCase):
    program = None

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = os.path.join(cls.folder.name, "opcodes.pcap")
        run(cls.program, cls.path)
        with open(cls.path, "rb") as file:
            cls.data = file.read()
        cls.records = records(cls.data)[1]

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def bytes_of(self, number):
        """Returns the bytes of a frame from the BTH on; frames count from 1."""
        return self.records[number - 1][2][16 + BTH_AT :]

    def test_the_shipped_capture_is_what_the_program_makes(self):
        if RENEW:
            SHIPPED.write_bytes(self.data)
        self.assertEqual(SHIPPED.read_bytes(), self.data, "test/golden/renew makes it anew")

    def test_time_never_goes_back(self):
        self.assertIn("Strict time order:   True", run("capinfos", "-o", self.path))
        times = [row[0] for row in fields(self.path, "frame.time_epoch")]
        self.assertEqual(
            times, [f"{ns // 10**9}.{ns % 10**9:09}" for ns, _, _ in self.records]
        )

    def test_plain_tshark_shows_the_layers_down_to_the_bth(self):
        rows = fields(
            self.path,
            "frame.protocols",
            "udp.dstport",
            "infiniband.bth.opcode",
            "infiniband.bth.psn",
            lua=False,
        )
        self.assertEqual(len(rows), len(self.records))
        for number, (protocols, port, opcode, psn) in enumerate(rows, 1):
            bth = self.bytes_of(number)
            self.assertEqual(protocols, "eth:ethertype:ipv6:ipv6:udp:infiniband", number)
            self.assertEqual(port, "4791", number)
            self.assertEqual(int(opcode), bth[0], number)
            self.assertEqual(int(psn), int.from_bytes(bth[9:12], "big"), number)

    def test_nothing_is_malformed(self):
        wrong = "_ws.malformed || _ws.lua.error || _ws.expert"
        for path in (self.path, GOLDEN):
            for lua in (False, True):
                self.assertEqual(tshark(path, "-Y", wrong, lua=lua), [], (path, lua))

    def test_packets_without_srv6_have_one_ip_header(self):
        # Clauses: [direct-packets], [ev-formats]
        for version, ip in (("Ipv6", "ipv6"), ("Ipv4", "ip")):
            path = os.path.join(self.folder.name, version + ".pcap")
            attributes = {"FabricProfile::Encapsulation": version, "EvProfile::Format": "Udp"}
            run(self.program, path, *(f"--ns3::mrc::{k}={v}" for k, v in attributes.items()))
            rows = fields(path, "frame.protocols", "udp.dstport", lua=False)
            self.assertGreater(len(rows), 100)
            layers = f"eth:ethertype:{ip}:udp:infiniband"
            self.assertEqual({tuple(row) for row in rows}, {(layers, "4791")})
            checks = ("-o", "ip.check_checksum:TRUE", "-Y")
            wrong = "_ws.malformed || _ws.lua.error || ip.checksum.status == 0"
            for lua in (False, True):
                self.assertEqual(tshark(path, *checks, wrong, lua=lua), [], version)
            if version == "Ipv4":
                right = tshark(path, *checks, "ip.checksum.status == 1")
                self.assertEqual(len(right), len(rows), "checksums were looked at")
            opcodes = {int(row[0], 16) for row in fields(path, "mrc.bth.opcode")}
            self.assertEqual(opcodes, set(OPCODES), "all of them, by the dissector's names")
            self.assertGreater(len(tshark(path, "-Y", "mrc.trimmed == 1", lua=True)), 0)
            evs = fields(path, "udp.srcport", "mrc.ev", "ipv6.flow")
            for port, ev, flow in evs:
                self.assertEqual(int(ev, 16), int(port) - 0xE000, "plane 0")
                self.assertIn(flow, ("", "0x00000000", "0x000000"))

    def capture_of_carriers(self, usids, trim_size):
        """Returns a capture of packets with so many uSIDs in a carrier."""
        path = os.path.join(self.folder.name, f"segments-{usids}.pcap")
        attributes = {"FabricProfile::CarrierUsids": usids, "FabricProfile::TrimSize": trim_size}
        options = [f"--ns3::mrc::{k}={v}" for k, v in attributes.items()]
        run(self.program, path, "--ns3::PcapFileWrapper::CaptureSize=230", *options)
        wrong = "_ws.malformed || _ws.lua.error || _ws.expert"
        for lua in (False, True):
            self.assertEqual(tshark(path, "-Y", wrong, lua=lua), [])
        return path

    def test_paths_beyond_a_carrier_have_a_segment_routing_header(self):
        # Clauses: [carrier-segments], [header-order]
        path = self.capture_of_carriers(1, 164)
        columns = ("frame.protocols", "ipv6.dst", "ipv6.routing.segleft", "ipv6.routing.srh.addr")
        rows = fields(path, *columns, lua=False)
        self.assertEqual(len(rows), len(self.records))
        for layers, destination, left, segments in rows:
            self.assertEqual(layers, "eth:ethertype:ipv6:ipv6.routing:ipv6:udp:infiniband")
            active, listed = destination.split(",")[0], segments.split(",")
            if int(left) == len(listed):
                self.assertRegex(active, "^fcbb:bb00:40..::$", "the first T0 is in no list")
            else:
                self.assertEqual(active, listed[int(left)])
        self.assertEqual({left for _, _, left, _ in rows}, {"0", "1", "3"}, "of ports to a T0")

    def test_headers_behind_a_segment_routing_header_have_their_names(self):
        # Clauses: [carrier-segments]
        path = self.capture_of_carriers(2, 132)
        self.assertGreater(len(tshark(path, "-Y", "ipv6.routing.segleft == 1")), 10)
        opcodes = {int(row[0], 16) for row in fields(path, "mrc.bth.opcode")}
        self.assertEqual(opcodes, set(OPCODES), "all of them, by the dissector's names")
        self.assertGreater(len(tshark(path, "-Y", "mrc.trimmed == 1", lua=True)), 0)

    def test_every_opcode_and_header_has_its_name(self):
        seen = collections.Counter()
        columns = ["frame.number", "mrc.bth.opcode", "_ws.col.Protocol", "_ws.col.Info"]
        headers = sorted({header for _, names in OPCODES.values() for header in names})
        columns += [f"mrc.{header.lower()}" for header in headers]
        for row in fields(self.path, *columns):
            number, opcode, protocol, info = row[:4]
            name, wanted = OPCODES[int(opcode, 16)]
            self.assertEqual(int(opcode, 16), self.bytes_of(int(number))[0])
            self.assertEqual(protocol, "MRC")
            self.assertTrue(info.startswith(name + " QP="), info)
            self.assertEqual(
                {header for header, text in zip(headers, row[4:]) if text}, set(wanted), info
            )
            seen[name] += 1
        self.assertEqual(set(seen), {name for name, _ in OPCODES.values()}, "all in the capture")

    def test_trimmed_packets_say_so(self):
        rows = fields(self.path, "frame.len", "ipv6.tclass.dscp", show="mrc.trimmed == 1")
        self.assertGreater(len(rows), 0)
        for length, dscps in rows:
            self.assertEqual(length, str(128 + 14), "trim size, from the outer IPv6 header on")
            self.assertIn(dscps.split(",")[0], ("11", "21"))
        nacks = fields(self.path, "mrc.neth.nack_reason", show="mrc.neth")
        self.assertGreater(len(nacks), 0)

    def check_values(self, filter_name, wanted):
        """Compares fields of the first such packet with the bytes: name -> (first, bytes, mask)."""
        names = list(wanted)
        row = fields(self.path, "frame.number", *names, show=filter_name)[0]
        data = self.bytes_of(int(row[0]))
        for name, text in zip(names, row[1:]):
            first, size, mask = wanted[name]
            value = int.from_bytes(data[first : first + size], "big")
            if mask:
                value = (value & mask) // (mask & -mask)
            self.assertEqual(int(text, 0), value, name)

    def test_values_stand_where_the_layout_has_them(self):
        self.check_values(
            "mrc.reth",
            {
                "mrc.meth.msn": (14, 2, 0),
                "mrc.tseth.tx_timestamp": (16, 2, 0),
                "mrc.reth.va": (20, 8, 0),
                "mrc.reth.dmalen": (32, 4, 0),
            },
        )
        self.check_values(
            "mrc.seth.sack_bitmap != 0 && mrc.cc_state.rcvd_bytes != 0",
            {
                "mrc.seth.m": (13, 1, 0x60),
                "mrc.seth.entropy": (16, 4, 0),
                "mrc.seth.cack_psn": (25, 3, 0),
                "mrc.seth.sack_bitmap": (32, 8, 0),
                "mrc.cc_state.tx_timestamp": (40, 2, 0),
                "mrc.cc_state.ooo_count": (42, 2, 0x7FFF),
                "mrc.cc_state.rcvd_bytes": (45, 3, 0),
            },
        )
        self.check_values(
            "mrc.neth", {"mrc.neth.nack_reason": (14, 1, 0), "mrc.neth.nack_psn": (25, 3, 0)}
        )
        self.check_values("mrc.peth", {"mrc.peth.probe_id": (16, 2, 0)})
        self.check_values(
            "mrc.erth", {"mrc.erth.any_uplink_back": (13, 1, 0x20), "mrc.erth.op": (13, 1, 0x1C)}
        )
        self.check_values("mrc.eeth", {"mrc.eeth.entropy": (16, 4, 0)})
        self.check_values("mrc.immdt", {"mrc.immdt.value": (36, 4, 0)})


if __name__ == "__main__":
    require_tshark()
    Captures.program = sys.argv.pop(1)
    unittest.main()
