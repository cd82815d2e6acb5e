#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Checks the account of what a dead T1 costs an all-to-all against sums by hand, and that of one seed. Argument: the folder
of the built examples."""

import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path[:0] = [str(ROOT / "doc/validation"), str(ROOT / "utils")]
import claims  # noqa: E402
import held  # noqa: E402
import jobs  # noqa: E402

SEED = 4
TIMEOUT = 67.1  # ms


def flow(number, start, end, again):
    """A row of flows.csv, of times in ms before the compression."""
    nanos = [f"{time * 1e6 / held.rerouting.FACTOR:.3f}" for time in (end, end - start)]
    return {"flow": str(number), "finish_ns": nanos[0], "fct_ns": nanos[1], "retransmissions": str(again)}


class HeldTest(unittest.TestCase):
    """Sums by hand, and one seed."""

    def test_who_waits_is_compared_with_the_others(self):
        rows = [flow(1, 0, 30, 0), flow(2, 5, 35, 0), flow(3, 0, 70, 9), flow(4, 20, 60, 1), flow(5, 40, 80, 0)]
        found = held.account(rows, 3)
        # Others take 30, 30 and 40 ms. Two are held, which take 70 and 40.
        for value, expected in zip(found, (80, 2, 3, 25, 50 / 256, 10)):
            self.assertAlmostEqual(value, expected, places=3)

    def test_a_run_without_a_fault_holds_nothing(self):
        found = held.account([flow(1, 0, 30, 0), flow(2, 0, 40, 0)], 0)
        self.assertEqual((found.held, found.slot), (0, 0))

    def test_the_t1_of_a_short_collective_dies_at_the_same_part(self):
        whole, third = (held.options(10, SEED, megabytes) for megabytes in (270, 90))
        self.assertEqual([word for word in whole if word not in third][0], "--workload=all-to-all ranks=32 size=270MB window=8")
        self.assertEqual(len([word for word in whole if word not in third]), 2)
        self.assertAlmostEqual(held.dies(SEED, 90), held.dies(SEED, 270) / 3, delta=0.016)

    def test_the_last_line_has_the_quotient_of_p99s_and_that_of_means(self):
        def runs(*lengths):
            return [held.Account(took, 0, 0, 0, 4, 0) for took in lengths]

        line = held.totals({1: runs(100, 100, 110), 2: runs(120, 100, 110)})
        self.assertEqual(
            line,
            "P99 119.8 without a fault and 110.0 with: -8.2 %. Means 110.0, 100.0 and 110.0: +0.0 %. A slot loses 4.0",
        )

    def test_the_miss_of_x1_names_the_account(self):
        cells = {None: 100, 10: 104, 100: 158}
        results = {jobs.Job("collective", ("ECMP", "all-to-all", time), 1): took for time, took in cells.items()}
        rows = {claim.claim: claim.row() for claim in claims.of_rerouting(results)}
        for time, verdict in ((10, "miss"), (100, "pass")):
            row = rows[f"X1: all-to-all, ECMP, {time} ms: P99 longer by, %"]
            self.assertEqual((row[4], "held.py" in row[5]), (verdict, verdict == "miss"))

    def test_timeouts_hide_behind_other_messages_of_a_long_collective_alone(self):
        long = held.run(10, SEED)
        short = held.run(10, SEED, 90)
        usual = held.run(None, SEED, 90)
        for found in (long, short):
            self.assertGreater(found.timers, 10)
            self.assertTrue(TIMEOUT / 2 < found.each < TIMEOUT + 10, found)
        self.assertTrue(10 < long.held < 100, long)
        self.assertGreater(long.before, 20, "what was held ends long before the collective")
        self.assertLess(long.slot, 10, "ms of some 155")
        self.assertEqual(short.before, 0, "what was held ends last")
        self.assertGreater(short.took, usual.took + TIMEOUT / 4)
        self.assertEqual((usual.held, usual.timers), (0, 0))


if __name__ == "__main__":
    held.EXAMPLE = pathlib.Path(sys.argv.pop()).resolve() / "mrc-fabric"
    unittest.main()
