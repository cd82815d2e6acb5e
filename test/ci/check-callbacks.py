#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Does .ci/callbacks.py find what callbacks hand over, and what is wrong with it?"""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class CallbacksTest(unittest.TestCase):
    """Runs it on a copy of the headers."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for name in [*ROOT.glob("model/*/*.h"), *ROOT.glob("helper/*.h"), ROOT / ".ci/callbacks.py"]:
            copy = self.root / name.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(name, copy)

    def run_it(self, *options):
        command = [sys.executable, self.root / ".ci/callbacks.py", *options]
        return subprocess.run(command, capture_output=True, text=True)

    def replace(self, header, old, new):
        path = self.root / header
        self.assertIn(old, path.read_text())
        path.write_text(path.read_text().replace(old, new, 1))

    def test_the_headers_are_in_order(self):
        run = self.run_it()
        self.assertEqual((run.returncode, run.stderr.strip()), (0, ""))

    def test_all_is_found(self):
        text = self.run_it("--rst").stdout
        for name in ("Completion", "PathTransition", "PortSight", "DropReason", "NackReason", "WorkOpcode"):
            self.assertIn(f"\nns3::mrc::{name}\n***", text)
        self.assertIn("\n``cause``\n   why.\n\n   ``PathCause``\n", text)
        self.assertIn("\n``RANDOM_LOSS``\n   a lossy fault drew the packet.\n", text)

    def test_an_enum_without_its_operator_fails(self):
        self.replace("model/transport/mrc-path-state.h", "operator<<(std::ostream& out, PathCause", "Print(int, PathCause")
        run = self.run_it()
        self.assertEqual(run.returncode, 1)
        self.assertIn("enum PathCause comes in a callback; expected std::ostream& operator<<", run.stderr)

    def test_a_new_enum_is_found(self):
        self.replace("model/transport/mrc-qp-sample.h", "    Span rtt; ", "    RttKind kind; //!< new\n    Span rtt; ")
        self.replace(
            "model/transport/mrc-qp-sample.h",
            "/** A round trip",
            "/** New. */\nenum class RttKind\n{\n    ONE, //!< one\n    TWO\n};\n\n/** A round trip",
        )
        run = self.run_it()
        self.assertEqual(run.returncode, 1)
        self.assertIn("enum RttKind comes in a callback; expected", run.stderr)
        self.assertIn("RttKind: TWO comes in a callback; expected a comment", run.stderr)


if __name__ == "__main__":
    unittest.main()
