#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Does .ci/headers.py see what is wrong with the list of public headers?"""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEAD = "# a comment\n"


class HeadersTest(unittest.TestCase):
    """Each test has a small library of three headers, two of them public."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.write("helper/mrc-a.h", '#include "ns3/mrc-b.h"\n#include <string>\n')
        self.write("model/wire/mrc-b.h", "struct B;\n")
        self.write("model/wire/mrc-c.h", '#include "mrc-b.h"\n')
        self.write("cmake/public-headers.txt", HEAD + "helper/mrc-a.h\nmodel/wire/mrc-b.h\n")
        (self.root / ".ci").mkdir()
        shutil.copy(ROOT / ".ci/headers.py", self.root / ".ci")

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def run_with(self, *options):
        command = [sys.executable, self.root / ".ci/headers.py", *options]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def fault(self):
        run = self.run_with()
        self.assertEqual(run.returncode, 1 if run.stderr else 0)
        return run.stderr.strip()

    def test_all_is_well(self):
        self.assertEqual(self.fault(), "")
        self.assertEqual(self.run_with().stdout, "2 public headers of 3, 0 errors\n")
        self.assertEqual(self.run_with("--public").stdout, "helper/mrc-a.h\nmodel/wire/mrc-b.h\n")
        self.assertEqual(self.run_with("--private").stdout, "model/wire/mrc-c.h\n")

    def test_headers_that_no_file_includes_first(self):
        self.assertEqual(self.run_with("--untested").stdout, "model/wire/mrc-c.h\n")
        for text in ("#include <string>\n#include \"mrc-c.h\"\n", "#define C\n#include \"mrc-c.h\"\n", ""):
            self.write("model/wire/mrc-c.cc", text)
            self.assertEqual(self.run_with("--untested").stdout, "model/wire/mrc-c.h\n", text)
        for include in ('#include "mrc-c.h"', '# include "ns3/mrc-c.h"'):
            self.write("model/wire/mrc-c.cc", f"// why\n\n{include}\n#include <string>\n")
            self.assertEqual(self.run_with("--untested").stdout, "\n", include)

    def test_a_public_header_that_includes_a_private_one(self):
        for include in ('#include "mrc-c.h"', '#  include "ns3/mrc-c.h"', "#include <ns3/mrc-c.h>"):
            self.write("model/wire/mrc-b.h", f"\n{include}\n")
            self.assertIn("model/wire/mrc-b.h:2: mrc-c.h is not installed", self.fault())

    def test_a_name_that_is_no_header(self):
        self.write("cmake/public-headers.txt", "helper/mrc-a.h\nmodel/wire/mrc-b.h\nmodel/wire/mrc-d.h\n")
        self.assertEqual(self.fault(), "cmake/public-headers.txt: there is no model/wire/mrc-d.h")

    def test_the_order(self):
        self.write("cmake/public-headers.txt", "model/wire/mrc-b.h\nhelper/mrc-a.h\n")
        self.assertIn("in the order of the alphabet", self.fault())

    def test_too_many(self):
        names = [f"model/wire/mrc-x{i:03}.h" for i in range(300)]
        for name in names:
            self.write(name, "")
        self.write("cmake/public-headers.txt", "\n".join(names) + "\n")
        self.assertIn("300 headers; expected at most", self.fault())

    def test_the_module(self):
        run = subprocess.run([sys.executable, ROOT / ".ci/headers.py"], capture_output=True, text=True, check=False)
        self.assertEqual((run.returncode, run.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
