#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Runs what htsim_uec ran on the same leaf-spine and compares the tail flow completion times.

usage: doc/validation/htsim.py [--seeds=N] [--mrc]

--mrc leaves out the settings that make the fabric htsim's: base RTT, queues and marks of the last
hop are then those of MRC.
"""

import argparse
import csv
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLE = pathlib.Path(os.environ.get("MRC_BUILD_DIR", ROOT / "build/release")) / "examples/mrc-fabric"

# Our full data packet on the line, preamble and gap included, and htsim's.
WIRE_RATIO = 4262 / 4160
TOLERANCE = 10  # percent

# (matrix, topology, how EVs fall on the spines, htsim's tail FCT in us and its trims):
# htsim_uec 40ccb05 with -sender_cc_algo nscc -paths 64 -mtu 4160, mean of seeds 1, 2, 3;
# permutations with -load_balancing_algo bitmap, where "even" is spine = EV mod 8.
ROWS = [
    ("perm_32n_32c_2MB.cm", "ls32_100.topo", "even", 173.5, "0"),
    ("perm_32n_32c_2MB.cm", "ls32_100.topo", "random", 188.9, "0-4"),
    ("perm_32n_32c_2MB.cm", "ls32_400.topo", "even", 48.6, "0"),
    ("perm_32n_32c_2MB.cm", "ls32_400.topo", "random", 51.7, "0"),
    ("incast4_32.cm", "ls32_100.topo", "random", 332.7, "83-85"),
    ("incast8_32.cm", "ls32_100.topo", "random", 674.3, "218-222"),
    ("incast4_32.cm", "ls32_400.topo", "random", 88.7, "293"),
    ("incast8_32.cm", "ls32_400.topo", "random", 172.7, "749-750"),
]

# As htsim prints it: one for all flows to begin with, lowered to the shortest round trip that a flow
# sees. Here each connection has its own from the start.
BASE_RTT = {"ls32_100.topo": "8351.68ns", "ls32_400.topo": "7337.92ns"}


def attributes(topology, deal, mrc):
    """What is set for a run: 64 EVs, no host overhead, and htsim's idea of the last hop."""
    settings = {
        "FabricProfile::HostDelay": "0ns",
        "EvProfile::Active": 64,
        "EvProfile::Backup": 0,
        "EvProfile::RandomDeal": "true" if deal == "random" else "false",
    }
    if not mrc:
        settings["FabricProfile::EcnOnLastHop"] = "true"
        settings["FabricProfile::LastHopLimit"] = 1
        settings["CcProfile::BaseRtt"] = BASE_RTT[topology]
        settings["CcProfile::LearnBaseRtt"] = "true"
    return [f"--ns3::mrc::{name}={value}" for name, value in settings.items()]


def run(matrix, topology, deal, seed, mrc):
    """Returns tail FCT in us and trims of one run."""
    with tempfile.TemporaryDirectory() as folder:
        command = [EXAMPLE, f"--matrix={matrix}", f"--topology={topology}", "--planes=1"]
        command += ["--fail=none", "--quiet", f"--RngRun={seed}", f"--csv={folder}"]
        command += attributes(topology, deal, mrc)
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        with open(pathlib.Path(folder) / "summary.csv", encoding="utf-8") as file:
            figures = {row["figure"]: row["value"] for row in csv.DictReader(file)}
    return float(figures["flow completion time, max"]), int(figures["trims"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--mrc", action="store_true")
    options = parser.parse_args()
    subprocess.run(
        [ROOT / "mrc", "run", "mrc-fabric", "--PrintGroups"], check=True, stdout=subprocess.DEVNULL
    )
    print(
        f"{'matrix':20} {'topology':13} {'EVs':7}{'ours, mean (min-max) us':>26}{'trims':>12}"
        f"{'htsim':>8}{'scaled':>8}{'trims':>9}{'differ':>8}"
    )
    misses = 0
    for matrix, topology, deal, htsim, htsim_trims in ROWS:
        runs = [run(matrix, topology, deal, seed, options.mrc) for seed in range(1, options.seeds + 1)]
        times = [time for time, _ in runs]
        trims = [count for _, count in runs]
        mean = sum(times) / len(times)
        differ = (mean / (htsim * WIRE_RATIO) - 1) * 100
        miss = abs(differ) > TOLERANCE
        misses += miss
        ours = f"{mean:.1f} ({min(times):.1f}-{max(times):.1f})"
        print(
            f"{matrix:20} {topology:13} {deal:7}{ours:>26}{f'{min(trims)}-{max(trims)}':>12}"
            f"{htsim:8.1f}{htsim * WIRE_RATIO:8.1f}{htsim_trims:>9}{differ:+7.1f}%"
            f"  {'miss' if miss else 'pass'}",
            flush=True,
        )
    return 1 if misses else 0


if __name__ == "__main__":
    sys.exit(main())
