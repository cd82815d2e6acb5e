#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Checks that a .cc file of model/ and helper/ defines functions of one class only, so that a file has one question.

    .ci/classes.py    # check; the status is 1 if something is wrong

Functions of a class's nested classes are its own, as are those with namespaces in their names. Free functions may stand
beside them, and so may local classes that have their functions inside.
"""

import pathlib
import re
import sys

from methods import plain, without_arguments

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Classes that stand beside that of their file, each with why.
EXEMPT = {
    "model/fabric/mrc-fabric-state.cc": {"FabricDraws"},  # a part of FabricState: one enum has the keys of both
}
LITERAL = re.compile(r"'(?:\\.|[^'\\\n])'")
NAMESPACE = re.compile(r"\b(namespace|extern)\b")
# What comes before the first round bracket of a definition ends with the name: Outer::Inner::Function.
FUNCTION = re.compile(r"[^(,]*?((?:\b[A-Za-z]\w*\s*::\s*)+)(?:~?\w+|operator\b[^(]*(?:\(\))?)\s*\(")


def owner_of(statement):
    """Returns the outermost class of the function that a statement defines, None if there is none."""
    match = FUNCTION.match(without_arguments(statement))
    names = re.findall(r"\w+", match[1]) if match else []
    return next((name for name in names if name[0].isupper()), None)


def classes_of(text):
    """Returns the classes of which a text defines functions, in its order."""
    found = {}  # as an ordered set
    inside = []  # open braces: whether each is that of a namespace
    statement = ""
    for part in re.split(r"([{};])", LITERAL.sub(" ", plain(text))):
        if part == "{":
            space = bool(NAMESPACE.search(statement))
            if all(inside) and not space:
                found[owner_of(statement)] = True
            inside.append(space)
        elif part == "}":
            inside = inside[:-1]
        elif part == ";" and all(inside) and statement.rstrip().endswith("= default"):
            found[owner_of(statement)] = True
        statement = "" if part and part in "{};" else statement + part
    return [name for name in found if name]


def main():
    paths = [path for top in ("model", "helper") for path in sorted((ROOT / top).rglob("mrc-*.cc"))]
    errors = []
    for path in paths:
        name = str(path.relative_to(ROOT))
        exempt = EXEMPT.get(name, set())
        found = classes_of(path.read_text())
        if len(set(found) - exempt) > 1:
            errors.append(f"{name} defines functions of {', '.join(found)}; expected one class in a file")
        errors += [f".ci/classes.py: {name} has no functions of {each}" for each in sorted(exempt - set(found))]
    print("\n".join(errors), end="\n" if errors else "", file=sys.stderr)
    print(f"{len(paths)} files, {len(errors)} errors")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
