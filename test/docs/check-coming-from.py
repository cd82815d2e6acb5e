#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Are the attributes and options that doc/coming-from.rst names ours, and do its lines of Python make a graph
of HPCC's topology.txt?"""

import pathlib
import re
import subprocess
import sys
import tempfile
import textwrap
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = (ROOT / "doc/coming-from.rst").read_text()
OURS = re.sub(r"^   \* - .*?(?=^     - )", "", PAGE, flags=re.M | re.S)  # the first column has words of others
OF_NS3 = {"RngRun", "RngSeed"}
# two hosts; the number of their switch is between theirs
TOPOLOGY = "3 1 2\n1\n0 1 100Gbps 0.001ms 0\n1 2 40Gbps 500ns 0.01\n\nFirst line: total node #, switch node #, link #\n"
GRAPH = """graph {
  n0 [role=nic];
  n1 [role=switch, latency="0ns"];
  n2 [role=nic];
  n0 -- n1 [rate="100Gbps", delay="0.001ms"];
  n1 -- n2 [rate="40Gbps", delay="500ns"];
}
"""


def reference():
    """Returns the names that doc/reference.rst describes, {class: {attribute or trace source}}."""
    text = (ROOT / "doc/reference.rst").read_text()
    parts = re.split(r"^ns3::mrc::(\w+)\n\*+$", text, flags=re.M)
    return {name: set(re.findall(r"^``(\w+)``", body, re.M)) for name, body in zip(parts[1::2], parts[2::2])}


def options():
    """Returns the options of the examples."""
    files = [*(ROOT / "examples").glob("*.cc"), *(ROOT / "examples").glob("*.h"), *(ROOT / "model/run").glob("*.cc")]
    return {name for path in files for name in re.findall(r'AddValue\(\s*"(\w+)"', path.read_text())}


class ComingFromTest(unittest.TestCase):
    def test_attributes_exist(self):
        known = reference()
        named = set(re.findall(r"ns3::mrc::(\w+)(?:::(\w+))?", OURS)) - {("X", "Y")}
        self.assertGreater(len(named), 50)
        for owner, attribute in sorted(named):
            with self.subTest(name=f"{owner}::{attribute}"):
                self.assertIn(owner, known)
                self.assertIn(attribute or None, known[owner] | {None})

    def test_options_exist(self):
        named = set(re.findall(r"(?<![\w-])--(\w+)(?![\w:-])", OURS))
        self.assertGreater(len(named), 20)
        self.assertLessEqual(named, options() | OF_NS3)

    def test_lines_of_python_make_a_graph(self):
        lines = re.search(r"^\.\. code-block:: python\n\n((?:    .*\n|\n)+)", PAGE, re.M)[1]
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write(TOPOLOGY)
            file.flush()
            command = [sys.executable, "-c", textwrap.dedent(lines), file.name]
            run = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
        self.assertEqual(run.stdout, GRAPH)


if __name__ == "__main__":
    unittest.main()
