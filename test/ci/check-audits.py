#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Does each test of the build have its networks audited [frames-conserved]? Argument: the build's folder of examples."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

BUILD = pathlib.Path(sys.argv.pop(1)).resolve().parent
AUDIT = "NS_GLOBAL_VALUE=MrcAudit=true"

# Tests without audits of their networks, and why. None is left.
EXCEPTIONS = {}


def environments():
    """Returns the environment of each test, by name, as CTest has it."""
    # In a folder of its own: CTest begins its log anew, and the build's folder has that of the run of this test.
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "CTestTestfile.cmake").write_text(f'subdirs("{BUILD}")\n', encoding="utf-8")
        shown = subprocess.run(
            ["ctest", "--show-only=json-v1"], cwd=folder, capture_output=True, text=True, timeout=60, check=True
        ).stdout
    return {
        test["name"]: [
            value
            for part in test.get("properties", [])
            if part["name"] == "ENVIRONMENT"
            for value in (part["value"] if isinstance(part["value"], list) else [part["value"]])
        ]
        for test in json.loads(shown)["tests"]
    }


class Audits(unittest.TestCase):
    def test_each_test_asks_for_audits(self):
        found = environments()
        self.assertIn("mrc-unit-tests", found)
        silent = {name for name, values in found.items() if AUDIT not in values}
        self.assertEqual(silent, set(EXCEPTIONS), "tests without " + AUDIT)

    def test_this_one_too(self):
        self.assertIn("MrcAudit=true", os.environ.get("NS_GLOBAL_VALUE", ""), "expected to be run by CTest")


if __name__ == "__main__":
    unittest.main()
