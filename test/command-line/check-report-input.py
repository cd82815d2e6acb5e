#! /usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only

"""Gives mrc-report folders that no run has written. What is wrong is one line that names the place, and what was
there stays. No folder ends in a traceback."""

import contextlib
import copy
import importlib.util
import json
import os
import pathlib
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "utils/mrc-report.py"
MUTATIONS = 500
TOPOLOGY = {
    "name": "small", "nics": 8, "planes": 2, "switches": 8, "is_graph": False, "t0s_per_plane": 2, "t1s_per_plane": 2,
    "t2s_per_plane": 0, "nics_per_t0": 4, "t0s_per_pod": 0, "t1s_of_a_t0": 2, "links_to_each_t1": 2, "t1_uplinks": 0,
}
RECORD = {
    "format": 1,
    "arguments": ["--csv=a"],
    "topology": TOPOLOGY,
    "links": {"nic_bit_per_s": 10**11, "t0_t1_bit_per_s": 10**11, "t1_t2_bit_per_s": 0, "differ": False},
    "faults": [
        {"fault": "transceiver:0.1.0@1us..2us", "begin_ns": 1000.0, "end_ns": 2000.0},
        {"fault": "t1:0.1/silent@2us", "begin_ns": 2000.0, "end_ns": None},
    ],
    "collective": {"buffer_bytes": 65536, "bus_factor": 1.75},
    "end": {"name": "finished", "status": 0, "explanation": "", "simulated_ns": 9000},
    "figures": [
        {"name": "collective, time", "value": 3.5, "unit": "us"},
        {"name": "share of plane 0", "value": 50.0, "unit": "%"},
        {"name": "end", "value": "finished", "unit": ""},
        {"name": "flows", "value": 3, "unit": "flows"},
        {"name": "flows complete", "value": 1, "unit": "flows"},
    ],
    "tables": ["flows", "summary", "path-changes", "sai-counters", "sample-ports", "sample-qps"],
}
PORTS = ["nic0.p0,0,0,0,0.5,3,0,0,0", "p0.t0.0.up1,10,0,0,0.25,3,1,0,0", "p0.t1.1.down0,10,0,0,0.0001,3,1,0,0"]
TABLES = {
    "flows": [
        "flow,source,destination,bytes,start_ns,finish_ns,ideal_ns,slowdown,packets,retransmissions,trims,marks,seed,run,"
        "fct_ns,status",
        "1,0,1,2000,0.000,3000.000,2000.000,1.500000,1,1,0,0,1,1,3000.000,finished",
        "2,1,4,2000,0.000,,2000.000,,1,0,0,0,1,1,,under way",
    ],
    "summary": ["figure,value,unit", '"collective, time",3.5,us', "share of plane 0,50.0,%", "end,finished,"],
    "path-changes": [
        "time_ns,source,destination,qp,plane,ev,from,to,cause",
        "1000.000,0,1,0,1,536870915,GOOD,ASSUMED_BAD,GAP",
        "2000.500,0,1,0,1,536870915,ASSUMED_BAD,GOOD,PROBE",
        "3000.000,0,1,0,1,536870915,SKIP,DENIED,ADMINISTRATOR",
        "4000.000,2,1,7,0,5,GOOD,ASSUMED_BAD,TIMEOUT",
    ],
    "sai-counters": [
        "object,index,counter,value",
        "port,p0.t0.0.up1,SAI_PORT_STAT_IF_OUT_OCTETS,4000",
        "port,p0.t0.0.up1,SAI_PORT_STAT_IF_OUT_UCAST_PKTS,4",
    ],
    "sample-ports": ["time_ns,port,data_bytes,trimmed_bytes,control_bytes,load,frames,marks,trims,drops"]
    + [f"{time}.000,{port}" for time in (1000, 2000) for port in PORTS],
    "sample-qps": [
        "time_ns,source,destination,qp,window_bytes,in_flight_bytes,placed_bytes,evs_good,evs_skip,evs_assumed_bad,evs_denied",
        "1000.000,0,1,0,1000,1000,1000,8,0,0,0",
        "2000.000,0,1,0,1009,1000,2000,8,0,0,0",
    ],
}

# what a mutation puts into a file, a member and a field
PIECES = (b"", b"0", b"-", b"null", b"{}", b"[", b"1e308", b'"', b",", b"\n", b"\xff", b"9" * 20, b"\\ud800", b"\0", b"e-320")
VALUES = (None, {}, [], [{}], "", "x", True, -1, 0, 1, 3, 0.5, 1e19, 5e-324, 1e308, 2**64 - 1, 2**64, "t0:0.1", "plane:0@1us")
FIELDS = ("", "0", "1", "7", "0.5", "1e-320", "1e-9", "1e19", "18446744073709551615", "1e400", "x", "nic1.p1", "p1.t0.1.down2")


