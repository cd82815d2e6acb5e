#! /usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only

"""Points MRC_BUILD_DIR of ./mrc at folders of all kinds: it builds in its own and leaves the others
as they are. CMake and the package tools are stand-ins; nothing is built or installed."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Configures like CMake, as far as the script looks, and "builds" the example.
CMAKE = """#!/bin/sh
[ ! -e "$STAND_INS/stop" ] || exit 1
case $1 in
  --preset) mkdir -p "$4/CMakeFiles" "$4/examples"
    [ -e "$4/CMakeCache.txt" ] || echo "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" >"$4/CMakeCache.txt"
    touch "$4/build.ninja" ;;
  --build) printf '#!/bin/sh\\necho runs\\n' >"$2/examples/demo"; chmod +x "$2/examples/demo" ;;
esac
"""
DPKG_QUERY = '#!/bin/sh\nshift 2\nfor p in "$@"; do echo "ii  $p"; done\n'


class BuildFolderTest(unittest.TestCase):
    """Runs a copy of the script over sources that are one empty example."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        self.stand_ins = self.folder / "bin"
        self.stand_ins.mkdir()
        for name, text in (("cmake", CMAKE), ("dpkg-query", DPKG_QUERY), ("apt-get", "#!/bin/sh\n")):
            (self.stand_ins / name).write_text(text)
            (self.stand_ins / name).chmod(0o755)
        self.root = self.folder / "root"
        (self.root / "examples").mkdir(parents=True)
        (self.root / "examples/demo.cc").write_text("")
        (self.root / "CMakeLists.txt").write_text("")
        shutil.copy(ROOT / "mrc", self.root)
        shutil.copytree(ROOT / "utils", self.root / "utils")
        self.build = self.folder / "somewhere"

    def run_demo(self, build=None, **more):
        """Returns status and what was said."""
        environment = {key: os.environ[key] for key in os.environ if not key.startswith("CMAKE_")}
        environment["PATH"] = f"{self.stand_ins}:{environment['PATH']}"
        environment["STAND_INS"] = str(self.stand_ins)
        environment["MRC_BUILD_DIR"] = str(build or self.build)
        result = subprocess.run(
            [self.root / "mrc", "run", "demo"],
            cwd=self.folder,
            env={**environment, **more},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        return result.returncode, result.stdout + result.stderr

    def check_runs(self, build=None, **more):
        status, words = self.run_demo(build, **more)
        self.assertEqual(status, 0, words)
        self.assertIn("runs\n", words)

    def check_refused(self, folder, words):
        made = {self.root / "build", self.root / "build/.lock", self.root / "build/mrc.log"}

        def found():
            return set(folder.rglob("*")) - made if folder.is_dir() else folder.read_text()

        before = found()
        status, said = self.run_demo(folder)
        self.assertEqual(status, 1, said)
        self.assertIn(f"mrc: {folder} {words}", said)
        self.assertIn("give MRC_BUILD_DIR another folder", said)
        self.assertEqual(said.count("\n"), 1)
        self.assertEqual(found(), before)

    def test_takes_a_folder_that_is_new_or_empty(self):
        self.check_runs()
        self.check_runs()
        (self.folder / "empty").mkdir()
        self.check_runs(self.folder / "empty")
        self.check_runs("relative")
        self.assertTrue((self.folder / "relative/mrc-stamp").exists())

    def test_refuses_what_is_no_build_of_this_module(self):
        self.build.mkdir()
        (self.build / "thesis.tex").write_text("all of it")
        self.check_refused(self.build, "is no folder of a build of ")
        (self.build / "CMakeCache.txt").write_text(f"CMAKE_HOME_DIRECTORY:INTERNAL={self.build}\n")
        self.check_refused(self.build, "is no folder of a build of ")
        (self.build / "CMakeLists.txt").write_text("")
        self.check_refused(self.build, "is a folder of sources: ")
        self.check_refused(self.root, "is a folder of sources: ")
        self.check_refused(self.build / "thesis.tex", "is no folder: ")

    def test_deletes_nothing_but_what_cmake_made(self):
        self.check_runs()
        (self.build / "notes").write_text("the user's")
        (self.build / "CMakeFiles/old.o").write_text("")
        self.check_runs(CMAKE_PREFIX_PATH="/elsewhere")
        self.assertEqual((self.build / "notes").read_text(), "the user's")
        self.assertFalse((self.build / "CMakeFiles/old.o").exists())
        moved = self.folder / "moved"
        self.root.rename(moved)
        self.root = moved
        self.check_runs()
        self.assertEqual((self.build / "notes").read_text(), "the user's")
        self.assertIn(f"INTERNAL={moved}\n", (self.build / "CMakeCache.txt").read_text())

    def test_takes_a_build_that_cmake_made_by_hand(self):
        (self.build / "CMakeFiles").mkdir(parents=True)
        (self.build / "CMakeCache.txt").write_text(f"CMAKE_HOME_DIRECTORY:INTERNAL={self.root}\n")
        (self.build / "CMakeFiles/old.o").write_text("")
        self.check_runs()
        self.assertTrue((self.build / "CMakeFiles/old.o").exists())

    def test_goes_on_where_cmake_was_stopped(self):
        (self.stand_ins / "stop").write_text("")
        status, words = self.run_demo()
        self.assertEqual(status, 1, words)
        (self.stand_ins / "stop").unlink()
        self.check_runs()


if __name__ == "__main__":
    unittest.main()
