# SPDX-License-Identifier: GPL-2.0-only
"""Losses that were none: loads in fabrics that drop nothing, and how many packets were sent again though a copy
arrived.

./mrc reproduce --losses prints the table; ./mrc reproduce --short runs the cheap ones."""

import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
FABRIC = pathlib.Path(os.environ.get("MRC_BUILD_DIR", ROOT / "build/release")) / "examples/mrc-fabric"

PACKETS_PER_LOSS = 10000  # at most one in so many packets, and
FLOWS_PER_LOSS = 1000  # at most one in so many flows
COLUMNS = ["load", "seeds", "packets", "flows", "sent twice", "of packets", "per 1,000 flows", "bound", "verdict"]


def all_to_all(nics, size):
    """Returns (source, destination, bytes) of each flow."""
    return [(i, j, size) for i in range(nics) for j in range(nics) if i != j]


def incast(senders, size):
    """All of them into NIC 0."""
    return [(i, 0, size) for i in range(1, senders + 1)]


def permutation(nics, size):
    """One cycle through all NICs, drawn once for each number of them."""
    order = list(range(nics))
    random.Random(nics).shuffle(order)
    return [(i, j, size) for i, j in zip(order, order[1:] + order[:1])]


# name: (NICs, flows, further options, seeds); the topology is clos-4x100g, which trims
LOADS = {
    "a2a-64-32k": (64, lambda: all_to_all(64, 32768), [], 20),
    "incast-24": (64, lambda: incast(24, 1000000), [], 20),
    "incast-63": (64, lambda: incast(63, 1000000), [], 20),
    "perm-128": (128, lambda: permutation(128, 2000000), [], 20),
    "perm-128-uplink-25%": (128, lambda: permutation(128, 2000000), ["--fail=link:0.0.0/rate=25%@0ns"], 20),
    "a2a-128-32k": (128, lambda: all_to_all(128, 32768), [], 20),
    "perm-1024": (1024, lambda: permutation(1024, 2000000), [], 20),
    "a2a-64-1M": (64, lambda: all_to_all(64, 1000000), [], 20),
    "perm-8192": (8192, lambda: permutation(8192, 2000000), [], 2),
    "perm-32768": (32768, lambda: permutation(32768, 2000000), [], 4),
}
CHEAP = list(LOADS)[:5]


def write_matrix(file, nics, flows):
    """Writes a traffic matrix."""
    file.write(f"Nodes {nics}\nConnections {len(flows)}\n")
    for number, (source, destination, size) in enumerate(flows, 1):
        file.write(f"{source}->{destination} id {number} start 0 size {size}\n")
    file.flush()


def run(load, seed):
    """Runs a load. Returns packets, flows, and packets that were sent twice: a copy had arrived."""
    nics, flows, options, _ = LOADS[load]
    with tempfile.NamedTemporaryFile("w", suffix=".cm") as matrix:
        write_matrix(matrix, nics, flows())
        command = [FABRIC, f"--matrix={matrix.name}", "--topology=clos-4x100g", f"--RngRun={seed}", "--quiet", *options]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: status {result.returncode}\n{result.stderr}")
    figures = dict(re.findall(r"^(.*?)  +(\d+)  ", result.stdout, re.MULTILINE))
    return tuple(int(figures[name]) for name in ("data packets sent", "flows", "received twice"))


def row(load, runs):
    """Returns a row of the table: texts by COLUMNS."""
    packets, flows, twice = (sum(column) for column in zip(*runs))
    bound = min(packets / PACKETS_PER_LOSS, flows / FLOWS_PER_LOSS)
    return [
        load, str(len(runs)), f"{packets:,}", f"{flows:,}", f"{twice:,}", f"{twice / packets:.1e}",
        f"{1000 * twice / flows:.2f}", f"{bound:.1f}", "pass" if twice <= bound else "miss"
    ]


def table(rows):
    """Returns the table as text."""
    widths = [max(map(len, column)) for column in zip(COLUMNS, *rows)]
    lines = ([cell.ljust(width) for cell, width in zip(line, widths)] for line in [COLUMNS, *rows])
    return "\n".join("  ".join(line).rstrip() for line in lines)
