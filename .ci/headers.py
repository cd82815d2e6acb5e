#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Checks cmake/public-headers.txt, which says what is installed.

Each line is a header, and the lines are in the order of the alphabet. No listed header includes a header
of the module's own that is not installed.

    .ci/headers.py             # check, and count; the status is 1 if something is wrong
    .ci/headers.py --public    # print the names
    .ci/headers.py --private   # print the names of all others
    .ci/headers.py --untested  # of those, the names that no .cc includes before all else

A .cc that includes its header first shows, whenever it is compiled, that the header stands alone.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIST = "cmake/public-headers.txt"
MOST = 68  # installed headers: a header more needs a reason


def listed():
    """Returns the lines that name a header."""
    return [line for line in (ROOT / LIST).read_text().splitlines() if not line.startswith("#")]


def headers():
    """Returns {path: text} of all headers of the library."""
    found = (path for top in ("model", "helper") for path in (ROOT / top).rglob("mrc-*.h"))
    return {str(path.relative_to(ROOT)): path.read_text() for path in sorted(found)}


def included_first():
    """Returns the names, without folders, that files of the library include before all else."""
    sources = (path for top in ("model", "helper") for path in (ROOT / top).rglob("mrc-*.cc"))
    directives = (re.search(r"^[ \t]*#.*", path.read_text(), re.MULTILINE) for path in sources)
    names = (re.match(r'\s*#\s*include\s*"(?:ns3/)?([\w-]+\.h)"', line[0]) for line in directives if line)
    return {name[1] for name in names if name}


def errors_of(public, texts):
    """Returns what is wrong with the list."""
    errors = []
    if public != sorted(set(public)):
        errors.append(f"{LIST}: expected each name once, in the order of the alphabet")
    errors += [f"{LIST}: there is no {name}" for name in public if name not in texts]
    if len(public) > MOST:
        errors.append(f"{LIST}: {len(public)} headers; expected at most {MOST}")
    private = {pathlib.PurePath(name).name for name in texts if name not in public}
    for name in public:
        for number, line in enumerate(texts.get(name, "").splitlines(), 1):
            match = re.match(r'\s*#\s*include\s*[<"](?:.*/)?([\w-]+\.h)[>"]', line)
            if match and match[1] in private:
                errors.append(f"{name}:{number}: {match[1]} is not installed; declare what it has, or add it to {LIST}")
    return errors


def main():
    public = listed()
    texts = headers()
    if sys.argv[1:] == ["--public"]:
        print("\n".join(public))
        return 0
    if sys.argv[1:] in (["--private"], ["--untested"]):
        compiled = included_first() if sys.argv[1] == "--untested" else set()
        private = (name for name in texts if name not in public)
        print("\n".join(name for name in private if pathlib.PurePath(name).name not in compiled))
        return 0
    errors = errors_of(public, texts)
    print("\n".join(errors), end="\n" if errors else "", file=sys.stderr)
    print(f"{len(public)} public headers of {len(texts)}, {len(errors)} errors")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
