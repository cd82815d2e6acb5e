#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Has doc/mrc.rst the outline of ns-3's modules, with a line for each example and each test, and does
the index name every page once?"""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = (ROOT / "doc/mrc.rst").read_text()
BUILD_FILES = ["CMakeLists.txt", "test/soak/CMakeLists.txt"]
# from ns-3's utils/create-module.py; sections between the first two are free
OUTLINE = ["Scope and Limitations", "Usage", "Examples and Tests", "Validation", "References"]
USAGE = ["Helpers", "Attributes", "Traces"]


def titles(text, mark):
    """Returns the titles that are underlined with the mark, in their order."""
    return re.findall(rf"^(.+)\n{re.escape(mark)}{{3,}}$", text, re.MULTILINE)


def section(title):
    """Returns what stands below the title, up to the next title of any level."""
    return re.search(rf"^{title}\n[=*]+\n(.*?)(?=^[^\n]+\n[=*]{{3,}}\n|\Z)", PAGE, re.M | re.S)[1]


def lines_of(title):
    """Returns the names that have a line of their own in this section."""
    return re.findall(r"^\* ``([^`]+)``: \S", section(title), re.MULTILINE)


class OutlineTest(unittest.TestCase):
    maxDiff = None

    def test_sections_are_those_of_ns3(self):
        found = titles(PAGE, "*")
        self.assertEqual(found[0], OUTLINE[0])
        self.assertEqual([title for title in found if title in OUTLINE], OUTLINE)
        self.assertEqual([t for t in titles(PAGE, "=") if t in USAGE], USAGE)

    def test_each_example_has_a_line(self):
        programs = {path.stem for path in (ROOT / "examples").glob("*.cc")}
        scripts = {path.name for path in (ROOT / "examples").glob("*.py")}
        self.assertCountEqual(lines_of("Examples"), programs | scripts)

    def test_each_suite_has_a_line(self):
        files = (ROOT / "test").glob("mrc-*-test-suite.cc")
        suites = {path.name.replace("-test-suite.cc", "") for path in files}
        self.assertCountEqual(lines_of("Suites"), suites)

    def test_each_other_test_has_a_line(self):
        text = "".join((ROOT / name).read_text() for name in BUILD_FILES)
        added = r"(?:mrc_add_\w+\(|add_test\(NAME)\s*(mrc-[\w-]+)"
        self.assertCountEqual(lines_of("Other tests"), set(re.findall(added, text)))

    def test_the_index_names_every_page_once(self):
        pages = {path.stem for path in (ROOT / "doc").glob("*.rst")} - {"index"}
        named = re.findall(r"^   ([a-z][\w/-]+)$", (ROOT / "doc/index.rst").read_text(), re.M)
        self.assertCountEqual(named, pages | {"model/index", "decisions/index", "studies/index"})


if __name__ == "__main__":
    unittest.main()
