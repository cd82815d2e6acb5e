#! /usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only

"""Gives mrc-report folders that no run has written. What is wrong is one line that names the place, and what was
there stays."""

import contextlib
import copy
import json
import os
import pathlib
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True

import forked  # noqa: E402
from report_run import GRAPH_RECORD, LIFE_RECORD, PROGRAM, RECORD, ROOT, TABLES, changed, files_of_life, files_of_run  # noqa: E402


forked.load(PROGRAM)


def full_disk(limit=0):
    """Gives a process a disk on which a file has that much room."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # then write(2) fails
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))


class InputTest(unittest.TestCase):
    """Each test has a folder `run` of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.write(files_of_run())

    def write(self, files, name="run"):
        (self.folder / name).mkdir(exist_ok=True)
        for file, data in files.items():
            (self.folder / name / file).write_bytes(data)

    def report(self, *options, status=0, **how):
        """Returns what it says."""
        words = options or ["run"]
        if how:
            command = [sys.executable, PROGRAM, *words]
            run = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=60, **how)
        else:
            run = forked.run(PROGRAM, words, self.folder)
        self.assertEqual(run.returncode, status, run.stderr)
        self.assertNotIn("Traceback", run.stderr)
        self.assertEqual(run.stderr.count("\n"), 1 if status else 0, run.stderr)
        return run.stderr if status else run.stdout

    def page(self):
        return (self.folder / "run/report.html").read_text(encoding="utf-8")

    def refused(self, file, data, words):
        """That folder with this in one of its files is refused in these words."""
        with self.subTest(file=file, words=words):
            self.write({**files_of_run(), file: data})
            said = self.report(status=1)
            self.assertTrue(said.startswith(f"mrc-report: error: run/{words}"), said)
            self.assertFalse((self.folder / "run/report.html").exists())

    def test_members_of_a_record_are_checked(self):
        whole = "a whole number, 0 .. 18446744073709551615"
        for text, words in (
            (changed("topology", {}), "run.json: there is no member topology.planes; expected a whole number, 1 .. 8"),
            (changed("topology.nics", gone=True), "run.json: there is no member topology.nics; expected a whole number"),
            (changed("topology.nics", "8"), 'run.json: topology.nics is "8"; expected a whole number'),
            (changed("topology.nics_per_t0", 0), "run.json: topology.nics_per_t0 is 0; expected a whole number, 1 .. "),
            (changed("topology.nics", 10**12), "run.json: topology.t0s_per_plane is 2; expected 250000000000, as its"),
            (changed("topology.t2s_per_plane", 1), "run.json: topology.t2s_per_plane is 1; expected 0, as its"),
            (changed("topology.planes", 9), "run.json: topology.planes is 9; expected a whole number, 1 .. 8"),
            (changed("topology.is_graph", None), "run.json: topology.is_graph is null; expected true or false"),
            (changed("links", None), "run.json: links is null; expected an object"),
            (changed("links.differ", 1), "run.json: links.differ is 1; expected true or false"),
            (changed("end.simulated_ns", True), f"run.json: end.simulated_ns is true; expected {whole}"),
            (changed("figures", None), "run.json: figures is null; expected a list"),
            (changed("figures.1", None), "run.json: figures[1] is null; expected an object"),
            (changed("figures.1.unit", gone=True), "run.json: there is no member figures[1].unit; expected a text"),
            (changed("figures.0.value", []), "run.json: figures[0].value is []; expected a number, a text or null"),
            (changed("faults", ["t0:0.1"]), 'run.json: faults[0] is "t0:0.1"; expected an object'),
            (changed("faults.1.end_ns", "never"), 'run.json: faults[1].end_ns is "never"; expected a number, 0 or more, or'),
            (changed("faults.1.begin_ns", -1), "run.json: faults[1].begin_ns is -1; expected a number, 0 or more"),
            (changed("collective", 1), "run.json: collective is 1; expected an object"),
            (changed("tables", "flows"), 'run.json: tables is "flows"; expected a list'),
            (changed("faults.0.begin_ns", float("nan")), "run.json: faults[0].begin_ns is no number of 64 bits"),
            (changed("more", {"a": 2**64}), "run.json: more.a is no number of 64 bits; expected one up to"),
            (changed("more", "\ud800"), "run.json: more has half a character; expected Unicode"),
            (changed("a\nb", "\ud800"), "run.json: a\\nb has half a character; expected Unicode"),
            (changed("more", 1).replace("1}", "9" * 5000 + "}"), "run.json: more is no number of 64 bits"),
            (changed("more", 1).replace("1}", "[" * 20 + "]" * 20 + "}"), "run.json: more[0][0][0]"),
            ("[" * 100000, "run.json: too many levels; expected at most 16"),
            ("[1]", "run.json: it is [1]; expected an object"),
            ('{"format": 1,\n "a": }', "run.json:2:7: Expecting value; expected JSON"),
            (b'{"format": 1,\n "\xff"}', "run.json:2: byte 0xff; expected UTF-8"),
        ):
            self.refused("run.json", text if isinstance(text, bytes) else text.encode(), words)

    def test_a_graph_of_a_record_is_checked(self):
        for member, value, words in (
            ("graph", 1, "run.json: graph is 1; expected an object"),
            ("graph.nodes.0.kind", "t9", 'run.json: graph.nodes[0].kind is "t9"; expected one of nic, t0, t1, t2, t3'),
            ("graph.nodes.0.kind", [], "run.json: graph.nodes[0].kind is []; expected one of"),
            ("graph.nodes.2.name", 3, "run.json: graph.nodes[2].name is 3; expected a text"),
            ("graph.links.1.plane", 8, "run.json: graph.links[1].plane is 8; expected a whole number, 0 .. 7"),
            ("graph.links.3.upper", 15, "run.json: graph.links[3].upper is 15; expected a node, below 15"),
            ("graph.links.3.level", 0, "run.json: graph.links[3].level is 0; expected true or false"),
        ):
            self.refused("run.json", changed(member, value, of=GRAPH_RECORD).encode(), words)

    def test_a_graph_without_links_is_a_sentence(self):
        record = {name: value for name, value in GRAPH_RECORD.items() if name != "graph"}
        self.write({"run.json": json.dumps(record).encode()})
        self.report()
        self.assertIn("run.json has no links of this graph", self.page())

    def test_lives_of_jobs_have_sections_of_their_own(self):
        self.write(files_of_life(), "days")
        self.report("days", "--sqlite")
        page = (self.folder / "days/report.html").read_text(encoding="utf-8")
        self.assertEqual(page.count("<section>"), 4)
        for words in ("Where the days went", "b, slow", 'style="width:87.5%"', "effective training time (%)", "jobs.life"):
            self.assertIn(words, page)
        self.assertNotIn("The fabric", page)
        with contextlib.closing(sqlite3.connect(self.folder / "days/results.sqlite")) as database:
            self.assertEqual(database.execute("SELECT max(ettr_percent) FROM seeds WHERE job = 'a'").fetchone(), (88.0,))
        said = self.report("days", "--timeline", status=1)
        self.assertEqual(said, "mrc-report: error: days: lives of jobs have no timeline; expected a run on a fabric\n")
        said = self.report("days", "run", status=1)
        words = "one folder has lives of jobs, the other a run on a fabric; expected two of one kind"
        self.assertEqual(said, f"mrc-report: error: {words}\n")

    def test_lives_of_jobs_are_checked(self):
        for member, value, words in (
            ("life", None, "life is null; expected an object"),
            ("life.seeds", 0, "life.seeds is 0; expected a whole number, 1 .. "),
            ("life.file", 1, "life.file is 1; expected a text"),
            ("end", None, "end is null; expected an object"),
        ):
            self.refused("run.json", changed(member, value, of=LIFE_RECORD).encode(), f"run.json: {words}")
        files = files_of_life()
        files["lives.csv"] = files["lives.csv"].replace(b"87.5,1.25", b"87.5,x")
        self.write(files, "days")
        self.assertIn("days/lives.csv:2:8: ettr_percent_pm is 'x'", self.report("days", status=1))
        self.write({**files_of_life(), "lives.csv": files["lives.csv"].split(b"\n")[0] + b"\n", "seeds.csv": b""}, "none")
        self.assertIn("none/seeds.csv:1: there is no column job", self.report("none", status=1))

    def test_files_may_have_a_byte_order_mark_in_front(self):
        mark = b"\xef\xbb\xbf"
        self.refused("flows.csv", 2 * mark + files_of_run()["flows.csv"], "flows.csv:1: there is no column flow")
        self.write({name: mark + data for name, data in files_of_run().items()})
        self.report()

    def test_numbers_of_tables_are_checked(self):
        header, row = TABLES["flows"][:2]
        whole, number = "a whole number, 0 .. 18446744073709551615", "a number, 0 .. 18446744073709551615"
        for old, new, words in (
            ("1.500000", "nan", f"flows.csv:2:36: slowdown is 'nan'; expected {number}"),
            ("1.500000", "inf", "flows.csv:2:36: slowdown is 'inf'"),
            ("1.500000", "1e400", "flows.csv:2:36: slowdown is '1e400'"),
            ("1.500000", "1_000.0", "flows.csv:2:36: slowdown is '1_000.0'"),
            ("1.500000", "-1", "flows.csv:2:36: slowdown is '-1'"),
            (",2000,", ",1_000,", f"flows.csv:2:7: bytes is '1_000'; expected {whole}"),
            (",2000,", ",18446744073709551616,", "flows.csv:2:7: bytes is '18446744073709551616'"),
            (",2000,", ",\u0662,", "flows.csv:2:7: bytes is '\u0662'"),
            (",2000,", f",{'9' * 5000},", "flows.csv:2:7: bytes is '999"),
            ("1,0,1,2000,", '"1","0",1,"2\n0",', "flows.csv:2:11: bytes is '2\\n0'"),
            ("1,0,1,2000,0.000,", '1,0,1,2000,"0\n",', "flows.csv:2:12: start_ns is '0\\n'"),
        ):
            text = f"{header}\n{row.replace(old, new, 1)}\n"
            self.refused("flows.csv", text.encode(), words)
        self.refused("flows.csv", f"{header},flow\n".encode(), "flows.csv:1: column 'flow'; expected each name once")
        text = f'{header},more\n{row},"a\nb"\n{row},"c\n""d,"\n{row.replace("0,1,", "0,x,", 1)},e\n'
        self.refused("flows.csv", text.encode(), "flows.csv:6:5: destination is 'x'")

    def test_a_table_that_was_cut_is_told(self):
        header, *rows = TABLES["flows"]
        for name, lines in TABLES.items():
            text = "\n".join([*lines, ""]).encode()
            last = f"{name}.csv:{len(lines)}: the last line has no end; expected a whole table, and this one was cut\n"
            for length in (1, 3, len(lines[-1]) + 1 - lines[-1].index(",")):  # the newline, of the last field, after the first
                self.refused(f"{name}.csv", text[:-length], last)
        self.refused("flows.csv", header[:-1].encode(), "flows.csv:1: the last line has no end")
        self.refused("flows.csv", f'{header}\n{rows[0]}\n"1'.encode(), "flows.csv:3: the last line has no end")

    def test_flows_are_as_many_as_the_record_says(self):
        header, *rows = TABLES["flows"]
        of_another = "as run.json counts flows: this table is of another run, or was cut\n"
        for count, words in ((0, "1 .. 3"), (4, "1 .. 3")):
            text = "\n".join([header, *(2 * rows)[:count], ""])
            self.refused("flows.csv", text.encode(), f"flows.csv: {count} rows; expected {words}, {of_another}")
        nodes = (["--workload=ring-allreduce gpus=2"], ["--workload=two-level-allreduce"])
        for complete, arguments, words in ((3, [], "3"), (2, nodes[0], ""), (3, nodes[1], "")):
            record = {**RECORD, "arguments": arguments, "figures": copy.deepcopy(RECORD["figures"])}
            record["figures"][-1]["value"] = complete
            table = "\n".join([header, *rows[: 2 if words else 1], ""])
            self.write({**files_of_run(), "run.json": json.dumps(record).encode(), "flows.csv": table.encode()})
            if words:
                said = self.report(status=1)
                self.assertEqual(said, f"mrc-report: error: run/flows.csv: 2 rows; expected {words}, {of_another}")
            else:
                self.report()

    def test_names_that_sqlite_takes_for_one_are_refused_for_it_alone(self):
        for more, words in (
            ("Flow", "run/flows.csv:1: columns 'flow' and 'Flow' are one to SQLite; expected names that differ in more than capitals"),
            ("É,é,ss,ß", None),  # SQLite tells these
        ):
            rows = (more, *("a,b,c,d"[: 2 * more.count(",") + 1] for _ in range(2)))
            lines = [f"{line},{fields}" for line, fields in zip(TABLES["flows"], rows)]
            self.write({"flows.csv": "\n".join([*lines, ""]).encode()})
            self.report()
            if words:
                self.assertEqual(self.report("run", "--sqlite", status=1), f"mrc-report: error: {words}\n")
                self.assertFalse((self.folder / "run/results.sqlite").exists())
            else:
                self.report("run", "--sqlite")

    def test_a_table_of_the_run_that_is_missing_is_named(self):
        (self.folder / "run/sample-qps.csv").unlink()
        said = self.report(status=1)
        words = "run/sample-qps.csv: there is no such file; expected it, as run.json names it in tables"
        self.assertEqual(said, f"mrc-report: error: {words}\n")
        self.write({"run.json": changed("tables", gone=True).encode()})
        self.report()

    def test_only_tables_of_the_run_are_read(self):
        record = changed("tables", ["flows", "summary", "of-a-later-release"])
        self.write({"run.json": record.encode(), "sample-qps.csv": b"of an earlier run\n"})
        self.report("run", "--sqlite")
        self.assertIn("There is no sample-qps.csv", self.page())
        with contextlib.closing(sqlite3.connect(self.folder / "run/results.sqlite")) as database:
            names = database.execute("SELECT name FROM sqlite_master ORDER BY name").fetchall()
        self.assertEqual([name for name, in names], ["flows", "run", "summary"])
        self.write({"run.json": changed("tables", gone=True).encode()})
        self.assertIn("run/sample-qps.csv:1: there is no column time_ns", self.report(status=1))
        self.write({"sample-qps.csv": files_of_run()["sample-qps.csv"]})
        self.report()
        self.assertIn("run: run.json names no tables. All that are there were taken", self.page())

    def test_fields_may_be_empty_and_times_zero(self):
        header, row = TABLES["flows"][:2]
        samples = "\n".join([*TABLES["sample-qps"], ""]).replace("1000.000,", "0.000,")
        self.write({"flows.csv": f"{header}\n{row.replace('1.500000', '')}\n".encode(), "sample-qps.csv": samples.encode()})
        self.report()
        self.assertIn("flow completion time", self.page())
        self.write({"flows.csv": f"{header}\n{row.replace('1.500000', '0')}\n".encode()})
        self.report()

    def test_numbers_above_those_of_sqlite_are_real(self):
        counter = "port,p0.t0.0.up1,SAI_PORT_STAT_TRIM_PACKETS"
        lines = [TABLES["sai-counters"][0], *(f"{counter},{2**63 + more}" for more in (-1, 0, 2**63 - 1)), ""]
        self.write({"sai-counters.csv": "\n".join(lines).encode(), "run.json": changed("seed", 2**64 - 1).encode()})
        self.report("run", "--sqlite")
        with contextlib.closing(sqlite3.connect(self.folder / "run/results.sqlite")) as database:
            found = database.execute("SELECT value FROM sai_counters").fetchall()
            seed = database.execute("SELECT value FROM run WHERE member = 'seed'").fetchone()
        self.assertEqual([value for value, in found], [2**63 - 1, 2.0**63, 2.0**64])
        self.assertIsInstance(found[0][0], int)
        self.assertEqual(seed, (2.0**64,))

    def test_older_files_stay_until_new_ones_are_whole(self):
        self.report("run", "--sqlite")
        before = {path: path.read_bytes() for path in sorted((self.folder / "run").iterdir())}
        for options, words in (((), "run/report.html: File too large"), (("--sqlite", "--output=/dev/stdout"), "results.sqlite: ")):
            said = self.report("run", *options, status=1, preexec_fn=full_disk)
            self.assertIn(f"mrc-report: error: cannot write {words}", said)
            self.assertEqual(before, {path: path.read_bytes() for path in sorted((self.folder / "run").iterdir())})

    def test_a_timeline_has_flows_faults_and_samples(self):
        self.assertEqual(self.report("run", "--timeline"), "run/report.html\nrun/timeline.json\n")
        path = self.folder / "run/timeline.json"
        before = path.read_bytes()
        file = json.loads(before)
        kinds = {}
        for event in file["traceEvents"]:
            kinds.setdefault(event["ph"], []).append(event)
        names = {event["pid"]: event["args"]["name"] for event in kinds["M"]}
        self.assertCountEqual(names.values(), ["faults", "ports", "collective operations", "nic0", "nic1", "nic2"])
        begins, ends = ({(e["cat"], e["id"]): (names[e["pid"]], e["name"], e["ts"]) for e in kinds[kind]} for kind in "be")
        self.assertEqual(begins["flow", 1], ("nic0", "flow 1 to nic1", 0.0))
        self.assertEqual(ends["flow", 1], ("nic0", "flow 1 to nic1", 3.0))
        self.assertEqual(ends["flow", 2][2], 9.0, "it does not finish")
        self.assertEqual(begins["collective", 0][0], "collective operations")
        self.assertEqual(ends["collective", 0][2] - begins["collective", 0][2], 3.5)
        self.assertEqual(begins["fault", 0], ("faults", "transceiver:0.1.0@1us..2us", 1.0))
        self.assertEqual([ends["fault", number][2] for number in (0, 1)], [2.0, 9.0])
        loads = [event for event in kinds["C"] if event["name"] == "p0.t0.0.up1 load"]
        self.assertEqual([(event["ts"], event["args"]) for event in loads], [(1.0, {"load": 0.25})], "it stays so")
        windows = [(event["ts"], event["args"]) for event in kinds["C"] if event["name"] == "qp 0 to nic1 window_bytes"]
        self.assertEqual(windows, [(1.0, {"window_bytes": 1000}), (2.0, {"window_bytes": 1009})])
        counters = {event["name"].split()[-1] for event in kinds["C"]}
        page = (ROOT / "doc/report.rst").read_text()
        self.assertEqual([name for name in counters if f"``{name}``" not in page], [])
        self.assertEqual(len(counters), 11)
        self.report("run", "--timeline")
        self.assertEqual(path.read_bytes(), before)
        self.write({"run.json": changed("end.simulated_ns", 1500).encode()})
        self.report("run", "--timeline")
        spans = [(e["ph"], e["id"], e["ts"]) for e in json.loads(path.read_text())["traceEvents"] if e.get("cat") == "fault"]
        self.assertEqual(spans, [("b", 0, 1.0), ("e", 0, 1.5)])
        path.write_text('{"of": "the user"}')
        said = self.report("run", "--timeline", status=1)
        self.assertIn("run/timeline.json is there already and is no timeline of a report", said)

    def test_a_timeline_has_the_stretches_without_an_ev(self):
        self.report("run", "--timeline")
        file = json.loads((self.folder / "run/timeline.json").read_text())
        self.assertEqual(file["otherData"], {"generator": "mrc report", "paths left out": 0})
        events = [event for event in file["traceEvents"] if event.get("cat") == "path"]
        self.assertEqual([(e["ph"], e["id"], e["ts"]) for e in events], [
            ("b", 0, 1.0), ("e", 0, 2.0005), ("b", 1, 3.0), ("e", 1, 9.0), ("b", 2, 4.0), ("e", 2, 9.0),
        ])
        names = {event["pid"]: event["args"]["name"] for event in file["traceEvents"] if event["ph"] == "M"}
        self.assertEqual([names[event["pid"]] for event in events[::2]], ["nic0", "nic0", "nic2"])
        self.assertEqual(events[0]["name"], "qp 0 to nic1 without EV 0x20000003")
        members = {"plane": 1, "ev": 536870915, "lost_by": "GAP", "back_by": "PROBE"}
        self.assertEqual(events[0]["args"], members)
        self.assertEqual(events[4]["args"], {"plane": 0, "ev": 5, "lost_by": "TIMEOUT", "back_by": None})

    def test_files_of_others_stay(self):
        page, database = self.folder / "run/report.html", self.folder / "run/results.sqlite"
        database.write_text("of the user")
        said = self.report("run", "--sqlite", status=1)
        self.assertIn("run/results.sqlite is there already and is no file of SQLite", said)
        self.assertFalse(page.exists())
        database.write_bytes(b"")
        page.write_bytes(b"")  # as a full disk once left them
        self.report("run", "--sqlite")
        self.assertGreater(page.stat().st_size, 1000)
        (self.folder / "link.html").symlink_to("run/report.html")
        page.chmod(0o600)
        self.report("run", "--output=link.html")
        self.assertTrue((self.folder / "link.html").is_symlink())
        self.assertEqual(page.stat().st_mode & 0o777, 0o600)

    def test_names_of_folders_are_no_unicode(self):
        name = os.fsdecode(b"run-\xff")
        try:
            self.write(files_of_run(), name)
        except OSError:
            self.skipTest("names are Unicode on this disk")
        command = [sys.executable, PROGRAM, name]
        run = subprocess.run(command, cwd=self.folder, capture_output=True, timeout=60)
        self.assertEqual((run.returncode, run.stdout), (0, b"run-\xff/report.html\n"), run.stderr)

    def test_standard_output_may_be_full(self):
        # What Python has buffered is written at its end, too. With this variable nothing is buffered.
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
        with open("/dev/full", "wb") as full:
            run = subprocess.run(
                [sys.executable, PROGRAM, "run"], cwd=self.folder, stdout=full, stderr=subprocess.PIPE, env=environment
            )
        self.assertEqual(run.returncode, 1)
        self.assertEqual(run.stderr, b"mrc-report: error: cannot write to standard output: No space left on device\n")
        self.assertEqual(self.report("run", preexec_fn=lambda: os.close(1)), "")

    def test_what_cannot_be_written_is_named(self):
        for path, why in (("run/run.json/a.html", "Not a directory"), ("none/a.html", "No such file"), ("run", "Is a directory")):
            said = self.report("run", f"--output={path}", status=1)
            self.assertTrue(said.startswith(f"mrc-report: error: cannot write {path}: {why}"), said)


if __name__ == "__main__":
    unittest.main()
