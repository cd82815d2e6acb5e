#! /usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only

"""Runs mrc-fabric on full disks, out of memory, ended by signals and over results of other runs: no
result is lost without a word. Argument: the folder of the built examples."""

import csv
import io
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from xml.etree import ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
SMALL = ["--matrix=incast.cm", "--topology=clos-8x100g", "--quiet"]
LONG = ["--repeat=1000000", "--quiet"]  # nobody waits for its end
TINY = "Nodes 16\nConnections 1\n0->15 start 0 size 1\n"


def full_disk(limit):
    """Returns what gives a process a disk on which a file has that much room."""

    def limit_files():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # then write(2) fails
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    return limit_files


def little_memory(limit):
    """Returns what gives a process that much address space."""
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


class ResultsTest(unittest.TestCase):
    """Runs mrc-fabric in a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def start(self, *options, **how):
        pipe = subprocess.PIPE
        command = [FABRIC, *options]
        return subprocess.Popen(
            command, cwd=self.folder, stdout=pipe, stderr=pipe, text=True, **how
        )

    def run_fabric(self, *options, status=0, **how):
        """Returns what it says on standard output and standard error."""
        process = self.start(*options, **how)
        table, words = process.communicate(timeout=60)
        self.assertEqual(process.returncode, status, words)
        return table, words

    def check_table(self, table, end):
        self.assertRegex(table, rf"\nend +{end}\n")
        self.assertRegex(table, r"\nfingerprint +0x[0-9a-f]{16}\n")

    def test_no_flow_is_faster_than_is_possible(self):
        (self.folder / "one.cm").write_text("Nodes 32\nConnections 1\n4->6 start 0 size 262145\n")
        self.run_fabric("--matrix=one.cm", "--topology=clos-4x100g", "--quiet", "--csv=out")
        flow = next(csv.DictReader(io.StringIO((self.folder / "out/flows.csv").read_text())))
        self.assertGreaterEqual(float(flow["slowdown"]), 1)
        self.assertLess(float(flow["slowdown"]), 1.05)
        self.assertEqual(float(flow["fct_ns"]), float(flow["finish_ns"]) - float(flow["start_ns"]))
        self.assertEqual(flow["status"], "finished")

    def test_a_disk_that_fills_up_ends_the_run_with_its_table(self):
        table, words = self.run_fabric(
            *SMALL, "--csv=out", "--repeat=4", status=1, preexec_fn=full_disk(1000)
        )
        self.check_table(table, "output-lost")
        self.assertIn("mrc-fabric: output-lost: cannot write the file out/flows.csv: File too", words)
        self.assertRegex(words, "; [1-9][0-9]* of 60 flows are complete; ")

    def test_a_disk_that_is_full_from_the_first_row_on_is_told_with_its_reason(self):
        (self.folder / "out").mkdir()
        (self.folder / "out/flows.csv").symlink_to("/dev/full")
        table, words = self.run_fabric(*SMALL, "--csv=out", status=1)
        self.check_table(table, "output-lost")
        self.assertIn("output-lost: cannot write the file out/flows.csv: No space left on device; ", words)

    def test_a_folder_that_cannot_be_made_is_told_with_its_reason(self):
        deep = "x" * 300
        words = self.run_fabric(*SMALL, f"--csv=out/{deep}/y", status=1)[1]
        self.assertIn(f"cannot write the file out/{deep}/y/flows.csv: File name too long; ", words)
        (self.folder / "a").symlink_to("a")
        words = self.run_fabric(*SMALL, "--csv=a/y", status=1)[1]
        self.assertIn("cannot write the file a/y/flows.csv: Too many levels of symbolic links; ", words)

    def test_an_option_with_two_values_is_told(self):
        twice = "mrc-fabric: --fail=link:0.0.1@1us overrules --fail=none; expected the option once\n"
        table, words = self.run_fabric(*SMALL, "--fail=none", "--fail=link:0.0.1@1us")
        self.assertRegex(table, r"\nfaults +link:0.0.1@1us\n")
        self.assertEqual(words, twice)
        self.assertEqual(self.run_fabric(*SMALL, "--fail=none", "--fail=none")[1], "")
        later = {**os.environ, "OMPI_COMM_WORLD_RANK": "1"}  # the first rank tells it for all
        self.assertEqual(self.run_fabric(*SMALL, "--fail=none", "--fail=link:0.0.1@1us", env=later)[1], "")

    def test_threads_by_two_names_are_told(self):
        attribute = "--ns3::mrc::FabricProfile::Threads"
        for words, last in (
            (("--threads=2", f"{attribute}=1"), 1),
            ((f"{attribute}=1", "--threads=2"), 2),
            (("--threads=1", "--threads=auto"), 0),
        ):
            told = self.run_fabric(*SMALL[:2], *words)[1]
            self.assertTrue(told.startswith(f"mrc-fabric: {words[1]} overrules {words[0]}; expected the option once\n"), told)
            if last > 0:  # with auto the machine decides
                self.assertEqual("2 threads sent each other" in told, last == 2, told)

    def test_a_flag_that_is_given_twice_says_the_same(self):
        for flags in (("--quiet",), ("--quiet=true",), ("-quiet=1",), ("--quiet=T", "--quiet")):
            self.assertEqual(self.run_fabric(*SMALL, "--quiet", *flags)[1], "")
        words = self.run_fabric(*SMALL[:2], "--quiet=false", "--quiet")[1]
        self.assertEqual(words, "mrc-fabric: --quiet overrules --quiet=false; expected the option once\n")

    def test_a_file_of_a_topology_says_how_many_nics_a_workload_has(self):
        for ranks, flows in (("", 16), (" ranks=4", 4)):
            workload = f"--workload=tornado size=1000{ranks}"
            table, _ = self.run_fabric(workload, "--topology=two_planes.dot", "--quiet")
            self.assertRegex(table, rf"\nNICs +16\nend +finished\nflows +{flows}  flows\n")
        table, _ = self.run_fabric("--matrix=ring_4.goal", "--topology=three_tiers.graphml", "--quiet")
        self.assertRegex(table, r"\nNICs +16\n")

    def test_a_topology_may_come_out_of_a_pipe(self):
        for name in ("two_planes.dot", "three_tiers.graphml", "ls32_100.topo"):
            pipe = self.folder / name
            os.mkfifo(pipe)
            with subprocess.Popen(["cp", ROOT / "examples/data" / name, pipe]) as writer:
                try:
                    table, _ = self.run_fabric("--workload=tornado size=1000", f"--topology={pipe}", "--quiet")
                    self.assertEqual(writer.wait(timeout=60), 0)
                finally:
                    writer.kill()  # else it waits for ever where nobody has opened the pipe
            self.assertRegex(table, r"\nend +finished\n")

    def test_a_training_job_takes_the_fabric_of_a_file(self):
        program = pathlib.Path(FABRIC).parent / "mrc-training"
        options = ["--job=step_4.0.et", "--topology=two_planes.dot", "--fail=t1:0.0@0ns", "--csv=job", "--quiet"]
        done = subprocess.run([program, *options], cwd=self.folder, capture_output=True, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        topology = json.loads((self.folder / "job/run.json").read_text())["topology"]
        self.assertEqual([topology[name] for name in ("nics", "planes", "is_graph")], [16, 2, True])
        done = subprocess.run([program, "--topology=two_planes.dot"], cwd=self.folder, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 1)
        self.assertIn("ranks 32, NICs 16: does not fit", done.stderr)

    def test_a_training_run_says_how_it_ended(self):
        program = pathlib.Path(FABRIC).parent / "mrc-training"
        command = [program, "--job=gpt-7b.job", "--quiet", "--timeLimit=0.001"]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 124)
        self.assertRegex(done.stderr, "^mrc-training: time-limit: [0-9]+ of [0-9]+ flows are complete; ")

    def test_a_run_goes_on_if_it_is_told_to(self):
        table, words = self.run_fabric(
            *SMALL, "--csv=out", "--repeat=4", "--goOn", status=1, preexec_fn=full_disk(1000)
        )
        self.check_table(table, "finished")
        self.assertIn("mrc-fabric: finished: cannot write the file out/flows.csv: File too", words)

    def test_a_capture_that_does_not_fit_is_one_line(self):
        options = ["--pcap=a", "--pcapPorts=nic15"]
        table, words = self.run_fabric(*SMALL, *options, status=1, preexec_fn=full_disk(20000))
        self.check_table(table, "output-lost")
        self.assertRegex(words, "^mrc-fabric: output-lost: cannot write the file a-nic15-p[0-7].pcap: ")
        self.assertEqual(words.count("\n"), 1)

    def test_a_capture_that_is_not_whole_at_its_end_is_one_line(self):
        (self.folder / "tiny.cm").write_text(TINY)
        options = ["--matrix=tiny.cm", "--topology=clos-8x100g", "--quiet", "--pcap=a"]
        table, words = self.run_fabric(
            *options, "--pcapPorts=nic15", status=1, preexec_fn=full_disk(10)
        )
        self.check_table(table, "finished")
        self.assertRegex(words, "^mrc-fabric: error: cannot write the file a-nic15-p[0-7].pcap: File")
        self.assertIn("; and so for 7 more\n", words)
        self.assertEqual(words.count("\n"), 1)

    def test_a_full_disk_for_flowmon_costs_no_table(self):
        options = [*SMALL, "--flowmon=a.xml"]
        table, words = self.run_fabric(*options, status=1, preexec_fn=full_disk(1000))
        self.check_table(table, "finished")
        self.assertIn("mrc-fabric: error: cannot write the file a.xml: File too large", words)

    def test_a_full_disk_for_the_record_costs_nothing_else(self):
        (self.folder / "out").mkdir()
        (self.folder / "out/run.json").symlink_to("/dev/full")
        table, words = self.run_fabric(*SMALL, "--csv=out", status=1)
        self.check_table(table, "finished")
        self.assertIn("mrc-fabric: error: cannot write the file out/run.json: No space left on device; ", words)
        self.assertIn("fingerprint", (self.folder / "out/summary.csv").read_text())

    def test_the_record_of_the_same_run_is_the_same(self):
        records = []
        for _ in range(2):
            self.run_fabric(*SMALL, "--csv=out")
            records.append((self.folder / "out/run.json").read_text().splitlines())
        differ = [line.split(":")[0].strip() for line, other in zip(*records) if line != other]
        self.assertIn(differ, ([], ['"wall_seconds"']))
        record = json.loads("\n".join(records[0]))
        rows = csv.DictReader(io.StringIO((self.folder / "out/summary.csv").read_text()))
        for row, figure in zip(rows, record["figures"], strict=True):
            value = figure["value"]
            text = f"{value:.3f}" if isinstance(value, float) else str(value)
            self.assertEqual((figure["name"], text, figure["unit"]), tuple(row.values()))

    def test_a_record_says_how_the_run_ended(self):
        process = self.start(*LONG, "--csv=out")
        self.wait_for(process, "out/flows.csv")
        self.assertEqual((self.folder / "out/run.json").read_text(), "", "it has not ended")
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=30)
        for options, end, status in ((None, "interrupted", 143), (["--stop=9us"], "stop-time", 0),
                                     (["--fail=plane:0/silent@0ns,plane:1/silent@0ns", "--stallLimit=1ms"], "stalled", 1)):
            if options:
                self.run_fabric("--repeat=1", "--quiet", "--csv=out", "--force", *options, status=status)
            found = json.loads((self.folder / "out/run.json").read_text())["end"]
            self.assertEqual((found["name"], found["status"]), (end, status))
            self.assertIn("flows are complete", found["explanation"])

    @unittest.skipIf("UBSAN_OPTIONS" in os.environ, "sanitizers need the address space")
    def test_too_little_memory_is_one_line(self):
        nics = 2048
        lines = [f"{i % nics}->{(i + 1 + i // nics) % nics} start 0 size 1\n" for i in range(300000)]
        many = f"Nodes {nics}\nConnections {len(lines)}\n" + "".join(lines)
        (self.folder / "many.cm").write_text(many)
        for limit, words in ((600, "cannot reserve "), (8700, "out of memory; expected ")):
            options = ["--matrix=many.cm", "--topology=clos-8x100g", "--quiet"]
            _, error = self.run_fabric(*options, status=1, preexec_fn=little_memory(limit << 20))
            self.assertIn("mrc-fabric: error: " + words, error)
            self.assertEqual(error.count("\n"), 1)

    def heeds_signals(self, process):
        """Returns whether the run has its handlers of signals; that of SIGHUP, the last one, may be to ignore it."""
        status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
        caught, ignored = (int(re.search(rf"{name}:\s*(\w+)", status)[1], 16) for name in ("SigCgt", "SigIgn"))
        bit = lambda number: 1 << (number - 1)
        return bool(caught & bit(signal.SIGTERM) and (caught | ignored) & bit(signal.SIGHUP))

    def wait_for(self, process, name):
        """Waits until the run has made that file, and has begun: it makes the file a little before."""
        deadline = time.monotonic() + 30
        path = self.folder / name
        while not path.exists() or path.stat().st_size == 0 or not self.heeds_signals(process):
            self.assertIsNone(process.poll())
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)

    def test_signals_end_a_run_with_its_results(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            process = self.start(*LONG, f"--csv=out{number}")
            self.wait_for(process, f"out{number}/flows.csv")
            process.send_signal(number)
            table, words = process.communicate(timeout=30)
            self.assertEqual(process.returncode, 128 + number)
            self.check_table(table, "interrupted")
            self.assertIn("mrc-fabric: interrupted: ", words)
            self.assertIn("are under way: flow ", words)
            self.assertIn("fingerprint", (self.folder / f"out{number}/summary.csv").read_text())

    def test_a_hang_up_that_is_ignored_stays_so(self):
        ignore = lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as nohup(1)
        process = self.start(*LONG, "--csv=out", preexec_fn=ignore)
        self.wait_for(process, "out/flows.csv")
        process.send_signal(signal.SIGHUP)
        time.sleep(0.5)
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=30)
        self.assertEqual(process.returncode, 128 + signal.SIGTERM)

    def test_faults_that_were_drawn_can_be_run_again(self):
        drawn = ["--fail=random:link/per-minute=6000000/repair=30us/silent@0ns..300us", "--faultPlan=plan", "--csv=a"]
        self.run_fabric("--repeat=1", "--quiet", *drawn)
        self.run_fabric("--repeat=1", "--quiet", "--faults=plan", "--csv=b")
        self.assertGreater((self.folder / "plan").read_text().count("/silent@"), 10)
        flows = [(self.folder / name / "flows.csv").read_text() for name in ("a", "b")]
        self.assertEqual(*flows)
        self.run_fabric("--repeat=1", "--quiet", "--fail=none", "--csv=c")
        self.assertNotEqual(flows[0], (self.folder / "c" / "flows.csv").read_text(), "they matter")
        _, words = self.run_fabric("--quiet", *drawn[:2], status=1)
        self.assertIn("plan is there already", words)

    def test_a_clustermapper_says_what_it_finds(self):
        table, words = self.run_fabric(
            "--repeat=3", "--quiet", "--fail=port:3.1/loss=10%@100us", "--clustermapper=20us"
        )
        self.assertIn("us: the Clustermapper calls port:3.1 bad\n", words)
        self.assertRegex(table, r"failure mode +Ideal: NICs see their ports after 10 us\n")

    def test_a_clustermapper_that_is_refused_leaves_results_alone(self):
        self.run_fabric(*SMALL, "--csv=out")
        before = {path: path.read_bytes() for path in self.folder.rglob("*.*")}
        self.assertIn(b"mrc-fabric", before[self.folder / "out/run.json"])
        for folder in ("out", "new"):
            options = [f"--csv={folder}", "--force", "--clustermapper=1ns"]
            _, words = self.run_fabric(*SMALL, *options, status=1)
            self.assertIn("a Clustermapper with a period of 1 ns: loops would come back too late", words)
            self.assertEqual(before, {path: path.read_bytes() for path in self.folder.rglob("*.*")})

    def test_samples_that_are_refused_leave_results_alone(self):
        for program, options in (("mrc-fabric", SMALL), ("mrc-training", ["--job=step_4.0.et", "--quiet"])):
            command = [FABRIC.with_name(program), *options, "--sample=20us"]
            with self.subTest(program):
                self.run_example([*command, f"--csv={program}", "--saiCounters", "--sampleOf=nic1"], 0)
                before = {path: path.read_bytes() for path in self.folder.rglob("*.*")}
                for file in ("flows.csv", "summary.csv", "run.json", "sample-ports.csv", "sai-counters.csv"):
                    self.assertTrue(before[self.folder / program / file], file)
                for folder, wrong in ((program, "nic99"), (program, "nic1,qp:77"), ("new", "nic1,")):
                    said = self.run_example([*command, f"--csv={folder}", "--force", f"--sampleOf={wrong}"], 1)
                    self.assertRegex(said, f"^{program}: error: .* item .*: .*expected ")
                    self.assertEqual(before, {path: path.read_bytes() for path in self.folder.rglob("*.*")}, wrong)
                self.assertFalse((self.folder / "new").exists())

    def test_no_file_looks_like_results_before_there_are_any(self):
        process = self.start(*LONG, "--csv=out", "--flowmon=a.xml")
        self.wait_for(process, "out/flows.csv")
        process.kill()
        process.communicate(timeout=30)
        with self.assertRaises(ElementTree.ParseError):
            ElementTree.parse(self.folder / "a.xml")
        self.assertEqual((self.folder / "out/summary.csv").read_text(), "")

    def test_results_of_another_run_are_not_written_over(self):
        outputs = ["--csv=out", "--flowmon=a.xml", "--pcap=a", "--pcapPorts=nic15"]
        self.run_fabric(*SMALL, *outputs)
        for output in (["--csv=out"], ["--flowmon=a.xml"], ["--pcap=a", "--pcapPorts=nic0"]):
            before = {path: path.read_bytes() for path in self.folder.rglob("*.*")}
            _, words = self.run_fabric(*SMALL, *output, "--stop=9us", status=1)
            self.assertRegex(words, "^mrc-fabric: error: the file .* is there already, of the run /")
            self.assertIn(": mrc-fabric " + " ".join(SMALL[:2] + outputs) + "; expected another name, or --force", words)
            self.assertEqual(before, {path: path.read_bytes() for path in self.folder.rglob("*.*")})
        self.run_fabric(*SMALL, *outputs)
        self.run_fabric(*SMALL[:2], *outputs)  # the same but for what it shows
        self.run_fabric(*SMALL, "--csv=out", "--stop=9us", "--force")
        self.run_fabric(*SMALL, "--csv=out", "--stop=9us")
        self.run_fabric(*SMALL, *outputs, status=1)

    def test_no_example_writes_over_captures_of_another_run(self):
        for words in ("mrc-first", "mrc-verbs", "mrc-incast --target=4:1-400G --runs=1", "mrc-validation --target=T1"):
            name, *options = words.split()
            command = [FABRIC.with_name(name), *options, f"--pcap={name}"]
            with self.subTest(name):
                self.run_example(command, 0)
                self.run_example(command, 0)  # the same run
                before = {path: path.read_bytes() for path in self.folder.glob(f"{name}*.pcap")}
                self.assertTrue(before)
                said = self.run_example([*command, "--RngRun=2"], 1)
                self.assertRegex(said, rf"^{name}: error: the file \./{name}-.*\.pcap is there already, of the")
                self.assertIn(f": {' '.join([*words.split(), command[-1]])}; expected another name, or --force", said)
                self.assertEqual(before, {path: path.read_bytes() for path in before})
                self.run_example([*command, "--RngRun=2", "--force"], 0)

    def run_example(self, command, status):
        """Returns what it says on standard error."""
        run = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=60)
        self.assertEqual(run.returncode, status, run.stderr)
        return run.stderr

    def test_files_of_nobody_are_not_written_over(self):
        (self.folder / "a.xml").write_text("words of the user\n")
        _, words = self.run_fabric(*SMALL, "--flowmon=a.xml", status=1)
        self.assertIn("the file a.xml is there already, of an unknown run; expected another", words)
        self.assertEqual((self.folder / "a.xml").read_text(), "words of the user\n")


if __name__ == "__main__":
    FABRIC = pathlib.Path(sys.argv.pop()).resolve() / "mrc-fabric"
    unittest.main()
