#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Writes a list of flows, flow.txt of the HPCC family, of any size.

usage: bench/make-flows.py FILE --megabytes=N [--ranks=N]

Each microsecond a NIC, one after the other, sends 2,000 bytes to the next NIC.
"""

import argparse

LINE = len("31 0 3 100 2000 0.000001000\n")  # bytes, nearly
STEP_NS = 1000
CHUNK = 4096  # lines that are in memory


def line(number, ranks):
    """Returns a line of the list."""
    seconds, nanoseconds = divmod(number * STEP_NS, 10**9)
    source = number % ranks
    return f"{source} {(source + 1) % ranks} 3 100 2000 {seconds}.{nanoseconds:09}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", help="list to write")
    parser.add_argument("--megabytes", type=float, required=True, help="10^6 bytes of the file, nearly")
    parser.add_argument("--ranks", type=int, default=32, help="NICs, at least 2; 32")
    args = parser.parse_args()
    flows = int(args.megabytes * 1e6 / LINE)
    if args.ranks < 2 or flows < 1:
        parser.error(f"{args.ranks} NICs with {flows} flows; expected at least 2 with 1")
    with open(args.file, "w", encoding="ascii") as out:
        out.write(f"{flows}\n")
        for first in range(0, flows, CHUNK):
            out.write("".join(line(number, args.ranks) for number in range(first, min(first + CHUNK, flows))))


if __name__ == "__main__":
    main()
