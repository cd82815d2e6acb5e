#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Does ./mrc bench --prototype compare the module with a prototype, and say what is wrong with one? A script stands for the
module's program, and a few lines of C++ for the prototype."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODULE = '#!/bin/sh\necho "{\\"hops\\": 10, \\"hopsPerSecond\\": 3e6, \\"options\\": \\"$*\\"}"\n'
PROTOTYPE = """#include <cstdio>
#ifndef REAL
#error "the variant that is measured"
#endif
int main(int count, char** words)
{
    std::printf("%s of %s x %s: Mhops/s   %d.00 ns/hop 1.0\\n", words[1], words[2], words[3], count);
    return 0;
}
"""


class PrototypeTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.script("bench/mrc-bench", MODULE)

    def script(self, name, text):
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)

    def bench(self, text):
        if text is not None:
            (self.folder / "prototype.cc").write_text(text, encoding="utf-8")
        return subprocess.run(
            [sys.executable, "-B", ROOT / "bench/bench.py", f"--build={self.folder}", f"--prototype={self.folder}", "--runs=2"],
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )

    def test_ratios(self):
        done = self.bench(PROTOTYPE)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout.splitlines()[0], r"^\S.*, load [\d.]+$")  # the processor's name
        rows = [line.rsplit(None, 2) for line in done.stdout.splitlines() if line.startswith(("128 ", "1,024 ", "8,192 "))]
        self.assertEqual([row[1] for row in rows], ["3.00", "6.00", "0.50"] * 3, done.stdout)

    def test_mistakes_are_named(self):
        for text, words in (
            (None, "there is no prototype.cc in this folder"),
            ("int main( {", "exit status 1"),
            ('#include <cstdio>\nint main() { std::puts("fast"); }\n', "no 'Mhops/s' in 'fast'"),
            ("int main() { return 3; }\n", "exit status 3"),
        ):
            done = self.bench(text)
            self.assertEqual(done.returncode, 1, done.stdout)
            self.assertIn(words, done.stderr)
            self.assertNotIn("Traceback", done.stderr)


if __name__ == "__main__":
    unittest.main()
