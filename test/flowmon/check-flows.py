#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Checks utils/mrc-flows.py: on files of mrc-fabric, of ns-3's own kind, and on broken ones.

usage: check-flows.py PATH_OF_MRC_FABRIC
"""

import csv
import pathlib
import subprocess
import sys
import tempfile
import unittest

READER = pathlib.Path(__file__).resolve().parents[2] / "utils" / "mrc-flows.py"
FABRIC = ""

# As ns-3's FlowMonitor writes them: times with sign and unit, no attributes of ours.
STOCK = """<?xml version="1.0" ?>
<FlowMonitor>
  <FlowStats>
    <Flow flowId="1" timeFirstTxPacket="+1000.0ns" timeFirstRxPacket="+3000.0ns"
      timeLastTxPacket="+2000.0ns" timeLastRxPacket="+5000.0ns" delaySum="+5000.0ns"
      jitterSum="+1000.0ns" lastDelay="+3000.0ns" txBytes="3000" rxBytes="2000" txPackets="3"
      rxPackets="2" lostPackets="1" timesForwarded="2">
      <packetsDropped reasonCode="0" number="0" />
      <packetsDropped reasonCode="1" number="1" />
      <bytesDropped reasonCode="0" bytes="0" />
      <bytesDropped reasonCode="1" bytes="1000" />
      <delayHistogram nBins="1" >
        <bin index="0" start="0" width="0.001" count="2" />
      </delayHistogram>
    </Flow>
    <Flow flowId="2" timeFirstTxPacket="+0.0ns" timeFirstRxPacket="+0.0ns"
      timeLastTxPacket="+0.0ns" timeLastRxPacket="+0.0ns" delaySum="+0.0ns" jitterSum="+0.0ns"
      lastDelay="+0.0ns" txBytes="10" rxBytes="0" txPackets="1" rxPackets="0" lostPackets="0"
      timesForwarded="0">
    </Flow>
  </FlowStats>
  <Ipv4FlowClassifier>
    <Flow flowId="1" sourceAddress="10.0.0.1" destinationAddress="10.0.0.2" protocol="17"
      sourcePort="49153" destinationPort="9"></Flow>
  </Ipv4FlowClassifier>
  <Ipv6FlowClassifier>
    <Flow flowId="2" sourceAddress="2001:db8::1" destinationAddress="2001:db8::2" protocol="6"
      sourcePort="49154" destinationPort="80"></Flow>
  </Ipv6FlowClassifier>
