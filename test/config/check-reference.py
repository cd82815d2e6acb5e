#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Compares doc/reference.rst with what the program given as argument prints of the TypeIds and
.ci/callbacks.py of the headers, what the examples answer to --PrintGroup and --PrintAttributes, if
they are given as well, and the log components of doc/config.rst with those of the sources.

usage: check-reference.py PROGRAM [EXAMPLE...]
       check-reference.py --write PROGRAM   makes doc/reference.rst"""

import difflib
import pathlib
import re
import subprocess
import sys

# name, type, "and", range
ATTRIBUTE = re.compile(r"^``(\w+)``\n(?:   .*\n)+\n   ``([\w:]+)``(, ``([^`]+)``)?", re.MULTILINE)


def output(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout


def log_failures(root):
    """Returns what differs between the components of the documents and of the sources."""
    section = (root / "doc/config.rst").read_text().split("\nLogging\n")[1]
    told = set(re.findall(r"``(Mrc\w+)``", section))
    sources = [*root.glob("model/*/*.cc"), *root.glob("helper/*.cc")]
    defined = re.compile(r'NS_LOG_COMPONENT_DEFINE\("(\w+)"\)')
    there = {name for source in sources for name in defined.findall(source.read_text())}
    return [f"doc/config.rst, Logging: no {name}" for name in sorted(there - told)] + [
        f"doc/config.rst, Logging: there is no {name}" for name in sorted(told - there)
    ]


write = sys.argv[1] == "--write"
program, *examples = sys.argv[1 + write :]
root = pathlib.Path(__file__).resolve().parents[2]
kept = root / "doc/reference.rst"
headers = [sys.executable, root / ".ci/callbacks.py"]
made = output(program)
whole = made + output(*headers, "--rst")
if write:
    kept.write_text(whole)
classes = re.findall(r"^(ns3::mrc::\w+)$", made, re.MULTILINE)
failures = list(
    difflib.unified_diff(
        kept.read_text().splitlines(), whole.splitlines(), str(kept), program, lineterm=""
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
