#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Runs the cases of mrc-soak that were chosen by hand, and a third of the seeds 1 .. 600. The present commit draws the
hundreds.

usage: check-seeds.py PROGRAM   MRC_ALL=1 runs all seeds"""

import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "command-line"))
import drawn  # noqa: E402

HUNDREDS = [f"{first}..{first + 99}" for first in range(1, 600, 100)]


def main():
    chosen = drawn.drawn(HUNDREDS, len(HUNDREDS) // 3)
    failed = []
    for what in ("--fixed", *(f"--seeds={seeds}" for seeds in chosen)):
        print(what, flush=True)
        if subprocess.run([sys.argv[1], what, "--quiet"], check=False).returncode != 0:
            failed.append(what)
    print(f"{len(chosen)} hundreds of seeds and the fixed cases; failures in: {', '.join(failed) or 'none'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
