#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""What a receiver's own penalty (QpProfile::IncastPenalty) does to incasts.

Usage: doc/validation/penalty.py [--seeds=N] [SENDERS]...

Prints means over the seeds for each number of senders, without the penalty and with it. They are trims, the last
completion, the line's part that was payload, Jain's index of the senders' goodputs, and probes.
"""

import argparse
import csv
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
FABRIC = pathlib.Path(os.environ.get("MRC_BUILD_DIR", ROOT / "build/release")) / "examples/mrc-fabric"
TOPOLOGY = ROOT / "examples/data/leaf_spine_1024.topo"
NICS = 1024
LINE = 100e9  # bit/s
BYTES = {4: 1000000, 16: 1000000, 63: 1000000, 255: 100000, 1023: 100000}  # of each sender
COLUMNS = ["senders", "bytes", "penalty", "trims", "last us", "of the line %", "Jain", "retired", "probes"]


def matrix(senders):
    """Returns an incast into NIC 0 of senders that lie evenly over all racks."""
    lines = [f"Nodes {NICS}", f"Connections {senders}"]
    step = (NICS - 1) / senders
    lines += [f"{1 + int(i * step)}->0 id {i + 1} start 0 size {BYTES[senders]}" for i in range(senders)]
    return "\n".join(lines) + "\n"


def jain(times):
    """Returns Jain's index of equal transfers that took these times."""
    rates = [1 / time for time in times]
    return sum(rates)**2 / (len(rates) * sum(rate * rate for rate in rates))


def run(senders, penalty, seed):
    """Returns trims, last completion in us, Jain's index, retired EVs and probes of one run."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "incast.cm"
        file.write_text(matrix(senders))
        command = [
            FABRIC, f"--matrix={file}", f"--topology={TOPOLOGY}", "--planes=1", "--fail=none", "--quiet",
            f"--RngRun={seed}", f"--csv={folder}/out", f"--ns3::mrc::QpProfile::IncastPenalty={penalty}"
        ]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        if result.returncode != 0:
            sys.exit(f"{' '.join(map(str, command))}: status {result.returncode}\n{result.stderr}")
        with open(f"{folder}/out/flows.csv", encoding="utf-8") as flows:
            times = [float(flow["fct_ns"]) for flow in csv.DictReader(flows)]
    figures = dict(re.findall(r"^(.*?)  +(\d+)  ", result.stdout, re.MULTILINE))
    last = max(times)
    return int(figures["trims"]), last / 1000, jain(times), int(figures["EVs retired"]), int(figures["probes sent"])


def main():
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=3, help="runs of each")
    parser.add_argument("senders", type=int, nargs="*", help="4, 16, 63, 255 or 1023; without: all")
    options = parser.parse_args()
    print("  ".join(COLUMNS))
    for senders in options.senders or BYTES:
        for penalty in ("false", "true"):
            runs = [run(senders, penalty, seed) for seed in range(1, 1 + options.seeds)]
            trims, last, index, retired, probes = (sum(column) / len(runs) for column in zip(*runs))
            share = 100 * senders * BYTES[senders] * 8 / (last * 1e-6 * LINE)
            print(f"{senders:,}:1  {BYTES[senders]:,}  {'on' if penalty == 'true' else 'off'}  {trims:,.0f}  {last:,.1f}  "
                  f"{share:.1f}  {index:.4f}  {retired:,.0f}  {probes:,.0f}", flush=True)


if __name__ == "__main__":
    main()
