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

    def test_the_shared_links_tell_what_a_victim_gets(self):
        for seed in range(1, 9):
            links, spines = roce.shared(roce.ways(seed))
            rate = roce.incast("PFC only", "-", 1, seed, (4, 2))[0]
            share = LINE / spines  # of NIC 0's line, for each link down that has senders to it
            if links == "none":
                self.assertGreater(rate, 0.99 * LINE, seed)
            elif links == "link down":
                self.assertAlmostEqual(rate, share, delta=0.1 * share, msg=seed)
            else:
                self.assertLess(rate, 0.4 * share, seed)

    def test_the_links_that_a_victim_shares(self):
        for by, expected in (
            ([0, 0, 1, 1, 0, 1, 0, 2], ("none", 2)),
            ([2, 0, 1, 1, 0, 1, 0, 2], ("link down", 3)),
            ([0, 0, 1, 1, 0, 2, 0, 2], ("uplink and link down", 3)),
        ):
            self.assertEqual(roce.shared(by), expected)

    def test_pauses_hold_a_victim_of_eight_queue_pairs_at_the_start(self):
        rows, pauses = roce.course(1, roce.JUDGED, 6)
        self.assertGreater(pauses, 1000)
        victim, seven, at_nic, in_t1s = rows[5]
        self.assertLess(victim, LINE / 2)
        self.assertAlmostEqual(seven, LINE, delta=0.005 * LINE)
        self.assertGreater(min(at_nic, in_t1s), 20, "MB that wait")

    def test_links_that_queue_under_pfc_alone(self):
        (down, up, waits, rate), (later_down, _, _, _) = roce.emptying(1, [2, 5])
        self.assertGreaterEqual(min(down, later_down), 3, "of four links down to the victim's rack")
        self.assertLessEqual(max(down, later_down), 4)
        self.assertIn(up, range(4, 9), "of eight uplinks")
        self.assertTrue(10 < waits < 34, "MB, up to where their switch pauses")
        self.assertTrue(0 < rate < LINE / 2, rate)

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
