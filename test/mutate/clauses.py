# SPDX-License-Identifier: GPL-2.0-only
"""Does a test of a clause fail when the line that obeys the clause is wrong?

A sample of clauses is taken. For each, one line is edited that a comment with the clause's name describes. That is the
first line below the comment, or the first of the function that the comment describes in a header. Where the comment
describes a value, it is a line that uses the value. Only the tests that doc/clauses.rst lists for the clause are run.
clauses.csv keeps what came of each.
"""

import csv
import functools
import hashlib
import re
import shutil

import operators

COLUMNS = ("clause", "file", "line", "text", "column", "edit", "result", "by", "reason")
# what decides; texts of attributes, of tables and of descriptions obey no clause
FOLDERS = ("transport", "fabric", "host", "roce", "kernel", "wire", "network", "workload", "adapter")
BELOW = 12  # lines: what is farther below a comment obeys something else
MOST_USES = 4  # lines: what is used in more places obeys other clauses there
TRIES = 8  # edits of one clause, until one compiles
ROW = re.compile(r'^   ":ref:`([\w-]+)`", "[^"]*", "([^"]*)"$', re.M)
GTEST = re.compile(r"^TEST(?:_F|_P)?\((\w+),\s*(\w+)\)", re.M)
CITATION = re.compile(r"\[[a-z][a-z0-9]+(?:-[a-z0-9]+)+\]")
CLASS = re.compile(r"^ *(?:class|struct) (?:alignas\(\w+\) )?(\w+)\b[^;]*$")
FUNCTION = re.compile(r"\b(\w+)\(")
VALUE = re.compile(r"\b(\w+) *(?:\{.*\}|=.*)?;|^ *(?:static )?constexpr .*?\b(\w+)(?:\{| =)")
REFUSAL = re.compile(r"^\s*(?:throw\b|NS_ABORT)")  # of what nobody could mean; a condition stands two lines above
CHECK = re.compile(r"\bCheck\w*\(|\bValidate\(|std::to_string")


def tests_of(root):
    """Returns {clause: names of its tests}, of those clauses that C++ tests prove."""
    rows = ROW.findall((root / "doc/clauses.rst").read_text())
    tests = {clause: [one for name in names.split(", ") for one in of_file(root, name)] for clause, names in rows}
    return {clause: names for clause, names in tests.items() if names}


def of_file(root, name):
    """Returns the tests of a file, where one is named: `Suite.Name` of each; else the name."""
    if not name.endswith((".cc", ".h")):
        return [name]
    path = root / "test" / name
    return [f"{suite}.{test}" for suite, test in GTEST.findall(path.read_text())] if path.exists() else []


def is_comment(line):
    return line.strip().startswith(("//", "/*", "*"))


@functools.lru_cache(maxsize=None)
def lines_of(path):
    return path.read_text().splitlines()


@functools.lru_cache(maxsize=None)
def files_of(root, suffix):
    """Returns the library's files with a suffix, engine first."""
    found = (path for folder in FOLDERS for path in sorted((root / "model" / folder).glob(f"*{suffix}")))
    return tuple(path for path in found if not path.stem.endswith("-text"))


def described(path, at):
    """Returns the number of the line that a comment at a line describes: the code beside it, or below it."""
    lines = lines_of(path)
    if not is_comment(lines[at]):
        return at
    if lines[at].strip().startswith("//!<"):  # the comment beside the code above goes on
        return next(i for i in range(at, -1, -1) if not is_comment(lines[i]))
    return next((i for i in range(at, len(lines)) if not is_comment(lines[i])), at)


def uses(paths, name):
    """Returns (path, line, end) of each line that uses a value; none of one that many clauses use."""
    # others are locals of that name
    word = re.compile(rf"\b{name}\b" if name.isupper() else rf"(?:\.|->){name}\b")
    found = []
    for path in paths:
        for i, line in enumerate(lines_of(path)):
            if word.search(line) and not is_comment(line) and not VALUE.match(line.strip()):
                found.append((path, i, i + 1))
    return found if len(found) <= MOST_USES else []


def spans(header, at):
    """Yields (path, first line, end) of the .cc lines that a comment in a header at a line describes."""
    lines = lines_of(header)
    below = described(header, at)
    text = re.split(r"//|/\*", lines[below])[0]
    if CLASS.match(text):
        return
    if "(" in text and not text.strip().startswith("constexpr"):
        class_of = next((m[1] for i in range(below - 1, -1, -1) if (m := CLASS.match(lines[i]))), "")
        name = FUNCTION.search(text)
        defined = name and re.compile(rf"^(?:\S.*[ &*])?(?:(?:\w+::)*{class_of}::)?{name[1]}\([^;]*$")
        for path in [header.with_suffix(".cc"), *header.parent.glob("*.cc")] if name else ():
            for i, line in enumerate(lines_of(path) if path.exists() else ()):
                if defined.match(line):
                    yield path, i, next((j for j in range(i, len(lines_of(path))) if lines_of(path)[j] == "}"), i)
                    break
    elif value := VALUE.search(text):
        yield from uses(files_of(header.parents[2], ".cc"), value[1] or value[2])


