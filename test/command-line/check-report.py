#! /usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only

"""Makes reports of runs of mrc-fabric. Pages are whole, need no network, and have the figures of the run. Files of
SQLite have its tables, and errors name file and line. Argument: the folder of the built examples."""

import contextlib
import json
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest

from report_page import ROOT, SAMPLES, ReportCase, slices_of

SMALL = ["--matrix=incast.cm", "--topology=clos-8x100g"]
RING = ["--workload=ring-allreduce ranks=8 size=64KiB", "--topology=clos-4x100g", "--nics=32"]


class ReportTest(ReportCase):
    """Each test has copies of the runs, in a folder of its own."""

    @classmethod
    def setUpClass(cls):
        cls.store = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.store.cleanup)
        fault = "--fail=t1:0.3/silent@20us,link:0.0.1@1us..5us"
        for name, options in (("full", [*SMALL, fault, *SAMPLES]), ("ring", RING), ("bare", SMALL)):
            command = [FABRIC, "--quiet", f"--csv={name}", *options]
            run = subprocess.run(command, cwd=cls.store.name, capture_output=True, text=True, timeout=60)
            assert run.returncode == 0, run.stderr

    def setUp(self):
        super().setUp()
        shutil.copytree(self.store.name, self.folder, dirs_exist_ok=True)

    def name_tables(self, folder, names):
        """Has the record of a run name these tables alone."""
        path = self.folder / folder / "run.json"
        path.write_text(json.dumps({**json.loads(path.read_text()), "tables": names}))

    def test_a_page_has_the_figures_of_its_run(self):
        self.assertEqual(self.report("full"), "full/report.html\n")
        page = self.page("full/report.html")
        for row in self.table("full/summary.csv"):
            found = page.row("Figures", row["figure"])
            self.assertEqual((found[1].replace(",", ""), found[2]), (row["value"].replace(",", ""), row["unit"]))
        record = json.loads((self.folder / "full/run.json").read_text())
        for name in ("base_rtt_ns", "transport", "payload_bytes"):
            self.assertEqual(page.row("What was run", name)[1], str(record[name]))
        flows = self.table("full/flows.csv")
        began = [row for row in flows if not row["finish_ns"] or float(row["finish_ns"]) > 20000]
        hurt = [row for row in began if int(row["retransmissions"]) or row["status"] != "finished"]
        self.assertTrue(hurt)
        row = page.row("Faults", "t1:0.3/silent@20us")
        self.assertEqual(row[1:5], ["20.000", "", str(len(began)), str(len(hurt))])
        self.assertEqual(page.row("Faults", "link:0.0.1@1us..5us")[1:3], ["1.000", "5.000"])
        self.assertGreater(page.count["svg"], 8, "a picture of each plane")
        self.assertGreaterEqual(page.count["polyline"], 16, "loads and queues of the busiest ports")
        self.assertIn("data waiting (B)", page.sections["Links"])

    def test_loads_are_those_of_samples_and_of_counters(self):
        samples = {}
        for row in self.table("full/sample-ports.csv"):
            samples.setdefault(row["port"], []).append(float(row["load"]))
        means = {port: sum(loads) / len(loads) for port, loads in samples.items()}
        self.report("full")
        first = self.page("full/report.html").rows["Links"][1]
        self.assertEqual(first[:2], [max(means, key=means.get), f"{100 * max(means.values()):.3f}"])
        self.name_tables("full", ["flows", "summary", "sai-counters"])
        lines = ["object,index,counter,value", "port,p1.t0.0.up3,SAI_PORT_STAT_IF_OUT_OCTETS,999980"]
        lines += ["port,p1.t0.0.up3,SAI_PORT_STAT_IF_OUT_UCAST_PKTS,1"]  # a million bytes on the line: 80 us
        (self.folder / "full/sai-counters.csv").write_text("\n".join(lines) + "\n")
        self.report("full")
        micros = json.loads((self.folder / "full/run.json").read_text())["end"]["simulated_ns"] * 1e-3
        row = self.page("full/report.html").row("Links", "p1.t0.0.up3")
        self.assertEqual(row[1], f"{100 * 80 / micros:.3f}")

    def test_tables_of_an_earlier_run_are_left_alone(self):
        command = [FABRIC, "--quiet", "--force", "--csv=full", *SMALL]
        run = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=60)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertTrue((self.folder / "full/sample-qps.csv").exists())
        self.report("full")
        page = self.page("full/report.html")
        self.assertEqual(page.row("What was run", "tables")[1], "flows summary")
        self.assertIn("There is no sample-qps.csv", page.sections["Goodput over time"])
        self.assertIn("No table here has loads", page.sections["Links"])

    def test_a_page_says_the_version_of_the_module(self):
        self.report("bare")
        version = re.search(r"set\(MRC_VERSION (\S+)\)", (ROOT / "CMakeLists.txt").read_text())[1]
        self.assertEqual(self.page("bare/report.html").row("What was run", "versions: mrc")[1], version)

    def test_two_runs_stand_side_by_side(self):
        self.report("bare", "ring", "--output=both.html")
        page = self.page("both.html")
        figures = {row["figure"]: row["value"] for row in self.table("ring/summary.csv")}
        others = {row["figure"]: row["value"] for row in self.table("bare/summary.csv")}
        name = "flow completion time, p50"
        ratio = f"{float(figures[name]) / float(others[name]):#.3g}"
        self.assertEqual(page.row("Figures", name)[1:], [f"{float(value):,.3f}" for value in (others[name], figures[name])] + ["us", ratio])
        bandwidths = [figures[f"collective, {name}"] for name in ("time", "algbw", "busbw")]
        self.assertEqual(page.row("Collective operation", "ring"), ["ring", "65,536", "16,384", *bandwidths])
        self.assertIn("size (B)count (elements)time (us)algbw (GB/s)busbw (GB/s)", page.sections["Collective operation"])

    def test_what_is_missing_is_a_sentence(self):
        (self.folder / "bare/flows.csv").unlink()
        words = "bare/flows.csv: there is no such file; expected it, as run.json names it in tables"
        self.assertIn(f"error: {words}\n", self.report("bare", status=1))
        self.name_tables("bare", ["summary"])
        self.report("bare")
        page = self.page("bare/report.html")
        for head, words in (("Completion times", "There is no flows.csv"), ("Links", "No table here has loads"),
                            ("Goodput over time", "There is no sample-qps.csv"), ("Faults", "Nothing was told to fail"),
                            ("Collective operation", "No run here is a collective")):
            self.assertIn(words, page.sections[head])

    def test_tables_go_into_a_file_of_sqlite(self):
        for _ in range(2):  # an older one is replaced
            self.assertEqual(self.report("full", "--sqlite"), "full/report.html\nfull/results.sqlite\n")
        with contextlib.closing(sqlite3.connect(self.folder / "full/results.sqlite")) as database:
            for name in ("flows", "summary", "sample-ports", "sample-qps", "sai-counters"):
                rows = self.table(f"full/{name}.csv")
                cursor = database.execute(f"SELECT * FROM {name.replace('-', '_')}")
                self.assertEqual([column[0] for column in cursor.description], list(rows[0]))
                self.assertEqual(len(cursor.fetchall()), len(rows))
            kinds = database.execute("SELECT typeof(flow), typeof(start_ns), typeof(status) FROM flows").fetchone()
            self.assertEqual(kinds, ("integer", "real", "text"))
            total = sum(int(row["bytes"]) for row in self.table("full/flows.csv"))
            self.assertEqual(database.execute("SELECT sum(bytes) FROM flows").fetchone(), (total,))
            member = "SELECT value FROM run WHERE member = 'topology.nics'"
            self.assertEqual(database.execute(member).fetchone(), (json.loads((self.folder / "full/run.json").read_text())["topology"]["nics"],))
            value = "SELECT typeof(value) FROM summary WHERE figure = 'goodput'"
            self.assertEqual(database.execute(value).fetchone(), ("real",))

    def test_a_timeline_of_a_run_has_the_form_that_viewers_take(self):
        """Chrome's format: events with a phase, a process and a time; what begins with an id ends once, not before."""
        command = [FABRIC, "--quiet", "--csv=lost", "--workload=tornado size=4MB", "--topology=clos-4x100g", "--nics=32", *SAMPLES]
        run = subprocess.run([*command, "--fail=t1:0.3/silent@20us"], cwd=self.folder, capture_output=True, text=True, timeout=60)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(self.report("lost", "--timeline"), "lost/report.html\nlost/timeline.json\n")
        file = json.loads((self.folder / "lost/timeline.json").read_text())
        self.assertEqual((file["displayTimeUnit"], file["otherData"]["paths left out"]), ("ns", 0))
        slices = slices_of((self.folder / "lost/timeline.json").read_text())
        retired = next(row["value"] for row in self.table("lost/summary.csv") if row["figure"] == "EVs retired")
        self.assertEqual(sum(each[0] == "path" for each in slices), int(retired))
        self.assertEqual({each[0] for each in slices}, {"fault", "flow", "path"})
        flows = {each[1]: each for each in slices if each[0] == "flow"}
        for row in self.table("lost/flows.csv"):
            _, _, process, name, begin, end = flows[row["flow"]]
            self.assertEqual((process, name), (4 + int(row["source"]), f"flow {row['flow']} to nic{row['destination']}"))
            self.assertAlmostEqual(1e3 * begin, float(row["start_ns"]), delta=1e-3)
            self.assertAlmostEqual(1e3 * end, float(row["finish_ns"]), delta=1e-3)

    def test_what_viewers_do_not_take_is_seen(self):
        event = {"pid": 4, "tid": 0, "cat": "flow", "id": 1, "name": "flow 1"}
        begin, end = {"ph": "b", "ts": 1, **event}, {"ph": "e", "ts": 2, **event}
        named = {"ph": "M", "pid": 4, "name": "process_name", "args": {"name": "nic0"}}
        counter = {"ph": "C", "pid": 4, "ts": 1, "name": "load", "args": {"load": 0.5}}
        self.assertEqual(slices_of(json.dumps({"traceEvents": [named, begin, counter, end]})), [("flow", "1", 4, "flow 1", 1, 2)])
        for wrong in (
            [named, begin],
            [begin, end],
            [named, begin, {**end, "ts": 0}],
            [named, begin, {**end, "name": "flow 2"}],
            [named, begin, begin, end],
            [named, {**begin, "cat": ""}, end],
            [named, {**begin, "id": ""}, end],
            [{**named, "args": {"name": ""}}, begin, end],
            [named, {**counter, "args": {"load": "x"}}],
            [named, {**counter, "args": {"load": float("nan")}}],
            [named, {**begin, "ph": "X"}, end],
        ):
            with self.assertRaises(ValueError, msg=wrong):
                slices_of(json.dumps({"traceEvents": wrong}))

    def test_works_of_schedules_have_no_rows(self):
        for name in ("ring_4.goal", "step_4.0.et"):
            command = [FABRIC, "--quiet", "--csv=works", "--force", f"--matrix={name}"]
            run = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=60)
            self.assertEqual(run.returncode, 0, run.stderr)
            self.report("works")

    def test_samples_of_ports_alone_make_a_page(self):
        for name, target in (("ports", "nic1"), ("pairs", "qp:1")):
            command = [FABRIC, "--quiet", f"--csv={name}", *SMALL, "--sample=20us", f"--sampleOf={target}"]
            run = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=60)
            self.assertEqual(run.returncode, 0, run.stderr)
            self.report(name)
        self.assertIn("There is no sample-qps.csv", self.page("ports/report.html").sections["Goodput over time"])

    def test_samples_of_all_name_no_file_of_pairs_that_come_later(self):
        command = [FABRIC, "--quiet", "--csv=trace", "--matrix=step_4.0.et", "--sample=10us", "--sampleOf=all"]
        run = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=60)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("samples of ports alone: queue pairs come as the run goes on", run.stderr)
        named = json.loads((self.folder / "trace/run.json").read_text())["tables"]
        self.assertEqual([name for name in named if not (self.folder / f"trace/{name}.csv").exists()], [])
        self.report("trace")

    def test_what_is_wrong_is_named_with_its_line(self):
        header = (self.folder / "bare/flows.csv").read_text().splitlines()[0]
        row = "1,0,1,2000,0.000,9.000,8.000,1.125000,1,0,0,0,1,1,9.000,finished"
        cases = (
            ("flows.csv", f"{header}\n{row}\n{row[:20]}\n", "flows.csv:3: 6 fields; expected 16"),
            ("flows.csv", f"{header}\n{row.replace('2000', '2e3')}\n", "flows.csv:2:7: bytes is '2e3'; expected a whole"),
            ("flows.csv", f"{header}\n{row.replace('8.000', '')}\n", "flows.csv:2:24: ideal_ns is ''; expected a number"),
            ("flows.csv", "", "flows.csv:1: there is no column flow; expected flow,source,"),
            ("flows.csv", header.replace("marks", "mark") + "\n", "flows.csv:1: there is no column marks"),
            ("flows.csv", f'{header}\n{row}\n"a"b\n', "flows.csv:3: "),
            ("flows.csv", f"{header}\n{row}\n\xff\n", "flows.csv:3: byte 0xff; expected UTF-8"),
            ("run.json", "", "run.json is empty: the run has not ended"),
            ("run.json", '{\n "format": 1,\n', "run.json:"),
            ("run.json", '{"format": 7}', "run.json: format is 7; expected 1"),
            ("run.json", '{"format": 1}', "run.json: there is no member figures"),
        )
        for name, text, words in cases:
            with self.subTest(words=words, text=text[-20:]):
                shutil.copytree(self.folder / "bare", self.folder / "wrong", dirs_exist_ok=True)
                (self.folder / "wrong" / name).write_text(text, encoding="latin-1")
                said = self.report("wrong", status=1)
                self.assertTrue(said.startswith(f"mrc-report: error: wrong/{words}"), said)
                self.assertEqual(said.count("\n"), 1)
                self.assertFalse((self.folder / "wrong/report.html").exists())
        self.assertIn("error: none/run.json: there is no such file", self.report("none", status=1))

    def test_only_reports_are_written_over(self):
        (self.folder / "words.html").write_text("words of the user\n")
        said = self.report("bare", "--output=words.html", status=1)
        self.assertIn("words.html is there already and is no report; expected another name", said)
        self.assertEqual((self.folder / "words.html").read_text(), "words of the user\n")
        self.report("bare")
        self.report("bare")
        self.assertIn("cannot write /dev/full: No space", self.report("bare", "--output=/dev/full", status=1))
        self.assertIn("cannot write none/a.html: No such file", self.report("bare", "--output=none/a.html", status=1))
        self.assertIn("3 folders; expected one or two", self.report("bare", "ring", "full", status=2))

    def test_the_same_run_has_the_same_page(self):
        self.report("full")
        before = (self.folder / "full/report.html").read_bytes()
        self.report("full")
        self.assertEqual(before, (self.folder / "full/report.html").read_bytes())

    def test_words_of_a_run_are_no_elements(self):
        path = self.folder / "bare/run.json"
        record = json.loads(path.read_text())
        record["arguments"] = ["--csv=<b>&amp;"]
        path.write_text(json.dumps(record))
        self.report("bare")
        self.assertEqual(self.page("bare/report.html").row("What was run", "arguments")[1], "--csv=<b>&amp;")

    def fabric(self, name, *options):
        """Runs mrc-fabric into a folder of this name. Returns the page that is made of it, and its text."""
        command = [FABRIC, "--quiet", f"--csv={name}", *options]
        run = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=60)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.report(name)
        return self.page(f"{name}/report.html"), (self.folder / name / "report.html").read_text(encoding="utf-8")

    def test_three_tiers_are_drawn(self):
        page, _ = self.fabric("tiers", "--fail=none", "--topology=clos3-1x800g", "--nics=64", "--workload=pairs size=2KB", *SAMPLES)
        self.assertIn("plane 0", page.sections["The fabric"])

    def test_graphs_are_drawn(self):
        traffic = ["--topology=two_planes.dot", "--matrix=perm_16n_16c_2MB.cm", *SAMPLES]
        _, text = self.fabric("graph", "--fail=link:a0-as0.1@1us..2us,t1:bs1@0ns..1us", *traffic)
        planes = text.split('<svg class="fabric"')[1:]
        self.assertEqual([picture.count("<circle") for picture in planes], [4 + 2, 4 + 2], "switches, and NICs of each T0")
        # plane a: 2 + 2 links to as0 and 1 + 1 to as1. Plane b: 2 + 2 to bs0 and one to bs1. And NICs of two T0s.
        self.assertEqual([picture.count("<path") for picture in planes], [6 + 2, 5 + 2])
        self.assertEqual([picture.count('class="dead"') for picture in planes], [1, 1])
        self.assertEqual([picture.count('class="deadnode"') for picture in planes], [0, 1])
        names = {row["port"] for row in self.table("graph/sample-ports.csv")}
        record = json.loads((self.folder / "graph/run.json").read_text())
        self.assertEqual({link[end] for link in record["graph"]["links"] for end in ("up", "down")}, names)
        loads = re.findall(r"<title>(\S+): ([0-9.]+) %; ", planes[0])
        self.assertGreater(max(float(load) for _, load in loads), 1, "links carry loads")

    def test_names_of_ports_in_drawings_are_those_of_tables(self):
        sys.path.insert(0, str(ROOT / "utils"))
        from mrc_report import fabric

        text = (ROOT / "examples/data/ls32_100.topo").read_text()
        bundles = self.folder / "bundles.topo"
        bundles.write_text(text.replace("Radix_Down 4", "Radix_Down 8\nBundle 2"))
        shapes = (["--topology=clos3-1x800g", "--nics=64"], ["--topology=ls32_100.topo", "--planes=2", "--nics=32"])
        shapes += ([f"--topology={bundles}", "--nics=32"],)
        for index, options in enumerate(shapes):
            folder = self.folder / f"names{index}"
            command = [FABRIC, "--quiet", "--fail=none", f"--csv={folder}", "--workload=pairs size=2KB", *options]
            run = subprocess.run([*command, "--sample=1us", "--sampleOf=all"], capture_output=True, text=True, timeout=60)
            self.assertEqual(run.returncode, 0, run.stderr)
            shape = json.loads((folder / "run.json").read_text())["topology"]
            drawn = set()
            for plane in range(shape["planes"]):
                for _, _, up, down in fabric.links_of(shape, plane):
                    drawn |= {up, down}
            self.assertEqual(drawn, {row["port"] for row in self.table(f"names{index}/sample-ports.csv")})


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    FABRIC = pathlib.Path(sys.argv.pop()).resolve() / "mrc-fabric"
    unittest.main()
