#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Makes the API reference with doxygen, and fails for each of its warnings.

Every public member has a comment, and no comment names only some of the parameters. In the rooms that
scripts use, every parameter and every result is described too.

usage: api.py FOLDER, which gets html/index.html"""

import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
# where a comment in a sentence is enough: the engine's own
IN_SENTENCES = {"transport", "roce", "fabric", "host"}
EVERYTHING = {"WARN_NO_PARAMDOC": "NO"}


def rooms_of_scripts():
    """Returns the settings for the rooms that scripts use."""
    rooms = sorted(p for p in (ROOT / "model").iterdir() if p.name not in IN_SENTENCES)
    inputs = " ".join(str(path.relative_to(ROOT)) for path in [*rooms, ROOT / "helper"])
    return {"INPUT": inputs, "WARN_NO_PARAMDOC": "YES"}


def is_inherited(warning):
    """Does an override lack a comment? Such an override has that of its base class, which may be ns-3's."""
    return " override (function) of " in warning or " final (function) of " in warning


def warnings(output, settings):
    """Runs doxygen into a folder; returns what it complained about."""
    output.mkdir(parents=True, exist_ok=True)
    settings = {"OUTPUT_DIRECTORY": output, **settings}
    lines = [f'{name} = {value}' for name, value in settings.items()]
    text = (ROOT / "doc/Doxyfile").read_text() + "\n".join(lines) + "\n"
    command = [os.environ.get("DOXYGEN", "doxygen"), "-"]
    done = subprocess.run(
        command, input=text, cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        return [done.stderr]
    return [line for line in done.stderr.splitlines() if line and not is_inherited(line)]


def main():
    output = pathlib.Path(sys.argv[1]).resolve()
    found = warnings(output, EVERYTHING) + warnings(output / "of-scripts", rooms_of_scripts())
    for line in dict.fromkeys(found):
        print(line.replace(f"{ROOT}/", ""), file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
