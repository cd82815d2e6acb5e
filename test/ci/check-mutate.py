#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Has test/mutate compile an edit of a file that the build compiles alone, and of one that the build compiles with
others. Then it asks how long a test may take with an edit."""

import ctypes
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "test/mutate"))
sys.dont_write_bytecode = True

import mutate  # noqa: E402

ONE = 'extern "C" int One()\n{\n    return 1 + other;\n}\n'


class MutateTest(unittest.TestCase):
    """Builds a library of two files, and edits one."""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.addCleanup(setattr, mutate, "ROOT", mutate.ROOT)
        mutate.ROOT = self.folder
        self.write("model/other.h", "static const int other = 40;\n")
        self.source = self.write("model/one.cc", f'#include "other.h"\n{ONE}')
        self.two = self.write("model/two.cc", 'extern "C" int One();\nextern "C" int Two()\n{\n    return One();\n}\n')

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def build(self, *files):
        """A build that compiles these files."""
        build = object.__new__(mutate.Build)
        build.folder = build.out = self.folder
        objects = [f"{file.name}.o" for file in files]
        entries = {str(file): {"command": f"c++ -fPIC -o {made} -c {file}"} for file, made in zip(files, objects)}
        build.compile = entries
        build.groups = {source: file for file in entries for source in mutate.members_of(file)}
        build.link = f"c++ -shared -o libmrc.so {' '.join(objects)}"
        for entry in entries.values():
            self.assertEqual(mutate.subprocess.run(entry["command"], shell=True, cwd=self.folder).returncode, 0)
        return build

    def result(self, build):
        """What Two() of the library returns once `1 + other` is `1 - other`."""
        edit = {"file": "model/one.cc", "line": 1, "text": "return 1 + other;", "column": 12, "edit": "+ becomes -"}
        text = mutate.edited(edit)
        self.assertIn("1 - other", text)
        return ctypes.CDLL(str(build.library(edit, text, "place"))).Two()

    def test_a_file_alone(self):
        self.assertEqual(self.result(self.build(self.source, self.two)), 1 - 40)

    def test_a_file_of_a_group(self):
        group = self.write("x.dir/Unity/unity_0.cxx", f'#include "{self.source}"\n\n#include "{self.two}"\n')
        self.assertEqual(self.result(self.build(group)), 1 - 40)
        self.assertIn("1 + other", self.source.read_text())

    def test_an_edit_that_is_no_cpp(self):
        edit = {"file": "model/one.cc"}
        self.assertIsNone(self.build(self.source, self.two).library(edit, "return", "place"))

    def test_a_test_may_take_five_times_what_it_takes(self):
        build = object.__new__(mutate.Build)
        build.folder = self.folder
        build.usual = build.usual_times()
        self.assertEqual(build.limit("mrc-port"), mutate.SLOWEST)  # nothing has run
        self.write("Testing/Temporary/CTestCostData.txt", "mrc-port 2 1.5\nmrc-slow 1 50\nmrc-new 0 0\n---\nmrc-port\n")
        build.usual = build.usual_times()
        self.assertEqual(build.limit("mrc-port"), mutate.GRACE + 7.5)
        self.assertEqual(build.limit("mrc-slow"), mutate.SLOWEST)
        self.assertEqual(build.limit("mrc-new"), mutate.SLOWEST)


if __name__ == "__main__":
    unittest.main()
