#! /usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only

"""The words of ./mrc for a typing error, an error in a script, and a checkout that cannot be written.
CMake and the package tools are stand-ins; nothing is built or installed."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Configures like CMake, as far as the script looks, and "builds" what $NINJA says.
CMAKE = """#!/bin/sh
case $1 in
  --preset) mkdir -p "$4/examples" "$4/script"
    echo "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" >"$4/CMakeCache.txt"
    for entry in "$@"; do echo "${entry#-D}" >>"$4/CMakeCache.txt"; done
    touch "$4/build.ninja" ;;
  --build) for where in examples/mrc-demo script/script; do
      printf '#!/bin/sh\\necho runs\\n' >"$2/$where"; chmod +x "$2/$where"
    done
    printf '%b' "$NINJA"
    [ -z "$FAILS" ] ;;
esac
"""
DPKG_QUERY = '#!/bin/sh\nshift 2\nfor p in "$@"; do echo "ii  $p"; done\n'

ERRORS = r"""[1/9] Building CXX object own.cc.o\nFAILED: own.cc.o\n/usr/bin/c++ -o own.cc.o\n
/usr/include/ns3/log.h:3:1: note: nothing\n
own.cc:7:3: error: 'Quepair' was not declared\n    7 |   Quepair q;\n      |   ^~~~~~~\n
own.cc:9:1: note: suggested alternative\n""".replace("\n", "") + r"note: more\n" * 80


class FirstHourTest(unittest.TestCase):
    """Runs a copy of the script over sources that are one empty example."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        stand_ins = self.folder / "bin"
        stand_ins.mkdir()
        for name, text in (("cmake", CMAKE), ("dpkg-query", DPKG_QUERY), ("apt-get", "#!/bin/sh\n")):
            (stand_ins / name).write_text(text)
            (stand_ins / name).chmod(0o755)
        self.path = f"{stand_ins}:{os.environ['PATH']}"
        self.root = self.folder / "root"
        (self.root / "examples").mkdir(parents=True)
        (self.root / "examples/mrc-demo.cc").write_text("")
        (self.root / "CMakeLists.txt").write_text("")
        shutil.copy(ROOT / "mrc", self.root)
        shutil.copytree(ROOT / "utils", self.root / "utils")
        (self.folder / "own.cc").write_text("")

    def mrc(self, *arguments, **more):
        """Returns status and what was said."""
        environment = {
            key: value
            for key, value in os.environ.items()
            if not key.startswith(("CMAKE_", "MRC_"))
        }
        result = subprocess.run(
            [self.root / "mrc", *arguments],
            cwd=self.folder,
            env={**environment, "PATH": self.path, "NINJA": "", **more},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        return result.returncode, result.stderr, result.stdout

    def test_nearly_an_example(self):
        for name in ("mrc-dmeo", "demo", "mrc-demos"):
            status, said, _ = self.mrc("run", name)
            self.assertEqual(status, 2)
            self.assertIn(f"there is no example '{name}'; did you mean 'mrc-demo'?", said)
        self.assertNotIn("did you mean", self.mrc("run", "something-else")[1])
        status, said, _ = self.mrc("run", "--help")
        self.assertEqual((status, said.startswith("mrc: usage: ./mrc run NAME"), "  mrc-demo\n" in said), (2, True, True), said)

    def test_nearly_a_command(self):
        self.assertIn("no command 'tset'; did you mean 'test'?", self.mrc("tset")[1])
        self.assertNotIn("did you mean", self.mrc("quux")[1])

    def test_no_such_file(self):
        for name in ("none.cc", "folder/none", "folder/none.py"):
            status, said, _ = self.mrc("run", name)
            self.assertEqual((status, said), (1, f"mrc: there is no file '{name}'\n"))
        self.assertIn("did you mean 'mrc-demo'?", self.mrc("run", "examples/mrc-deno.cc")[1])

    def test_first_errors_of_a_script(self):
        status, said, _ = self.mrc("run", "own.cc", NINJA=ERRORS, FAILS="1")
        self.assertEqual(status, 1)
        lines = said.splitlines()
        begin = lines.index("own.cc:7:3: error: 'Quepair' was not declared")
        self.assertEqual(lines[begin + 1], "    7 |   Quepair q;")
        self.assertLess(len(lines), 12)
        self.assertIn("mrc: the build failed (whole log: ", lines[-1])

    def test_first_build_says_how_long(self):
        status, said, printed = self.mrc("run", "mrc-demo", NINJA=r"[1/300] Building\n[2/300] Building\n")
        self.assertEqual((status, printed), (0, "runs\n"))
        self.assertRegex(said, r"building 300 files, once: about \d+ min on \d+ processors")
        said = self.mrc("run", "mrc-demo", NINJA=r"[1/3] Building\n")[1]
        self.assertIn("mrc: building (log: ", said)

    def test_a_sweep_builds_its_program_if_it_runs_any(self):
        sweep = self.folder / "demo.toml"
        sweep.write_text('program = "mrc-demo"\n[grid]\nRngRun = []\n')
        self.assertEqual(self.mrc("sweep", "demo.toml")[0], 2)
        sweep.write_text('program = "mrc-demo"\n[grid]\nRngRun = [1, 2]\n')
        for option in ("--list", "--help"):
            self.assertEqual(self.mrc("sweep", "demo.toml", option)[0], 0)
        self.assertFalse((self.root / "build").exists())
        status, said, printed = self.mrc("sweep", "demo.toml")
        self.assertEqual((status, printed), (0, "2 runs: 2 ok; demo/table.csv\n"), said)
        self.assertEqual((self.folder / "demo/logs/2.stdout").read_text(), "runs\n")
        status, _, printed = self.mrc("sweep", "demo.toml", FAILS="1")  # nothing to run: nothing to build
        self.assertEqual((status, printed), (0, "2 runs: 2 ok; demo/table.csv\n"))

    def test_setup_knows_its_words(self):
        for word in ("--mpl", "--mpi=openmpi", "mpi"):
            status, said, _ = self.mrc("setup", word)
            self.assertEqual((status, said), (1, f"mrc: setup {word}: expected --mpi, or --mpi=ns3\n"))
        (self.folder / "bin/apt-cache").write_text("#!/bin/sh\n")
        (self.folder / "bin/apt-cache").chmod(0o755)
        status, said, _ = self.mrc("setup", "--mpi=ns3")
        self.assertEqual(status, 1)
        self.assertIn("no archive has libns3-dev; expected one in apt's list of sources", said)

    def test_setup_fails_with_what_is_installed_beside_the_build(self):
        (self.folder / "bin/dpkg-query").write_text(DPKG_QUERY.replace("do echo", 'do [ "$p" = valgrind ] || echo'))
        (self.folder / "bin/apt-get").write_text("#!/bin/sh\nexit 1\n")
        for ci, built in (("1", True), ("", False)):  # a user hears of it before anything is built
            status, said, _ = self.mrc("setup", MRC_CI=ci, NINJA=r"[1/3] Building\n")
            self.assertEqual((status, "mrc: building" in said, "ready" in said), (1, built, False), said)
            self.assertIn("apt-get install --no-install-recommends valgrind", said)

    def test_check_and_ranks_know_their_words(self):
        for words, expected in (
            ("check --race", "check --race: expected --threads, --threads=N with N 2 .. 64, or --races"),
            ("check", "check: expected --threads, --threads=N with N 2 .. 64, or --races"),
            ("check --threads=1", "check --threads=1: expected --threads, --threads=N with N 2 .. 64, or --races"),
            ("check --threads --races", "check --threads --races: expected one of --threads, --threads=N and --races"),
            ("run --ranks 2 mrc-fabric", "--ranks: expected ./mrc run --ranks=N NAME"),
            ("run --ranks=0 mrc-fabric", "--ranks=0: expected 1 .. 1024"),
            ("run --ranks=2", "--ranks=2: expected ./mrc run --ranks=N NAME"),
            ("run --ranks=2 own.cc", "--ranks=2 with 'own.cc': expected the name of an example; mpirun starts a script of your own (doc/ranks.rst)"),
            ("run --ranks=2 mrc-first.py", "--ranks=2 with 'mrc-first.py': expected the name of an example; mpirun starts a script of your own (doc/ranks.rst)"),
            ("run --threads=2 mrc-demo", "--threads=2: expected the name of an example before its options, as in ./mrc run mrc-fabric --threads=2"),
            ("run --ranks=2 mrc-incast", "--ranks=2 with mrc-incast, whose hosts act on NICs at once: HostDelay is 0: expected one process"),
        ):
            status, said, _ = self.mrc(*words.split())
            self.assertEqual((status, said), (1, f"mrc: {expected}\n"))

    def test_checkout_that_cannot_be_written(self):
        (self.root / "build").write_text("no folder")  # as good as one without permission, for root too
        status, said, _ = self.mrc("run", "mrc-demo")
        self.assertEqual(status, 1)
        self.assertRegex(said, r"^mrc: cannot write to \S*/root/build: set MRC_BUILD_DIR to .*\n$")
        status, _, printed = self.mrc("run", "mrc-demo", MRC_BUILD_DIR=str(self.folder / "release"))
        self.assertEqual((status, printed), (0, "runs\n"))


if __name__ == "__main__":
    unittest.main()
