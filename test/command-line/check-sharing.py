#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only

"""Has ./mrc bench --threads and --ranks compare small runs with that of one, and runs that a program makes up.
Argument: the program mrc-bench; behind it a word, if it runs over ranks."""

import contextlib
import io
import os
import pathlib
import sys
import types
import unittest
import unittest.mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(sys.argv.pop(1)).resolve()
HAS_RANKS = len(sys.argv) > 1 and bool(sys.argv.pop(1))
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "bench"))
import bench  # pylint: disable=wrong-import-position
import programs as bench_programs  # pylint: disable=wrong-import-position
import rank_start  # pylint: disable=wrong-import-position

SMALL = ((64, 16, 300_000, 1), (32, 8, 300_000, 2))  # NICs, NICs on a T0, bytes, planes: marks, and links of two planes
LINKS = ("hops", "marks", "trims", "drops", "fingerprint")  # what a run tells of all links; mrc-ranks has runs with drops


def shared(programs, kind, sizes=SMALL):
    """Returns whether two of a kind are judged to have the results of one, and what is printed."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        is_same = bench.sharing(programs, kind, [2], 1, sizes)
    return is_same, out.getvalue()


class Sharing(unittest.TestCase):
    def agree(self, kind):
        """Demands the same of each run of a size, however many share the run."""
        programs = bench_programs.Programs(PROGRAM.parents[1])
        with unittest.mock.patch.dict(os.environ, rank_start.environment()):
            is_same, text = shared(programs, kind)
        self.assertTrue(is_same, text)
        self.assertIn("the same fingerprints", text)
        self.assertEqual([run[kind] for run in programs.runs], [1, 2] * len(SMALL))
        for one, two in zip(programs.runs[::2], programs.runs[1::2]):
            self.assertEqual({name: one[name] for name in LINKS}, {name: two[name] for name in LINKS})
            self.assertGreater(one["hops"], 4 * 4 * one["nics"])  # of each message several packets over four links
        self.assertGreater(programs.runs[0]["marks"], 0)

    def test_threads(self):
        self.agree("threads")

    @unittest.skipUnless(HAS_RANKS, "this build has no MPI")
    def test_ranks(self):
        self.agree("ranks")

    def made_up(self, fingerprints, seconds, nics=64):
        """Returns the judgement of runs that have these results and times, of one rank and of two."""
        runs = iter(zip(fingerprints, seconds))

        def run(_, **__):
            fingerprint, time = next(runs)
            return {"fingerprint": fingerprint, "runWallSeconds": time}

        return shared(types.SimpleNamespace(run=run), "ranks", ((nics, 16, 300_000, 1),))

    def test_other_results_fail(self):
        is_same, text = self.made_up(["a", "b"], [2, 1])
        self.assertFalse(is_same)
        self.assertIn("FAIL: fingerprints differ", text)
        self.assertTrue(self.made_up(["a", "a"], [2, 1])[0])

    def test_little_gain_fails_where_a_bound_is(self):
        self.assertTrue(self.made_up(["a", "a"], [1.31, 1], nics=8192)[0])
        self.assertFalse(self.made_up(["a", "a"], [1.29, 1], nics=8192)[0])
        self.assertTrue(self.made_up(["a", "a"], [1, 2])[0], "no bound at 64 NICs")


if __name__ == "__main__":
    unittest.main()
