#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Checks which folder's headers each file includes.

Checks also that the engine knows nothing of ns-3's objects, and that the build finds every file by its
name. CONTRIBUTING.md has to draw the folders as the table below has them, and doc/mrc.rst has to list
them. The option --draw writes that picture.
"""

import pathlib
import re
import sys

# Each folder, with the folders of headers that its files may include, lowest first.
ALLOWED = {
    "wire": [],
    "kernel": ["wire"],
    "transport": ["wire"],
    "roce": ["wire", "transport"],
    "fabric": ["wire", "kernel"],
    "host": ["wire", "kernel", "transport", "fabric"],
    "face": ["wire", "kernel", "transport", "fabric", "host", "roce"],
    "workload": ["wire", "transport", "host"],
    "network": ["wire", "kernel", "transport", "fabric", "host", "face", "workload"],
    "adapter": ["wire", "fabric", "host", "face", "network"],
    "run": ["wire", "kernel", "transport", "fabric", "host", "face", "workload", "network", "adapter"],
    "helper": [
        "wire", "kernel", "transport", "fabric", "host", "face", "workload", "network", "adapter", "run",
    ],
}
MEANINGS = {
    "wire": "values: headers, frames, addresses, bytes",
    "kernel": "typed events in a timing wheel",
    "transport": "decides: what to send when over which path",
    "roce": "decides as RoCEv2 does: the rival of MRC's transport",
    "fabric": "moves: ports, queues, links, switches",
    "host": "binds both: the NIC",
    "face": "what ns-3 sees of it: TypeIds, attributes, traces, profiles",
    "workload": "asks for transfers",
    "network": "the composition root: topology, routes, faults in words",
    "adapter": "plugs into stock ns-3 and its files: FlowMonitor, captures",
    "run": "a program's run: command line, progress, tables",
    "helper": "what a script names",
}
# The engine: what a user configures or connects to is in the folders above it. Of ns-3 it includes
# values and messages only, and names none of its objects.
ENGINE = ["wire", "kernel", "transport", "roce", "fabric", "host", "workload"]
VALUES = {"assert.h", "fatal-error.h", "log.h", "nstime.h"}
OBJECTS = re.compile(r"\b(TypeId|Object|CreateObject|TracedCallback|Ptr|Packet|ErrorModel|Simulator)\b")
COMMENTS = re.compile(r'//[^\n]*|/\*.*?\*/|"[^"\n]*"', re.S)
# Files of the engine to which this does not apply. A program without ns-3's simulator leaves the
# first ones aside. mrc-packet-bytes turns bytes into a packet.
EXEMPT = {
    "mrc-fast-simulator-impl", "mrc-hot-driver", "mrc-older-ns3", "mrc-ordinary-events", "mrc-select-simulator",
    "mrc-simulator-calendar", "mrc-simulator-host",
    "mrc-packet-bytes",
    "mrc-flow-agenda",  # schedules posts
    "mrc-mpi-start",  # enables ns-3's MpiInterface
}  # fmt: skip
# Folders of GoogleTests: those of the library, and that of the programs that compare with figures.
TEST_FOLDERS = [*ALLOWED, "validation"]
# What CMakeLists.txt looks for; anything else would silently not be built.
PATTERNS = [
    "model/*/mrc-*.cc", "model/*/mrc-*.h", "helper/mrc-*.cc", "helper/mrc-*.h",
    "test/mrc-*.cc", "test/mrc-*.h", "test/workload/data-file.cc", "test/soak/soak-*-test.cc",
    *(f"test/{folder}/{name}" for folder in TEST_FOLDERS for name in ("*-test.cc", "*.h")),
]  # fmt: skip
BEGIN, END = "<!-- folders: .ci/layers.py --draw -->\n```\n", "```\n<!-- end of folders -->\n"

root = pathlib.Path(__file__).resolve().parent.parent


def own_files():
    """Returns all files of the module's library."""
    return [p for top in ("model", "helper") for p in sorted((root / top).rglob("mrc-*.[ch]*"))]