def below(path, at, name):
    """Yields (path, first line, end) of the lines of a .cc file that a comment at a line describes."""
    lines = lines_of(path)
    first = described(path, at)
    value = VALUE.match(re.split(r"//|/\*", lines[first])[0])
    if value and lines[first].startswith(("constexpr", "const ")):
        yield from uses([path], value[1] or value[2])
        return
    end = first + 1
    alone = not is_comment(lines[at]) and lines[at].split("//")[0].rstrip().endswith(";")  # beside a statement
    while not alone and end < min(first + BELOW, len(lines)):
        others = CITATION.findall(lines[end]) if is_comment(lines[end]) else []
        if lines[end].startswith("}") or (others and name not in others):
            break
        end += 1
    yield path, first, end


def places(root, clause):
    """Yields (path, first line, end) of the lines that comments with the name of a clause describe."""
    name = f"[{clause}]"
    for suffix in (".cc", ".h"):
        for path in files_of(root, suffix):
            for at, line in enumerate(lines_of(path)):
                if name in line and (is_comment(line) or "//" in line):
                    yield from below(path, at, name) if suffix == ".cc" else spans(path, at)


def sites_of(root, clause, seed=""):
    """Yields edits of lines that obey a clause, the nearest lines first; the seed says which of a line comes first."""
    rank = lambda edit: hashlib.sha1(f"{seed} {clause} {edit[0]} {edit[1]}".encode()).hexdigest()
    for path, begin, end in places(root, clause):
        lines = lines_of(path)
        for number in range(begin, min(end, len(lines))):
            text = lines[number]
            if CHECK.search(text) or any(REFUSAL.match(line) for line in lines[number : number + 3]):
                continue
            same = [i for i, other in enumerate(lines) if other.strip() == text.strip()]
            for edit, column, _ in sorted(operators.edits_of(text), key=rank):
                yield {
                    "clause": clause,
                    "file": str(path.relative_to(root)),
                    "line": same.index(number) + 1,
                    "text": text.strip(),
                    "column": column,
                    "edit": edit,
                }


def order(root, seed):
    """Returns the clauses that have edits, in an order of the seed's."""
    rank = lambda clause: hashlib.sha1(f"{seed}{clause}".encode()).hexdigest()
    return [name for name in sorted(tests_of(root), key=rank) if next(sites_of(root, name), None)]


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
    for script in sorted(name for name in names if name.endswith(".py")):
        for test in by_name.values():
            if any(word.endswith(f"test/{script}") for word in test["command"]):
                yield test, None


def judge(build, root, mutant, text, seconds):
    """Returns what comes of an edit: result and test. Single tests have so many seconds, a whole one what it needs."""
    place = f"clause-{hashlib.sha1(repr(key_of(mutant)).encode()).hexdigest()}"
    try:
        library = build.library(mutant, text, place)
        if library is None:
            return {"result": "no C++", "by": ""}
        for test, single in commands_of(build, tests_of(root)[mutant["clause"]]):
            by = build.fails(test, seconds if single else build.limit(test["name"]), library, single)
            if by:
                return {"result": "killed", "by": by}
        return {"result": "survived", "by": ""}
    finally:
        shutil.rmtree(build.out / place, ignore_errors=True)


def report(root, mutants):
    """Prints how many clauses have a line to edit, those of which no edit was killed, and how many edits were."""
    lines = order(root, "")
    of = lambda result: [mutant for mutant in mutants if mutant["result"] == result]
    killed = {mutant["clause"] for mutant in of("killed")}
    without = [clause for clause in sorted(lines) if clause not in killed]
    print(f"{len(lines)} clauses have a line to edit, {len(killed.intersection(lines))} of them an edit that was killed")
    print(f"clauses without one: {', '.join(without) or 'none'}")
    edits = len({key_of(mutant)[1:] for mutant in of("killed")})
    print(f"{len(of('killed'))} edits of clauses were killed, {edits} different ones, as clauses share lines")
    reasons = sum(bool(mutant["reason"]) for mutant in of("survived"))
    print(f"{reasons} have a reason to survive, {len(of('survived')) - reasons} none; {len(of('no C++'))} are no C++")


def key_of(mutant):
    return tuple(str(mutant[column]) for column in COLUMNS[:6])


def read(path):
    """Returns the edits that were judged; somebody wrote into some of them why they may survive."""
    if not path.exists():
        return []
    with path.open(newline="") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def write(path, mutants):
    with path.open("w", newline="") as file:
        file.write("# SPDX-License-Identifier: GPL-2.0-only\n")
        rows = csv.DictWriter(file, COLUMNS, lineterminator="\n", restval="")
        rows.writeheader()
        rows.writerows(sorted(mutants, key=key_of))
