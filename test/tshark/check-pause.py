#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Looks with tshark at the pause frames of an incast over lossless queues.

usage: check-pause.py PROGRAM     (the path of mrc-fabric)
"""

import os
import sys
import tempfile
import unittest

from captures import require_tshark, run, tshark

PFC = "macc.opcode == 0x0101"
NAMES = (
    "eth.dst",
    "eth.src",
    "frame.len",
    "macc.cbfc.enbv",
    "macc.cbfc.enbv.c3",
    "macc.cbfc.pause_time.c3",
    "macc.cbfc.pause_time.c4",
)


class PauseFrames(unittest.TestCase):
    program = None

    # Clauses: [pfc-frame], [pfc-lossless]
    def test_tshark_reads_each_of_them(self):
        with tempfile.TemporaryDirectory() as folder:
            matrix = os.path.join(folder, "incast.cm")
            with open(matrix, "w", encoding="utf-8") as file:
                file.write("Nodes 32\nConnections 7\n")
                file.writelines(f"{nic}->0 start 0 size 400000\n" for nic in range(1, 8))
            profile = "--ns3::mrc::FabricProfile::"
            table = run(
                self.program,
                f"--matrix={matrix}",
                "--planes=1",
                "--fail=none",
                "--repeat=1",
                "--quiet",
                f"--pcap={folder}/pause",
                "--pcapPorts=nic1",
                f"{profile}Trimming=false",
                f"{profile}LosslessDscps=0,1,2",
                f"{profile}PfcXoff=10000",
            )
            self.assertNotIn("overflow", table)
            (path,) = [os.path.join(folder, name) for name in os.listdir(folder) if "pcap" in name]
            self.assertEqual(tshark(path, "-Y", "_ws.malformed || eth.fcs.status == 0"), [])
            options = ["-Y", PFC, "-T", "fields"] + [word for name in NAMES for word in ("-e", name)]
            rows = [line.split("\t") for line in tshark(path, *options)]
        self.assertGreater(len(rows), 1)
        self.assertEqual({row[0] for row in rows}, {"01:80:c2:00:00:01"})
        self.assertEqual(len({row[1] for row in rows}), 1, "all of one port")
        self.assertEqual({int(row[2]) for row in rows}, {60}, "without FCS")
        self.assertEqual({int(row[3], 0) for row in rows}, {8}, "priority 3")
        self.assertEqual({row[5] for row in rows}, {"65535", "0"})
        self.assertEqual({row[6] for row in rows}, {"0"})
        self.assertEqual(rows[0][5], "65535", "a pause comes before its end")


if __name__ == "__main__":
    require_tshark()
    PauseFrames.program = sys.argv.pop(1)
    unittest.main()
