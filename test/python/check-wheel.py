#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Drives the module from Python through ns-3's wheel.

./mrc test installs the wheel; without it this exits with 77: skipped.
"""

import contextlib
import os
import runpy
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SKIPPED = 77

try:
    from ns import ns
except (ImportError, SystemExit):
    print("ns-3's wheel is not installed: './mrc setup' installs it for './mrc test'")
    sys.exit(SKIPPED)


@contextlib.contextmanager
def captured(descriptor):
    """What this process, C++ included, writes to a file descriptor; a list that gets the text."""
    text = []
    saved = os.dup(descriptor)
    with tempfile.TemporaryFile() as file:
        os.dup2(file.fileno(), descriptor)
        try:
            yield text
        finally:
            sys.stdout.flush()
            os.dup2(saved, descriptor)
            os.close(saved)
            file.seek(0)
            text.append(file.read().decode())


# after the wheel itself, which writes two lines of its own to standard error
with captured(2) as LOADING:
    import mrc

from wheel_scripts import *  # noqa: E402,F403: more tests
from wheel_scripts import two_nics  # noqa: E402


class WheelTest(unittest.TestCase):
    def tearDown(self):
        ns.Simulator.Destroy()

    def test_headers_and_library_load_silently(self):
        self.assertEqual(LOADING, [""])

    def test_two_nics_transfer_a_write(self):
        network = two_nics()
        qp = network.Connect(0, 1)
        completed = []
        delivered = []
        mrc.trace(qp, "Completed", lambda c: completed.append((c.id, c.at.Ps())))
        mrc.trace(qp, "Delivered", lambda d: delivered.append((d.length, d.at.Ps())))
        write = qp.Write(1_000_000)
        ns.Simulator.Run()

        ideal = network.Unloaded().IdealBetween(0, 1, 1_000_000).Ps()
        self.assertEqual([c[0] for c in completed], [write])
        self.assertEqual([d[0] for d in delivered], [1_000_000])
        self.assertLess(delivered[0][1], completed[0][1])
        self.assertGreaterEqual(completed[0][1], 0.99 * ideal)
        self.assertLess(completed[0][1], 1.2 * ideal)
        sent = qp.Counters()
        self.assertGreater(min(list(sent.planePackets)[:2]), 0)
        self.assertEqual(sum(sent.planePackets), sent.sentPackets)

    def test_packet_trace(self):
        network = two_nics()
        qp = network.Connect(0, 1)
        nic = network.GetFaces().NodeAt(0)
        sizes = []
        for plane in range(2):
            mrc.trace(nic.GetDevice(plane), "PhyTxBegin", lambda p: sizes.append(p.GetSize()))
        qp.Write(100_000)
        ns.Simulator.Run()
        data = [size for size in sizes if size > 200]  # the rest is control
        self.assertEqual(len(data), qp.Counters().sentPackets)
        self.assertGreater(sum(data), 100_000)

    def test_unknown_trace_source(self):
        qp = two_nics().Connect(0, 1)
        with self.assertRaisesRegex(ValueError, "ns3::mrc::Qp has no trace source 'Complete'"):
            mrc.trace(qp, "Complete", print)

    def test_attribute_out_of_range(self):
        profile = ns.CreateObject[ns.mrc.QpProfile]()
        self.assertTrue(profile.SetAttributeFailSafe("Payload", ns.UintegerValue(256)))
        self.assertFalse(profile.SetAttributeFailSafe("Payload", ns.UintegerValue(255)))

    def test_error_of_cpp(self):
        with self.assertRaisesRegex(Exception, "leaf-spine-16x400g"):
            ns.mrc.PresetTopology("unknown", 16)

    def test_errors_of_the_helper(self):
        helper = ns.mrc.FabricHelper()
        calls = {
            "unknown topology preset 'clos'": lambda: helper.SetTopology("clos", 8),
            "has no attribute 'Trim'": lambda: two_nics(Trim=ns.UintegerValue(200)),
            "TrimSize = '47'; expected": lambda: two_nics(TrimSize=ns.UintegerValue(47)),
            "EcnMinimum 0.9 exceeds EcnMaximum": lambda: two_nics(EcnMinimum=ns.DoubleValue(0.9)),
            "nics = 0; expected 1": helper.Install,
        }
        for words, call in calls.items():
            with self.subTest(words), self.assertRaisesRegex(Exception, words):
                call()

    def example(self, name, *words):
        """Returns what an example prints, with the draws of a process of its own."""
        ns.RngSeedManager.ResetNextStreamIndex()
        with captured(1) as output, unittest.mock.patch.object(sys, "argv", [name, *words]):
            runpy.run_path(str(ROOT / "examples" / name), run_name="__main__")
        return output[0]

    def test_examples(self):
        starts = {
            "mrc-first.py": r"^Write 0 is complete after [\d.]+ us\n\d+ packets were sent",
            "mrc-tutorial.py": r"^64 Writes are complete, the last one after [\d.]+ us\n\d+ packets were sent again",
        }
        for name, start in starts.items():
            with self.subTest(name):
                one = self.example(name)
                self.assertRegex(one, start)
                self.assertEqual(self.example(name, "--threads=2"), one)
                with self.assertRaisesRegex(Exception, r"expected auto, or 0 \.\. 64"):
                    self.example(name, "--threads=many")


if __name__ == "__main__":
    unittest.main(verbosity=2)
