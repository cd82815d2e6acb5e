#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Compares doc/reference.rst with what the program given as argument prints of the TypeIds, and
what the examples answer to --PrintGroup and --PrintAttributes, if they are given as well."""

import difflib
import pathlib
import re
import subprocess
import sys

# name, type, "and", range
ATTRIBUTE = re.compile(r"^``(\w+)``\n(?:   .*\n)+\n   ``([\w:]+)``(, ``([^`]+)``)?", re.MULTILINE)


def output(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout


program, *examples = sys.argv[1:]
kept = pathlib.Path(__file__).resolve().parents[2] / "doc/reference.rst"
made = output(program)
classes = re.findall(r"^(ns3::mrc::\w+)$", made, re.MULTILINE)
failures = list(
    difflib.unified_diff(
        kept.read_text().splitlines(), made.splitlines(), str(kept), program, lineterm=""
    )
)
if failures:
    failures.append(f"the documents are behind: {program} > doc/reference.rst")
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
