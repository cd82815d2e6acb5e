#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Does .ci/sentences.py see a sentence of 26 words and a riddle, in each kind of file, and nothing else?"""

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

    def found_in(self, name, text):
        """Returns the lines of a file's long sentences and riddles."""
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
            ("run", f"#!/bin/sh\n#\n# {LONG}\n", [3]),
            ("seed", f"# {LONG}\n", []),  # no script
            ("a.toml", f"# {LONG}\na = '# {LONG}'\n", [1]),
            ("a.sbatch", f"# {SHORT[:-1]}\n#SBATCH --time={SHORT}\n", []),
            ("a.lua", f"-- {LONG}\na = 1 -- {LONG}\nb = '-- {LONG}'\n", [1, 2]),
            ("a.pml", f"byte a; /* {LONG} */\n", [1]),
            ("wscript", f"# {LONG}\n", [1]),
            ("a.rst", f"{SHORT}\n{SHORT}\n\n{LONG}\n", [4]),
            ("a.rst", f"- {SHORT[:-1]}\n- {SHORT}\n", []),
            ("a.rst", f"As here::\n\n    {LONG}\n\nand there.\n", []),
            ("a.rst", f".. note:: {LONG[:half]}\n   {LONG[half:]}\n", [1]),
            ("a.rst", f".. note::\n   {SHORT}\n", []),
            ("a.rst", f".. code-block:: text\n\n   {LONG}\n", []),
            ("a.rst", f"= =\n{LONG}\n= =\n1 2\n= =\n\n{LONG}\n", [7]),
        ):
            self.assertEqual(self.found_in(name, text), lines, (name, text))

    def test_riddles_in_comments(self):
        for name, text, lines in (
            ("model/a.h", "/** The sender, who waits. */\n", [1]),
            ("model/a.h", "int a; //!< whose turn is next\n", [1]),
            ("model/a.h", "/**\n * A port, to whom\n * a frame goes. Whoever waits has it.\n */\n", [2, 3]),
            ("model/a.cc", "// A port is idle. It waits.\n", [1]),
            ("model/a.cc", "int a; // its number\n", [1]),
            ("model/a.h", "/** @param node its number @return its name */\n", [1]),
            ("model/a.h", "/**\n * @param a the node\n * @return its name\n * @param[out] b, c its ports\n */\n", [3, 4]),
            ("a.py", 'def f():\n    """It runs."""\n    return 1  # whose is it\n', [2, 3]),
            ("a.sh", "run # it runs\n", [1]),
            ("a.lua", "-- It runs.\n", [1]),
            ("model/a.h", "/** A port that waits has its turn, as it asked for it. `Its` and `who` are code. */\n", []),
            ("model/a.h", "/** @param it the iterator @return items */\n", []),
            ("model/a.cc", 'Help("It waits. Whose turn?");\n', []),
            ("a.rst", "It waits, whose turn comes.\n", []),
        ):
            self.assertEqual(self.found_in(name, text), lines, (name, text))

    def test_code_counts_as_one_word(self):
        self.assertEqual(self.found_in("a.rst", SHORT.replace("end", "``one two three``") + "\n"), [])
        self.assertEqual(self.found_in("a.rst", LONG.replace("word word", ":doc:`two words`", 1) + "\n"), [])


if __name__ == "__main__":
    unittest.main()
