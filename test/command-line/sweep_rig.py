# SPDX-License-Identifier: GPL-2.0-only
"""What the tests of ./mrc sweep share. The last argument of the program is the folder of the built examples."""

import csv
import io
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import forked

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "utils/mrc-sweep.py"
EXAMPLES = pathlib.Path(sys.argv.pop()).resolve()
sys.dont_write_bytecode = True
forked.load(SCRIPT)

SMALL = """program = "mrc-fabric"
[arguments]
topology = "clos-4x100g"
nics = 16
quiet = true
[grid]
transport = ["mrc", "roce"]
workload = ["permutation size=100KB", "tornado size=50KB"]
RngRun = [1, 2]
"""
SOME_FAIL = SMALL.replace('["mrc", "roce"]', '["mrc"]').replace("RngRun = [1, 2]", "planes = [1, 9]")
# Writes down its number and, if there is a file `wait`, does what that says before it runs.
STAND_IN = """#!/bin/sh
echo "$$ $*" >>"{folder}/starts"
[ ! -e "{folder}/wait" ] || . "{folder}/wait"
exec "{program}" "$@"
"""
WALL = "wall time (s)"


class SweepTest(unittest.TestCase):
    """Runs the script in a folder of its own, with a mrc-fabric that writes down its starts."""

    def setUp(self):
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        self.folder = pathlib.Path(made.name).resolve()
        self.examples = self.folder / "build/examples"
        self.examples.mkdir(parents=True)
        stand_in = self.examples / "mrc-fabric"
        stand_in.write_text(STAND_IN.format(folder=self.folder, program=EXAMPLES / "mrc-fabric"))
        stand_in.chmod(0o755)

    def command(self, *options, text=SMALL):
        if text:
            (self.folder / "small.toml").write_text(text)
        return [sys.executable, SCRIPT, f"--examples={self.examples}", "small.toml", *options]

    def sweep(self, *options, text=SMALL, status=0, **how):
        """Returns what it says on standard output and standard error."""
        command = self.command(*options, text=text)
        if how:
            run = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=120, check=False, **how)
        else:
            run = forked.run(SCRIPT, command[2:], self.folder)
        if status is not None:
            self.assertEqual(run.returncode, status, run.stderr)
        return run.stdout, run.stderr

    def table(self, output="small"):
        """Returns the rows, without the times that they took."""
        rows = list(csv.DictReader(io.StringIO((self.folder / output / "table.csv").read_text())))
        for row in rows:
            self.assertGreaterEqual(float(row.pop(WALL) or 0), 0)
        return rows

    def starts(self):
        """Returns how often a program was started since the last call."""
        path = self.folder / "starts"
        count = len(path.read_text().splitlines()) if path.exists() else 0
        path.unlink(missing_ok=True)
        return count

    def wait(self, words):
        """Has programs that start from now on do that before they run; nothing: run at once."""
        (self.folder / "wait").write_text(words + "\n")

    def wait_for_starts(self, count, process):
        """Waits until so many have started. Returns their numbers."""
        deadline = time.monotonic() + 60
        path = self.folder / "starts"
        while not path.exists() or path.read_text().count("\n") < count:
            self.assertIsNone(process.poll())
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)
        return [int(line.split()[0]) for line in path.read_text().splitlines()]

    def start(self, *options):
        """Starts a sweep beside this test; it heeds Ctrl-C also where this test was started in the background."""
        heed = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)
        pipe = subprocess.PIPE
        command = self.command(*options)
        return subprocess.Popen(command, cwd=self.folder, stdout=pipe, stderr=pipe, text=True, preexec_fn=heed)
