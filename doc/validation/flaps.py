# SPDX-License-Identifier: GPL-2.0-only
"""Faults of links during a job (figures 5 and 6), as rings of some sizes: what a fault costs a ring all-reduce.

Planes, rates, delays and the bytes of each step of the ring are the same at each size. Times of faults are compressed:
the paper has 4 flaps in a minute, here are so many in a ring of some 6 ms.
"""

import random

RANKS = (32, 64, 128)
STEP_MB = 4  # of a ring, for each pair of neighbours
FLAPS = (1, 2, 4)  # in a ring, of links between T0s and T1s
DOWN_US, LATEST_US = 500, 5500
PLANES, T0S, UPLINKS = 4, 2, 16  # of clos-4x100g with 32 NICs
PUBLISHED_LOSS = (24, 27)  # percent of the job's rate while four links of a transceiver flapped
MOST_LONGER = 0.5  # percent, for one flap in a ring; own bound: the paper says "almost no effect"


def faults(name, seed):
    """What --fail takes: nothing, a transceiver that is down all the time, or so many flaps, drawn by the seed."""
    if name == "transceiver":
        return "transceiver:0.0.0@0ns"
    draw = random.Random(seed)
    words = []
    for _ in range(int(name) if name != "none" else 0):
        begin = draw.randrange(LATEST_US)
        link = f"link:{draw.randrange(PLANES)}.{draw.randrange(T0S)}.{draw.randrange(UPLINKS)}"
        words.append(f"{link}@{begin}us..{begin + DOWN_US}us")
    return ",".join(words) or "none"


def options(name, ranks, seed):
    """The options of mrc-fabric."""
    words = [f"--workload=ring-allreduce ranks={ranks} size={STEP_MB * ranks}MB", "--topology=clos-4x100g"]
    return [*words, f"--nics={ranks}", "--quiet", f"--RngRun={seed}", f"--fail={faults(name, seed)}"]
