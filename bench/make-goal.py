#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Writes a binary schedule in GOAL of any size, as LogGOPSim's txt2bin would write it.

usage: bench/make-goal.py FILE --megabytes=N [--ranks=N]

Ranks stand in a ring. In each step a rank works 1 ns, sends 64 bytes to the next rank and receives 64
from the one before. Work waits for the messages of the step before and of 64 steps before.
"""

import argparse
import struct

MARK = 4223
SEND, RECV, CALC = 1, 2, 3
BACK = 64  # steps, of the farther dependency
BYTES_OF_STEP = 3 * 39 + 4 * 4
CHUNK = 4096  # steps that are in memory


def operation(before, kind, peer, size, cpu, end, start):
    """Returns an operation; end and start are lengths and begins of lists."""
    return struct.pack("<IBIQIBBIIII", before, kind, peer, size, 0, cpu, 0, *end, *start)


def steps_of(first, last, steps, rank, ranks):
    """Returns the operations of some steps of a rank."""
    data = bytearray()
    for step in range(first, last):
        begin = 4 * step - max(0, step - (steps - BACK))  # of lists: the last steps have fewer
        received = waiting(step, steps)
        before = (step > 0) + (step >= BACK)
        data += operation(before, CALC, 0, 1, 0, (1, begin), (0, begin + 1))
        data += operation(1, SEND, (rank + 1) % ranks, 64, 1, (0, begin + 1), (1, begin + 1))
        data += operation(1, RECV, (rank - 1) % ranks, 64, 1, (len(received), begin + 2), (0, begin + 2 + len(received)))
    return data


def waiting(step, steps):
    """Returns the places of work that waits for the message of a step."""
    return [3 * later for later in (step + 1, step + BACK) if later < steps]


def lists_of(first, last, steps):
    """Returns the lists of some steps: what waits for the work, the send and the message."""
    data = bytearray()
    for step in range(first, last):
        numbers = [3 * step + 1, 3 * step + 2, *waiting(step, steps)]
        data += struct.pack(f"<{len(numbers)}I", *numbers)
    return data


def write(path, ranks, steps):
    """Writes the schedule."""
    numbers = 4 * steps - min(BACK, steps) - 1
    length = 8 + 4 + 3 * 39 * steps + 4 * numbers
    begin = 6 + 16 * ranks
    with open(path, "wb") as out:
        out.write(struct.pack("<QIBB", MARK, ranks, 1, 0))
        for rank in range(ranks):
            out.write(struct.pack("<QQ", begin + rank * length, begin + (rank + 1) * length))
        for rank in range(ranks):
            out.write(struct.pack("<III", 3 * steps, 1, 0))
            for first in range(0, steps, CHUNK):
                out.write(steps_of(first, min(first + CHUNK, steps), steps, rank, ranks))
            for first in range(0, steps, CHUNK):
                out.write(lists_of(first, min(first + CHUNK, steps), steps))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", help="binary to write")
    parser.add_argument("--megabytes", type=float, required=True, help="10^6 bytes of the file, nearly")
    parser.add_argument("--ranks", type=int, default=16, help="ranks, at least 2; 16")
    args = parser.parse_args()
    steps = int(args.megabytes * 1e6 / (args.ranks * BYTES_OF_STEP))
    if args.ranks < 2 or steps <= BACK:
        parser.error(f"{args.ranks} ranks with {steps} steps each; expected at least 2 with more than {BACK}")
    write(args.file, args.ranks, steps)


if __name__ == "__main__":
    main()
