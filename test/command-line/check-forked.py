#! /usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only

"""Programs of Python in a copy of this process end as in an interpreter of their own."""

import pathlib
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

sys.dont_write_bytecode = True

import forked  # noqa: E402


class ForkedTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.program = pathlib.Path(folder.name) / "program.py"

    def run_forked(self, text):
        self.program.write_text(f"import sys\n{text}\n")
        return forked.run(self.program, [], self.program.parent)

    def test_ends_are_those_of_the_interpreter(self):
        for end in ("", "None", "0", "False", "True", "3", "-1", "256", "'words'", "(1, 'a')", "0.0", "'\\udcff'"):
            with self.subTest(end=end):
                run = self.run_forked(f"print('out')\nprint('\\udc80', file=sys.stderr)\nsys.exit({end})")
                alone = subprocess.run([sys.executable, self.program], capture_output=True, text=True, timeout=60, check=False)
                self.assertEqual((run.returncode, run.stdout, run.stderr), (alone.returncode, alone.stdout, alone.stderr))

    def test_a_program_that_hangs_is_no_result(self):
        with mock.patch.object(forked, "SECONDS", 1), self.assertRaises(subprocess.TimeoutExpired):
            self.run_forked("import time\ntime.sleep(60)")


if __name__ == "__main__":
    unittest.main()
