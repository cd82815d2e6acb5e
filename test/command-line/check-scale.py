#! /usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only

"""Runs ./mrc bench --scale at small sizes, and its judgement of what fits with a program that makes figures up.
Argument: the program mrc-bench-scale."""

import contextlib
import io
import json
import os
import pathlib
import stat
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(sys.argv.pop(1)).resolve()
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "bench"))
import scale  # pylint: disable=wrong-import-position

# Figures of a machine on which a NIC has 1 MiB and 1,000 hops, and a hop takes 100 ns and 20 more by doubling.
MADE_UP = """#!/usr/bin/env python3
import json, math, sys
options = dict(word[2:].split("=") for word in sys.argv[1:])
nics = int(options["nics"])
hops = 1000 * nics
if nics == 4096:
    sys.exit("it broke")
print(json.dumps({"nics": nics, "threads": int(options["threads"]), "hops": hops,
    "buildSeconds": nics / 1000, "runSeconds": hops * 1e-9 * (100 + 20 * math.log2(nics / 1024)),
    "fabricBytes": nics << 19, "pairBytes": nics << 17, "peakBytes": nics << 20,
    "fingerprint": "f" + str(nics) + (options["threads"] if nics == 8192 else "")}))
"""
LOAD = {"bytes": 1000, "flaps": 5}


