#! /usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only

"""Runs sweeps, small ones and ones that fail, are interrupted or shared: each result is one right row, and
nothing runs twice. Argument: the folder of the built examples."""

import csv
import fcntl
import io
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import unittest.mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "utils/mrc-sweep.py"
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "utils"))
from sweep import figures, folder, grid  # noqa: E402

SMALL = """program = "mrc-fabric"
[arguments]
topology = "clos-4x100g"
nics = 16
quiet = true
[grid]
transport = ["mrc", "roce"]
workload = ["permutation size=100KB", "tornado size=50KB"]
RngRun = [1, 2]
"""
SOME_FAIL = SMALL.replace('["mrc", "roce"]', '["mrc"]').replace("RngRun = [1, 2]", "planes = [1, 9]")
# Writes down its number and, if there is a file `wait`, does what that says before it runs.
STAND_IN = """#!/bin/sh
echo "$$ $*" >>"{folder}/starts"
[ ! -e "{folder}/wait" ] || . "{folder}/wait"
exec "{program}" "$@"
"""
WALL = "wall time (s)"


class SweepTest(unittest.TestCase):
    """Runs the script in a folder of its own, with a mrc-fabric that writes down its starts."""

    def setUp(self):
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        self.folder = pathlib.Path(made.name).resolve()
        self.examples = self.folder / "build/examples"
        self.examples.mkdir(parents=True)
        stand_in = self.examples / "mrc-fabric"
        stand_in.write_text(STAND_IN.format(folder=self.folder, program=EXAMPLES / "mrc-fabric"))
        stand_in.chmod(0o755)

    def command(self, *options, text=SMALL):
        if text:
            (self.folder / "small.toml").write_text(text)
        return [sys.executable, SCRIPT, f"--examples={self.examples}", "small.toml", *options]

    def sweep(self, *options, text=SMALL, status=0, **how):
        """Returns what it says on standard output and standard error."""
        run = subprocess.run(
            self.command(*options, text=text), cwd=self.folder, capture_output=True, text=True, timeout=120, check=False, **how
        )
        if status is not None:
            self.assertEqual(run.returncode, status, run.stderr)
        return run.stdout, run.stderr

    def table(self, output="small"):
        """Returns the rows, without the times that they took."""
        rows = list(csv.DictReader(io.StringIO((self.folder / output / "table.csv").read_text())))
        for row in rows:
            self.assertGreaterEqual(float(row.pop(WALL) or 0), 0)
        return rows

    def starts(self):
        """Returns how often a program was started since the last call."""
        path = self.folder / "starts"
        count = len(path.read_text().splitlines()) if path.exists() else 0
        path.unlink(missing_ok=True)
        return count

    def wait(self, words):
        """Has programs that start from now on do that before they run; nothing: run at once."""
        (self.folder / "wait").write_text(words + "\n")

    def wait_for_starts(self, count, process):
        """Waits until so many have started. Returns their numbers."""
        deadline = time.monotonic() + 60
        path = self.folder / "starts"
        while not path.exists() or path.read_text().count("\n") < count:
            self.assertIsNone(process.poll())
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)
        return [int(line.split()[0]) for line in path.read_text().splitlines()]

    def start(self, *options):
        """Starts a sweep beside this test; it heeds Ctrl-C also where this test was started in the background."""
        heed = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)
        pipe = subprocess.PIPE
        command = self.command(*options)
        return subprocess.Popen(command, cwd=self.folder, stdout=pipe, stderr=pipe, text=True, preexec_fn=heed)


