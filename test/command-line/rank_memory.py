# SPDX-License-Identifier: GPL-2.0-only

"""Compares what ranks take of memory with what one process takes."""

import os
import re
import subprocess
import sys

from rank_start import command, run

LITTLE = "--workload=permutation ranks=2 size=4KB"  # over any fabric
TRAFFIC = ["--workload=tornado ranks=1024 size=1MB", "--topology=clos-4x200g", "--nics=1024"]


def memory_by_rank(folder, options, ranks, scratch):
    """Returns what each rank takes, MiB, by kind: the program and fabric, the queue pairs, the traffic."""
    done = run(folder, options, ranks, scratch)
    words = re.search(r"program and fabric ([0-9, ]*); queue pairs ([0-9, ]*); traffic ([0-9, ]*)", done.stderr)
    if done.returncode != 0 or not words:
        sys.exit(f"{options} over {ranks} ranks: {done.returncode}, {done.stderr}")
    return [[int(word) for word in kind.split(", ")] for kind in words.groups()]


def memory_of_one(folder, options, scratch):
    """Returns what one process takes at most, MiB."""
    with subprocess.Popen(command(folder, options, 1), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=scratch) as one:
        _, status, usage = os.wait4(one.pid, 0)
        one.returncode = status
    if status != 0:
        sys.exit(f"{options} in one process: {status}")
    return usage.ru_maxrss // 1024


def shares_memory(folder, scratch):
    """Returns whether each of two ranks takes less for its traffic than one process, and each of four about half of
    that. Ranks also keep the frames that they exchange."""
    fabric, pairs, two = memory_by_rank(folder, TRAFFIC, 2, scratch)
    _, _, four = memory_by_rank(folder, TRAFFIC, 4, scratch)
    one = memory_of_one(folder, TRAFFIC, scratch) - memory_of_one(folder, [LITTLE, *TRAFFIC[1:]], scratch) - max(pairs)
    print(f"memory for traffic: {one} MiB in one process, {two} with 2 ranks, {four} with 4; for all else {fabric}, {pairs}")
    return min(two) >= 15 and max(two) < one and max(four) <= 0.65 * min(two)


def fabric_of(folder, nics, ranks, scratch):
    """Returns what the program and a fabric with little traffic take in each process at most, MiB."""
    options = [LITTLE, "--topology=clos-8x100g", f"--nics={nics}", "--fail=none"]
    if ranks == 1:
        return [memory_of_one(folder, options, scratch)]
    return memory_by_rank(folder, options, ranks, scratch)[0]


def shares_fabric(folder, scratch):
    """Returns whether a rank takes less for a fabric than one process, and the less the more ranks there are. The
    program itself and MPI are what a small fabric takes. NICs and a few bytes of each port are in all ranks."""
    sizes = {}
    for ranks in (1, 2, 4):
        none = min(fabric_of(folder, 64, ranks, scratch))
        sizes[ranks] = max(fabric_of(folder, 16384, ranks, scratch)) - none
    print(f"memory for 16,384 NICs with 8 planes, by ranks: {sizes} MiB")
    return sizes[1] >= 40 and sizes[2] <= 0.85 * sizes[1] and sizes[4] <= 0.62 * sizes[1]
