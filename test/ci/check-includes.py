#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Does .ci/includes.py find names that a file uses without their header, and only those?"""

import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class IncludesTest(unittest.TestCase):
    def complaints(self, **texts):
        """Returns what is said of files of model/wire; of mrc_a_cc the name is mrc-a.cc."""
        with tempfile.TemporaryDirectory() as root:
            folder = pathlib.Path(root, "model/wire")
            folder.mkdir(parents=True)
            for name, text in texts.items():
                stem, _, suffix = name.replace("_", "-").rpartition("-")
                (folder / f"{stem}.{suffix}").write_text(text)
            run = subprocess.run(
                [sys.executable, ROOT / ".ci/includes.py", root], capture_output=True, text=True, check=False
            )
            self.assertEqual((run.returncode, run.stderr), (1 if run.stdout else 0, ""))
            return run.stdout.splitlines()

    def test_a_missing_header_is_named(self):
        self.assertEqual(
            self.complaints(mrc_a_cc="#include <vector>\nstd::map<int, int> m;\nstd::vector<int> v;\n"),
            ["model/wire/mrc-a.cc: uses std::map< without <map>"],
        )
        self.assertEqual(
            self.complaints(mrc_a_h='#include <vector>\nNS_LOG_DEBUG("x");\nUintegerValue v;\n'),
            [
                "model/wire/mrc-a.h: uses NS_LOG_DEBUG without <ns3/log.h>",
                "model/wire/mrc-a.h: uses UintegerValue without <ns3/uinteger.h>",
            ],
        )

    def test_a_header_of_the_module_brings_what_it_includes(self):
        own = {"mrc_b_h": '#include "mrc-c.h"\n', "mrc_c_h": "#include <set>\n"}
        self.assertEqual(self.complaints(mrc_a_cc='#include "ns3/mrc-b.h"\nstd::set<int> s;\n', **own), [])
        self.assertEqual(len(self.complaints(mrc_a_cc="std::set<int> s;\n", **own)), 1)

    def test_a_standard_header_brings_others(self):
        self.assertEqual(self.complaints(mrc_a_cc="#include <sstream>\nstd::string s = std::to_string(3);\n"), [])
        self.assertEqual(len(self.complaints(mrc_a_cc="#include <cstdint>\nstd::string s;\n")), 1)

    def test_a_header_of_ns3_brings_others(self):
        self.assertEqual(self.complaints(mrc_a_cc='#include "ns3/node.h"\nstd::vector<int> v;\n'), [])

    def test_comments_strings_and_references_are_no_use(self):
        text = '// std::map<int, int>\n/* BooleanValue */\nconst char* t = "NS_LOG_DEBUG";\nvoid F(const std::string& s);\n'
        self.assertEqual(self.complaints(mrc_a_h=text), [])


if __name__ == "__main__":
    unittest.main()