class TableTest(SweepTest):
    """What is in the table."""

    def test_rows_are_those_of_the_grid_with_what_the_program_tells(self):
        said, _ = self.sweep("--jobs=2")
        self.assertEqual(said, "8 runs: 8 ok; small/table.csv\n")
        rows = self.table()
        grid = [(row["option transport"], row["option workload"].split()[0], row["option RngRun"]) for row in rows]
        pairs = [(workload, run) for workload in ("permutation", "tornado") for run in "12"]
        self.assertEqual(grid, [(transport, *pair) for transport in ("mrc", "roce") for pair in pairs])
        self.assertEqual([row["number"] for row in rows], list("12345678"))
        self.assertEqual({(row["status"], row["exit status"], row["last error"]) for row in rows}, {("ok", "0", "")})
        self.assertEqual(len({row["fingerprint"] for row in rows}), 8)
        options = ["--topology=clos-4x100g", "--nics=16", "--transport=roce", "--workload=tornado size=50KB", "--RngRun=2"]
        subprocess.run([EXAMPLES / "mrc-fabric", *options, "--csv=alone"], cwd=self.folder, capture_output=True, check=True)
        with open(self.folder / "alone/summary.csv", encoding="utf-8") as lines:
            alone = {figures.column_of(row): row[1] for row in csv.reader(lines)}
        alone.pop("figure (unit)")
        self.assertEqual({**alone, "arguments": ""}, {name: rows[7][name] for name in alone} | {"arguments": ""})
        self.assertGreater(len(alone), 30)
        self.assertEqual(rows[0]["timeouts (timeouts)"], "", "figures of RoCEv2 alone")

    def test_jobs_and_parts_make_the_same_table(self):
        self.sweep("--jobs=2", "--output=two")
        self.assertEqual(self.starts(), 8)
        self.sweep("--jobs=1", "--output=one")
        self.assertEqual(self.table("one"), self.table("two"))
        self.starts()
        said, _ = self.sweep("--only=4", "--output=parts")
        self.assertEqual(said, "1 runs: 1 ok; --gather makes the table\n")
        self.assertFalse((self.folder / "parts/table.csv").exists())
        self.sweep("--gather", "--output=parts", status=1)
        states = [row["status"] for row in self.table("parts")]
        self.assertEqual(states, ["missing"] * 3 + ["ok"] + ["missing"] * 4)
        for part in (3, 1, 2):
            self.sweep(f"--part={part}/3", "--output=parts")
        self.assertEqual(self.starts(), 8)
        self.sweep("--gather", "--output=parts")
        self.assertEqual(self.table("parts"), self.table("two"))

    def test_as_many_run_at_a_time_as_there_are_cores(self):
        cores = sorted(os.sched_getaffinity(0))
        self.addCleanup(os.sched_setaffinity, 0, cores)
        self.wait("exec sleep 100")
        for count in range(1, min(len(cores), 3) + 1):
            os.sched_setaffinity(0, cores[:count])  # the sweep has no others either
            process = self.start()
            self.wait_for_starts(count, process)
            time.sleep(0.5)
            self.assertEqual(self.starts(), count)
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=60)
            shutil.rmtree(self.folder / "small")

    def test_the_example_of_slurm_does_all_parts(self):
        (self.folder / "examples").mkdir()
        for name in ("sweep.toml", "sweep.sbatch"):
            shutil.copy(ROOT / "examples" / name, self.folder / "examples")
        (self.folder / "mrc").write_text(f'#!/bin/sh\nshift\nexec "{sys.executable}" "{SCRIPT}" "--examples={EXAMPLES}" "$@"\n')
        (self.folder / "mrc").chmod(0o755)
        tasks = int(re.search(r"--array=1-(\d+)\n", (self.folder / "examples/sweep.sbatch").read_text())[1])
        for task in range(1, tasks + 1):
            environment = {**os.environ, "SLURM_ARRAY_TASK_ID": str(task)}
            command = ["bash", "examples/sweep.sbatch"]
            subprocess.run(command, cwd=self.folder, env=environment, capture_output=True, check=True, timeout=120)
        command = ["./mrc", "sweep", "examples/sweep.toml", "--gather"]
        said = subprocess.run(command, cwd=self.folder, capture_output=True, check=True, text=True).stdout
        self.assertEqual(said, "8 runs: 8 ok; sweep/table.csv\n")
        self.assertEqual({row["end"] for row in self.table("sweep")}, {"finished"})

    def test_files_are_found_beside_that_of_the_sweep(self):
        (self.folder / "own.cm").write_text("Nodes 16\nConnections 1\n0->15 start 0 size 1\n")
        options = 'matrix = "{folder}/own.cm"\n[grid]\nRngRun = [1, 2]\n'
        self.sweep(text=SMALL[: SMALL.index("[grid]")].replace("nics = 16\n", "") + options)
        self.assertEqual([row["matrix"] for row in self.table()], ["own.cm"] * 2)

    def test_columns_are_explained(self):
        page = (ROOT / "doc/sweeps.rst").read_text()
        for name in ["number", "option NAME", *folder.RESULT_COLUMNS]:
            self.assertIn(f"``{name}``", page)
        for state in ("ok", "failed", "timeout", "missing"):
            self.assertIn(f"``{state}``", page)


