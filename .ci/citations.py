#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Checks citations of clauses such as [sack-gap], and makes doc/clauses.rst out of them.

A clause is a section of a page in doc/model with its label as title. Every name in square brackets in
code, tests and documents must be a clause. A test must name every clause. Code must too, or the clause says
"*Code:* none: WHY". doc/clauses.rst must say which code and which tests name each clause. The places that
doc/questions.rst gives must exist, what doc/code-map.rst names, and the unit tests that test/mutate/clauses.csv names.

    .ci/citations.py            # check; the status is 1 if something is wrong
    .ci/citations.py --write    # make doc/clauses.rst again
"""

import argparse
import collections
import csv
import pathlib
import re
import sys

CITATION = re.compile(r"\[([a-z][a-z0-9]+(?:-[a-z0-9]+)+)\](?!\()")
CLAUSE = re.compile(r"^\.\. _([\w-]+):\n\n([\w-]+)\n~+\n\n(.*?)(?=\n\n\.\. _|\n\n[^\n]+\n[-=]+\n|\Z)", re.M | re.S)
PAGE_TITLE = re.compile(r"^([^\n.].*)\n=+$", re.M)
TEST = re.compile(r"^(?:TEST(?:_F|_P)?\((\w+),\s*(\w+)\)|class (\w+)[^;\n]*$)", re.M)
COMMENTS = re.compile(r"(?:[ \t]*(?://|/?\*).*\n|\s*\n)*")
GAP = r"(?:\s*\"\s*\"|\s+(?:\*|//[!/]?<?)?\s*)"  # between words of a comment or of help text, lines included
OLD = re.compile(
    rf"MRC,?{GAP}sec(?:tion|s)?\b|\b12{GAP}?#\d|\b(?:fabric|mrc)\.md\b|\b[Rr]uling \d|\b9\.15\b|\bV(?:1[0-8]|[1-9])\b"
)

NO_CODE = re.compile(r"^\*Code:\* none: \S", re.M)

MADE = re.compile(r"corpus/|^doc/clauses\.rst$|^test/mutate/")  # do not cite: inputs, the table, lines of others
SCRIPTS = "doc/validation/"  # they run what is compared with figures that were published
CODE = ("model", "helper", "examples", "bench", "python", "utils")
SUFFIXES = {".h", ".cc", ".py", ".rst", ".md", ".pml", ".csv"}
HEAD = """.. SPDX-License-Identifier: GPL-2.0-only
.. made by .ci/citations.py --write

Clauses, code and tests
=======================

