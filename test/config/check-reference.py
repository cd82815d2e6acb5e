#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Compares documents with what programs and sources say:

- doc/reference.rst with what the program given as argument prints of the TypeIds,
  and .ci/callbacks.py of the headers
- the attributes in the last column of doc/defaults.rst with the same TypeIds
- what the examples answer to --PrintGroup and --PrintAttributes, if they are given as well
- the log components of doc/config.rst with those of the sources

usage: check-reference.py PROGRAM [EXAMPLE...]
       check-reference.py --write PROGRAM   makes doc/reference.rst and that column"""

import difflib
import pathlib
import re
import subprocess
import sys

# name, type, "and", range
ATTRIBUTE = re.compile(r"^``(\w+)``\n(?:   .*\n)+\n   ``([\w:]+)``(, ``([^`]+)``)?", re.MULTILINE)

# name, help, default
DEFAULT = re.compile(r"^``(\w+)``\n   (.*)\n\n   .*; default ``(.*)``$", re.MULTILINE)
# a row of doc/defaults.rst up to its last cell, which is machine-made; its clauses
ROW = re.compile(
    r"(^   \* - ((?:\[[\w-]+\] ?)+)\n(?:     - .*\n(?:       .*\n)*){3})     - .*\n", re.MULTILINE
)


def output(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout


def log_failures(root):
    """Returns what differs between the components of the documents and of the sources."""
    section = (root / "doc/config.rst").read_text().split("\nLogging\n")[1]
    told = set(re.findall(r"``(Mrc\w+)``", section))
    sources = [*root.glob("model/*/*.cc"), *root.glob("helper/*.cc")]
    defined = re.compile(r'NS_LOG_COMPONENT_DEFINE\("(\w+)"\)')
    texts = {source: source.read_text() for source in sources}
    there = {name for text in texts.values() for name in defined.findall(text)}
    # Only a build with logging would fail.
    logs = re.compile(r"\bNS_LOG_(?!COMPONENT)\w+\(")
    silent = [s for s, text in texts.items() if logs.search(text) and not defined.search(text)]
    return [f"{source}: logs, and defines no component" for source in silent] + [f"doc/config.rst, Logging: no {name}" for name in sorted(there - told)] + [
        f"doc/config.rst, Logging: there is no {name}" for name in sorted(told - there)
    ]


def readable(value):
    """Returns a default as a reader writes it: +1e+06ns is 1 ms."""
    span = re.fullmatch(r"\+([\d.e+]+)ns", value)
    if not span:
        return value
    nanoseconds = float(span[1])
    unit, size = next(
        ((u, s) for u, s in (("s", 1e9), ("ms", 1e6), ("us", 1e3)) if nanoseconds >= s), ("ns", 1)
    )
    return f"{nanoseconds / size:g} {unit}"


def with_attributes(reference, table):
    """Returns the table of defaults with those of the attributes that a row is about. Those cite one of its
    clauses, or the row names them."""
    attributes = [
        (f"{name}::{attribute}", re.findall(r"\[([a-z][a-z0-9-]+)\]", text), readable(value))
        for name, section in re.findall(
            r"^ns3::mrc::(\w+)\n\*+\n((?:(?!^ns3::mrc::).*\n)*)", reference, re.MULTILINE
        )
        for attribute, text, value in DEFAULT.findall(section)
        if not attribute.endswith("Factory")  # which has no value to tell
    ]

    def cell(row):
        clauses = set(re.findall(r"[\w-]+", row[2]))
        named = set(re.findall(r"``(\w+)``", row[1]))
        told = ", ".join(
            f"``{name}`` {value}"
            for name, cited, value in attributes
            if clauses & set(cited) or name.split("::")[1] in named
        )
        return f"{row[1]}     - {told or 'none'}\n"

    return ROW.sub(cell, table)


write = sys.argv[1] == "--write"
program, *examples = sys.argv[1 + write :]
root = pathlib.Path(__file__).resolve().parents[2]
kept = root / "doc/reference.rst"
headers = [sys.executable, root / ".ci/callbacks.py"]
made = output(program)
whole = made + output(*headers, "--rst")
table = root / "doc/defaults.rst"
filled = with_attributes(made, table.read_text())
if write:
    kept.write_text(whole)
    table.write_text(filled)
classes = re.findall(r"^(ns3::mrc::\w+)$", made, re.MULTILINE)
failures = list(
    difflib.unified_diff(
        (kept.read_text() + table.read_text()).splitlines(),
        (whole + filled).splitlines(),
        f"{kept} and {table}",
        program,
        lineterm="",
    )
)
if failures:
    failures.append(f"the documents are behind: python3 {sys.argv[0]} --write {program}")
failures += filter(None, subprocess.run(headers, stderr=subprocess.PIPE, text=True).stderr.split("\n"))
failures += log_failures(root)
for example in examples:
    group = output(example, "--PrintGroup=Mrc")
    failures += [f"{example} --PrintGroup=Mrc: no {c}" for c in classes if c not in group]
    for name in classes:
        listed = output(example, f"--PrintAttributes={name}")
        section = made.split(f"\n{name}\n")[1].split("\nns3::mrc::")[0]
        for attribute, kind, _, limits in ATTRIBUTE.findall(section):
            type_and_range = f"{kind} {limits}".strip()
            if not re.search(
                rf"--{name}::{attribute}=.*\n.*\n +{re.escape(type_and_range)}\n", listed
            ):
                failures.append(f"{example} --PrintAttributes={name}: {attribute} is not told")
print("\n".join(failures), file=sys.stderr)
sys.exit(1 if failures else 0)
