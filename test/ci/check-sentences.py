#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Does .ci/sentences.py see a sentence of 26 words, in each kind of file, and nothing else?"""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHORT = " ".join(["word"] * 24) + " end."
LONG = " ".join(["word"] * 25) + " end."


class SentencesTest(unittest.TestCase):
    """Runs it on a project of one file."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / ".ci").mkdir()
        shutil.copy(ROOT / ".ci/sentences.py", self.root / ".ci/sentences.py")
        subprocess.run(["git", "init", "-q", self.root], check=True)

    def long_ones(self, name, text):
        """Returns the lines of a file's long sentences."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        command = [sys.executable, self.root / ".ci/sentences.py", name]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        path.unlink()
        found = run.stderr.splitlines()
        self.assertEqual(run.returncode, 1 if found else 0, run.stderr)
        return [int(line.split(":")[1]) for line in found]

    def test_each_kind_of_text(self):
        half = len(LONG) // 2
        for name, text, lines in (
            ("model/a.h", f"/** {LONG} */\n", [1]),
            ("model/a.h", f"/**\n * {SHORT} {SHORT}\n *\n * @return {LONG}\n */\n", [4]),
            ("model/a.cc", f"int a; //!< {LONG}\n", [1]),
            ("model/a.cc", f"// {LONG[:half]}\n// {LONG[half:]}\n", [1]),
            ("model/a.cc", f"int a; //!< {LONG[:half]}\n       //!< {LONG[half:]}\n", [1]),
            ("model/a.cc", f"int a; //!< {SHORT[:-1]}\n// {SHORT}\n", []),  # the other is of the next line
            ("model/a.cc", f"int a; /* {LONG} */\n", [1]),
            ("model/a.cc", f"int a; /* {LONG[:half]}\n          {LONG[half:]} */ int b;\n", [1]),
            ("model/a.cc", f"int a = 1'000; // {LONG}\nchar b = '\"'; // {LONG}\n", [1, 2]),
            ("test/a.cc", f'F("// {LONG}"); G(R"x(/* "{LONG}*/)x");\n', []),
            ("model/a.cc", f'\nHelp("{LONG[:half]}"\n     "{LONG[half:]}");\n', [2]),
            ("test/a.cc", f'Help("{LONG}");\n', []),  # what a test expects is written elsewhere
            ("a.py", f'"""{LONG}"""\nA = "{LONG}"\n', [1]),
            ("a.py", f"def f():\n    # {LONG}\n    return 1\n", [2]),
            ("a.py", f"a = 1  # {LONG[:half]}\n       # {LONG[half:]}\n", [1]),
            ("a.sh", f"echo {LONG}\n# {LONG}\n", [2]),
            ("a.sh", f"echo $# ${{a#b}} # {LONG}\n", [1]),
            ("a.sh", f"run     # {LONG[:half]}\n        # {LONG[half:]}\n", [1]),
            ("a.sh", f"echo ' # {LONG}'\n", []),
            ("a.rst", f"{SHORT}\n{SHORT}\n\n{LONG}\n", [4]),
            ("a.rst", f"- {SHORT[:-1]}\n- {SHORT}\n", []),
            ("a.rst", f"As here::\n\n    {LONG}\n\nand there.\n", []),
            ("a.rst", f".. note:: {LONG[:half]}\n   {LONG[half:]}\n", [1]),
            ("a.rst", f".. note::\n   {SHORT}\n", []),
            ("a.rst", f".. code-block:: text\n\n   {LONG}\n", []),
            ("a.rst", f"= =\n{LONG}\n= =\n1 2\n= =\n\n{LONG}\n", [7]),
        ):
            self.assertEqual(self.long_ones(name, text), lines, (name, text))

    def test_code_counts_as_one_word(self):
        self.assertEqual(self.long_ones("a.rst", SHORT.replace("end", "``one two three``") + "\n"), [])
        self.assertEqual(self.long_ones("a.rst", LONG.replace("word word", ":doc:`two words`", 1) + "\n"), [])


if __name__ == "__main__":
    unittest.main()
