#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Are examples short enough to be read in one go? Each file has fewer than 150 lines, also in folders of examples."""

import pathlib
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
MOST = 149
ENDS = (".cc", ".h", ".py")


def too_long(folder):
    """Returns {name: lines} of the files in a folder that have more lines than they may."""
    files = {str(path.relative_to(folder)): path for path in sorted(folder.rglob("*")) if path.suffix in ENDS}
    lines = {name: len(path.read_text(encoding="utf-8").splitlines()) for name, path in files.items()}
    return {name: count for name, count in lines.items() if count > MOST}


class LengthsTest(unittest.TestCase):
    def test_examples_are_short(self):
        self.assertTrue(list((ROOT / "examples").rglob("validation/*.h")))
        self.assertEqual(too_long(ROOT / "examples"), {})

    def test_a_line_too_many_is_seen(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "parts").mkdir()
            (folder / "just.cc").write_text("\n" * MOST, encoding="utf-8")
            (folder / "over.py").write_text("\n" * (MOST + 1), encoding="utf-8")
            (folder / "parts/over.h").write_text("\n" * 160, encoding="utf-8")
            (folder / "table.csv").write_text("\n" * 1000, encoding="utf-8")
            self.assertEqual(too_long(folder), {"over.py": MOST + 1, "parts/over.h": 160})


if __name__ == "__main__":
    unittest.main()
