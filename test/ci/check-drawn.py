#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Does each commit draw another sample, the same one each time, and all names in the course of some commits?"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "test/command-line"))
import drawn  # noqa: E402

NAMES = [f"name {i}" for i in range(20)]


def printed(**variables):
    """Returns what the program draws with those variables of the environment."""
    environment = {name: value for name, value in os.environ.items() if name != "MRC_ALL"} | variables
    command = [sys.executable, drawn.__file__, "3", *NAMES]
    return subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout.splitlines()


class DrawnTest(unittest.TestCase):
    def test_of_a_commit(self):
        sample = drawn.drawn(NAMES, 8, "a")
        self.assertEqual(len(sample), 8)
        self.assertEqual(sample, sorted(sample, key=NAMES.index))
        self.assertEqual(sample, drawn.drawn(NAMES, 8, "a"))
        self.assertEqual(sample, [name for name in NAMES if name in drawn.drawn(NAMES[::-1], 8, "a")])
        self.assertNotEqual(sample, drawn.drawn(NAMES, 8, "b"))
        self.assertEqual(NAMES, drawn.drawn(NAMES, 30, "a"))

    def test_all_are_drawn_by_some_commits(self):
        found = {name for of in range(20) for name in drawn.drawn(NAMES, 8, str(of))}
        self.assertEqual(found, set(NAMES))

    def test_some_names_come_first(self):
        sample = drawn.drawn(NAMES, 8, "a", first={NAMES[3], NAMES[17], "another"})
        self.assertEqual(len(sample), 8)
        self.assertLessEqual({NAMES[3], NAMES[17]}, set(sample))
        self.assertEqual(sample, sorted(sample, key=NAMES.index))
        self.assertEqual(drawn.drawn(NAMES, 8, "a", first=set(NAMES)), drawn.drawn(NAMES, 8, "a"))

    @unittest.skipUnless(drawn.commit(), "no clone of git")
    def test_changed_files_come_first(self):
        git = ["git", "-C", str(ROOT), "show", "--no-renames", "--format=", "--name-only", "HEAD"]
        newest = subprocess.run(git, check=True, capture_output=True, text=True).stdout.split("\n")[0]
        names = [*NAMES, newest]
        command = [sys.executable, drawn.__file__, "--changed", "1", *names]
        environment = {name: value for name, value in os.environ.items() if name != "MRC_ALL"}
        self.assertEqual(subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout.strip(), newest)

    def test_of_the_present_commit(self):
        self.assertEqual(printed(), drawn.drawn(NAMES, 3, drawn.commit()))
        self.assertEqual(printed(MRC_ALL="1"), NAMES)

    def test_a_sample_without_git(self):
        self.assertEqual(printed(PATH="/nonexistent"), drawn.drawn(NAMES, 3, ""))

    def test_a_plain_preset_has_all_unit_tests_again(self):
        """.ci/run leaves a part of them in the cache of the sanitizers' build."""
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(ROOT / "CMakePresets.json", folder)
            words = "cmake_minimum_required(VERSION 3.21)\nproject(some NONE)\n" 'message(STATUS "files: <${MRC_UNIT_TEST_FILES}>")\n'
            (pathlib.Path(folder) / "CMakeLists.txt").write_text(words)

            def configured(*options):
                command = ["cmake", "--preset", "sanitize", *options]
                return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout

            self.assertIn("files: <a.cc;b.cc>", configured("-DMRC_UNIT_TEST_FILES=a.cc;b.cc"))
            self.assertIn("files: <>", configured())

    def test_samples_of_one_commit(self):
        samples = {tuple(drawn.drawn(NAMES, 3, "a", what)) for what in ("", "one", "other")}
        self.assertEqual(len(samples), 3)


if __name__ == "__main__":
    unittest.main()
