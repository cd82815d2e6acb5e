#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Does .ci/count-tests.py count what programs say, and fail those that end before they say it?"""

import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def entry(name, output, result):
    return (
        f"1/9 Testing: {name}\n1/9 Test: {name}\nCommand: \"{name}\"\nOutput:\n{'-' * 58}\n{output}\n"
        f"<end of output>\nTest time =   0.10 sec\n{'-' * 58}\nTest {result}.\n{'-' * 58}\n\n"
    )


GTEST = """[ RUN      ] A.One
[       OK ] A.One (0 ms)
[ RUN      ] A/Two.Of/3
[  FAILED  ] A/Two.Of/3, where GetParam() = 3 (12 ms)
[ RUN      ] A.Three
[       OK ] A.Three (1 ms)
[  PASSED  ] 2 tests.
[  FAILED  ] 1 test, listed below:
[  FAILED  ] A/Two.Of/3, where GetParam() = 3
"""

CASES = (
    # what ctest wrote, the line that counts it
    ("gtest", GTEST, "Failed", "gtest 2 1"),
    ("died", "[ RUN      ] A.One\n[       OK ] A.One (0 ms)\n[ RUN      ] A.Two", "Failed", "died 1 1"),
    ("suite", "PASS suite 1.0 s\n  PASS one of them 0.5 s\n  PASS another 0.5 s", "Passed", "suite 2 0"),
    ("bad", "FAIL bad 1.0 s\n  PASS one 0.5 s\n  FAIL two 0.5 s\n    Details", "Failed", "bad 1 1"),
    ("python", "...\nRan 7 tests in 3.767s\n\nOK", "Passed", "python 7 0"),
    ("python2", "F.\nRan 4 tests in 1s\n\nFAILED (failures=1, errors=2)", "Failed", "python2 1 3"),
    ("script", "all well", "Passed", "script 1 0"),
    ("script2", "not well", "Failed", "script2 0 1"),
    ("late", "  PASS one 0.5 s", "Timeout", "late 1 1"),
)


class CountTest(unittest.TestCase):
    def test_counts(self):
        with tempfile.TemporaryDirectory() as folder:
            log = pathlib.Path(folder, "LastTest.log")
            log.write_text("".join(entry(name, output, result) for name, output, result, _ in CASES))
            lines = subprocess.run(
                [sys.executable, ROOT / ".ci" / "count-tests.py", log],
                check=True,
                capture_output=True,
                text=True,
            ).stdout.splitlines()
        self.assertEqual(lines, [line for *_, line in CASES])


if __name__ == "__main__":
    unittest.main()
