#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Does .ci/layers.py see an include against the order, and an object of ns-3 in the engine?"""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class LayersTest(unittest.TestCase):
    """Runs it on a copy of the library."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for top in ("model", "helper"):
            shutil.copytree(ROOT / top, self.root / top)
        (self.root / ".ci").mkdir()
        (self.root / "doc").mkdir()
        for name in (".ci/layers.py", "CONTRIBUTING.md", "doc/mrc.rst"):
            shutil.copy(ROOT / name, self.root / name)

    def fault_of(self, name, line):
        """Returns what is said about a file with a line more."""
        path = self.root / name
        before = path.read_text()
        path.write_text(before + line + "\n")
        command = [sys.executable, self.root / ".ci/layers.py"]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        path.write_text(before)
        self.assertEqual(run.returncode, 1 if run.stderr.strip() else 0)
        return run.stderr.strip()

    def test_the_library_is_in_order(self):
        self.assertEqual(self.fault_of("model/host/mrc-nic-table.cc", ""), "")

    def test_includes_against_the_order(self):
        self.assertIn("workload must not include face", self.fault_of("model/workload/mrc-connection-matrix.h", '#include "ns3/mrc-qp.h"'))
        self.assertIn("fabric must not include transport", self.fault_of("model/fabric/mrc-link-pipe.cc", '#include "ns3/mrc-ring.h"'))

    def test_the_engine_names_no_object(self):
        for name, line, what in (
            ("model/host/mrc-nic-table.h", '#include "ns3/traced-callback.h"', "traced-callback.h"),
            ("model/transport/mrc-data-sender.cc", "static TypeId tid;", "TypeId"),
            ("model/fabric/mrc-link-pipe.cc", "void See(Ptr<const Packet>);", "Packet"),
            ("model/host/mrc-nic-ports.cc", "Simulator::Stop();", "Simulator"),
        ):
            self.assertIn(f"{name}: {name.split('/')[1]} must not name ns-3's {what}", self.fault_of(name, line))

    def test_files_that_belong_nowhere(self):
        for name, fault in (
            ("test/unit/a-test.cc", True),  # no folder of model/ has that name
            ("test/host/a-test.cc", False),
            ("test/host/a.cc", True),
            ("test/spin/a.cc", False),
            ("model/mrc-a.cc", True),
        ):
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("")
            self.assertEqual(f"{name}: no file belongs here" in self.fault_of("model/face/mrc-qp.cc", ""), fault, name)
            path.unlink()

    def test_faces_and_comments_may(self):
        self.assertEqual(self.fault_of("model/face/mrc-qp.cc", "static TypeId tid;"), "")
        self.assertEqual(self.fault_of("model/host/mrc-nic-ports.cc", '// an Object; "Simulator::Stop"'), "")


if __name__ == "__main__":
    unittest.main()