def include_errors():
    """Returns each include that the table forbids, or that is not written as agreed."""
    errors = []
    folder_of = {p.name: p.parent.name for p in own_files()}
    for path in own_files():
        here = path.parent.name
        if here not in ALLOWED:
            errors.append(f"{path.relative_to(root)}: {here} is no folder of the table in .ci/layers.py")
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = re.match(r'\s*#\s*include\s*[<"](.*/)?(mrc-[\w-]+\.h)[>"]', line)
            if match:
                fault = include_fault(here, folder_of.get(match[2]), *match.groups())
                errors += [f"{path.relative_to(root)}:{number}: {fault}"] if fault else []
    return errors


def include_fault(here, there, prefix, name):
    """Returns what is wrong with an include of the header name, found in there, by a file in here."""
    if there is None:
        return f"{name} is no header of model/ or helper/"
    if there == here:
        return f'same folder, write "{name}"' if prefix else None
    if prefix != "ns3/":
        return f'another folder, write "ns3/{name}"'
    return None if there in ALLOWED[here] else f"{here} must not include {there} ({name})"


def engine_errors():
    """Returns each header and each object of ns-3 that a file of the engine names."""
    errors = []
    for path in own_files():
        if path.parent.name not in ENGINE or path.stem in EXEMPT:
            continue
        text = path.read_text()
        names = set(re.findall(r'#\s*include\s*"ns3/((?!mrc-)[^"]+)"', text)) - VALUES
        names |= set(OBJECTS.findall(COMMENTS.sub("", text)))
        errors += [f"{path.relative_to(root)}: {path.parent.name} must not name ns-3's {n}" for n in sorted(names)]
    there = {path.stem for path in own_files() if path.parent.name in ENGINE}
    return errors + [f".ci/layers.py: there is no {name} in the engine" for name in sorted(EXEMPT - there)]


def stray_files():
    """Returns each source file that the build would not find, and each GoogleTest in another's folder."""
    found = {path for pattern in PATTERNS for path in root.glob(pattern)}
    tests = {root / "test", *(root / "test" / folder for folder in TEST_FOLDERS)}
    return [
        f"{path.relative_to(root)}: no file belongs here; expected {', '.join(PATTERNS)}"
        for top in ("model", "helper", "test")
        for path in sorted((root / top).rglob("*"))
        if path.suffix in (".cc", ".h")
        and path not in found
        and (top != "test" or path.parent in tests or path.name.endswith("-test.cc"))
    ]


def picture():
    """Returns the folders, highest first: each with its meaning and those right below it."""
    lines = []
    for folder, allowed in reversed(ALLOWED.items()):
        below = [a for a in allowed if not any(a in ALLOWED[b] for b in allowed)]
        arrows = f"-> {', '.join(below)}" if below else ""
        lines.append(f"{folder:10} {arrows:34} {MEANINGS[folder]}".rstrip() + "\n")
    return "".join(lines)


def design_errors():
    """Returns each folder that the list of doc/mrc.rst leaves out, or that is none."""
    design = (root / "doc/mrc.rst").read_text().split("\nDesign\n", 1)[1].split("\n.. figure::", 1)[0]
    listed = re.findall(r"^\* ``(\w+)``:", design, re.M)
    return [f"doc/mrc.rst: Design lists {x} otherwise than .ci/layers.py" for x in sorted(set(listed) ^ set(ALLOWED))]


def main():
    page = root / "CONTRIBUTING.md"
    before, rest = page.read_text().split(BEGIN)
    drawn, after = rest.split(END)
    if sys.argv[1:] == ["--draw"]:
        page.write_text(before + BEGIN + picture() + END + after)
        return 0
    errors = include_errors() + engine_errors() + stray_files() + design_errors()
    if drawn != picture():
        errors.append("CONTRIBUTING.md: another picture of the folders; python3 .ci/layers.py --draw")
    print("\n".join(errors), file=sys.stderr)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