def files_of_run():
    """{name: bytes} of the folder of a run."""
    files = {f"{name}.csv": "\n".join([*lines, ""]).encode() for name, lines in TABLES.items()}
    return {"run.json": json.dumps(RECORD, indent=2).encode(), **files}


def changed(member, value=None, *, gone=False):
    """The record with another value of a member, or without the member."""
    record = copy.deepcopy(RECORD)
    holder = record
    *names, last = [int(name) if name.isdigit() else name for name in member.split(".")]
    for name in names:
        holder = holder[name]
    if gone:
        del holder[last]
    else:
        holder[last] = value
    return json.dumps(record)


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
        command = [sys.executable, PROGRAM, *(options or ["run"])]
        run = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=60, **how)
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
        with open("/dev/full", "wb") as full:
            run = subprocess.run([sys.executable, PROGRAM, "run"], cwd=self.folder, stdout=full, stderr=subprocess.PIPE)
        self.assertEqual(run.returncode, 1)
        self.assertEqual(run.stderr, b"mrc-report: error: cannot write to standard output: No space left on device\n")
        self.assertEqual(self.report("run", preexec_fn=lambda: os.close(1)), "")

    def test_what_cannot_be_written_is_named(self):
        for path, why in (("run/run.json/a.html", "Not a directory"), ("none/a.html", "No such file"), ("run", "Is a directory")):
            said = self.report("run", f"--output={path}", status=1)
            self.assertTrue(said.startswith(f"mrc-report: error: cannot write {path}: {why}"), said)


