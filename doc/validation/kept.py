# SPDX-License-Identifier: GPL-2.0-only
"""Keeps results of runs on disk: a run with the same program, arguments and seed need not be run again."""

import functools
import hashlib
import json
import pathlib
import re
import subprocess

from mrc_report import files

FORMAT = 1


def digest_of(paths):
    """The digest of files, by their contents."""
    digest = hashlib.sha256()
    for path in paths:
        digest.update(pathlib.Path(path).read_bytes())
    return digest.hexdigest()[:16]


@functools.lru_cache(maxsize=None)
def libraries_of(program):
    """The libraries of ns-3 and of the module that a program loads."""
    told = subprocess.run(["ldd", str(program)], capture_output=True, text=True, check=False).stdout
    return sorted(path for path in re.findall(r"=> (/\S+)", told) if re.search(r"/lib(ns3|mrc)", path))


def build_of(program):
    """The digest of a program with these libraries, nothing if there is no such program."""
    return "" if not pathlib.Path(program).exists() else digest_of([program, *libraries_of(program)])


class Kept:
    """A folder with a file for each result. Nothing is written before the first one."""

    def __init__(self, folder):
        self.folder = folder

    def path(self, identity):
        """Where the result of what has this identity is."""
        text = json.dumps(identity, sort_keys=True)
        return self.folder / f"{hashlib.sha256(text.encode()).hexdigest()[:20]}.json"

    def get(self, identity):
        """The result, None if there is none; a file that is cut or another's counts as none."""
        try:
            found = json.loads(self.path(identity).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        is_ours = isinstance(found, dict) and found.get("format") == FORMAT
        return found.get("result") if is_ours and found.get("identity") == identity else None

    def put(self, identity, result, seconds=None):
        """Writes a result, and how long it took. Raises OSError with the name of the file."""
        self.folder.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"format": FORMAT, "identity": identity, "seconds": seconds, "result": result}, indent=1)
        files.write_texts(self.path(identity), [text, "\n"])
