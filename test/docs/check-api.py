#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Does doc/api.py fail for warnings of doxygen, but for overrides, which inherit their comments?"""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
OVERRIDE = "mrc-port.h:9: warning: Member Send(int a) override (function) of class P is not documented."
MEMBER = "mrc-port.h:8: warning: Member Name() const (function) of class P is not documented."


class ApiTest(unittest.TestCase):
    def run_with(self, script):
        """Runs doc/api.py with this for doxygen; returns its status, what it said, what doxygen got."""
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "doxygen"
            program.write_text(f'#!/bin/sh\ncat >> "{folder}/settings"\n{script}\n')
            program.chmod(0o755)
            done = subprocess.run(
                [sys.executable, ROOT / "doc/api.py", folder],
                env={**os.environ, "DOXYGEN": str(program)},
                capture_output=True,
                text=True,
                check=False,
            )
            settings = pathlib.Path(folder, "settings").read_text()
            return done.returncode, done.stderr, settings

    def test_no_warning(self):
        self.assertEqual(self.run_with("true")[:2], (0, ""))

    def test_a_warning_fails_and_is_told_once(self):
        self.assertEqual(self.run_with(f"echo '{MEMBER}' >&2")[:2], (1, MEMBER + "\n"))

    def test_overrides_inherit(self):
        self.assertEqual(self.run_with(f"echo '{OVERRIDE}' >&2")[:2], (0, ""))

    def test_a_failure_fails(self):
        self.assertEqual(self.run_with("echo broken >&2; exit 2")[:2], (1, "broken\n\n"))

    def test_rooms_of_scripts_are_judged_more_strictly(self):
        settings = self.run_with("true")[2]
        whole, strict = settings.split("WARN_NO_PARAMDOC = NO")
        self.assertIn("INPUT                  = model helper", whole)
        inputs = [line for line in strict.splitlines() if line.startswith("INPUT = ")]
        self.assertIn("model/network", inputs[-1])
        self.assertIn(" helper", inputs[-1])
        self.assertNotIn("model/transport", inputs[-1])
        self.assertIn("WARN_NO_PARAMDOC = YES", strict)


if __name__ == "__main__":
    unittest.main()