</FlowMonitor>
"""


def read(path, *options):
    command = [sys.executable, str(READER), str(path), *options]
    return subprocess.run(command, capture_output=True, text=True, check=False)


class ReaderTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.file = self.folder / "flows.xml"

    def rows(self, text, *options):
        self.file.write_text(text)
        result = read(self.file, "--csv", *options)
        self.assertEqual(result.stderr, "")
        return list(csv.DictReader(result.stdout.splitlines()))

    def fabric(self, *options):
        """Runs mrc-fabric; returns the reader's rows, and those of flows.csv and summary.csv."""
        command = [FABRIC, "--quiet", "--force", f"--flowmon={self.file}", f"--csv={self.folder}", *options]
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        tables = []
        for name in ("flows.csv", "summary.csv"):
            with open(self.folder / name, encoding="utf-8") as table:
                tables.append(list(csv.DictReader(table)))
        return self.rows(self.file.read_text()), *tables

    def test_agrees_with_the_transport(self):
        flows, transfers, summary = self.fabric("--matrix=incast.cm", "--topology=clos-8x100g")
        self.assertGreater(len(flows), 1)
        self.assertEqual(len(flows), len(transfers))
        by_ends = {(row["source"], row["destination"]): row for row in transfers}
        for flow in flows:
            ends = [flow[end].split("/")[0].removeprefix("nic") for end in ("source", "destination")]
            transfer = by_ends[tuple(ends)]
            self.assertEqual(flow["sent"], transfer["packets"])
            self.assertEqual(flow["trimmed"], transfer["trims"])
        self.assertGreater(sum(int(flow["trimmed"]) for flow in flows), 0)
        figures = {row["figure"]: row["value"] for row in summary}
        sent = sum(int(flow["sent"]) for flow in flows)
        self.assertEqual(str(sent), figures["data packets sent"])

    def test_tells_seed_and_run(self):
        matrix = ("--matrix=incast.cm", "--topology=clos-8x100g")
        flows, _, _ = self.fabric(*matrix, "--RngSeed=5", "--RngRun=8")
        self.assertEqual({(flow["seed"], flow["run"]) for flow in flows}, {("5", "8")})
        lines = read(self.file).stdout.splitlines()
        self.assertEqual(lines[0].split()[-2:], ["seed", "run"])
        self.assertEqual(lines[1].split()[-2:], ["5", "8"])

    def test_changes_nothing(self):
        matrix = ("--matrix=incast.cm", "--topology=clos-8x100g")
        _, _, summary = self.fabric(*matrix)
        command = [FABRIC, "--quiet", "--force", f"--csv={self.folder}", *matrix]
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        with open(self.folder / "summary.csv", encoding="utf-8") as table:
            without = {row["figure"]: row["value"] for row in csv.DictReader(table)}
        for row in summary:
            if row["figure"] != "arguments":
                self.assertEqual(row["value"], without[row["figure"]], row["figure"])

    def test_reads_ns3s_own(self):
        with_reason, unheard = self.rows(STOCK)
        self.assertEqual(with_reason["source"], "10.0.0.1/49153")
        self.assertEqual(with_reason["destination"], "10.0.0.2/9")
        self.assertEqual(with_reason["reason-1"], "1")
        self.assertNotIn("reason-0", with_reason)
        self.assertNotIn("seed", with_reason)
        self.assertEqual(with_reason["Gb/s"], "4.000")  # 16000 bit in 4000 ns
        self.assertEqual(with_reason["delay_us"], "2.500")
        self.assertEqual(with_reason["jitter_us"], "1.000")
        self.assertEqual(with_reason["hops"], "1.000")
        self.assertEqual(unheard["source"], "2001:db8::1/49154")
        self.assertEqual(unheard["Gb/s"], "")
        self.assertEqual(unheard["delay_us"], "")

    def test_reads_histograms(self):
        rows = self.rows(STOCK, "--histogram=delay")
        self.assertEqual(rows, [{"flow": "1", "start": "0", "width": "0.001", "count": "2"}])

    def test_prints_a_table(self):
        self.file.write_text(STOCK)
        lines = read(self.file).stdout.splitlines()
        self.assertEqual(len(lines), 3)
        self.assertEqual(lines[0].split()[:4], ["flow", "source", "destination", "sent"])

    def test_names_what_is_wrong(self):
        cases = {
            "": "no valid XML",
            "<a></b>": "no valid XML",
            "<FlowStats/>": "expected <FlowMonitor>",
            STOCK.replace("Ipv6FlowClassifier", "Other"): "flow 2 is in no classifier",
            STOCK.replace('<Flow flowId="2" sou', '<Flow flowId="1" sou'): "in two classifiers",
            STOCK.replace("+5000.0ns", "+5us"): '="+5us", expected a time in ns',
            STOCK.replace('rxPackets="2"', 'rxPackets="two"'): 'rxPackets="two", expected a whole number',
            STOCK.replace('rxPackets="2"', ""): "a <Flow> has no attribute rxPackets",
        }
        for text, message in cases.items():
            self.file.write_text(text)
            result = read(self.file)
            self.assertEqual(result.returncode, 1, message)
            self.assertIn(f"mrc-flows: {self.file}: ", result.stderr)
            self.assertIn(message, result.stderr)
            self.assertEqual(len(result.stderr.splitlines()), 1)
        result = read(self.folder / "none.xml")
        self.assertIn("none.xml: No such file", result.stderr)

    def test_tells_that_standard_output_is_full(self):
        self.file.write_text(STOCK)
        with open("/dev/full", "w", encoding="utf-8") as full:
            command = [sys.executable, str(READER), str(self.file)]
            result = subprocess.run(
                command, stdout=full, stderr=subprocess.PIPE, text=True, check=False
            )
        self.assertEqual(result.returncode, 1)
        words = "mrc-flows: cannot write to standard output: No space left on device\n"
        self.assertEqual(result.stderr, words)

    def test_fabric_names_a_file_that_cannot_be_written(self):
        command = [FABRIC, "--quiet", "--flowmon=/proc/none/flows.xml"]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 1)
        self.assertIn("cannot write the file /proc/none/flows.xml", result.stderr)


if __name__ == "__main__":
    FABRIC = sys.argv.pop()
    unittest.main()
