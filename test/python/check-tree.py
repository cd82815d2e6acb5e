#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""What ./mrc tree says about trees that it cannot use, and what it changes in those that it can."""

import ast
import importlib.util
import io
import os
import runpy
import tempfile
import unittest
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parents[2]
TREE = ROOT / "test" / "tree.py"
spec = importlib.util.spec_from_file_location("tree", TREE)
tree = importlib.util.module_from_spec(spec)
spec.loader.exec_module(tree)

CMAKE = """cmake_minimum_required(VERSION {cmake}..{cmake})
set(Clang_MinVersion 6.0.0)
set(GNU_MinVersion {gnu})
"""


class FakeTree(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = Path(folder.name) / "ns-3"
        self.make("3.37")
        said = mock.patch.object(tree, "say")
        said.start()
        self.addCleanup(said.stop)

    def make(self, version, cmake="3.10", gnu="8.0.0"):
        (self.top / "src" / "core").mkdir(parents=True, exist_ok=True)
        (self.top / "contrib").mkdir(exist_ok=True)
        (self.top / "VERSION").write_text(version + "\n")
        (self.top / "ns3").touch()
        (self.top / "CMakeLists.txt").write_text(CMAKE.format(cmake=cmake, gnu=gnu))

    def test_versions(self):
        for version in ("3.37", "3.46.1", "3.48.rc1", "3-dev", "4.0"):
            self.make(version)
            self.assertEqual(tree.read_version(self.top), version)
        for version in ("3.36.1", "3.9", "2.35"):
            self.make(version)
            with self.assertRaisesRegex(tree.Problem, f"is ns-3 {version}; 3.37 or later"):
                tree.read_version(self.top)

    def test_no_tree(self):
        with self.assertRaisesRegex(tree.Problem, "is no folder"):
            tree.read_version(self.top / "VERSION")
        with self.assertRaisesRegex(tree.Problem, f"did you mean {self.top}\\?"):
            tree.read_version(self.top.parent)
        (self.top / "ns3").unlink()  # as in the releases that waf built
        with self.assertRaisesRegex(tree.Problem, "3.37 or later is needed"):
            tree.read_version(self.top)

    def test_python(self):
        lock = {"out_dir": "/ns-3/build", "PYTHON": ["/venv/bin/python3"]}
        for off in ({}, {"ENABLE_PYTHON_BINDINGS": False}):
            self.assertEqual(tree.python_commands({**lock, **off}), [])
        first, *_ = tree.python_commands({**lock, "ENABLE_PYTHON_BINDINGS": True})
        self.assertEqual(first[:3], ["env", "PYTHONPATH=/ns-3/build/bindings/python", "/venv/bin/python3"])
        self.assertTrue(first[3].endswith("/examples/mrc-first.py"))

    def test_tools(self):
        found = {"cmake": "cmake version 3.20.2", "c++": "12.2.0"}

        def answer(command):
            return found.get(command[0], "")

        cases = [
            ("3.20", "12.2.0", None),
            ("3.21", "8.0.0", "needs cmake 3.21 or later, this is 3.20.2"),
            ("3.10", "12.3.0", r"needs c\+\+ 12.3.0 or later, this is 12.2.0"),
        ]
        with mock.patch.object(tree, "first_line", answer), mock.patch.dict(os.environ):
            os.environ.pop("CXX", None)
            for cmake, gnu, problem in cases:
                self.make("3.37", cmake, gnu)
                if problem is None:
                    tree.check_tools(self.top, "3.37")
                else:
                    with self.assertRaisesRegex(tree.Problem, problem):
                        tree.check_tools(self.top, "3.37")
            del found["c++"]
            with self.assertRaisesRegex(tree.Problem, r"c\+\+ is missing"):
                tree.check_tools(self.top, "3.37")

    def test_in_and_out(self):
        place = self.top / "contrib" / "mrc"
        tree.put_in(self.top)
        tree.put_in(self.top)  # a second time changes nothing
        self.assertTrue(place.is_symlink() and place.samefile(tree.ROOT))
        tree.take_out(self.top)
        self.assertFalse(place.is_symlink())
        with self.assertRaisesRegex(tree.Problem, "is not there"):
            tree.take_out(self.top)

    def test_warnings_of_a_build_that_failed(self):
        ours = f"{tree.ROOT}/model/wire/mrc-crc.cc:1:2: warning: so\n"
        step = "[{}/2] Building CXX object contrib/mrc/{}.o\n"
        (self.top / "cmake-cache").mkdir()
        for lines, status, counted in (
            ([step.format(1, "a"), ours, ours, step.format(2, "b")], 1, None),
            ([step.format(1, "b"), ours], 0, 3),
            ([step.format(1, "a")], 0, 1),
        ):
            process = mock.Mock(stdout=lines)
            process.wait.return_value = status
            with mock.patch.object(tree.subprocess, "Popen", return_value=process):
                if status:
                    with self.assertRaisesRegex(tree.Problem, "the build failed"):
                        tree.build_and_count(self.top, ["mrc"], io.StringIO())
                else:
                    self.assertEqual(tree.build_and_count(self.top, ["mrc"], io.StringIO()), counted)

    def test_occupied(self):
        place = self.top / "contrib" / "mrc"
        place.symlink_to("/nowhere")
        for occupant in ("a link to /nowhere", "a folder"):
            with self.assertRaisesRegex(tree.Problem, f"already there, {occupant}"):
                tree.put_in(self.top)
            with self.assertRaisesRegex(tree.Problem, f"is {occupant}, .* nothing was removed"):
                tree.take_out(self.top)
            if place.is_symlink():
                place.unlink()
                place.mkdir()


class ExamplesTest(unittest.TestCase):
    def test_lists_end_where_ns3_takes_their_end(self):
        path = ROOT / "test" / "examples-to-run.py"
        lines = [line.split("#", 1)[0] for line in path.read_text().splitlines()]
        for name, expected in runpy.run_path(str(path)).items():
            if name.endswith("_examples"):
                begin = next(i for i, line in enumerate(lines) if line.startswith(f"{name} = "))
                text = "\n".join(lines[begin:]).split("=", 1)[1]
                self.assertEqual(ast.literal_eval(text[: text.index("]") + 1].strip()), expected, name)


class DecisionTest(unittest.TestCase):
    def test_additions_keep_what_the_user_chose(self):
        modules, only = "NS3_ENABLED_MODULES", "NS3_FILTER_MODULE_EXAMPLES_AND_TESTS"
        both = {"NS3_TESTS": "ON", "NS3_EXAMPLES": "ON"}
        cases = [
            ({**both, modules: "mrc"}, {}),
            ({**both, modules: "lte;wifi"}, {modules: "lte;wifi;mrc"}),
            ({**both, modules: "", only: "lte"}, {only: "lte;mrc"}),
            ({"NS3_TESTS": "ON", "NS3_EXAMPLES": "OFF"}, {"NS3_EXAMPLES": "ON"}),
            ({"NS3_TESTS": "OFF"}, {**both, only: "mrc"}),
        ]
        with mock.patch.dict(os.environ):
            os.environ.pop("MRC_UNITY", None)
            for cache, expected in cases:
                self.assertEqual(tree.additions(cache), expected, cache)
            self.assertEqual(tree.additions({**both, "MRC_UNITY": "ON"}), {})
            os.environ["MRC_UNITY"] = "ON"
            self.assertEqual(tree.additions(both), {"MRC_UNITY": "ON"})
            self.assertEqual(tree.additions({**both, "MRC_UNITY": "ON"}), {})

    def test_whose_warning(self):
        top = Path("/x/ns-3")
        ours = ["/x/ns-3/contrib/mrc/model/wire/mrc-crc.cc", "/x/ns-3/build/include/ns3/mrc-crc.h",
                "../contrib/mrc/test/mrc-wire-test-suite.cc", "/usr/include/c++/12/string"]
        for path in ours:
            self.assertTrue(tree.is_ours(f"{path}:3:10: warning: so", top), path)
        for line in ("/x/ns-3/build/include/ns3/object.h:1:2: warning: so",
                     "/x/ns-3/contrib/mrc/model/wire/mrc-crc.cc:1:2: note: so", "warning: so"):
            self.assertFalse(tree.is_ours(line, top), line)

    def test_headers_of_another_ns3(self):
        ours = "contrib/mrc/CMakeFiles/mrc.dir/model/network/mrc-faces.cc.o"
        listed = f"""src/core/x.o: #deps 1, deps mtime 1 (VALID)
    /usr/include/ns3/object.h

{ours}: #deps 4, deps mtime 1 (VALID)
    ../contrib/mrc/model/network/mrc-faces.cc
    ../build/include/ns3/object.h
    /usr/include/c++/12/string
    /usr/include/ns3/flow-monitor.h
"""
        result = mock.Mock(stdout=listed)
        with mock.patch.object(tree.subprocess, "run", return_value=result):
            found = tree.foreign_headers(Path("/x/ns-3"))
        self.assertEqual(found, {"/usr/include/ns3/flow-monitor.h": {ours}})


if __name__ == "__main__":
    unittest.main()