class ResumeTest(SweepTest):
    """What a second start does."""

    def test_nothing_runs_twice(self):
        self.sweep()
        self.assertEqual(self.starts(), 8)
        before = (self.folder / "small/table.csv").read_text()
        said, error = self.sweep()
        self.assertEqual((self.starts(), said, error), (0, "8 runs: 8 ok; small/table.csv\n", ""))
        for number in (3, 7):
            (self.folder / f"small/results/{number}.json").unlink()
        listed, _ = self.sweep("--list")
        self.assertEqual(listed.count("  to run   mrc-fabric "), 2)
        self.assertIn("\n3  to run   mrc-fabric --topology=clos-4x100g --nics=16 --quiet=true --transport=mrc ", listed)
        self.assertIn("\n8 runs, 2 to run\n", listed)
        self.assertEqual(self.starts(), 0)
        self.sweep()
        self.assertEqual(self.starts(), 2)
        no_times = [re.sub(r"ok,0,,[\d.]+", "ok", text) for text in (before, (self.folder / "small/table.csv").read_text())]
        self.assertEqual(*no_times)

    def test_a_failure_is_a_row(self):
        said, error = self.sweep(text=SOME_FAIL, status=1)
        self.assertEqual(said, "4 runs: 2 ok, 2 failed; small/table.csv\n")
        self.assertIn("mrc sweep: failed: 2, 4 (--again runs them again; small/logs)\n", error)
        rows = self.table()
        self.assertEqual([row["status"] for row in rows], ["ok", "failed"] * 2)
        self.assertEqual(rows[1]["exit status"], "1")
        self.assertEqual(rows[1]["last error"], "mrc-fabric: error: topology 'clos-4x100g': planes = 9; expected 1 .. 8")
        self.assertEqual((rows[1]["fingerprint"], rows[1]["option planes"]), ("", "9"))
        self.assertIn(rows[1]["last error"], (self.folder / "small/logs/2.stderr").read_text())
        self.assertEqual(self.starts(), 4)
        self.sweep(text=SOME_FAIL, status=1)
        self.assertEqual(self.starts(), 0)
        self.sweep("--again", text=SOME_FAIL, status=1)
        self.assertEqual(self.starts(), 2)
        self.assertEqual(self.table(), rows)

    def test_an_option_that_the_program_has_not_is_a_row(self):
        text = SMALL.replace("quiet", "quite").replace("[1, 2]", "[1]").replace(', "tornado size=50KB"', "")
        self.sweep(text=text, status=1)
        self.assertIn("--quite=true; expected an option that --help lists", self.table()[0]["last error"])

    def test_runs_that_take_too_long_end(self):
        self.wait("exec sleep 100")
        said, _ = self.sweep("--only=1", "--timeout=0.2", status=1)
        self.assertEqual(said, "1 runs: 0 ok, 1 timeout; --gather makes the table\n")
        self.sweep("--gather", status=1)
        row = self.table()[0]
        self.assertEqual([row[name] for name in ("status", "exit status", "last error")], ["timeout", "143", "no end after 0.2 s"])
        self.wait("")
        self.sweep("--only=1", status=1)
        self.sweep("--only=1", "--again")

    def test_a_program_that_is_killed_is_a_row(self):
        self.wait("kill -9 $$")
        self.sweep("--only=1", status=1)
        self.assertEqual(json.loads((self.folder / "small/results/1.json").read_text())["exit_status"], 137)
        self.wait("kill $$")  # as when a cluster ends a job
        _, error = self.sweep("--only=2", status=1)
        self.assertIn("run 2 was ended by signal 15 from outside\n", error)
        self.assertFalse((self.folder / "small/results/2.json").exists())

    def test_a_program_that_tells_no_figures_has_failed(self):
        self.wait("exit 0")
        self.sweep("--only=1", status=1)
        result = json.loads((self.folder / "small/results/1.json").read_text())
        self.assertEqual(result["error"], "no figures: results/summary.csv: No such file or directory")

    def test_two_sweeps_share_the_runs(self):
        self.wait("sleep 0.1")
        beside = self.start("--jobs=1")
        self.wait_for_starts(1, beside)
        self.sweep("--jobs=1", status=None)
        said, error = beside.communicate(timeout=60)
        self.assertEqual(self.starts(), 8, error)
        self.sweep("--gather")

    def test_who_gathers_last_knows_most(self):
        self.sweep("--only=1")
        self.sweep("--only=2")
        results = self.folder / "small/results"
        (results / "2.json").rename(self.folder / "late.json")
        with open(self.folder / "small/sweep.json", "rb") as locked:
            fcntl.flock(locked, fcntl.LOCK_EX)  # as another that gathers
            process = self.start("--gather")
            with self.assertRaises(subprocess.TimeoutExpired):
                process.communicate(timeout=1)
            (self.folder / "late.json").rename(results / "2.json")
        said, _ = process.communicate(timeout=60)
        self.assertEqual(said, "8 runs: 2 ok, 6 missing; small/table.csv\n")
        self.assertEqual([row["status"] for row in self.table()], ["ok"] * 2 + ["missing"] * 6)

    def read(self, text):
        (self.folder / "small.toml").write_text(text)
        return grid.Reader(self.folder / "small.toml").read()

    def test_of_two_sweeps_that_begin_at_once_one_is_told(self):
        link = os.link
        for number, fails in enumerate((False, True)):
            where = self.folder / str(number)
            mine, other = (folder.Folder(where, self.read(text)) for text in (SMALL, SMALL.replace("[1, 2]", "[3]")))

            def come_second(*names):
                """The other one is quicker by a moment, perhaps on a file system without links."""
                folder.os.link = refuse if fails else link
                other.claim()
                folder.os.link(*names)

            def refuse(*_):
                raise PermissionError(folder.errno.EPERM, "Operation not permitted")

            with unittest.mock.patch.object(folder.os, "link", come_second), self.assertRaises(grid.SweepError) as caught:
                mine.claim()
            self.assertIn("has the results of another sweep: RngRun of [grid] is ['3'] there", str(caught.exception))
            self.assertEqual(sorted(os.listdir(where)), ["logs", "results", "sweep.json", "work"])
            self.assertEqual(json.loads((where / "sweep.json").read_text())["grid"]["RngRun"], ["3"])


