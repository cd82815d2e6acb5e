#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Looks at captures of RoCEv2 with tshark, which knows it without help, and computes each ICRC anew.

usage: check-roce.py PROGRAM     (the path of mrc-fabric)
"""

import collections
import pathlib
import sys
import tempfile
import unittest
import zlib

from captures import records, require_tshark, run, tshark

WRITE_FIRST, WRITE_MIDDLE, WRITE_LAST, ACKNOWLEDGE, CNP = 6, 7, 8, 17, 129
ACK, NAK, SEQUENCE_ERROR = "0", "3", "0"  # of an AETH's syndrome, and the NAK's code
OPTIONS = ["--transport=roce", "--ns3::mrc::FabricProfile::Encapsulation=Ipv4", "--ns3::mrc::EvProfile::Format=Udp"]
INCAST = ["--topology=ls32_100.topo", "--matrix=incast8_32.cm", "--fail=none", "--quiet", "--ns3::mrc::FabricProfile::EcnOnLastHop=true"]
ETHERNET, IPV4, UDP, RECORD, CRC = 14, 20, 8, 16, 4


def icrc(packet):
    """Returns the ICRC of an IPv4 packet without it (IBTA, Annex A17.3.3): what routers may change counts as ones."""
    masked = bytearray(b"\xff" * 8 + packet)
    ip, udp = 8, 8 + IPV4
    for at in (ip + 1, ip + 8, ip + 10, ip + 11, udp + 6, udp + 7, udp + UDP + 4):
        masked[at] = 0xFF
    return zlib.crc32(masked).to_bytes(4, "little")


class RoceCaptures(unittest.TestCase):
    program = None

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        run(cls.program, *OPTIONS, *INCAST, f"--pcap={cls.folder.name}/roce", "--pcapPorts=nic0,nic1")
        cls.paths = sorted(pathlib.Path(cls.folder.name).glob("*.pcap"))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    # Clauses: [roce-opcodes]
    def test_tshark_knows_all_headers(self):
        opcodes, protocols, classes = (collections.Counter() for _ in range(3))
        for path in self.paths:
            self.assertEqual(tshark(path, "-Y", "_ws.malformed"), [], path)
            columns = ("frame.protocols", "infiniband.bth.opcode", "ip.dsfield.dscp")
            for line in tshark(path, "-T", "fields", *(word for name in columns for word in ("-e", name))):
                protocol, opcode, dscp = line.split("\t")
                opcodes[int(opcode)] += 1
                protocols[protocol] += 1
                classes[int(opcode) == CNP, int(dscp)] += 1
        self.assertEqual(set(opcodes), {WRITE_FIRST, WRITE_MIDDLE, WRITE_LAST, ACKNOWLEDGE, CNP})
        self.assertTrue(all(":udp:infiniband" in name for name in protocols), protocols)
        self.assertEqual(set(classes), {(False, 26), (True, 48)})

    # Clauses: [roce-opcodes]
    def test_each_icrc_is_that_of_the_standard(self):
        seen = 0
        for path in self.paths:
            for _, _, record in records(path.read_bytes())[1]:
                packet = record[RECORD + ETHERNET :]  # captures have no FCS
                self.assertEqual(packet[-CRC:], icrc(packet[:-CRC]))
                seen += 1
        self.assertGreater(seen, 1000)

    # Clauses: [roce-opcodes], [roce-nak]
    def test_tshark_tells_naks_from_acks(self):
        prefix = f"{self.folder.name}/lossy"
        loss = ["--topology=ls32_100.topo", "--matrix=perm_32n_32c_2MB.cm", "--fail=port-up:0.0/loss=2%@0ns", "--stop=100us", "--quiet"]
        run(self.program, *OPTIONS, *loss, f"--pcap={prefix}", "--pcapPorts=nic0")
        (path,) = pathlib.Path(self.folder.name).glob("lossy*.pcap")
        answers = ["-Y", f"infiniband.bth.opcode == {ACKNOWLEDGE}", "-T", "fields"]
        for name in ("opcode", "error_code"):
            answers += ["-e", f"infiniband.aeth.syndrome.{name}"]
        found = collections.Counter(line.split("\t")[0] for line in tshark(path, *answers))
        codes = {line.split("\t")[1] for line in tshark(path, *answers) if line.split("\t")[0] == NAK}
        self.assertEqual((set(found), codes), ({ACK, NAK}, {SEQUENCE_ERROR}))
        for _, _, record in records(path.read_bytes())[1]:
            packet = record[RECORD + ETHERNET :]
            self.assertEqual(packet[-CRC:], icrc(packet[:-CRC]))


if __name__ == "__main__":
    require_tshark()
    RoceCaptures.program = sys.argv.pop(1)
    unittest.main()
