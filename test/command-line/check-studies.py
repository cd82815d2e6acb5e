#! /usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only

"""Reads all studies of doc/validation/studies, runs one in its quick form, and breaks another. Argument: the folder
of the built examples."""

import csv
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
from sweep.grid import SweepError  # noqa: E402


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
