#! /usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only

"""Gives bench/beside-htsim.py programs that are not htsim. Argument: the folder of the built
examples."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "bench/beside-htsim.py"
FINISHES = 'for i in $(seq 128); do echo "Flow $i finished at 1"; done\n'


class BesideHtsimTest(unittest.TestCase):
    """Compares with a shell script."""

    def compare(self, script, *options):
        """Returns exit status, standard output and standard error."""
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "htsim_uec"
            if script is not None:
                program.write_text("#!/bin/sh\n" + script)
                program.chmod(0o755)
            result = subprocess.run(
                [sys.executable, SCRIPT, program, "--nics=128", "--runs=1", "--quick", *options],
                env={**os.environ, "MRC_BUILD_DIR": str(EXAMPLES.parent)},
                capture_output=True,
                text=True,
                timeout=60,
                check=False,
            )
        return result.returncode, result.stdout, result.stderr

    def test_prints_a_row(self):
        status, text, error = self.compare(FINISHES)
        self.assertEqual((status, error), (0, ""))
        header, row = text.splitlines()
        self.assertEqual(header.split()[0], "NICs")
        nics, size, _, ours, *_, memory = map(float, row.split())
        self.assertEqual((nics, size), (128, 0.5))
        self.assertGreater(ours, 0)
        self.assertGreater(memory, 5)

    def test_both_get_the_same_flows(self):
        check = 'cat "$4" | grep -c -- "->.* size 524288$" | grep -qx 128 || exit 4\n'
        self.assertEqual(self.compare(check + FINISHES)[0], 0)

    def test_a_program_that_fails_is_named_with_what_it_said(self):
        status, _, error = self.compare("echo no such option; exit 3\n")
        self.assertEqual(status, 1)
        self.assertIn("htsim_uec", error)
        self.assertIn("exit status 3\nno such option", error)

    def test_unfinished_flows_are_an_error(self):
        status, _, error = self.compare("echo Flow 1 finished at 1\n")
        self.assertEqual(status, 1)
        self.assertIn("expected 128 flows to finish", error)

    def test_there_must_be_a_program_and_a_size(self):
        for script, options in ((None, []), (FINISHES, ["--nics=5"]), (FINISHES, ["--runs=0"])):
            status, _, error = self.compare(script, *options)
            self.assertEqual(status, 2)
            self.assertIn("expected an executable htsim_uec, at least one run, and a size", error)


if __name__ == "__main__":
    EXAMPLES = pathlib.Path(sys.argv.pop()).resolve()
    unittest.main()