class InterruptTest(SweepTest):
    """Signals."""

    def is_alive(self, number):
        try:
            os.kill(number, 0)
        except ProcessLookupError:
            return False
        return True

    def test_a_signal_ends_the_runs_and_the_next_start_goes_on(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            self.sweep("--only=1")
            self.starts()
            self.wait("exec sleep 100")
            process = self.start("--jobs=2")
            children = self.wait_for_starts(2, process)
            process.send_signal(number)
            _, error = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 128 + number)
            self.assertIn("interrupted: 7 of 8 runs are still to run; go on with ./mrc sweep small.toml --jobs=2\n", error)
            self.assertFalse(any(self.is_alive(child) for child in children))
            self.assertEqual(len(list((self.folder / "small/results").iterdir())), 1)
            self.wait("")
            self.starts()
            self.sweep("--jobs=2")
            self.assertEqual(self.starts(), 7)
            shutil.rmtree(self.folder / "small")

    def test_a_second_signal_kills(self):
        self.wait("trap '' TERM; touch trapped; exec sleep 100")
        process = self.start("--jobs=1")
        [child] = self.wait_for_starts(1, process)
        while not (self.folder / "small/work/1/trapped").exists():
            self.assertIsNone(process.poll())
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        time.sleep(0.3)
        self.assertIsNone(process.poll())
        begin = time.monotonic()
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        self.assertLess(time.monotonic() - begin, 3)
        self.assertFalse(self.is_alive(child))

    def test_a_run_that_outlives_its_sweep_is_not_run_beside_itself(self):
        self.wait("exec sleep 100")
        process = self.start("--only=1")
        [child] = self.wait_for_starts(1, process)
        process.kill()
        process.communicate(timeout=60)
        under_way = "run 1 is under way in another process\n"
        _, error = self.sweep("--only=1", status=1)
        self.assertIn(under_way, error)
        self.assertEqual(self.starts(), 1)
        os.kill(child, signal.SIGKILL)
        self.wait("")
        deadline = time.monotonic() + 30
        while under_way in error and time.monotonic() < deadline:
            _, error = self.sweep("--only=1", status=None)
        self.assertEqual(self.starts(), 1)
        self.assertTrue((self.folder / "small/results/1.json").exists())


