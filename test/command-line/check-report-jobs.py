#! /usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only

"""Makes reports of training jobs: of their steps, samples and collectives, and of days with faults. Argument: the folder
of the built examples."""

import contextlib
import json
import pathlib
import sqlite3
import subprocess
import sys
import unittest

from report_page import SAMPLES, Page, ReportCase, slices_of


class JobsTest(ReportCase):
    """Jobs by packets, and lives of jobs without."""

    def test_lives_of_jobs_have_a_folder_too(self):
        command = [FABRIC.with_name("mrc-job-life"), "--seeds=3", "--csv=days"]
        run = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=60)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual((self.folder / "days/lives.csv").read_text(), run.stdout)
        record = json.loads((self.folder / "days/run.json").read_text())
        self.assertEqual(record["life"], {"file": "job-54-days.life", "seeds": 3})
        self.assertEqual(record["end"]["simulated_ns"], 54 * 86400 * 10**9)
        self.assertEqual(record["tables"], ["lives", "seeds", "summary"])
        means = {row["job"]: row for row in self.table("days/lives.csv")}
        figures = {row["figure"]: float(row["value"]) for row in self.table("days/summary.csv") if row["unit"] == "%"}
        each = self.table("days/seeds.csv")
        self.assertEqual(len(each), 3 * len(means))
        for job, row in means.items():
            lives = [float(life["ettr_percent"]) for life in each if life["job"] == job]
            self.assertAlmostEqual(sum(lives) / 3, float(row["ettr_percent"]), delta=1e-3)
            self.assertAlmostEqual(figures[f"{job}, effective training time"], float(row["ettr_percent"]), delta=1e-3)
        self.report("days", "--sqlite")
        text = (self.folder / "days/report.html").read_text(encoding="utf-8")
        self.assertEqual(Page(text).wrong, [])
        self.assertEqual(Page(text).row("Where the days went", "MRC")[0], "MRC")
        again = subprocess.run([*command, "--seeds=2"], cwd=self.folder, capture_output=True, text=True, timeout=60)
        self.assertEqual(again.returncode, 1, "results of another run stay")
        self.assertIn("days/lives.csv", again.stderr)
        forced = subprocess.run([*command, "--seeds=2", "--force"], cwd=self.folder, capture_output=True, text=True, timeout=60)
        self.assertEqual(forced.returncode, 0, forced.stderr)

    def test_a_training_job_has_a_folder_too(self):
        command = [FABRIC.with_name("mrc-training"), "--quiet", "--csv=job", "--job=step_4.0.et", "--fail=port-up:1.0/loss=5%@0ns", "--ranks"]
        run = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=60)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.report("job", "--sqlite", "--timeline")
        page = self.page("job/report.html")
        self.assertIn("not known: --saiCounters", (self.folder / "job/report.html").read_text())
        steps = self.table("job/steps.csv")
        row = page.row("Steps", "0")
        self.assertEqual([row[1].replace(",", ""), row[5], row[8]], [f"{float(steps[0]['time_us']):.3f}", steps[0]["held_by"], steps[0]["late_fault"]])
        self.assertEqual([len(steps), len(self.table("job/ranks.csv"))], [1, 4])
        printed = run.stdout.split("step,")
        self.assertIn((self.folder / "job/steps.csv").read_text(), f"step,{printed[1]}")
        self.assertIn((self.folder / "job/ranks.csv").read_text(), f"step,{printed[2]}")
        with contextlib.closing(sqlite3.connect(self.folder / "job/results.sqlite")) as database:
            time = database.execute("SELECT time_us FROM steps").fetchone()
        self.assertEqual(time, (float(steps[0]["time_us"]),))
        events = json.loads((self.folder / "job/timeline.json").read_text())["traceEvents"]
        spans = [(event["ph"], event["name"], event["ts"]) for event in events if event.get("cat") == "step"]
        self.assertEqual(spans, [("b", "step 0", 0), ("e", "step 0", float(steps[0]["time_us"]))])
        run = subprocess.run([*command[:-1], "--fail=none"], cwd=self.folder, capture_output=True, text=True, timeout=60)
        self.assertIn("job/flows.csv", run.stderr, "results of another run stay")

    def test_a_training_job_has_samples_and_counters(self):
        command = [FABRIC.with_name("mrc-training"), "--quiet", "--csv=job", "--job=moe-16.job", "--apart=4", "--fail=t1:0.3/silent@0ns"]
        run = subprocess.run([*command, *SAMPLES], cwd=self.folder, capture_output=True, text=True, timeout=60)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        tables = ["flows", "steps", "ranks", "collectives", "summary", "sai-counters", "path-changes", "sample-ports", "sample-qps"]
        self.assertEqual(json.loads((self.folder / "job/run.json").read_text())["tables"], tables)
        self.report("job", "--timeline")
        page = self.page("job/report.html")
        self.assertRegex(page.sections["Links"], r"p1\.t0\.\d\.down\d")
        self.assertGreater(float(page.row("Planes", "plane 1")[2]), 0)
        placed = sum(int(row["placed_bytes"]) for row in self.table("job/sample-qps.csv"))
        self.assertGreater(placed, 0)
        events = json.loads((self.folder / "job/timeline.json").read_text())["traceEvents"]
        self.assertIn("path", {event.get("cat") for event in events}, "EVs over the T1 are left")
        self.assertIn("nic0.p0 load", {event["name"] for event in events if event["ph"] == "C"})
        run = subprocess.run([*command[:1], "--sample=1us"], cwd=self.folder, capture_output=True, text=True, timeout=60)
        self.assertEqual(run.returncode, 1)
        self.assertIn("samples need --csv=FOLDER", run.stderr)

    def test_a_timeline_has_the_collectives_of_a_job(self):
        lines = ["name two", "layers 2", "hidden 512", "feed-forward 2048", "sequence 256", "tensor 2", "data 4", "steps 2", "gpus 1", "layer-us 20"]
        lines += ["optimizer-us 20"]  # so that senders hear of their last messages before the step ends
        (self.folder / "two.job").write_text("\n".join(lines) + "\n")
        command = [FABRIC.with_name("mrc-training"), "--quiet", "--csv=two", f"--job={self.folder / 'two.job'}"]
        run = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=60)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.report("two", "--timeline")
        rows = self.table("two/collectives.csv")
        # Each pass of a layer sums twice, and all pairs of the stage's tensor ranks are one row.
        parts = [(row["step"], row["part"]) for row in rows]
        self.assertEqual(parts, [(step, part) for step in "01" for part in [*["tensor"] * 6, "gradient", "tensor", "tensor", "gradient"]])
        bounds = [0.0]
        for step in self.table("two/steps.csv"):
            bounds.append(bounds[-1] + float(step["time_us"]))
        slack = bounds[-1] * 1e-5  # steps.csv has six digits
        for row in rows:
            begin, end, step = float(row["begin_us"]), float(row["end_us"]), int(row["step"])
            # A rank may begin a step before the slowest one has ended that before.
            self.assertTrue(bounds[max(step - 1, 0)] <= begin < end and bounds[step] < end <= bounds[step + 1] + slack, row)
            self.assertEqual((row["collectives"], row["first_rank"], row["last_rank"]), ("1", "0", "7"))
        for step in (0, 1):  # gradients of the last layer are what the optimizer waits for
            least = bounds[step + 1] - 20 - slack
            self.assertGreaterEqual(max(float(row["end_us"]) for row in rows if row["step"] == str(step)), least)
        # Bytes are those of the flows, as no rank shares a node.
        self.assertEqual(sum(int(row["bytes"]) for row in rows), sum(int(row["bytes"]) for row in self.table("two/flows.csv")))
        slices = slices_of((self.folder / "two/timeline.json").read_text())
        drawn = {int(each[1]): each[2:] for each in slices if each[0] == "collective"}
        self.assertEqual(sorted(drawn), list(range(len(rows))))
        for number, row in enumerate(rows):
            process, name, begin, end = drawn[number]
            self.assertEqual((process, name), (3, f"{row['part']} of ranks 0 .. 7"))
            self.assertAlmostEqual(begin, float(row["begin_us"]), delta=1e-6)
            self.assertAlmostEqual(end, float(row["end_us"]), delta=1e-6)


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    FABRIC = pathlib.Path(sys.argv.pop()).resolve() / "mrc-fabric"
    unittest.main()
