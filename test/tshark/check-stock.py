#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Looks at captures of stock stacks' packets on the fabric with tshark.

usage: check-stock.py PROGRAM PING     (the paths of mrc-stock-traffic and mrc-ping6)
"""

import collections
import pathlib
import sys
import tempfile
import unittest

from captures import require_tshark, run, tshark


class StockCaptures(unittest.TestCase):
    program = None
    ping = None

    def captures(self, program):
        """Returns the capture files of a run, which are not empty."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        run(program, f"--pcap={folder.name}/stock")
        paths = sorted(pathlib.Path(folder.name).glob("*.pcap"))
        self.assertEqual(len(paths), 4, "two NICs of two ports")
        return paths

    def protocols(self, paths):
        """Returns how many frames have which headers; none is malformed."""
        seen = collections.Counter()
        for path in paths:
            wrong = "_ws.malformed || _ws.lua.error"
            self.assertEqual(tshark(path, "-Y", wrong, lua=True), [], path)
            seen.update(tshark(path, "-T", "fields", "-e", "frame.protocols"))
        return seen

    # Clauses: [stock-encapsulation]
    def test_tcp_is_seen_behind_the_outer_header(self):
        seen = self.protocols(self.captures(self.program))
        tcp = {name: count for name, count in seen.items() if ":tcp" in name}
        self.assertLessEqual(set(tcp), {"eth:ethertype:ipv6:ipv6:tcp", "eth:ethertype:ipv6:ipv6:tcp:data"})
        # 2 MB in segments of 536 bytes, at their sender and at their receiver, without answers
        self.assertGreater(sum(tcp.values()), 2 * 2000000 // 536)
        self.assertGreater(seen["eth:ethertype:ipv6:ipv6:udp:infiniband"], 1000, "beside MRC")

    # Clauses: [stock-encapsulation], [stock-addresses]
    def test_each_echo_request_has_its_reply(self):
        paths = self.captures(self.ping)
        self.assertEqual(set(self.protocols(paths)), {"eth:ethertype:ipv6:ipv6:icmpv6:data"})
        types = collections.Counter()
        for path in paths:
            columns = ("-e", "icmpv6.type", "-e", "icmpv6.checksum.status", "-e", "ipv6.dst")
            for line in tshark(path, "-T", "fields", *columns):
                kind, _, destinations = line.split("\t")
                outer, inner = destinations.split(",")
                self.assertTrue(outer.startswith("fcbb:bb00:"), outer)
                self.assertTrue(inner.startswith("fd00:6d72:6300::"), inner)
                types[kind] += 1
        self.assertEqual(set(types), {"128", "129"})
        self.assertEqual(types["128"], types["129"])


if __name__ == "__main__":
    require_tshark()
    StockCaptures.ping = sys.argv.pop(2)
    StockCaptures.program = sys.argv.pop(1)
    unittest.main()