class WrongTest(SweepTest):
    """Files, folders and options that are wrong."""

    def check_error(self, words, *options, text=SMALL, **how):
        _, error = self.sweep(*options, text=text, status=2, **how)
        self.assertIn(words, error)
        self.assertNotIn("Traceback", error)

    def test_files(self):
        grid = SMALL[SMALL.index("[grid]") :]
        for text, words in (
            (SMALL.replace("mrc-fabric", "mrc-fabrics"), "small.toml:1: expected program = NAME of an example in C++"),
            (SMALL.replace("[grid]", "[gird]"), "small.toml:6: expected program, [arguments] or [grid], not 'gird'; did you"),
            (SMALL.replace("[1, 2]", "[]"), "small.toml:9: expected a list of values for RngRun, not []"),
            (SMALL.replace("[1, 2]", "1"), "small.toml:9: expected a list of values for RngRun, not 1"),
            (SMALL.replace("[1, 2]", "[1, [2]]"), "small.toml:9: expected a text, a number, true or false for RngRun, not [2]"),
            (SMALL.replace("[1, 2]", "[1, '1']"), "small.toml:9: expected each value of RngRun once; 1 is there twice"),
            (SMALL.replace("[1, 2]", "[1, 2"), "small.toml:10: expected TOML: "),
            (SMALL.replace("nics = 16", "ns3::mrc::QpProfile::Payload = 16"), "small.toml:4: expected TOML: Expected '=' after"),
            (SMALL.replace("nics = 16", "ns3::mrc::QpProfile::Payload = 16"), "; a name with :: needs quotes\n"),
            (SMALL.replace("nics", "--nics"), "small.toml:4: expected the name of an option without dashes, not '--nics'"),
            (SMALL.replace("nics", "csv"), "small.toml:4: expected no csv: the sweep gives it to mrc-fabric"),
            (SMALL.replace("nics", "RngRun"), "small.toml:9: expected RngRun in one table; it is in [arguments] too"),
            (SMALL.replace("nics = 16", "nics.x = 16"), "small.toml:4: expected a text, a number, true or false for nics"),
            (SMALL.replace(grid, ""), "small.toml: expected a table [grid] of the program's options"),
            (SMALL.replace(grid, "[grid]\n"), "small.toml:6: expected an option with a list of values in [grid]"),
            (f"grid = 3\n{SMALL}".replace(grid, ""), "small.toml:1: expected a table [grid]"),
            (SMALL.replace("16", "9" * 5000), "small.toml:4: expected TOML: a number has too many digits\n"),
            (SMALL.replace("16", "0x" + "f" * 5000), "small.toml:4: expected a text, a number, true or false for nics, not what"),
            (SMALL.replace("[1, 2]", "[" * 5000 + "]" * 5000), "small.toml: expected TOML: lists or tables are nested too deeply"),
            (SMALL.replace("[1, 2]", "[" * 100 + "]" * 100), "true or false for RngRun, not " + "[" * 80 + "...\n"),
            (SMALL.replace("[1, 2]", str(list(range(30000)))), "expected 1 .. 100000 runs; these lists make 120000"),
        ):
            with self.subTest(words):
                self.check_error(words, text=text)
        (self.folder / "small.toml").write_bytes(b"\xff")
        self.check_error("small.toml: not a text; expected TOML in UTF-8", text="")
        (self.folder / "small.toml").unlink()
        self.check_error("small.toml: No such file or directory; expected a sweep", text="")
        self.assertEqual(self.starts(), 0)
        self.assertFalse((self.folder / "small").exists())

    def test_options(self):
        for options, words in (
            (["--part=3/2"], "'3/2'; expected K/N with K from 1 to N"),
            (["--only=9"], "--only=9; expected 1 .. 8, the runs of small.toml"),
            (["--jobs=0"], "'0'; expected a whole number above 0"),
            (["--timeout=nan"], "'nan'; expected a number above 0"),
            (["--only=1", "--part=1/2"], "not allowed with argument"),
            (["--gather", "--again"], "--gather goes with --output only"),
            (["--gather"], "small has no results; ./mrc sweep small.toml makes them"),
        ):
            with self.subTest(options):
                self.check_error(words, *options)
        self.assertFalse((self.folder / "small").exists())

    def test_results_of_another_sweep_are_refused(self):
        self.sweep("--only=1")
        for text, words in (
            (SMALL.replace("[1, 2]", "[1, 2, 3]"), "RngRun of [grid] is ['1', '2'] there, ['1', '2', '3'] here"),
            (SMALL.replace("nics = 16", "nics = 32"), "nics of [arguments] is 16 there, 32 here"),
            (SMALL.replace("nics = 16", ""), "nics of [arguments] is 16 there, not given here"),
            (SMALL.replace('"mrc-fabric"', '"mrc-first"'), "program is mrc-fabric there, mrc-first here"),
        ):
            for options in ([], ["--list"], ["--gather"]):
                self.check_error(f"small has the results of another sweep: {words}; expected", *options, text=text)
        self.sweep("--only=1", text="# other words\n" + SMALL)
        path = self.folder / "small/results/1.json"
        shutil.copy(path, path.with_name("2.json"))
        self.check_error("small/results/2.json: a result of --topology=clos-4x100g")
        result = json.loads(path.read_text())
        numbers = ("exit_status", "wall_s")
        wrong = [json.dumps({**result, name: [[1, "2", ""]]}) for name in result]
        wrong += [json.dumps({**result, name: "7" if name in numbers else 7}) for name in result]
        for text in ("{", "[]", "[" * 100000, "9" * 5000, *wrong):
            path.write_text(text)
            self.check_error("small/results/1.json: not a result; expected one of ./mrc sweep, or no such file", "--gather")
        identity = self.folder / "small/sweep.json"
        for text in ("[", "[]", "[" * 100000, json.dumps({**json.loads(identity.read_text()), "grid": 3})):
            identity.write_text(text)
            self.check_error("small/sweep.json: not of a sweep; expected another --output=FOLDER", "--gather")

    def test_an_output_that_is_full(self):
        for options in (["--list"], ["--gather"], ["--only=1"]):
            self.sweep("--only=1")
            with open("/dev/full", "wb") as full:
                how = {"cwd": self.folder, "stdout": full, "stderr": subprocess.PIPE}
                run = subprocess.run(self.command(*options), **how, text=True, check=False)
            self.assertEqual(run.returncode, 2)
            self.assertTrue(run.stderr.endswith("mrc sweep: error: standard output: No space left on device\n"), run.stderr)

    def test_folders_of_others_are_left_alone(self):
        (self.folder / "small").mkdir()
        (self.folder / "small/thesis.tex").write_text("all of it")
        self.check_error("small holds other files; expected another --output=FOLDER, new or empty")
        self.assertEqual([path.name for path in (self.folder / "small").iterdir()], ["thesis.tex"])
        self.check_error("small.toml is no folder; expected another", "--output=small.toml")
        self.check_error("cannot write small.toml/x: Not a directory", "--output=small.toml/x")

    def test_a_full_disk_ends_the_sweep(self):
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1500, resource.RLIM_INFINITY))
        self.wait("ulimit -S -f unlimited")
        words = "mrc sweep: error: cannot write small/results/1.json: File too large; results that are there are kept: go on"
        self.check_error(words, "--jobs=1", preexec_fn=limit)
        self.assertEqual([path.name for path in (self.folder / "small/results").iterdir()], [])
        self.assertEqual(self.starts(), 1)
        self.sweep()
        self.assertEqual(len(self.table()), 8)

    def test_a_program_that_is_not_there(self):
        (self.examples / "mrc-fabric").unlink()
        self.check_error("mrc-fabric: No such file or directory; ./mrc sweep builds it")


