#! /usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only

"""Reads all studies of doc/validation/studies, runs one in its quick form, and breaks another. Argument: the folder
of the built examples."""

import csv
import dataclasses
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path[:0] = [str(ROOT / "doc/validation"), str(ROOT / "utils")]
import study  # noqa: E402
import study_files  # noqa: E402
import study_runs  # noqa: E402
from sweep.folder import Result  # noqa: E402
from sweep.grid import Sweep, SweepError  # noqa: E402


class StudiesTest(unittest.TestCase):
    """What ./mrc reproduce STUDY runs and writes."""

    def reproduce(self, folder, *options, status=0):
        """Returns what is printed, and what is said meanwhile."""
        environment = {**os.environ, "MRC_BUILD_DIR": str(EXAMPLES.parent)}
        command = [sys.executable, ROOT / "doc/validation/reproduce.py", *options]
        run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300, check=False)
        self.assertEqual(run.returncode, status, run.stderr)
        self.assertNotIn("Traceback", run.stderr)
        return run.stdout, run.stderr

    def test_each_file_has_a_page(self):
        names = study.names()
        self.assertGreaterEqual(len(names), 12)
        for name in names:
            for quick in (False, True):
                one = study.read(name, quick)
                self.assertTrue(one.checks or not quick, name)
            page = (ROOT / f"doc/studies/{name}.rst").read_text(encoding="utf-8")
            self.assertIn(one.texts["title"], page)
            self.assertTrue((ROOT / f"doc/studies/{name}.svg").exists(), name)

    def test_a_study_is_run_and_kept(self):
        with tempfile.TemporaryDirectory() as folder:
            printed, said = self.reproduce(folder, "q-window", "--quick")
            self.assertIn("no loss: 2 of 2 runs", said)
            self.assertIn("claims", printed)
            made = pathlib.Path(folder, "reproduced/q-window-quick")
            with open(made / "claims.csv", encoding="utf-8", newline="") as file:
                claims = list(csv.reader(file))
            self.assertEqual(len(claims), 1 + len(study.read("q-window", True).checks))
            self.assertTrue((made / "picture.svg").read_text(encoding="utf-8").startswith("<"))
            self.assertIn("pass", claims[1])
            self.assertNotIn("runs", self.reproduce(folder, "q-window", "--quick")[1])

    def test_an_edited_file_makes_results_stale(self):
        with tempfile.TemporaryDirectory() as folder:
            mine, data = pathlib.Path(folder, "studies"), pathlib.Path(folder, "data")
            mine.mkdir()
            data.mkdir()
            self.addCleanup(setattr, study_files, "DATA", study_files.DATA)
            study_files.DATA = data
            (mine / "one.life").write_text("job MRC\nslow-tables edge ../data/steps.csv ../data/steps.csv\n")
            (data / "steps.csv").write_text("1\n")
            (data / "web.cdf").write_text("0 0\n1500 1\n")
            arguments = {"life": "{folder}/one.life", "workload": "poisson cdf=web.cdf load=0.4"}
            sweep = Sweep(mine / "one.toml", "mrc-job-life", arguments, {"RngRun": ["1"]})
            seen = [study_runs.digest(sweep)]
            for path in (mine / "one.life", data / "steps.csv", data / "web.cdf"):
                path.write_text(path.read_text() + "\n")
                seen.append(study_runs.digest(sweep))
            self.assertEqual(len(set(seen)), 4)
            (data / "other.csv").write_text("2\n")
            self.assertEqual(study_runs.digest(sweep), seen[-1])

    def test_runs_without_a_result_count_as_failed(self):
        with tempfile.TemporaryDirectory() as folder:
            runs = study_runs.StudyRuns(study.read("q-window"), pathlib.Path(folder), None)
            good = Result("ok", 0, "", 1.0, "b", [])
            bad = dataclasses.replace(good, status="failed", exit_status=1)
            runs.results = {("no loss", ("1", str(seed))): found for seed, found in enumerate((good, bad, None), 1)}
            self.assertEqual(runs.failed(), 2)

    def test_mistakes_are_named(self):
        with tempfile.TemporaryDirectory() as folder:
            said = self.reproduce(folder, "q-window", "fig14", status=2)[1]
            self.assertIn("fig14 beside the study q-window; expected studies only", said)
            said = self.reproduce(folder, "q-window", "--tables", status=2)[1]
            self.assertIn("expected --quick", said)

    def test_a_wrong_file_is_refused(self):
        text = (study.FOLDER / "q-window.toml").read_text(encoding="utf-8")
        kept = study.FOLDER
        with tempfile.TemporaryDirectory() as folder:
            study.FOLDER = pathlib.Path(folder)
            self.addCleanup(setattr, study, "FOLDER", kept)
            for wrong, expected in (
                (text.replace("title =", "titel ="), "expected title"),
                (text.replace("[[check]]", "[[check]]\nbound = 3", 1), "bound"),
                (text + "\n[plot.x]", "expected a study in TOML"),
            ):
                (study.FOLDER / "wrong.toml").write_text(wrong, encoding="utf-8")
                with self.assertRaisesRegex(SweepError, expected):
                    study.read("wrong")


if __name__ == "__main__":
    EXAMPLES = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
