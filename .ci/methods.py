#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Counts the public methods of each class in the headers of model/ and helper/: at most 12, so that a
class has one question.

    .ci/methods.py           # check; the status is 1 if something is wrong
    .ci/methods.py --list    # print each class with its count, the largest first

Each overload counts; a getter and its const twin are one. Not counted are constructors, destructors,
operators, GetTypeId, data and types. Overrides are not counted either: they count in the class that
demands them, if it is of this module.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MOST = 12

CLASS = re.compile(r"\b(class|struct)\s+([\w:]+)(?:\s+final)?\s*(?::([^{;]*))?$")
ACCESS = re.compile(r"(public|protected|private)$")
VALUE = re.compile(r"^(?!.*\b(?:class|struct|union|enum|namespace|extern)\b).*(?<!const)(?<!override)(?<!final)(?<!noexcept)(?<=\w)$")


def plain(text):
    """Returns C++ without comments, literals, preprocessor lines and attributes."""
    text = re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', " ", text, flags=re.S)
    text = re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", " ", text, flags=re.M)
    return re.sub(r"__attribute__\(\(.*?\)\)|\[\[.*?\]\]|\balignas\([^)]*\)", " ", text)


def without_arguments(text):
    """Returns text without the arguments of templates, which may be nested."""
    out, depth = [], 0
    for char in text:
        depth += char == "<"
        if depth == 0:
            out.append(char)
        depth -= char == ">"
    return "".join(out)


def method_of(statement, owner):
    """Returns name and parameters of the method that a statement in a class declares, None if none counts."""
    words = " ".join(statement.split())
    if re.match(r"(typedef|using|friend|static_assert|enum)\b", words) or "operator" in words:
        return None
    words = without_arguments(words)
    match = re.search(r"(~?\w+)\s*\(", words)
    if not match or "=" in words[: match.start()]:
        return None
    name = match[1]
    if name.lstrip("~") == owner or name == "GetTypeId" or not words[: match.start()].strip():
        return None
    return None if re.search(r"\boverride\b", words[match.end() :]) else (name, words[match.end() : words.rindex(")")])


def note(scope, statement):
    """Counts a statement if it is a public method of the class that it stands in."""
    if isinstance(scope, dict) and scope["public"]:
        scope["methods"].add(method_of(statement, scope["name"].split("::")[-1]))


def classes_of(text):
    """Yields (name, number of methods) of each class in a header."""
    stack = []  # of scopes: a class as a dict, a value as the statement before its brace, None for all else
    statement = ""
    depth = 0  # of round brackets, in which braces are values
    for part in re.split(r"([{};()]|(?<!:):(?!:))", plain(text)):
        scope = stack[-1] if stack else None
        if part in "()" and part:
            depth += 1 if part == "(" else -1
            statement += part
        elif depth > 0:
            statement += part
        elif part == ":" and isinstance(scope, dict) and ACCESS.search(statement.strip()):
            scope["public"] = statement.strip().endswith("public")
            statement = ""
        elif part == "{":
            words = " ".join(statement.split())
            match = None if words.startswith("enum") else CLASS.search(words)
            if match:
                stack.append({"name": match[2], "public": match[1] == "struct", "methods": set()})
            elif VALUE.match(words):
                stack.append(statement)  # the statement goes on behind the value
            else:
                note(scope, statement)
                stack.append(None)
            statement = ""
        elif part == "}":
            ended = stack.pop() if stack else None
            statement = ended if isinstance(ended, str) else ""
            if isinstance(ended, dict):
                yield ended["name"], len(ended["methods"] - {None})
        elif part == ";":
            note(scope, statement)
            statement = ""
        else:
            statement += part


def counts():
    """Returns {path and name of a class: number of its public methods} of all classes."""
    paths = (path for top in ("model", "helper") for path in sorted((ROOT / top).rglob("mrc-*.h")))
    return {
        f"{path.relative_to(ROOT)}: {name}": count
        for path in paths
        for name, count in classes_of(path.read_text())
    }


def main():
    found = counts()
    if sys.argv[1:] == ["--list"]:
        for name, count in sorted(found.items(), key=lambda item: (-item[1], item[0])):
            print(count, name)
        return 0
    errors = []
    for name, count in sorted(found.items()):
        if count > MOST:
            errors.append(f"{name} has {count} public methods; expected at most {MOST}")
    print("\n".join(errors), end="\n" if errors else "", file=sys.stderr)
    print(f"{len(found)} classes, {len(errors)} with more than {MOST} public methods")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
