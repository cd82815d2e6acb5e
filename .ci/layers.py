#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Checks which folder's headers each file includes, and that the build finds every file by its name."""

import pathlib
import re
import sys

MODEL = ["wire", "kernel", "transport", "roce", "fabric", "host", "workload", "adapter"]
ALLOWED = {
    "wire": [],
    "kernel": ["wire"],
    "transport": ["wire"],
    "roce": ["wire", "transport"],
    "fabric": ["wire", "kernel"],
    "host": ["wire", "kernel", "transport", "fabric"],
    "workload": ["wire", "transport", "host"],
    "adapter": ["wire", "fabric", "host"],
    "helper": MODEL,
}

root = pathlib.Path(__file__).resolve().parent.parent
sources = [p for top in ("model", "helper") for p in sorted((root / top).rglob("mrc-*.[ch]*"))]
folder_of = {p.name: p.parent.name for p in sources}
errors = []

for path in sources:
    here = path.parent.name
    for number, line in enumerate(path.read_text().splitlines(), 1):
        match = re.match(r'\s*#\s*include\s*[<"](.*/)?(mrc-[\w-]+\.h)[>"]', line)
        if not match:
            continue
        place = f"{path.relative_to(root)}:{number}"
        prefix, name = match.groups()
        there = folder_of.get(name)
        if there is None:
            errors.append(f"{place}: {name} is no header of model/ or helper/")
        elif there == here and prefix:
            errors.append(f'{place}: same folder, write "{name}"')
        elif there != here and prefix != "ns3/":
            errors.append(f'{place}: another folder, write "ns3/{name}"')
        elif there != here and there not in ALLOWED.get(here, []):
            errors.append(f"{place}: {here} must not include {there} ({name})")

# what CMakeLists.txt looks for; anything else would silently not be built
PATTERNS = ["model/*/mrc-*.[ch]*", "helper/mrc-*.[ch]*", "test/mrc-*.[ch]*", "test/unit/*.[ch]*"]
found = {path for pattern in PATTERNS for path in root.glob(pattern)}
for top in ("model", "helper", "test"):
    for path in sorted((root / top).rglob("*.[ch]*")):
        own_build = top == "test" and path.parent not in (root / "test", root / "test/unit")
        if path not in found and path.suffix in (".cc", ".h") and not own_build:
            errors.append(f"{path.relative_to(root)}: the build does not look here; expected one of {', '.join(PATTERNS)}")

print("\n".join(errors), file=sys.stderr)
sys.exit(1 if errors else 0)
