# SPDX-License-Identifier: GPL-2.0-only
"""Does a test of a clause fail when the line below the clause's name is wrong?

A sample of clauses is taken. For each, the first line that can be edited below a comment which names the clause
is edited. Only the tests that doc/clauses.rst lists for the clause are run. clauses.csv keeps what came of
each.
"""

import csv
import hashlib
import re

import operators

COLUMNS = ("clause", "file", "line", "text", "column", "edit", "result", "by", "reason")
FOLDERS = ("transport", "fabric", "host", "roce", "kernel", "wire", "network")
BELOW = 12  # lines: what is farther below a comment obeys something else
ROW = re.compile(r'^   ":ref:`([\w-]+)`", "[^"]*", "([^"]*)"$', re.M)


def tests_of(root):
    """Returns {clause: names of its tests}, of those clauses that C++ tests prove."""
    rows = ROW.findall((root / "doc/clauses.rst").read_text())
    tests = {clause: [name for name in names.split(", ") if ".cc" not in name] for clause, names in rows}
    return {clause: names for clause, names in tests.items() if names}


def site_of(root, clause):
    """Returns the first edit below a comment that names a clause, or None: help texts and headers have none."""
    for folder in FOLDERS:
        for path in sorted((root / "model" / folder).glob("*.cc")):
            lines = path.read_text().splitlines()
            for at, line in enumerate(lines):
                if f"[{clause}]" not in line or not line.strip().startswith(("//", "/*", "*")):
                    continue
                for number, text in enumerate(lines[at + 1 : at + 1 + BELOW], at + 1):
                    found = next(iter(operators.edits_of(text)), None)
                    if found and not text.startswith("}"):
                        same = [i for i, other in enumerate(lines) if other.strip() == text.strip()]
                        return {
                            "clause": clause,
                            "file": str(path.relative_to(root)),
                            "line": same.index(number) + 1,
                            "text": text.strip(),
                            "column": found[1],
                            "edit": found[0],
                        }
    return None


def draw(root, count):
    """Returns edits for so many clauses, always the same ones while the clauses are."""
    rank = lambda clause: hashlib.sha1(clause.encode()).hexdigest()
    sites = (site_of(root, clause) for clause in sorted(tests_of(root), key=rank))
    found = [site for site in sites if site]
    return found[:count]


def commands_of(build, names):
    """Yields (test of the build, single GoogleTests or None) for the tests of a clause."""
    by_name = {test["name"]: test for test in build.tests}
    single = [name for name in names if ": " not in name and "/" not in name]
    if single and "mrc-unit-tests" in by_name:
        # a test with parameters is INSTANCE/SUITE.NAME/PARAMETER
        yield by_name["mrc-unit-tests"], ":".join(f"{name}:*/{name}/*" for name in single)
    for suite in sorted({name.split(": ")[0] for name in names if ": " in name}):
        test = by_name.get(f"mrc-{suite}")
        # cases in a file of their own, such as fabric-queue-cases, run with the suite that they are of
        test = test or next((by_name[key] for key in by_name if suite.startswith(key[len("mrc-") :] + "-")), None)
        if test:
            yield test, None


def judge(build, root, mutant, text, seconds):
    """Returns what comes of an edit: result and test."""
    library = build.library(mutant, text)
    if library is None:
        return {"result": "no C++", "by": ""}
    for test, single in commands_of(build, tests_of(root)[mutant["clause"]]):
        by = build.fails(test, seconds, library, single)
        if by:
            return {"result": "killed", "by": by}
    return {"result": "survived", "by": ""}


def reasons(path):
    """Returns {clause: why its edit may survive}, as somebody wrote them into the file."""
    if not path.exists():
        return {}
    with path.open(newline="") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        return {row["clause"]: row["reason"] for row in rows}


def write(path, mutants):
    with path.open("w", newline="") as file:
        file.write("# SPDX-License-Identifier: GPL-2.0-only\n")
        rows = csv.DictWriter(file, COLUMNS, lineterminator="\n", restval="")
        rows.writeheader()
        rows.writerows(mutants)
