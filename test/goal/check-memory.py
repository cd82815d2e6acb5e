#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Does a long schedule in GOAL take the memory of a short one? Does a list of flows?

usage: check-memory.py PATH_OF_MRC_FABRIC [--flows] [--short=MEGABYTES] [--long=MEGABYTES] [--ranks=N]

bench/make-goal.py writes two schedules, bench/make-flows.py two lists of flows of each form: flow.txt, htsim's .cm and a
list that gzip made smaller. mrc-fabric runs both, one after the other. The peaks of their memory may differ by a tenth.
Each schedule fills the blocks of GoalBlocks, and each list has more flows than are held in memory. With --short=50 and
--long=500 this takes minutes.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

BENCH = pathlib.Path(__file__).resolve().parents[2] / "bench"
GOAL = (("make-goal.py", "schedule.bin", 12, 48),)  # 10^6 bytes of the short one, and of the long one
FLOWS = (
    ("make-flows.py", "flows.txt", 3.2, 16),
    ("make-flows.py", "flows.cm", 5, 15),
    ("make-flows.py", "flows.txt.gz", 3.2, 10),
)
MOST = 1.1  # of the long schedule's peak to the short one's


def generate(generator, path, megabytes, ranks):
    """Writes a schedule or a list."""
    options = [str(path), f"--megabytes={megabytes}", f"--ranks={ranks}"]
    subprocess.run([sys.executable, str(BENCH / generator), *options], check=True)


def peak(fabric, path):
    """Returns KiB at the peak, processor seconds and flows of a run of a schedule."""
    with tempfile.TemporaryFile("w+") as out:
        command = [fabric, f"--matrix={path}", "--nics=32", "--quiet"]
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
    parser.add_argument("--flows", action="store_true", help="lists of flows instead of schedules")
    parser.add_argument("--short", type=float, help="10^6 bytes of the short file; 12, of flows 3.2")
    parser.add_argument("--long", type=float, help="10^6 bytes of the long one; 48, of flows 16")
    parser.add_argument("--ranks", type=int, default=16, help="ranks; 16")
    args = parser.parse_args()
    ratios = []
    for generator, name, short, long in FLOWS if args.flows else GOAL:
        peaks = []
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / name
            for megabytes in (args.short or short, args.long or long):
                generate(generator, path, megabytes, args.ranks)
                size, seconds, flows = peak(args.fabric, path)
                print(f"{name}, {megabytes:g} MB: {flows} flows, {size / 1024:.1f} MiB at the peak, {seconds:.1f} s")
                peaks.append(size)
        ratios.append(peaks[1] / peaks[0])
        print(f"ratio {ratios[-1]:.3f}; expected at most {MOST}")
    sys.exit(max(ratios) > MOST)


if __name__ == "__main__":
    main()
