#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Checks what links leave pairs of T0s against sums by hand, and traces one case. Argument: the folder of the built
examples."""

import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path[:0] = [str(ROOT / "doc/validation"), str(ROOT / "utils")]
import asymmetry  # noqa: E402


class AsymmetryTest(unittest.TestCase):
    """Least times, and a trace."""

    def test_missing_and_slow_links_are_read(self):
        words = "link:1.0.4/missing,link-up:0.0.3/rate=50%,link-down:2.1.5/rate=75%,link-up:2.1.5/rate=25%"
        expected = {(1, 0, 4): (0.0, 0.0), (0, 0, 3): (0.5, 1.0), (2, 1, 5): (0.25, 0.75)}
        self.assertEqual(asymmetry.links_of(words), expected)

    def test_the_worst_plane_or_all_of_them_set_the_least_time(self):
        pairs = {(0, 2): 16, (2, 0): 16, (1, 1): 16}
        whole = asymmetry.least({}, pairs)
        self.assertEqual(whole, {pair: (1.0, 1.0) for pair in pairs})
        # T0 0 lacks four T1s of plane 1, T0 2 two others of them. T0 2 lacks four of plane 3, too.
        lacking = {(1, 0, t1): (0.0, 0.0) for t1 in range(4)} | {(1, 2, t1): (0.0, 0.0) for t1 in (4, 5)}
        lacking |= {(3, 2, t1): (0.0, 0.0) for t1 in range(4)}
        even, free = asymmetry.least(lacking, pairs)[0, 2]
        self.assertAlmostEqual(even, 16 / 10)
        self.assertAlmostEqual(free, 4 / (2 + 10 / 16 + 12 / 16))

    def test_few_senders_find_room_on_half_of_the_links(self):
        half = {(plane, 2, t1): (1.0, 0.5) for plane in range(4) for t1 in range(16)}
        self.assertEqual(asymmetry.least(half, {(0, 2): 8})[0, 2], (1.0, 1.0))
        self.assertAlmostEqual(max(asymmetry.least(half, {(0, 2): 12})[0, 2]), 1.5)

    def test_a_trace_has_a_row_for_each_pair_of_t0s(self):
        links, flows, windows = asymmetry.run("x3", "all links", 1)
        rows = list(asymmetry.rows(links, flows, windows))
        self.assertEqual(sorted(row[0] for row in rows), ["0-2", "1-3", "2-0", "3-1"])
        for row in rows:
            self.assertEqual((row[1], row[6], row[7]), ("16", "1.00", "1.00"))
            self.assertTrue(55 < float(row[2]) <= float(row[4]) < 65, row)
            self.assertGreater(float(row[8]), 100, "kB of window")


if __name__ == "__main__":
    asymmetry.EXAMPLE = pathlib.Path(sys.argv.pop()).resolve() / "mrc-fabric"
    unittest.main()
