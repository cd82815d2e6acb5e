#! /usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only

"""Runs mrc-bench-step on a light job, and the rows of ./mrc bench --steps with a program that makes figures up.
Argument: the program mrc-bench-step."""

import json
import pathlib
import subprocess
import sys
import types
import unittest
import unittest.mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(sys.argv.pop(1)).resolve()
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "bench"))
import steps  # pylint: disable=wrong-import-position

LIGHT = {"job": ROOT / "examples/data/gpt-7b.job", "layers": 2, "microbatches": 1, "shrink": 512}


def run(**options):
    """Returns the figures of a run, its status, and what it says."""
    words = [PROGRAM, *(f"--{name}={value}" for name, value in {**LIGHT, **options}.items())]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300, check=False)
    return json.loads(done.stdout or "{}"), done.returncode, done.stderr


def row(figure, unit, measured, least=None, most=None):
    """A row as the bench has it."""
    return figure, measured, (measured >= least if least is not None else None if most is None else measured <= most)


class Steps(unittest.TestCase):
    def test_a_step_tells_what_it_took(self):
        one, status, told = run()
        self.assertEqual((status, one["end"], one["nics"]), (0, "finished", 32), told)
        self.assertIn("step,time_us", told)
        half, _, _ = run(shrink=256)
        self.assertEqual(half["operations"], one["operations"])
        self.assertAlmostEqual(half["bytesPerNic"] / one["bytesPerNic"], 2, delta=0.01)
        # at most four links and an acknowledgement for four packets, at least two links
        packets = (half["bytesPerNic"] - one["bytesPerNic"]) * 32 / 4096
        self.assertTrue(2 < (half["hops"] - one["hops"]) / packets < 6, (half, one))

    def test_two_threads_do_the_same(self):
        one, two = run()[0], run(threads=2)[0]
        self.assertEqual(two["threads"], 2)
        self.assertEqual((two["fingerprint"], two["hops"]), (one["fingerprint"], one["hops"]))

    def test_what_is_wrong_is_told(self):
        _, status, told = run(layers=3)
        self.assertEqual(status, 1)
        self.assertIn("3 layers; expected as many in each of 2 stages", told)

    def test_a_group_of_experts_grows_with_its_ranks(self):
        few, status, told = run(job=steps.DATA / steps.MOE, data=8, layers=1, shrink=512)
        many = run(job=steps.DATA / steps.MOE, data=16, layers=1, shrink=512)[0]
        self.assertEqual((status, few["nics"], many["nics"]), (0, 8, 16), told)
        self.assertEqual((few["queuePairs"], many["queuePairs"]), (8 * 7, 16 * 15))
        self.assertAlmostEqual(many["bytesPerNic"] / few["bytesPerNic"], 1, delta=0.1)

    def test_rows_are_judged(self):
        figures = {"nics": 1024, "bytesPerNic": 512e6, "hops": 10, "planBytes": 1, "peakBytes": 2 << 30, "runSeconds": 1}
        programs = types.SimpleNamespace(run=lambda *_, **__: figures)
        self.assertNotIn(False, [met for *_, met in steps.dense(programs, row)])
        figures.update(bytesPerNic=511e6, peakBytes=(2 << 30) + 1)
        self.assertEqual([met for *_, met in steps.dense(programs, row)].count(False), 2)

    def test_a_window_has_messages_wait_for_each_other(self):
        options = {"job": steps.DATA / steps.MOE, "data": 16, "layers": 1, "shrink": 512}
        free, (narrow, status, told) = run(**options)[0], run(**options, window=1)
        self.assertEqual((status, narrow["end"]), (0, "finished"), told)
        for name in ("operations", "bytesPerNic", "queuePairs"):
            self.assertEqual(narrow[name], free[name])
        self.assertNotEqual(narrow["fingerprint"], free["fingerprint"])
        self.assertGreater(narrow["simulatedSeconds"], 1.1 * free["simulatedSeconds"], "15 messages, one after the other")

    def test_rows_say_their_window(self):
        asked = []

        def run_up(_, window, **__):
            asked.append(window)
            return {"bytesPerNic": 67e6, "planBytes": 1, "peakBytes": 1, "runSeconds": 1}

        rows = steps.experts(types.SimpleNamespace(run=run_up), row, 16)
        self.assertEqual(set(asked), {16})
        self.assertEqual(rows[-1][0], "MoE step, 1,023 peers, 16 at a time: run")

    def test_what_does_not_fit_follows_the_slope(self):
        def run_up(_, data, **__):
            return {"bytesPerNic": 67e6, "planBytes": 1, "peakBytes": 1000 + data * data * 8192, "runSeconds": 1}

        for free, last in ((1 << 40, "MoE step, 1,023 peers: run"), (7 << 30, "MoE step, 1,023 peers: peak by the slope, did not fit")):
            with unittest.mock.patch.object(steps.scale, "available_bytes", return_value=free):
                rows = steps.experts(types.SimpleNamespace(run=run_up), row)
            self.assertEqual(rows[-1][0], last)
            peak = next(measured for name, measured, _ in rows if name.startswith("MoE step, 1,023 peers: peak"))
            self.assertAlmostEqual(peak, 8, places=3)
            self.assertEqual([met for *_, met in rows].count(False), 1)

    def test_instructions_are_those_of_the_difference(self):
        def counted(name, options):
            hops = {"mrc-bench-step": 1000 / options.get("shrink", 1), "mrc-bench": options.get("bytes", 0)}[name]
            return 5000 + (720 if name == "mrc-bench-step" else 600) * hops, hops

        step, bench = steps.instructions(types.SimpleNamespace(counted=counted))
        self.assertAlmostEqual(step, 720)
        self.assertAlmostEqual(bench, 600)


if __name__ == "__main__":
    unittest.main()
