#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Runs RoCEv2 in the paper's incasts, short. Argument: the folder of the built examples.
Clauses: [roce-fabric], [dcqcn-marks], [pfc-lossless]
"""

import argparse
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "doc/validation"))
import roce

LINE = 392.3  # Gb/s of payload in 400: 4096 of 4178 bytes on the line, less headers of first packets


class RoceIncast(unittest.TestCase):
    def test_seven_fill_their_line_under_pfc_alone(self):
        _, seven = roce.incast("PFC only", "-", 1, 1, (2, 1))
        self.assertAlmostEqual(seven, LINE, delta=0.005 * LINE)

    def test_the_hash_decides_what_a_victim_gets(self):
        victims = [roce.incast("PFC only", "-", 1, seed, (2, 1))[0] for seed in range(1, 9)]
        self.assertGreater(max(victims), 0.99 * LINE)
        self.assertLess(min(victims), LINE / 2)

    def test_marks_keep_the_queue_shorter_than_unmarked_windows(self):
        options = argparse.Namespace(step=1)
        roce_depth = roce.queue_of(roce.JUDGED, options)[14][0]
        mrc_depth = roce.queue_of("MRC", options)[14][0]
        self.assertLess(roce_depth, 0.4, "Kmax")
        self.assertGreater(mrc_depth, 10 * roce_depth)

    def test_verdicts(self):
        for values, published, whole, word in (
            ([80, 120], 100, False, "pass"),
            ([80, 90], 100, False, "miss: outside"),
            ([80, 90], 100, True, "pass"),
            ([10, 110], 100, False, "miss: far"),
        ):
            text, miss = roce.verdict(values, published, whole)
            self.assertTrue(text.endswith(word), text)
            self.assertEqual(miss, word != "pass")


if __name__ == "__main__":
    roce.EXAMPLE = pathlib.Path(sys.argv.pop()) / "mrc-fabric"
    unittest.main()