class Scale(unittest.TestCase):
    def made_up(self, sizes, minutes=60, free=1 << 50):
        """Returns whether made-up runs are good, their figures, and what is printed."""
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "program"
            program.write_text(MADE_UP)
            program.chmod(program.stat().st_mode | stat.S_IXUSR)
            out = io.StringIO()
            with contextlib.redirect_stdout(out), unittest.mock.patch.object(
                scale, "available_bytes", return_value=free
            ):
                is_good, runs = scale.scale(str(program), sizes, LOAD, minutes)
            return is_good, runs, out.getvalue()

    def test_a_million_follows_the_slopes(self):
        is_good, runs, text = self.made_up([1024, 2048])
        self.assertTrue(is_good)
        self.assertEqual([(each["nics"], each["threads"]) for each in runs], [(1024, 2), (1024, 1), (2048, 2), (2048, 1)])
        # 1,000 s to build; 120 ns and 20 for each of 8.93 doublings; 1e6 MiB
        self.assertIn("a million NICs, 1 thread, by the slopes from 1,024 to 2,048: 16.7 min to build, 1.0 G hops of 299 ns", text)
        self.assertIn("in 0.1 h, 977 GiB", text)
        self.assertIn("2 threads, by the slopes", text)

    def test_a_size_that_memory_does_not_hold_is_skipped(self):
        is_good, runs, text = self.made_up([1024, 2048, 16384], free=4 << 30)
        self.assertTrue(is_good)
        self.assertEqual(len(runs), 4)
        self.assertIn("16,384       1 skipped: some 20.8 GiB are expected, and 4.0 GiB are free", text)

    def test_a_size_that_takes_too_long_is_skipped(self):
        with unittest.mock.patch.object(scale, "expected", lambda before, nics, figure: nics if nics > 1024 else 0):
            is_good, runs, text = self.made_up([1024, 2048], minutes=30)
        self.assertTrue(is_good)
        self.assertEqual([each["nics"] for each in runs], [1024, 1024])
        self.assertIn("skipped: some 34.1 min are expected", text)
        self.assertIn("left of --minutes", text)
        self.assertIn("two sizes are needed", text)

    def test_the_faster_run_has_the_time_that_is_left(self):
        """One thread is expected to take twice as long as two, and the time is enough for one of them."""

        def expected(before, nics, figure):
            return nics * 2 / before["threads"] if before and figure == "wallSeconds" else 0

        with unittest.mock.patch.object(scale, "expected", expected):
            is_good, runs, text = self.made_up([1024, 2048], minutes=50)
        self.assertTrue(is_good)
        self.assertEqual([(each["nics"], each["threads"]) for each in runs], [(1024, 2), (1024, 1), (2048, 2)])
        self.assertIn("2,048       1 skipped: some 68.3 min are expected", text)

    def test_one_thread_is_expected_to_take_as_long_as_two_together(self):
        """There is no figure of one thread yet, and the time is enough for as long as two took."""

        def expected(before, nics, figure):
            return 1800 if before and figure == "wallSeconds" else 0

        with unittest.mock.patch.object(scale, "expected", expected):
            _, runs, text = self.made_up([1024], minutes=50)
        self.assertEqual([(each["nics"], each["threads"]) for each in runs], [(1024, 2)])
        self.assertIn("1,024       1 skipped: some 60.0 min are expected", text)

    def test_options_without_effect_are_refused(self):
        for words, expected in (
            ("--nics=1024", "--nics is for --scale; expected both"),
            ("--gate --flaps=0", "--flaps is for --scale; expected both"),
            ("--scale --gate", "--gate and --scale: expected one of them"),
            ("--traces --threads=2", "--traces and --threads: expected one of them"),
        ):
            command = [sys.executable, str(ROOT / "bench/bench.py"), "--build=none", *words.split()]
            done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(expected, done.stderr)

    def test_the_time_that_is_left_ends_a_run(self):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "program"
            program.write_text("#!/bin/sh\nexec sleep 30\n")
            program.chmod(program.stat().st_mode | stat.S_IXUSR)
            self.assertIn("--minutes", scale.measure(str(program), {}, 0))

    def test_a_run_that_fails_is_told(self):
        is_good, runs, text = self.made_up([1024, 4096])
        self.assertFalse(is_good)
        self.assertEqual(len(runs), 2)
        self.assertIn("exit status 1: it broke", text)

    def test_no_result_at_all_is_a_failure(self):
        is_good, runs, text = self.made_up([1024], minutes=-1)
        self.assertFalse(is_good)
        self.assertEqual(runs, [])
        self.assertIn("FAIL: no run came to its end", text)

    def test_other_fingerprints_on_two_threads_are_told(self):
        is_good, _, text = self.made_up([1024, 8192])
        self.assertFalse(is_good)
        self.assertIn("FAIL: fingerprints differ", text)

    def test_memory_of_the_machine_is_known(self):
        self.assertGreater(scale.available_bytes(), 1 << 20)

    def test_small_fabrics(self):
        """The real program, called as ./mrc bench does."""
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "figures.json")
            done = subprocess.run(
                [sys.executable, "-B", ROOT / "bench" / "bench.py", f"--build={PROGRAM.parents[1]}", "--scale"]
                + ["--nics=64,128", "--bytes=400000", "--flaps=20", f"--json={out}"],
                capture_output=True,
                text=True,
                check=False,
                timeout=300,
            )
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            runs = json.loads(pathlib.Path(out).read_text())["runs"]
        self.assertEqual([(each["nics"], each["threads"]) for each in runs], [(64, 2), (64, 1), (128, 2), (128, 1)])
        for two, one in (runs[0:2], runs[2:4]):
            self.assertEqual(one["fingerprint"], two["fingerprint"])
            self.assertEqual(one["completed"], one["nics"])
            self.assertGreater(one["dropsOfFaults"], 0)
            self.assertGreater(one["hops"], 4 * one["nics"] * 400000 // 4096)
            self.assertGreater(one["peakBytes"], one["fabricBytes"])
        self.assertIn("a million NICs, 2 threads", done.stdout)

    def test_wrong_sizes_are_refused(self):
        for words in (["--nics=100"], ["--nics=128,64"], ["--minutes=0"], ["--bytes=-1"]):
            done = subprocess.run(
                [sys.executable, "-B", ROOT / "bench" / "bench.py", "--build=x", "--scale", *words],
                capture_output=True,
                text=True,
                check=False,
            )
            self.assertEqual(done.returncode, 2)
            self.assertIn("expected", done.stderr)


if __name__ == "__main__":
    unittest.main()
