#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Looks at captures of RoCEv2 with tshark, which knows it without help, and computes each ICRC anew.

usage: check-roce.py VERBS FABRIC     (the paths of mrc-roce-verbs and mrc-fabric)
"""

import collections
import pathlib
import sys
import tempfile
import unittest
import zlib

from captures import records, require_tshark, run, tshark

SEND_FIRST, FIRST, MIDDLE, LAST, ONLY = 0, 0, 1, 2, 4  # of a verb's six opcodes; one more has an immediate
WRITE_FIRST, WRITE_MIDDLE, WRITE_LAST, ACKNOWLEDGE, CNP = 6, 7, 8, 17, 129
ACK, NAK, SEQUENCE_ERROR = "0", "3", "0"  # of an AETH's syndrome, and the NAK's code
OPTIONS = ["--transport=roce", "--ns3::mrc::FabricProfile::Encapsulation=Ipv4", "--ns3::mrc::EvProfile::Format=Udp"]
INCAST = ["--topology=ls32_100.topo", "--matrix=incast8_32.cm", "--fail=none", "--quiet", "--ns3::mrc::FabricProfile::EcnOnLastHop=true"]
ETHERNET, IPV4, UDP, RECORD, CRC = 14, 20, 8, 16, 4
NO_RPC = ("--disable-protocol", "rpcordma")  # which tshark looks for in a Send, and stumbles over an empty one
BTH, RETH, IMMEDIATE, MTU = 12, 16, 4, 4096


def icrc(packet):
    """Returns the ICRC of an IPv4 packet without it (IBTA, Annex A17.3.3): what routers may change counts as ones."""
    masked = bytearray(b"\xff" * 8 + packet)
    ip, udp = 8, 8 + IPV4
    for at in (ip + 1, ip + 8, ip + 10, ip + 11, udp + 6, udp + 7, udp + UDP + 4):
        masked[at] = 0xFF
    return zlib.crc32(masked).to_bytes(4, "little")


def packets_of(verb, immediate, length, address):
    """Returns what tshark has to say of a message's packets: opcode, immediate, address, length of the Write, payload."""
    first = WRITE_FIRST if verb == "WRITE" else SEND_FIRST
    left, found = length, []
    while left > 0 or not found:
        payload = min(left, MTU)
        left -= payload
        place = (FIRST if left else ONLY) if not found else MIDDLE if left else LAST
        with_immediate = left == 0 and immediate is not None
        reth = (address, length) if verb == "WRITE" and not found else (None, None)
        found.append((first + place + with_immediate, immediate if with_immediate else None, *reth, payload))
    return found


def number(text, base=0):
    """Returns a field of tshark's, None if the packet has none. tshark shows some twice."""
    return int(text.split(",")[0], base) if text else None


class RoceCaptures(unittest.TestCase):
    program = None
    verbs = None

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

    def data_of(self, path):
        """The packets of data in a capture, as packets_of has them, behind their PSNs."""
        names = ["bth.opcode", "reth.va", "reth.dmalen", "bth.padcnt", "bth.psn", "immdt"]
        words = [word for name in names for word in ("-e", f"infiniband.{name}")]
        data = f"infiniband.bth.opcode < {ACKNOWLEDGE}"
        for line in tshark(path, "-Y", data, "-T", "fields", "-e", "udp.length", *words):
            *fields, immediate = line.split("\t")
            length, opcode, address, dma, pad, psn = map(number, fields)
            immediate = number(immediate, 16)
            headers = UDP + BTH + (RETH if address is not None else 0) + (IMMEDIATE if immediate is not None else 0) + CRC
            yield psn, (opcode, immediate, address, dma, length - headers - pad)

    def capture_of_verbs(self, *options):
        """Runs mrc-roce-verbs; returns the packets that were asked for, and the path of the capture."""
        path = f"{self.folder.name}/verbs.pcap"
        rows = [line.split() for line in run(self.verbs, path, *options).splitlines()]
        wanted = []
        for verb, immediate, length, address in rows:
            wanted += packets_of(verb, None if immediate == "-" else int(immediate), int(length), int(address))
        self.assertEqual(tshark(path, "-Y", "_ws.malformed", *NO_RPC), [])
        for _, _, record in records(pathlib.Path(path).read_bytes())[1]:
            packet = record[RECORD + ETHERNET :]
            self.assertEqual(packet[-CRC:], icrc(packet[:-CRC]))
        return wanted, path

    # Clauses: [roce-opcodes], [roce-verbs]
    def test_tshark_reads_each_verb(self):
        wanted, path = self.capture_of_verbs()
        self.assertEqual({packet[0] for packet in wanted}, set(range(12)), "each opcode of Send and Write")
        found = list(self.data_of(path))
        self.assertEqual([packet for _, packet in found], wanted)
        self.assertEqual([psn - found[0][0] for psn, _ in found], list(range(len(wanted))))

    # Clauses: [roce-opcodes], [roce-nak]
    def test_what_is_sent_again_has_the_same_headers(self):
        wanted, path = self.capture_of_verbs("--fail=port-up:0.0/loss=10%@0ns")
        found = list(self.data_of(path))
        first = found[0][0]
        self.assertGreater(len(found), len(wanted))
        for psn, packet in found:
            self.assertEqual(packet, wanted[psn - first])
        again = [psn for psn, times in collections.Counter(psn for psn, _ in found).items() if times > 1]
        self.assertTrue({wanted[psn - first][0] for psn in again} & set(range(WRITE_FIRST)), "a Send was sent twice")
        codes = ["-Y", f"infiniband.aeth.syndrome.opcode == {NAK}", "-T", "fields", "-e", "infiniband.aeth.syndrome.error_code"]
        self.assertEqual(set(tshark(path, *codes)), {SEQUENCE_ERROR})


if __name__ == "__main__":
    require_tshark()
    RoceCaptures.verbs = sys.argv.pop(1)
    RoceCaptures.program = sys.argv.pop(1)
    unittest.main()
