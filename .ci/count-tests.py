#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Counts the single tests in a LastTest.log of ctest.

Prints "NAME PASSED FAILED" for each of ctest's tests. A single test is a test of GoogleTest,
a case of an ns-3 suite or a test of Python's unittest. A program that tells of none is one itself.

usage: count-tests.py LastTest.log
"""

import re
import sys

ENTRY = re.compile(r"^\d+/\d+ Testing: (\S+)$", re.MULTILINE)
RESULT = re.compile(r"^Test (Passed|Failed|Skipped|Timeout)", re.MULTILINE)
GTEST_PASSED = re.compile(r"^\[       OK \] \S+\.\S+ \(", re.MULTILINE)
GTEST_FAILED = re.compile(r"^\[  FAILED  \] \S+\.\S+.* \(\d+ ms\)$", re.MULTILINE)
CASE_PASSED = re.compile(r"^  PASS ", re.MULTILINE)  # the suite's own line is not indented
CASE_FAILED = re.compile(r"^  (FAIL|CRASH) ", re.MULTILINE)
UNITTEST = re.compile(r"^Ran (\d+) tests? in ", re.MULTILINE)
UNITTEST_FAILED = re.compile(r"^FAILED \((.*)\)$", re.MULTILINE)


def count(text):
    """Returns (passed, failed) of what one of ctest's tests has printed."""
    result = RESULT.search(text)
    well = result is not None and result[1] == "Passed"
    passed = len(GTEST_PASSED.findall(text)) + len(CASE_PASSED.findall(text))
    failed = len(GTEST_FAILED.findall(text)) + len(CASE_FAILED.findall(text))
    ran = sum(int(number) for number in UNITTEST.findall(text))
    bad = sum(
        int(number)
        for what in UNITTEST_FAILED.findall(text)
        for number in re.findall(r"(?:failures|errors)=(\d+)", what)
    )
    passed += ran - bad
    failed += bad
    if passed + failed == 0:
        return int(well), int(not well)
    if not well and failed == 0:  # the program died between two of them
        failed = 1
    return passed, failed


def main():
    with open(sys.argv[1], encoding="utf-8", errors="replace") as log:
        text = log.read()
    entries = list(ENTRY.finditer(text))
    for i, entry in enumerate(entries):
        end = entries[i + 1].start() if i + 1 < len(entries) else len(text)
        print(entry[1], *count(text[entry.end() : end]))


if __name__ == "__main__":
    main()