class PartsTest(unittest.TestCase):
    """Asks the parts of the program."""

    @classmethod
    def setUpClass(cls):
        sys.path.insert(0, str(ROOT / "utils"))
        spec = importlib.util.spec_from_file_location("mrc_report_program", PROGRAM)
        cls.program = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(cls.program)

    def results(self, files):
        """The run of these files, in a folder that lasts as long as the test."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        for name, data in files.items():
            (pathlib.Path(folder.name) / name).write_bytes(data)
        return self.program.results.Results(pathlib.Path(folder.name))

    def dead(self, text, plane=0, **shape):
        return self.program.sections.fabric.failed([{"fault": text}], plane, {**TOPOLOGY, **shape})

    def test_a_timeline_has_so_many_paths_and_no_more(self):
        timeline = self.program.timeline
        self.addCleanup(setattr, timeline, "MOST_PATHS", timeline.MOST_PATHS)
        timeline.MOST_PATHS = 2
        results = self.results(files_of_run())
        file = json.loads("".join(timeline.texts(results)))
        self.assertEqual(file["otherData"]["paths left out"], 1)
        begins = [event for event in file["traceEvents"] if event.get("cat") == "path" and event["ph"] == "b"]
        self.assertEqual(len(begins), 2)

    def test_faults_name_what_a_drawing_has(self):
        first = {(-1, nic, 0) for nic in range(4)}
        for text, plane, expected in (
            ("transceiver:0.0.0@1us", 0, first),
            ("transceiver:0.1.0/silent@1us", 0, {(-1, nic, 0) for nic in range(4, 8)}),
            ("transceiver:0.1.1@1us..2us", 0, {(0, 1, uplink) for uplink in range(4)}),
            ("transceiver:0.1.1@1us..2us", 1, set()),
            ("transceiver:0.1.2@1us", 0, set()),
            ("link:1.0.3/loss=1%@0ns", 1, {(0, 0, 3)}),
            ("link-up:1.0.3@0ns", 1, {(0, 0, 3)}),
            ("upper-link-down:0.1.2@0ns", 0, {(1, 1, 2)}),
            ("port:3.1@0ns", 1, {(-1, 3, 0)}),
            ("port-down:3.1@0ns", 0, set()),
            ("nic:3@0ns", 1, {(-1, 3, 0)}),
            ("t2:0.1@0ns", 0, {(2, 1)}),
            ("plane:1@0ns", 1, {"all"}),
            ("t0:0@0ns", 0, set()),
            ("nic:@0ns", 0, set()),
            ("nic:" + "9" * 5000, 0, set()),
            ("link:Leaf1.Spine2@1ms", 0, set()),
            ("", 0, set()),
        ):
            self.assertEqual(self.dead(text, plane), expected, text[:30])
        # six downlinks have two transceivers, and the last T0 has fewer
        self.assertEqual(self.dead("transceiver:0.0.1", nics_per_t0=6), {(-1, 4, 0), (-1, 5, 0)})
        self.assertEqual(self.dead("transceiver:0.1.1", nics_per_t0=6), {(0, 1, uplink) for uplink in range(4)})

    def test_a_transceiver_is_dashed(self):
        picture = self.program.sections.fabric.draw_plane(RECORD, 0, {})
        dashed = [line for line in picture.split("<line ")[1:] if 'class="dead"' in line]
        self.assertEqual(len(dashed), 4 + 2 * 2, "downlinks of T0 1, and two links of each T0 to T1 1")

    def test_links_of_bundles_have_both_ports(self):
        links = self.program.sections.fabric.links_of(TOPOLOGY, 1)
        ports = {up: down for _, _, up, down in links}
        for up, down in (
            ("nic5.p1", "p1.t0.1.down1"),
            ("p1.t0.0.up0", "p1.t1.0.down0"),
            ("p1.t0.1.up1", "p1.t1.1.down1"),
            ("p1.t0.0.up2", "p1.t1.0.down2"),  # second links are behind the first ones of both T0s
            ("p1.t0.1.up3", "p1.t1.1.down3"),
        ):
            self.assertEqual(ports[up], down)
        self.assertEqual(len(set(ports.values())), len(links))
        self.assertEqual(len(links), self.program.sections.fabric.count_links(TOPOLOGY))

    def test_a_picture_that_is_too_full_is_not_begun(self):
        shape = {**TOPOLOGY, "nics": 2**60, "t0s_per_plane": 2**58}
        self.assertIsNone(self.program.sections.fabric.draw_plane({**RECORD, "topology": shape}, 0, {}))

    def test_small_figures_keep_their_digits(self):
        cell = self.program.sections.cell
        for value, text in ((0.00012345, "0.000123"), (1.5e-9, "1.50e-09"), (0.05, "0.0500"), (0.5, "0.500"), (0.0, "0.000"),
                            (-0.002, "-0.00200"), (12345.6789, "12,345.679"), (12345, "12,345")):
            self.assertEqual(cell(value), f'<td class="number">{text}</td>')

    def test_loads_name_the_files_that_have_them(self):
        files = files_of_run()
        mean_loads = self.program.sections.loads.mean_loads
        self.assertEqual(mean_loads(self.results(files))[1], "sample-ports.csv")
        row = "port,p{}.t0.0.up1,SAI_PORT_STAT_IF_OUT_OCTETS,4000\n"
        files["sai-counters.csv"] += "".join(row.format(plane) for plane in range(1, 5)).encode()
        loads, source = mean_loads(self.results(files))
        self.assertEqual(source, "sai-counters.csv, of other ports sample-ports.csv")
        self.assertEqual(len(loads), 7)
        files["sample-ports.csv"] = f"{TABLES['sample-ports'][0]}\n".encode()
        self.assertEqual(mean_loads(self.results(files))[1], "sai-counters.csv")

    def other_bytes(self, draw, data):
        """The file with some bytes otherwise."""
        data = bytearray(data)
        for _ in range(draw.choice((1, 1, 2, 5))):
            at = draw.randrange(len(data) + 1)
            data[at : at + draw.choice((0, 1, 1, 8))] = draw.choice((*PIECES, data[draw.randrange(len(data) or 1) :][:20]))
        return bytes(data)

    def other_member(self, draw, _):
        """The record with another value somewhere."""
        record = copy.deepcopy(RECORD)
        holder = record
        while True:
            key = draw.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
            if not holder[key] or not isinstance(holder[key], (dict, list)) or draw.random() < 0.2:
                break
            holder = holder[key]
        holder[key] = draw.choice(VALUES)
        return json.dumps(record).encode()

    def other_field(self, draw, data):
        """The table with another value somewhere."""
        rows = [line.split(",") for line in data.decode().splitlines()]
        row = draw.choice(rows[1:])
        row[draw.randrange(len(row))] = draw.choice(FIELDS)
        return "\n".join([*map(",".join, rows), ""]).encode()

    def mutated(self, draw, files):
        """The files, one of them otherwise."""
        name = draw.choice(["run.json", *files])
        own = self.other_member if name == "run.json" else self.other_field
        return {**files, name: draw.choice((self.other_bytes, own, own))(draw, files[name])}

    def test_no_folder_ends_in_a_traceback(self):
        draw = random.Random(1)
        files = files_of_run()
        taken = 0
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for index in range(MUTATIONS):
                changes = self.mutated(draw, files)
                for file, data in changes.items():
                    (folder / file).write_bytes(data)
                with self.subTest(index=index):
                    try:
                        results = self.program.results.Results(folder)
                        "".join(self.program.texts_of([("run", results)])).encode()
                        self.program.database.write_database(results)
                        json.loads("".join(self.program.timeline.texts(results)))
                        taken += 1
                    except self.program.errors.InputError as error:
                        self.assertNotIn("\n", str(error))
        self.assertGreater(taken, MUTATIONS // 5)
        self.assertLess(taken, 4 * MUTATIONS // 5)


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    unittest.main()
