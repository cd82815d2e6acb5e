# SPDX-License-Identifier: GPL-2.0-only
"""Finds the files that runs of a study read: those that values name, and those that these name in turn."""

import hashlib
import pathlib
import re

from sweep.grid import EXAMPLES, FOLDER

DATA = EXAMPLES / "data"  # where programs look for a file that is not in their working folder
LONGEST_SCANNED = 1 << 20  # bytes of a file that is searched for further names


def named_by(text, folder):
    """The files that words of a text name, beside the file that has the text or among those of the examples."""
    found = []
    for word in re.split(r"[\s=,;'\"\[\]|]+", text):
        if not word or len(word) > 255 or word in (".", ".."):
            continue
        for base in (folder, DATA):
            path = pathlib.Path(base, word)
            if path.is_file():
                found.append(path.resolve())
                break
    return found


def reached(values, folder):
    """All files that values name, directly or through others, in the order in which they are met. folder: the study's."""
    found = {}
    waiting = [path for value in values for path in named_by(value.replace(f"{FOLDER}/", f"{folder}/"), folder)]
    while waiting:
        path = waiting.pop(0)
        if path in found:
            continue
        found[path] = path.read_bytes()
        if len(found[path]) <= LONGEST_SCANNED:
            waiting += named_by(found[path].decode(errors="replace"), path.parent)
    return list(found.items())


def digests(values, folder):
    """[name, digits of the content] of these files."""
    return [[path.name, hashlib.sha256(content).hexdigest()] for path, content in reached(values, folder)]
