#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Are examples short enough to be read in one go? A file has fewer than 150 lines. Parts of the programs that compare with
published figures may be longer, those that are named here, and no more of them."""

import pathlib
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
MOST = 149
ENDS = (".cc", ".h", ".py")
# Tables of scenarios, and what measures them: lines that each may have.
LONGER = {
    "validation/mrc-comparison.cc": 194,
    "validation/mrc-failure-scenarios.h": 223,
    "validation/mrc-figures.cc": 183,
    "validation/mrc-incast-benchmark.cc": 200,
    "validation/mrc-incast-scenarios.h": 194,
    "validation/mrc-path-scenarios.h": 172,
    "validation/mrc-permutation-scenarios.h": 167,
}


def too_long(folder, longer):
    """Returns {name: lines} of the files in a folder that have more lines than they may."""
    files = {str(path.relative_to(folder)): path for path in sorted(folder.rglob("*")) if path.suffix in ENDS}
    lines = {name: len(path.read_text(encoding="utf-8").splitlines()) for name, path in files.items()}
    return {name: count for name, count in lines.items() if count > longer.get(name, MOST)}


class LengthsTest(unittest.TestCase):
    def test_examples_are_short(self):
        self.assertEqual(too_long(ROOT / "examples", LONGER), {})

    def test_no_file_is_named_in_vain(self):
        for name, most in LONGER.items():
            self.assertGreater(most, MOST, name)
            self.assertIn(name, too_long(ROOT / "examples", {}))

    def test_a_line_too_many_is_seen(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "parts").mkdir()
            (folder / "just.cc").write_text("\n" * MOST, encoding="utf-8")
            (folder / "over.py").write_text("\n" * (MOST + 1), encoding="utf-8")
            (folder / "parts/known.h").write_text("\n" * 160, encoding="utf-8")
            (folder / "table.csv").write_text("\n" * 1000, encoding="utf-8")
            self.assertEqual(too_long(folder, {"parts/known.h": 160}), {"over.py": MOST + 1})
            self.assertEqual(too_long(folder, {"parts/known.h": 159}), {"over.py": MOST + 1, "parts/known.h": 160})


if __name__ == "__main__":
    unittest.main()
