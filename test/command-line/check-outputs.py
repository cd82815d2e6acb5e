#! /usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only

"""Gives the examples options for output: each writes what it should, where it should, and nothing
else. Argument: the folder of the built examples."""

import csv
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
from xml.etree import ElementTree

MATRIX = "Nodes 32\nConnections 1\n0->31 start 0 size 100000\n"
ROOT = pathlib.Path(__file__).resolve().parents[2]
PCAP_MAGIC = bytes.fromhex("4d3cb2a1")  # nanoseconds, this machine's byte order


def members(value):
    """Returns the names of all members of what JSON had."""
    if isinstance(value, dict):
        return set(value).union(*map(members, value.values()))
    return set().union(*map(members, value)) if isinstance(value, list) else set()


class OutputTest(unittest.TestCase):
    """Runs an example in a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_example(self, name, *options, status=0):
        """Returns what the example says, on standard output and standard error. Status None: any,
        because a figure may miss."""
        result = subprocess.run(
            [EXAMPLES / name, *options],
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        if status is not None:
            self.assertEqual(result.returncode, status, result.stderr)
        return result.stdout, result.stderr

    def run_fabric(self, *options, status=0):
        """As run_example, with one small Write over one plane."""
        (self.folder / "one.cm").write_text(MATRIX)
        options = ["--matrix=one.cm", "--planes=1", "--quiet", *options]
        result = self.run_example("mrc-fabric", *options, status=status)
        (self.folder / "one.cm").unlink()
        return result

    def files(self):
        """Returns the paths of all files of results, relative to the folder."""
        found = sorted(p for p in self.folder.rglob("[!.]*") if p.is_file())
        return [str(p.relative_to(self.folder)) for p in found]

    def check_captures(self, count):
        self.assertEqual(len(self.files()), count)
        for name in self.files():
            data = (self.folder / name).read_bytes()
            self.assertEqual(data[:4], PCAP_MAGIC, name)
        self.assertTrue(any((self.folder / name).stat().st_size > 24 for name in self.files()))

    def test_first_captures_the_ports_of_its_nics(self):
        self.run_example("mrc-first", "--pcap=a", "--bytes=10000")
        expected = [f"a-nic{nic}-p{plane}.pcap" for nic in (0, 1) for plane in (0, 1)]
        self.assertEqual(self.files(), expected)
        self.check_captures(4)

    def test_verbs_captures_the_ports_of_its_nics(self):
        self.run_example("mrc-verbs", "--pcap=a")
        self.check_captures(4)

    def test_incast_captures_its_receiver_in_each_run(self):
        self.run_example("mrc-incast", "--target=4:1-400G", "--runs=2", "--RngRun=7", "--pcap=a")
        self.assertEqual(self.files(), [f"a-4:1-400G-run{run}-nic0-p0.pcap" for run in (7, 8)])
        self.check_captures(2)

    def test_validation_captures_a_nic_of_each_target(self):
        options = ["--target=T1", "--length=10us", "--pcap=a"]
        self.run_example("mrc-validation", *options, status=None)
        self.assertIn("a-T1-nic0-p0.pcap", self.files())
        self.check_captures(len(self.files()))

    def test_fabric_captures_all_ports(self):
        self.run_fabric("--pcap=a")
        self.check_captures(2 * 32 + 2 * 32)  # 32 NICs on 4 T0s with 8 T1s, each link twice

    @unittest.skipIf("UBSAN_OPTIONS" in os.environ, "UBSan needs a file to look at an object")
    def test_fabric_says_how_many_files_captures_need(self):
        (self.folder / "few").write_text('ulimit -n 40\nexec "$@"\n')
        command = ["sh", "few", EXAMPLES / "mrc-fabric", "--planes=1", "--quiet", "--pcap=a"]
        result = subprocess.run(
            command, cwd=self.folder, capture_output=True, text=True, timeout=60, check=False
        )
        self.assertEqual(result.returncode, 1)
        for words in (".pcap: Too many open files", "(ulimit -n)", "128 ports need", "--pcapPorts"):
            self.assertIn(words, result.stderr)

    def test_fabric_captures_the_ports_that_are_named(self):
        self.run_fabric("--pcap=a", "--pcapPorts=nic0,p0.t0.0.up7")
        self.assertEqual(self.files(), ["a-nic0-p0.pcap", "a-p0.t0.0-up7.pcap"])
        self.check_captures(2)

    def test_fabric_writes_flows(self):
        self.run_fabric("--flowmon=flows.xml")
        self.assertEqual(self.files(), ["flows.xml"])
        flows = ElementTree.parse(self.folder / "flows.xml").findall("FlowStats/Flow")
        self.assertEqual(len(flows), 1)

    def test_fabric_repeats_as_often_as_it_is_told(self):
        for repeat, flows in (("0", "32"), ("2", "64")):  # 0: once, also of the main job
            printed = self.run_example("mrc-fabric", "--quiet", "--fail=t1:0.7@1s", f"--repeat={repeat}")[0]
            self.assertRegex(printed, rf"flows complete +{flows} ")

    def test_fabric_says_what_it_is(self):
        _, said = self.run_example("mrc-fabric", "--stop=1us")
        # 8.421 us at twice 100 Gb/s are 210.5 kB; a port to a NIC holds 1.5 times what one link has in flight
        self.assertIn(
            "\nls32_100.topo: 32 NICs, planes 2 of 4 T0s and 8 T1s, paths of a pair 16 (2 below one T0), "
            "links 100 Gb/s to NICs and 100 Gb/s between switches, base RTT 8.421 us, BDP 210.5 kB a NIC, "
            "queues to NICs 157.9 kB of data, trimmed to 128 B, 105.3 kB of these, "
            "between switches 105.3 kB of data, trimmed to 128 B, 105.3 kB of these\n",
            "\n" + said,
        )

    def test_fabric_writes_tables_into_a_new_folder(self):
        self.run_fabric("--csv=new/folder")
        self.assertEqual(self.files(), [f"new/folder/{name}" for name in ("flows.csv", "run.json", "summary.csv")])

    def test_fabric_writes_samples_of_what_is_named(self):
        times = ["--csv=out", "--sample=2us"]
        self.run_fabric(*times, "--sampleOf=nic0,qp:0.31")
        rows = {}
        for name in ("ports", "qps"):
            with open(self.folder / f"out/sample-{name}.csv", encoding="utf-8") as lines:
                rows[name] = list(csv.DictReader(lines))
        self.assertEqual({row["port"] for row in rows["ports"]}, {"nic0.p0"})
        self.assertEqual([row["time_ns"] for row in rows["qps"]][:2], ["2000.000", "4000.000"])
        self.assertGreater(sum(int(row["frames"]) for row in rows["ports"]), 24)  # 25 packets
        self.assertEqual(max(int(row["placed_bytes"]) for row in rows["qps"]), 100000)
        self.assertIn("100000", (self.folder / "out/flows.csv").read_text())

    def test_fabric_writes_counters_by_the_names_of_sai(self):
        page = (ROOT / "doc/main-job.rst").read_text()
        buffer = "--ns3::mrc::FabricProfile::BufferSize=1000000"
        self.run_fabric("--csv=out", "--saiCounters", buffer)
        self.assertEqual(self.files(), [f"out/{name}" for name in ("flows.csv", "run.json", "sai-counters.csv", "summary.csv")])
        with open(self.folder / "out/sai-counters.csv", encoding="utf-8") as lines:
            rows = list(csv.DictReader(lines))
        for row in rows:
            self.assertIn(f"``{row['counter']}``", page)
            self.assertIn(row["object"], ("port", "queue", "switch", "buffer_pool"))
        # 25 packets leave the fabric by the port to NIC 31, which is the last one of the last T0
        last = [row for row in rows if row["index"] == "p0.t0.3.down7"]
        packets = {row["counter"]: int(row["value"]) for row in last}["SAI_PORT_STAT_IF_OUT_UCAST_PKTS"]
        self.assertGreaterEqual(packets, 25)

    def test_fabric_tells_the_faults_of_list_and_file(self):
        (self.folder / "faults").write_text("# slow\n  link-up:0.0.1/rate=25%@0ns # for good\n")
        for options in (["--fail=t0:0.3/silent@1us..2us"], []):
            table, _ = self.run_fabric("--faults=faults", *options)
            both = "t0:0.3/silent@1us..2us," if options else ""
            self.assertRegex(table, rf"\nfaults +{both}link-up:0.0.1/rate=25%@0ns\n")
            count = 33 if options else 1
            self.assertRegex(table, rf"\ndirected links with faults +{count}  links\n")
        (self.folder / "one.cm").write_text(MATRIX)
        _, error = self.run_example("mrc-fabric", "--matrix=one.cm", "--faults=faults")
        self.assertIn("fault link-up:0.0.1/rate=25%@0ns: 1 directed link\n", error)

    def test_all_columns_and_figures_are_explained(self):
        page = (ROOT / "doc/main-job.rst").read_text()
        samples = ["--sample=2us", "--sampleOf=all"]
        self.run_fabric("--csv=.", "--fail=link:0.0.7@2us..1ms", *samples)
        for name in ("flows.csv", "path-changes.csv", "sample-ports.csv", "sample-qps.csv", "summary.csv"):
            rows = list(csv.reader(io.StringIO((self.folder / name).read_text())))
            is_table = name == "summary.csv"
            words = [row[0].split(",")[0] for row in rows[1:]] if is_table else rows[0]
            for word in words:
                explained = "``" + re.sub(r" \d+$", "", word) + "``" in page
                self.assertTrue(explained, f"{word} of {name}")
        for word in members(json.loads((self.folder / "run.json").read_text())):
            self.assertIn(f"``{word}``", page)
        page = (ROOT / "doc/validation.rst").read_text()
        table, _ = self.run_example("mrc-validation", "--target=T1", "--length=100us", "--csv", status=None)
        for word in table.splitlines()[0].split(","):
            self.assertTrue(f"``{word}``" in page, word)

    def test_only_the_folder_of_tables_is_made(self):
        for options in (["--pcap=none/a"], ["--pcap=none/a", "--pcapPorts=nic0"]):
            _, error = self.run_fabric(*options, status=1)
            self.assertIn("none/a-nic0-p0.pcap: No such file or directory", error)
            self.assertIn("there is no folder none\n", error)
        _, error = self.run_fabric("--flowmon=none/a.xml", status=1)
        self.assertIn("none/a.xml: No such file or directory; there is no folder none\n", error)
        _, error = self.run_example("mrc-first", "--pcap=none/a", status=1)
        self.assertIn("there is no folder none\n", error)
        self.assertEqual(self.files(), [])
        self.assertFalse((self.folder / "none").exists())

    def test_incast_prints_tables(self):
        options = ["--target=8:1-100G-deep", "--runs=2"]
        text, _ = self.run_example("mrc-incast", *options)
        self.assertEqual([line.split()[0] for line in text.splitlines()], ["target"] + ["8:1-100G-deep"] * 7)
        text, _ = self.run_example("mrc-incast", *options, "--csv")
        rows = list(csv.DictReader(io.StringIO(text)))
        self.assertEqual([row["target"] for row in rows], ["8:1-100G-deep"] * 7)
        self.assertEqual([row["against_expected"] for row in rows], ["pass"] * 4 + ["-"] * 3)
        self.assertEqual({row["against_published"] for row in rows}, {"-"})

    def validate(self, *options):
        """Returns the rows of mrc-validation."""
        text, _ = self.run_example("mrc-validation", "--csv", *options, status=None)
        return list(csv.DictReader(io.StringIO(text)))

    def test_validation_has_a_fixed_window_beside(self):
        options = ["--target=T10", "--length=500us"]
        slowest, _, victim, _ = self.validate(*options)
        self.assertLess(float(slowest["fixed"]), 60)
        self.assertEqual(victim["against_expected"], "pass")
        self.assertEqual(victim["note"], "a fixed window passes too")
        slowest, _, victim, _ = self.validate(*options, "--fixedWindow=false")
        self.assertEqual((slowest["fixed"], victim["note"]), ("-", ""))

    def test_validation_measures_three_long_skips_at_least(self):
        options = ["--target=T8-long", "--fixedWindow=false"]
        short, least = (self.validate(*options, f"--length={length}") for length in ("1ms", "24ms"))
        self.assertEqual(short, least)

    def test_validation_compresses_time(self):
        for second, longest in (("10", 11), ("20", 22)):
            options = ["--target=T6-T0-CX8", "--fixedWindow=false", f"--second={second}"]
            _, outage = self.validate(*options)
            self.assertLessEqual(float(outage["ours"]), longest)
            self.assertGreaterEqual(float(outage["ours"]), longest * 0.7)
            self.assertEqual(float(outage["published"]), 0.44 * float(second))
            self.assertEqual((outage["against_published"], outage["against_expected"]), ("-", "-"))

    def test_all_outputs_tell_seed_and_run(self):
        origin = ["--RngSeed=3", "--RngRun=7"]
        text, _ = self.run_example("mrc-first", *origin)
        self.assertIn("seed 3 run 7\n", text)
        for program, options, run in (
            ("mrc-incast", ["--target=8:1-400G", "--runs=2"], "7-8"),
            ("mrc-validation", ["--target=T1", "--length=100us"], "7"),
        ):
            text, _ = self.run_example(program, *options, "--csv", *origin, status=None)
            rows = list(csv.DictReader(io.StringIO(text)))
            self.assertEqual({(row["seed"], row["run"]) for row in rows}, {("3", run)}, program)
        text, _ = self.run_fabric("--csv=.", "--flowmon=flows.xml", *origin)
        self.assertRegex(text, r"\nseed +3 *\nrun +7 *\n")
        self.assertIn("<!-- seed 3 run 7 -->\n", (self.folder / "flows.xml").read_text())
        summary = (self.folder / "summary.csv").read_text()
        self.assertIn("\nseed,3,\nrun,7,\n", summary)
        rows = list(csv.DictReader(io.StringIO((self.folder / "flows.csv").read_text())))
        self.assertEqual([(row["seed"], row["run"]) for row in rows], [("3", "7")])

    def test_incast_counts_trims_until_there_are_enough(self):
        options = ["--target=15:1-far", "--trims=10"]
        text, error = self.run_example("mrc-incast", *options, status=1)  # unequal, being few
        self.assertIn("trims unequal by", text)
        self.assertEqual(error, "")


if __name__ == "__main__":
    EXAMPLES = pathlib.Path(sys.argv.pop()).resolve()
    unittest.main()
