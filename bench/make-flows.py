#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Writes a list of flows of any size: flow.txt of the HPCC family, or htsim's FILE.cm.

usage: bench/make-flows.py FILE --megabytes=N [--ranks=N]

With .gz behind its name the file is what gzip makes of it; its size is that of the list. Each microsecond a NIC, one after the other, sends 2,000 bytes to the next NIC.
"""

import argparse
import gzip

LINES = {"txt": "31 0 3 100 2000 0.000001000\n", "cm": "31->0 id 100000 start 100000000000 size 2000\n"}  # examples
STEP_NS = 1000
CHUNK = 4096  # lines that are in memory


def line(number, ranks, is_matrix):
    """Returns a line of the list."""
    seconds, nanoseconds = divmod(number * STEP_NS, 10**9)
    source = number % ranks
    if is_matrix:
        return f"{source}->{(source + 1) % ranks} id {number + 1} start {number * STEP_NS * 1000} size 2000\n"
    return f"{source} {(source + 1) % ranks} 3 100 2000 {seconds}.{nanoseconds:09}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", help="list to write")
    parser.add_argument("--megabytes", type=float, required=True, help="10^6 bytes of the file, nearly")
    parser.add_argument("--ranks", type=int, default=32, help="NICs, at least 2; 32")
    args = parser.parse_args()
    is_matrix = args.file.removesuffix(".gz").endswith(".cm")
    flows = int(args.megabytes * 1e6 / len(LINES["cm" if is_matrix else "txt"]))
    if args.ranks < 2 or flows < 1:
        parser.error(f"{args.ranks} NICs with {flows} flows; expected at least 2 with 1")
    way = {"compresslevel": 1} if args.file.endswith(".gz") else {}
    with (gzip.open if way else open)(args.file, "wt", encoding="ascii", **way) as out:
        out.write(f"Nodes {args.ranks}\nConnections {flows}\n" if is_matrix else f"{flows}\n")
        for first in range(0, flows, CHUNK):
            out.write("".join(line(number, args.ranks, is_matrix) for number in range(first, min(first + CHUNK, flows))))


if __name__ == "__main__":
    main()
