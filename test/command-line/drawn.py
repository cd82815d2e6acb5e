#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Draws a sample that the present commit decides: each commit has another, and a run can be repeated.

With MRC_ALL in the environment all are drawn. With --changed, files that the last 80 commits changed come first: a
sample without them would let through what nobody has tried.

usage: drawn.py [--changed] NUMBER NAME...   prints so many of the names"""

import hashlib
import os
import pathlib
import subprocess
import sys

FOLDER = pathlib.Path(__file__).parent


def git(*words):
    """Returns what git prints, empty outside of a clone."""
    try:
        run = subprocess.run(["git", "-C", str(FOLDER), *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
    except OSError:  # no git
        return ""
    return run.stdout.strip()


def commit():
    """Returns the name of the present commit, empty outside of a clone."""
    return git("rev-parse", "HEAD")


def changed():
    """Returns the files that the last commits changed."""
    return set(git("log", "-80", "--no-renames", "--format=", "--name-only").split("\n"))


def drawn(names, number, of=None, what="", first=()):
    """Returns so many of the names, in their order, as a commit draws them: the present one, if none is given.
    WHAT is drawn for, each with a sample of its own. Those of FIRST come before others."""
    if of is None and os.environ.get("MRC_ALL"):
        return list(names)
    of = f"{commit() if of is None else of}{what and ' '}{what}"
    rank = lambda name: (name not in first, hashlib.sha256(f"{of} {name}".encode()).digest())
    chosen = set(sorted(set(names), key=rank)[:number])
    return [name for name in names if name in chosen]


if __name__ == "__main__":
    words = sys.argv[1:]
    first = changed() if words[0] == "--changed" else ()
    number, *names = words[words[0] == "--changed" :]
    print("\n".join(drawn(names, int(number), first=first)))