class FiguresTest(unittest.TestCase):
    """Figures as programs print them."""

    def print_of(self, *command):
        run = subprocess.run([EXAMPLES / command[0], *command[1:]], capture_output=True, text=True, timeout=120, check=False)
        return run.stdout

    def test_of_other_programs(self):
        lines = figures.read_lines(self.print_of("mrc-own-selector"))
        self.assertIn(["end", "finished", ""], lines)
        self.assertIn(["flows complete", "640", "flows"], lines)
        targets = figures.read_targets(self.print_of("mrc-incast", "--target=4:1-400G", "--runs=2", "--csv"))
        self.assertIn("4:1-400G, mean Jain index", [name for name, _, _ in targets])
        steps = figures.read_steps("GPT: words\nstep,time_us,idle_percent\n0,3286.38,47\n1,3286.6,\n")
        self.assertEqual(steps[0], ["step 0, time_us", "3286.38", ""])
        self.assertEqual(steps[3], ["step 1, idle_percent", "", ""])

    def test_lines_are_those_of_the_summary(self):
        with tempfile.TemporaryDirectory() as where:
            printed = self.print_of("mrc-fabric", "--repeat=1", "--quiet", f"--csv={where}")
            summary = figures.read_summary(pathlib.Path(where, "summary.csv").read_text())
        self.assertEqual(figures.read_lines(printed), summary)

    def test_what_is_no_figure_is_left_out(self):
        text = "Write 0 is complete after 45 us\nfault  link  runs  together\nrate  nan  Gb/s\nname  two words\n"
        self.assertEqual(figures.read_lines(text), [["rate", "nan", "Gb/s"], ["name", "two words", ""]])
        whole = {figures.read_targets: "target,figure,ours,unit\n", figures.read_steps: "Words\nstep,time_us\n"}
        for read, text in (
            *((read, text) for read in (figures.read_summary, *whole) for text in ("", "figure,value\n1,2\n")),
            *((read, head + rows) for read, head in whole.items() for rows in ("", "1\n", "1,2,3,4,5\n")),
        ):
            with self.subTest(read=read, text=text), self.assertRaises(figures.NoFigures):
                read(text)

    def test_equal_names_are_told_apart(self):
        told = [["rate", "1", "Gb/s"], ["rate", "2", "Gb/s"], ["rate", "3", ""], ["rate, 2", "4", "Gb/s"], ["status", "5", ""]]
        self.assertEqual(figures.read_lines("rate  1  Gb/s\nrate  2  Gb/s\n"), told[:2])
        columns = {"rate (Gb/s)": "1", "rate, 2 (Gb/s)": "2", "rate": "3", "rate, 2, 2 (Gb/s)": "4", "status, 2": "5"}
        self.assertEqual(figures.by_column(told, ["status"]), columns)

    def test_columns_of_runs_are_merged_in_order(self):
        self.assertEqual(folder.merged([["a", "b", "d"], ["a", "c", "d"], ["x", "a", "d", "e"]]), list("xacbde"))


if __name__ == "__main__":
    EXAMPLES = pathlib.Path(sys.argv.pop()).resolve()
    unittest.main()
