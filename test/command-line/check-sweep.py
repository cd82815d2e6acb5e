#! /usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only

"""Runs sweeps, small ones and ones that fail, are interrupted or shared: each result is one right row, and
nothing runs twice. Argument: the folder of the built examples."""

import csv
import fcntl
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import unittest
import unittest.mock

from sweep_rig import EXAMPLES, ROOT, SCRIPT, SMALL, SOME_FAIL, SweepTest

from sweep import figures, folder, grid  # in the folder that sweep_rig names


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


if __name__ == "__main__":
    unittest.main()
