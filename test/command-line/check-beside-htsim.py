#! /usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only

"""Gives bench/beside-htsim.py programs that are not htsim. Argument: the folder of the built
examples."""

# Clauses of this file: [htsim-rows]

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "bench/beside-htsim.py"
# as many as the matrix has, and two trims
FINISHES = 'for i in $(seq $(grep -c -- "->" "$4")); do echo "Flow $i finished at 1"; done\n'
FINISHES += 'echo "New: 5 NACKs: 2 Pulls: 0"\n'


DEFAULT = ["--load=permutation", "--nics=128"]


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
                [sys.executable, SCRIPT, program, "--runs=1", "--quick", *(options or DEFAULT)],
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
        self.assertEqual(header.split()[:2], ["load", "NICs"])
        load, *numbers = row.split()
        nics, flows, size, _, ours, _, theirs_trimmed, ours_trimmed, _, memory = map(float, numbers)
        self.assertEqual((load, nics, flows, size), ("permutation", 128, 128, 2048))
        self.assertGreater(ours, 0)
        self.assertGreater(memory, 5)
        self.assertEqual((theirs_trimmed, ours_trimmed), (2, 0))

    def test_all_to_all_and_incast_have_their_flows(self):
        for load, flows in (("alltoall", 64 * 63), ("incast", 63)):
            status, text, _ = self.compare(FINISHES, f"--load={load}", "--nics=64")
            self.assertEqual(status, 0)
            row = text.splitlines()[1].split()
            self.assertEqual((row[0], int(row[2])), (load, flows))
            self.assertEqual(int(row[7]), 2, "what htsim says that it trimmed")
            self.assertGreater(int(row[8]), 0, "full queues trim here")

    def test_marks_on_the_last_hop_make_trims_fewer(self):
        trims = []
        for load in ("incast", "marked-incast"):
            status, text, _ = self.compare(FINISHES, f"--load={load}", "--nics=64")
            self.assertEqual(status, 0)
            trims.append(int(text.splitlines()[1].split()[8]))
        self.assertLess(trims[1], trims[0])

    def test_both_get_the_same_flows(self):
        check = 'cat "$4" | grep -c -- "->.* size 2097152$" | grep -qx 128 || exit 4\n'
        self.assertEqual(self.compare(check + FINISHES)[0], 0)

    def test_what_htsim_writes_is_not_left_behind(self):
        before = os.listdir(os.curdir)
        self.assertEqual(self.compare("touch logout.dat\n" + FINISHES)[0], 0)
        self.assertEqual(os.listdir(os.curdir), before)

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
        for script, options in (
            (None, []),
            (FINISHES, ["--nics=5"]),
            (FINISHES, ["--load=ring"]),
            (FINISHES, ["--runs=0"]),
        ):
            status, _, error = self.compare(script, *options)
            self.assertEqual(status, 2)
            self.assertIn("expected an executable htsim_uec, at least one run, and a load and size", error)


if __name__ == "__main__":
    EXAMPLES = pathlib.Path(sys.argv.pop()).resolve()
    unittest.main()
