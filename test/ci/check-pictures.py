#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Are the pictures what their drawings make, each with a page, and does the check see one that is not?"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PICTURES = ROOT / "doc/pictures"


class PicturesTest(unittest.TestCase):
    def check(self, root):
        command = [sys.executable, root / "doc/pictures/draw.py", "--check"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.returncode, done.stderr

    def test_all_are_up_to_date(self):
        self.assertEqual(self.check(ROOT), (0, ""))

    def test_a_stale_one_fails(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            shutil.copytree(PICTURES, root / "doc/pictures")
            (root / ".ci").mkdir()
            shutil.copy(ROOT / ".ci/layers.py", root / ".ci")
            self.assertEqual(self.check(root)[0], 0)
            picture = root / "doc/pictures/usid.svg"
            picture.write_text(picture.read_text().replace("2101", "2104"))
            (root / "doc/pictures/other.svg").write_text("<svg/>")
            status, message = self.check(root)
            self.assertEqual(status, 1)
            self.assertIn("usid.svg is not what its drawing makes", message)
            self.assertIn("other.svg has no drawing", message)

    def test_each_stands_on_a_page(self):
        pages = "".join(path.read_text() for path in (ROOT / "doc").rglob("*.rst"))
        for picture in PICTURES.glob("*.svg"):
            self.assertIn(f"pictures/{picture.name}\n", pages)

    def test_what_convergence_costs_is_that_of_the_table(self):
        page = (ROOT / "doc/convergence.rst").read_text(encoding="utf-8").split("convergence published")[1].splitlines()
        table = [re.sub(r"\(.*?\)| ms", "", line).split() for line in page[2:8]]
        lines = (PICTURES / "reroute.csv").read_text(encoding="utf-8").splitlines()
        drawn = [[cell or "\\" for cell in line.split(",")] for line in lines if line[0] != "#"][1:]
        self.assertEqual(drawn, table)

    def test_they_are_legible(self):
        for picture in PICTURES.glob("*.svg"):
            text = picture.read_text()
            self.assertLessEqual(int(re.search(r'width="(\d+)"', text)[1]), 900, picture.name)
            sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)"', text)]
            self.assertGreaterEqual(min(sizes), 12, picture.name)


if __name__ == "__main__":
    unittest.main()
