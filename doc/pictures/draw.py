#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Makes the pictures of the documents. Each is a file in doc/pictures/drawings with a function draw().

doc/pictures/draw.py            # write all .svg files
doc/pictures/draw.py --check    # fail if one of them is not what its drawing makes
"""

import importlib
import pathlib
import sys

sys.dont_write_bytecode = True
here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(here))


def main():
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not check:
        sys.exit(__doc__)
    names = sorted(path.stem for path in (here / "drawings").glob("*.py"))
    stale = []
    for name in names:
        made = importlib.import_module(f"drawings.{name}").draw().svg()
        path = here / f"{name}.svg"
        if not check:
            path.write_text(made)
        elif not path.exists() or path.read_text() != made:
            stale.append(f"doc/pictures/{name}.svg is not what its drawing makes: doc/pictures/draw.py")
    stale += [f"doc/pictures/{path.name} has no drawing" for path in here.glob("*.svg") if path.stem not in names]
    print("\n".join(stale), file=sys.stderr, end="\n" if stale else "")
    sys.exit(1 if stale else 0)


if __name__ == "__main__":
    main()
