#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Which part of the line EV probes and their answers take in all-to-alls.

Usage: doc/validation/probes.py [--seeds=N] [LOAD]...

One plane of 100 Gb/s, T0s of 16 NICs and 16 uplinks. The part is that of what all NICs could have sent in the time of the
run; means over the seeds.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import losses

ROOT = pathlib.Path(__file__).resolve().parents[2]
FABRIC = pathlib.Path(os.environ.get("MRC_BUILD_DIR", ROOT / "build/release")) / "examples/mrc-fabric"
LINE = 100e9  # bit/s
EXCHANGE = 8 * (158 + 178)  # bits of a probe and its answer on the line [frame-sizes]
# name: NICs, bytes of a pair, what is asked for in % of the line; None: nothing
LOADS = {
    "a2a-64-1M": (64, 1000000, 1),
    "a2a-128-1M": (128, 1000000, 1),
    "a2a-64-128k": (64, 131072, None),
    "a2a-64-32k": (64, 32768, 3),
    "a2a-128-32k": (128, 32768, 3),
}


def run(load, seed):
    """Returns data packets, EV probes, and the part of the line that they and their answers take, of a run."""
    nics, size, _ = LOADS[load]
    with tempfile.NamedTemporaryFile("w", suffix=".cm") as matrix:
        losses.write_matrix(matrix, nics, losses.all_to_all(nics, size))
        command = [
            FABRIC, f"--matrix={matrix.name}", "--topology=clos-4x100g", "--planes=1", "--fail=none", "--quiet",
            f"--RngRun={seed}"
        ]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: status {result.returncode}\n{result.stderr}")
    figures = dict(re.findall(r"^(.*?)  +([\d.]+)  ", result.stdout, re.MULTILINE))
    probes = int(figures["probes sent, of EVs"])
    seconds = float(figures["simulated time"]) / 1000
    return int(figures["data packets sent"]), probes, probes * EXCHANGE / (LINE * nics * seconds)


def main():
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=3, help="runs of each")
    parser.add_argument("loads", nargs="*", metavar="LOAD", help=", ".join(LOADS) + "; without: all")
    options = parser.parse_args()
    unknown = set(options.loads) - set(LOADS)
    if unknown:
        parser.error(f"no load {', '.join(sorted(unknown))}; there are {', '.join(LOADS)}")
    print("load  data packets  EV probes  of the line %  asked for")
    for load in options.loads or LOADS:
        runs = [run(load, seed) for seed in range(1, 1 + options.seeds)]
        packets, probes, part = (sum(column) / len(runs) for column in zip(*runs))
        print(f"{load}  {packets:,.0f}  {probes:,.0f}  {100 * part:.2f}  {LOADS[load][2] or '-'}", flush=True)


if __name__ == "__main__":
    main()
