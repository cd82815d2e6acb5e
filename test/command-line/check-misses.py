#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Does bench/misses.py give the functions of a hop their parts, and say which share has none? A script stands for valgrind: it
writes what callgrind does."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
# As callgrind writes: position, instructions, reads, writes, first-level misses of the three, last-level misses of the three.
# Ten hops of the shorter run, twenty of the longer one; what a callee takes stands in the line behind "calls=".
VALGRIND = """#!{python}
import sys
out = next(word.split("=", 1)[1] for word in sys.argv if word.startswith("--callgrind-out-file="))
hops = 10 if "--bytes=1" in sys.argv else 20
functions = {functions}
with open(out, "w") as file:
    for number, (name, cost, first, last) in enumerate(functions):
        print(f"fn=({{number}}) {{name}}\\n+1 {{cost * hops + 7}} 0 0 0 {{first * hops}} 0 0 {{last * hops}} 0", file=file)
        print(f"cfn=({{number}})\\ncalls=1 0\\n+1 1000000 0 0 0 1000000 0 0 1000000 0", file=file)
print(f'{{{{"hops": {{hops}}}}}}')
"""
PARTS = {
    "void ns3::mrc::HotKernel::DrainRun<ns3::mrc::HotPath, true, false>(ns3::mrc::HotPath&)": "hops: frames and ports",
    "ns3::mrc::Sender::NextWakeup() const": "a data packet at its sender",
    "ns3::mrc::LoneRole<ns3::mrc::Sender>::Wake(ns3::mrc::Instant)": "a data packet at its sender",
    "ns3::mrc::LoneRole<ns3::mrc::Sender>::NextControl(ns3::mrc::Instant, ns3::mrc::Datagram&)": "a SACK that is written",
    "ns3::mrc::NicClock::Wake(unsigned int, ns3::mrc::Instant)": "NICs",
    "ns3::mrc::SackReader::OnSack(ns3::mrc::SackHeaders const&, ns3::mrc::Instant) const": "a SACK that is read",
    "ns3::mrc::DealtEvs::PerPlane() const": "EVs that are dealt",
    "non-virtual thunk to ns3::mrc::FastSimulatorImpl::BetweenRuns()": "wheel",
    "ns3::mrc::Connection::Probing::AskReverse(ns3::mrc::Instant) const": "probes",
    "ns3::mrc::QpEvents::PathChanged(ns3::mrc::PathTransition const&)": "what users are told",
    "ns3::mrc::SentRing::Grow()": "memory taken and given back",
    "_int_malloc": "memory taken and given back",
}


class MissesTest(unittest.TestCase):
    def printed(self, functions):
        """Returns the lines of the table, for functions with instructions and misses of a hop."""
        with tempfile.TemporaryDirectory() as folder:
            valgrind = pathlib.Path(folder) / "valgrind"
            valgrind.write_text(VALGRIND.format(python=sys.executable, functions=functions))
            valgrind.chmod(0o755)
            done = subprocess.run(
                [sys.executable, ROOT / "bench/misses.py", "--build=none", "--sizes=1,2"],
                env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"},
                capture_output=True,
                text=True,
                timeout=60,
                check=False,
            )
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout.splitlines()

    def test_functions_of_a_hop_have_parts(self):
        for name, part in PARTS.items():
            lines = self.printed([(name, 5, 2, 1)])
            self.assertIn(f"{part:46} {5.0:12.1f} {2.0:12.2f} {1.0:12.2f}", lines, name)
            self.assertEqual(lines[-1], "without a part: 0.0% of instructions, 0.0% of first-level misses, 0.0% of last-level misses")

    def test_what_has_no_part_is_told(self):
        functions = [("ns3::mrc::NicPump::Pump()", 89, 3, 1), ("ns3::mrc::New::Few()", 1, 1, 0), ("New::Most()", 10, 0, 1), ("old", 0, 0, 0)]
        lines = self.printed(functions)
        self.assertIn(f"{'without a part':46} {11.0:12.1f} {1.0:12.2f} {1.0:12.2f}", lines)
        self.assertIn(f"{'all':46} {100.0:12.1f} {4.0:12.2f} {2.0:12.2f}", lines)
        told = "without a part: 11.0% of instructions, 25.0% of first-level misses, 50.0% of last-level misses"
        self.assertEqual(lines[-3:], [told, "  New::Most(): 10.0%, 0.0%, 50.0%", "  ns3::mrc::New::Few(): 1.0%, 25.0%, 0.0%"])

    def test_what_a_longer_flow_takes_less_of_is_told_too(self):
        lines = self.printed([("ns3::mrc::NicPump::Pump()", 102, 3, 1), ("New::Less()", -2, 0, 0)])
        self.assertEqual(lines[-1], "  New::Less(): -2.0%, 0.0%, 0.0%")


if __name__ == "__main__":
    unittest.main()