For each clause of :doc:`model/index`, the files that name it and the tests that prove it. Clauses of "none" have no
code of their own, and say why. Files are those of ``model`` and ``helper`` without ``mrc-`` and suffix. Tests are
GoogleTests (``Suite.Name``), cases of an ns-3 suite (``suite: Class``), or files under ``test``.
"""


def sources(root):
    """Returns path and text of every file that may cite."""
    for top in (*CODE, "test", "doc"):
        for path in sorted((root / top).rglob("*")):
            name = path.relative_to(root).as_posix()
            if path.suffix in SUFFIXES and not MADE.search(name):
                yield name, path.read_text()
    for name in ("README.md", "CHANGES.md", "CONTRIBUTING.md"):
        if (root / name).exists():
            yield name, (root / name).read_text()


def clauses(root, errors):
    """Returns {page: (title, [names])}, and the names of clauses that say why no code names them."""
    pages = {}
    seen = {}
    without = set()
    for path in sorted((root / "doc/model").glob("*.rst")):
        text = path.read_text()
        names = []
        for label, title, body in CLAUSE.findall(text):
            if label != title:
                errors.append(f"doc/model/{path.name}: label {label} has the title {title}")
            if label in seen:
                errors.append(f"doc/model/{path.name}: {label} is a clause of doc/model/{seen[label]} too")
            if "*Source:* " not in body:
                errors.append(f"doc/model/{path.name}: {label} has no source")
            seen[label] = path.name
            if NO_CODE.search(body):
                without.add(label)
            names.append(label)
        if names:
            pages[path.stem] = (PAGE_TITLE.search(text)[1], names)
    return pages, without


def check_code(known, without, code, errors):
    """A clause is named in code, or says why not."""
    for name in sorted(known):
        if name not in without and not code[name]:
            errors.append(f"doc/model: no code names [{name}]; expected a line, or *Code:* none: and the reason")
        elif name in without and code[name]:
            places = ", ".join(sorted(code[name]))
            errors.append(f"doc/model: [{name}] says *Code:* none: and {places} names it")


def holder(name, text, position):
    """Returns the test that a citation belongs to, below its comment or around it; None: to no single one."""
    line = text[text.rfind("\n", 0, position) + 1 :]
    if not name.endswith(".cc"):
        return name[len("test/") :]
    if line.startswith("// ---"):  # the comment stands above several tests
        return None
    line_end = text.find("\n", position) + 1
    after = COMMENTS.match(text, line_end).end()
    found = TEST.match(text, after)
    if not found:
        before = list(TEST.finditer(text, 0, position))
        found = before[-1] if before else None
    if not found:
        return name[len("test/") :]
    suite, case, kind = found.groups()
    stem = pathlib.PurePath(name).stem.replace("mrc-", "").replace("-test-suite", "").replace("-test", "")
    return f"{suite}.{case}" if suite else f"{stem}: {kind}"


def short(name):
    """Returns how doc/clauses.rst names a file of code."""
    path = pathlib.PurePath(name)
    parts = path.parts[1:] if path.parts[0] == "model" else path.parts
    return "/".join((*parts[:-1], path.stem.replace("mrc-", "", 1)))


def table(pages, code, tests):
    """Returns the text of doc/clauses.rst."""
    out = [HEAD]
    for title, names in sorted(pages.values()):
        out.append(f"{title}\n{'-' * len(title)}\n")
        out.append('.. csv-table::\n   :header: "Clause", "Code", "Tests"\n   :widths: 20, 30, 50\n')
        for name in names:
            places = ", ".join(sorted(code[name])) or "none"
            out.append(f'   ":ref:`{name}`", "{places}", "{", ".join(sorted(tests[name]))}"')
        out.append("")
    return "\n".join(out)


def check_questions(root, errors):
    """Each place of doc/questions.rst is a file, by its path or its name, and what follows it stands there."""
    path = root / "doc/questions.rst"
    if not path.exists():
        return
    files = {file.name: file for top in (*CODE, "test") for file in (root / top).rglob("*.*")}
    for place in re.findall(r"\*Place:\*(.*(?:\n +\S.*)*)", path.read_text()):
        where = None
        for word in re.findall(r"``([^`]+)``", place):
            if "/" in word or word in files or pathlib.PurePath(word).suffix in SUFFIXES:
                where = root / word if "/" in word else files.get(word, root / word)
                if not where.exists():
                    errors.append(f"doc/questions.rst: there is no {word}")
            elif where is None or where.is_file() and word.split("::")[-1] not in where.read_text():
                errors.append(f"doc/questions.rst: there is no {word} in {where and where.name}")


def check_code_map(root, errors):
    """Each file, type, constant and member that doc/code-map.rst names exists."""
    path = root / "doc/code-map.rst"
    if not path.exists():
        return
    code = {file.name: file.read_text() for top in ("model", "helper") for file in (root / top).rglob("*.*")}
    for word in sorted(set(re.findall(r"``([^`]+)``", path.read_text()))):
        name = re.fullmatch(r"([A-Z]\w+)(?:::(\w+))?", word)
        if not name:
            file = word.split()[0]  # options may follow
            there = file in code or (root / file).exists() or "." not in file
        elif name[1].isupper():
            there = any(re.search(rf"\b{name[1]}\b", text) for text in code.values())
        else:
            declared = re.compile(rf"^(?:class|struct|enum class|enum) (?:alignas\(\w+\) )?{name[1]}\b[^;]*$", re.M)
            homes = [text for text in code.values() if declared.search(text)]
            there = any(not name[2] or re.search(rf"\b{name[2]}\(", text) for text in homes)
        if not there:
            errors.append(f"doc/code-map.rst: there is no {word}")


def check_mutants(root, errors):
    """Each unit test of the list of edits exists."""
    path = root / "test/mutate/clauses.csv"
    if not path.exists():
        return
    text = "\n".join(file.read_text() for file in (root / "test").rglob("*.cc"))
    names = {f"{suite}.{case}" for suite, case, _ in TEST.findall(text)}
    lines = path.read_text().splitlines()
    for row in csv.DictReader(line for line in lines if not line.startswith("#")):
        _, _, test = row["by"].partition("mrc-unit-tests: ")
        single = next((part for part in test.split("/") if "." in part), "")  # INSTANCE/SUITE.NAME/PARAMETER
        if test and single not in names:
            errors.append(f"test/mutate/clauses.csv: {row['clause']}: there is no test {test}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--write", action="store_true", help="make doc/clauses.rst again")
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[1])
    arguments = parser.parse_args()
    root = arguments.root
    errors = []
    pages, without = clauses(root, errors)
    known = {name for _, names in pages.values() for name in names}
    code = collections.defaultdict(set)
    tests = collections.defaultdict(set)
    for name, text in sources(root):
        for match in CITATION.finditer(text):
            place = f"{name}:{text.count(chr(10), 0, match.start()) + 1}"
            if match[1] not in known:
                errors.append(f"{place}: [{match[1]}] is no clause of doc/model")
            elif name.startswith("test/"):
                test = holder(name, text, match.start())
                if test:
                    tests[match[1]].add(test)
            elif name.startswith((*CODE, SCRIPTS)) and not name.endswith(".rst"):
                code[match[1]].add(short(name))
        for match in OLD.finditer(text):
            place = f"{name}:{text.count(chr(10), 0, match.start()) + 1}"
            errors.append(f"{place}: {match[0]!r} cites what no reader can open; name a clause of doc/model")
    errors += [f"doc/model: no test names [{name}]" for name in sorted(known - set(tests))]
    check_code(known, without, code, errors)
    check_questions(root, errors)
    check_code_map(root, errors)
    check_mutants(root, errors)
    made = table(pages, code, tests)
    if arguments.write:
        (root / "doc/clauses.rst").write_text(made)
    elif not (root / "doc/clauses.rst").exists() or (root / "doc/clauses.rst").read_text() != made:
        errors.append("doc/clauses.rst is not up to date: .ci/citations.py --write")
    print("\n".join(errors), file=sys.stderr)
    print(f"{len(known)} clauses, {sum(map(len, tests.values()))} citations by tests, {len(errors)} errors")
    sys.exit(1 if errors else 0)


if __name__ == "__main__":
    main()
