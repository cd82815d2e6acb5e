#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Draws a sample that the present commit decides: each commit has another, and a run can be repeated.

With MRC_ALL in the environment all are drawn.

usage: drawn.py NUMBER NAME...   prints so many of the names"""

import hashlib
import os
import pathlib
import subprocess
import sys

FOLDER = pathlib.Path(__file__).parent


def commit():
    """Returns the name of the present commit, empty outside of a clone."""
    git = ["git", "-C", str(FOLDER), "rev-parse", "HEAD"]
    try:
        run = subprocess.run(git, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
    except OSError:  # no git
        return ""
    return run.stdout.strip()


def drawn(names, number, of=None, what=""):
    """Returns so many of the names, in their order, as a commit draws them: the present one, if none is given.
    WHAT is drawn for, each with a sample of its own."""
    if of is None and os.environ.get("MRC_ALL"):
        return list(names)
    of = f"{commit() if of is None else of}{what and ' '}{what}"
    rank = lambda name: hashlib.sha256(f"{of} {name}".encode()).digest()
    chosen = set(sorted(set(names), key=rank)[:number])
    return [name for name in names if name in chosen]


if __name__ == "__main__":
    print("\n".join(drawn(sys.argv[2:], int(sys.argv[1]))))
