#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Does a long schedule in GOAL take the memory of a short one?

usage: check-memory.py PATH_OF_MRC_FABRIC [--short=MEGABYTES] [--long=MEGABYTES] [--ranks=N]

bench/make-goal.py writes two schedules. mrc-fabric runs both, one after the other. The peaks of their
memory may differ by a tenth. Each fills the blocks of GoalBlocks. With --short=50 and --long=500 this takes minutes.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

GENERATOR = pathlib.Path(__file__).resolve().parents[2] / "bench/make-goal.py"
MOST = 1.1  # of the long schedule's peak to the short one's


def generate(path, megabytes, ranks):
    """Writes a schedule."""
    options = [str(path), f"--megabytes={megabytes}", f"--ranks={ranks}"]
    subprocess.run([sys.executable, str(GENERATOR), *options], check=True)


def peak(fabric, path):
    """Returns KiB at the peak, processor seconds and flows of a run of a schedule."""
    with tempfile.TemporaryFile("w+") as out:
        command = [fabric, f"--matrix={path}", "--quiet"]
        process = subprocess.Popen(command, stdout=out)
        _, status, usage = os.wait4(process.pid, 0)
        out.seek(0)
        text = out.read()
    if status != 0:
        sys.exit(f"{' '.join(command)} ended with status {status}")
    flows = int(re.search(r"^flows complete +(\d+)", text, re.MULTILINE)[1])
    # KiB on Linux, bytes on macOS
    size = usage.ru_maxrss if sys.platform != "darwin" else usage.ru_maxrss // 1024
    return size, usage.ru_utime + usage.ru_stime, flows


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("fabric", help="path of mrc-fabric")
    parser.add_argument("--short", type=float, default=12, help="10^6 bytes of the short schedule; 12")
    parser.add_argument("--long", type=float, default=48, help="10^6 bytes of the long one; 48")
    parser.add_argument("--ranks", type=int, default=16, help="ranks; 16")
    args = parser.parse_args()
    peaks = []
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "schedule.bin"
        for megabytes in (args.short, args.long):
            generate(path, megabytes, args.ranks)
            size, seconds, flows = peak(args.fabric, path)
            print(f"{megabytes:g} MB: {flows} flows, {size / 1024:.1f} MiB at the peak, {seconds:.1f} s")
            peaks.append(size)
    ratio = peaks[1] / peaks[0]
    print(f"ratio {ratio:.3f}; expected at most {MOST}")
    sys.exit(ratio > MOST)


if __name__ == "__main__":
    main()
