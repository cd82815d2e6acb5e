#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Incasts of hundreds and thousands of senders into NIC 0, over one plane of 100 Gb/s.

Usage: doc/validation/incasts.py [ROW]...

Without names all rows are run, in some two minutes. Prints for each row what part of the line was payload, and the
probes of all kinds beside three for ten packets delivered. Prints also retired EVs, packets that no trim reported and
that were sent again, and timeouts.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
FABRIC = pathlib.Path(os.environ.get("MRC_BUILD_DIR", ROOT / "build/release")) / "examples/mrc-fabric"
PAYLOAD = 4096  # bytes of a whole packet
DEAD = "--fail=t1:0.5/silent@0us"  # one T1 of 32 drops everything, and its links look up
SHARE = "--ns3::mrc::FabricProfile::TrimmedShare="

# name: senders, bytes of each, NICs, ports of a T0 to each side, ns of each link, seeds, further options
ROWS = {
    "512": (512, 100000, 1024, 32, 1000, 3, []),
    "1023": (1023, 100000, 1024, 32, 1000, 3, []),
    "2047": (2047, 100000, 2048, 32, 1000, 1, []),
    "4095": (4095, 100000, 4096, 64, 1000, 1, []),
    "1023-near": (1023, 100000, 1024, 32, 500, 1, []),
    "1023-far": (1023, 100000, 1024, 32, 2000, 1, []),
    "1023-share-0.125": (1023, 100000, 1024, 32, 1000, 1, [SHARE + "0.125"]),
    "1023-share-0.5": (1023, 100000, 1024, 32, 1000, 1, [SHARE + "0.5"]),
    "1023-dead": (1023, 100000, 1024, 32, 1000, 1, [DEAD]),
    "512-dead": (512, 100000, 1024, 32, 1000, 1, [DEAD]),
    "512-dead-400k": (512, 400000, 1024, 32, 1000, 1, [DEAD]),
    "512-dead-1600k": (512, 1600000, 1024, 32, 1000, 1, [DEAD]),
}
FIGURES = ["probes sent", "EVs retired", "retransmissions, gap", "retransmissions, timeout"]


def topology(nics, ports, delay):
    """Returns the text of a leaf-spine of one plane, T0s with that many ports to each side."""
    return f"""Nodes {nics}
Tiers 2
Podsize {nics}

Tier 0
Downlink_speed_Gbps 100
Radix_Down {ports}
Radix_Up {ports}
Downlink_Latency_ns {delay}
Switch_Latency_ns 0

Tier 1
Downlink_speed_Gbps 100
Radix_Down {nics // ports}
Downlink_Latency_ns {delay}
Switch_Latency_ns 0
"""


def run(row, seed):
    """Returns the part of the line in %, and FIGURES, of one run."""
    senders, size, nics, ports, delay, _, more = row
    with tempfile.TemporaryDirectory() as folder:
        flows = "".join(f"{i}->0 id {i} start 0 size {size}\n" for i in range(1, 1 + senders))
        pathlib.Path(folder, "many.cm").write_text(f"Nodes {nics}\nConnections {senders}\n{flows}")
        pathlib.Path(folder, "many.topo").write_text(topology(nics, ports, delay))
        command = [
            FABRIC, f"--matrix={folder}/many.cm", f"--topology={folder}/many.topo", "--planes=1", "--repeat=1",
            "--fail=none", "--quiet", f"--RngRun={seed}", *more
        ]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: status {result.returncode}\n{result.stderr}")
    figures = dict(re.findall(r"^(.*?)  +([\d.]+)  ", result.stdout, re.MULTILINE))
    return [float(figures["goodput"])] + [int(figures[name]) for name in FIGURES]


def both_ends(values):
    """Returns the least and the most of them, as text."""
    least, most = (f"{value:,}" for value in (min(values), max(values)))
    return least if least == most else f"{least} .. {most}"


def main():
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="*", metavar="ROW", help=", ".join(ROWS))
    options = parser.parse_args()
    unknown = [name for name in options.rows if name not in ROWS]
    if unknown:
        parser.error(f"no row is called {unknown[0]}; there are {', '.join(ROWS)}")
    line = "{:17} {:13} {:14} {:>7} {:>8} {:>15} {:>10}"
    print(line.format("row", "% of the line", "probes", "asked", "retired", "gaps", "timeouts"))
    for name in options.rows or ROWS:
        senders, size, *_, seeds, _ = ROWS[name]
        share, probes, *others = zip(*(run(ROWS[name], seed) for seed in range(1, 1 + seeds)))
        asked = int(0.3 * senders * -(-size // PAYLOAD))
        percent = both_ends([round(value, 1) for value in share])
        print(line.format(name, percent, both_ends(probes), f"{asked:,}", *map(both_ends, others)), flush=True)


if __name__ == "__main__":
    main()
