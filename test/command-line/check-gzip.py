#! /usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only

"""Runs workloads that gzip has made smaller: each has the results of the plain file. Matrices may come out of a pipe.
Damaged files are one line of an error. Argument: the folder of the built examples."""

import gzip
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
import zlib

DATA = pathlib.Path(__file__).resolve().parents[2] / "examples/data"


def members(data):
    """What gzip may make of bytes: all kinds of blocks, in files of several members."""
    half = len(data) // 2
    yield gzip.compress(data, 0)
    yield gzip.compress(data, 1)
    yield gzip.compress(data, 9)
    yield gzip.compress(data[:half]) + gzip.compress(b"") + gzip.compress(data[half:], 0)
    fixed = zlib.compressobj(9, zlib.DEFLATED, 31, 9, zlib.Z_FIXED)
    yield fixed.compress(data) + fixed.flush()
    runs = zlib.compressobj(9, zlib.DEFLATED, 31, 1, zlib.Z_HUFFMAN_ONLY)
    yield runs.compress(data) + runs.flush()


class GzipTest(unittest.TestCase):
    """Each test has a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_example(self, program, *options, status=0):
        """What it prints, but for lines that name files."""
        run = subprocess.run([EXAMPLES / program, "--quiet", *options], cwd=self.folder, capture_output=True, text=True, timeout=120)
        self.assertEqual(run.returncode, status, run.stderr)
        lines = (run.stdout if status == 0 else run.stderr).splitlines()
        return [line for line in lines if not line.startswith(("arguments", "matrix"))]

    def test_each_format_may_be_smaller(self):
        for name in ("perm_32n_32c_2MB.cm", "flow_32n.txt", "ring_4.goal", "ring_4.bin"):
            plain = self.run_example("mrc-fabric", f"--matrix={DATA / name}", "--nics=32")
            for number, data in enumerate(members((DATA / name).read_bytes())):
                with self.subTest(name=name, number=number):
                    (self.folder / f"{name}.gz").write_bytes(data)
                    self.assertEqual(self.run_example("mrc-fabric", f"--matrix={name}.gz", "--nics=32"), plain)

    def test_traces_and_jobs_may_be_smaller(self):
        for rank in range(4):
            name = f"step_4.{rank}.et"
            (self.folder / f"{name}.gz").write_bytes(gzip.compress((DATA / name).read_bytes()))
        shutil.copy(DATA / "step_4.json", self.folder)
        (self.folder / "simai_8.txt.gz").write_bytes(gzip.compress((DATA / "simai_8.txt").read_bytes()))
        plain = self.run_example("mrc-fabric", f"--matrix={DATA / 'step_4.0.et'}")
        for name in ("step_4.0.et.gz", "step_4.%d.et.gz"):
            self.assertEqual(self.run_example("mrc-fabric", f"--matrix={name}"), plain)
        for name, options in (("step_4.0.et", []), ("simai_8.txt", ["--gpus=2"])):
            plain = self.run_example("mrc-training", f"--job={DATA / name}", *options)[1:]
            self.assertEqual(self.run_example("mrc-training", f"--job={name}.gz", *options)[1:], plain)

    def test_a_pipe_gives_a_matrix(self):
        path = self.folder / "pipe.cm"
        os.mkfifo(path)
        data = (DATA / "perm_32n_32c_2MB.cm").read_bytes()
        # Where nobody opens the pipe, no one waits for the writer.
        writer = threading.Thread(target=path.write_bytes, args=(data,), daemon=True)
        writer.start()
        piped = self.run_example("mrc-fabric", "--matrix=pipe.cm")
        writer.join()
        self.assertEqual(piped, self.run_example("mrc-fabric", f"--matrix={DATA / 'perm_32n_32c_2MB.cm'}"))

    def test_damaged_files_are_told(self):
        good = gzip.compress((DATA / "perm_32n_32c_2MB.cm").read_bytes(), mtime=0)
        draw = random.Random(1)
        path = self.folder / "a.cm.gz"
        for _ in range(20):
            data = bytearray(good)
            data[draw.randrange(10, len(good) - 9)] ^= 1 << draw.randrange(8)
            for damaged in (bytes(data), good[: draw.randrange(len(good))]):
                path.write_bytes(damaged)
                said = self.run_example("mrc-fabric", "--matrix=a.cm.gz", status=1)
                self.assertEqual(len(said), 1, said)
                self.assertIn("a.cm.gz:", said[0])
                self.assertIn("expected", said[0])
        path.write_bytes((DATA / "one.cm").read_bytes())
        said = self.run_example("mrc-fabric", "--matrix=a.cm.gz", status=1)
        self.assertIn("a.cm.gz:1:1: byte 2: no file of gzip; expected one, as its name ends in .gz", said[0])


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    EXAMPLES = pathlib.Path(sys.argv.pop()).resolve()
    unittest.main()
