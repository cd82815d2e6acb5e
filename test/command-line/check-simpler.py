#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Expects that a fixed rate passes no row of DCQCN, and a fixed window all rows of permutations. Argument: the folder of the built
examples. Clauses: [fixed-window], [htsim-rows], [roce-rate]
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "doc/validation"))
import simpler  # noqa: E402


def main():
    """Returns the status."""
    simpler.use(pathlib.Path(sys.argv[1]) / "mrc-fabric")
    wrong = 0
    for group, expected in (("rdma", lambda name: " none " in name), ("htsim", lambda name: not name.startswith("incast8"))):
        for name, (ours, passes), (simple, simple_passes) in simpler.GROUPS[group](1):
            as_expected = passes and simple_passes == expected(name)
            print(f"{group} {name}: {ours}, {simple}: {'as expected' if as_expected else 'NOT EXPECTED'}")
            wrong += not as_expected
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
