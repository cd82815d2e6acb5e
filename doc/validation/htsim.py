#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Runs what htsim_uec ran on the same leaf-spine and compares the tail flow completion times.

usage: doc/validation/htsim.py [--seeds=N] [--mrc]

--mrc leaves out the settings that make the fabric htsim's. Base RTT, queues and marks of the last
hop and the choice of the packet that is trimmed are then those of MRC.
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

# Our full data packet on the line, preamble and gap included, and htsim's; times are scaled by it [htsim-rows].
WIRE_RATIO = 4262 / 4160
TOLERANCE = 10  # percent

# (matrix, topology, how EVs fall on the spines), and htsim's tail FCT in us and its trims by our
# selector. The runs are of htsim_uec 40ccb05 with -sender_cc_algo nscc -paths 64 -mtu 4160, and
# figures are means of seeds 1, 2, 3. Permutations have -load_balancing_algo oblivious, bitmap and
# reps, where "even" is spine = EV mod 8.
# Mrc and Random have no counterpart: they are compared with bitmap and oblivious.
PERMUTATIONS = {
    ("perm_32n_32c_2MB.cm", "ls32_100.topo", "even"): {
        "Oblivious": (173.4, "0"),
        "Bitmap": (173.5, "0"),
        "Reps": (185.6, "0"),
    },
    ("perm_32n_32c_2MB.cm", "ls32_100.topo", "random"): {
        "Oblivious": (198.0, "42-84"),
        "Bitmap": (188.9, "0-4"),
        "Reps": (193.7, "12-24"),
    },
    ("perm_32n_32c_2MB.cm", "ls32_400.topo", "even"): {
        "Oblivious": (48.6, "0"),
        "Bitmap": (48.6, "0"),
        "Reps": (51.2, "0"),
    },
    ("perm_32n_32c_2MB.cm", "ls32_400.topo", "random"): {
        "Oblivious": (55.7, "0-56"),
        "Bitmap": (51.7, "0"),
        "Reps": (55.0, "0-39"),
    },
}
COUNTERPARTS = {"Mrc": "Bitmap", "Random": "Oblivious"}
INCASTS = {
    ("incast4_32.cm", "ls32_100.topo", "random"): (332.7, "83-85"),
    ("incast8_32.cm", "ls32_100.topo", "random"): (674.3, "218-222"),
    ("incast4_32.cm", "ls32_400.topo", "random"): (88.7, "293"),
    ("incast8_32.cm", "ls32_400.topo", "random"): (172.7, "749-750"),
}

COLUMNS = ["matrix", "topology", "EVs", "selector", "ours, us", "trims"]
COLUMNS += ["htsim", "scaled", "trims", "differs", "verdict"]

# Two of htsim's rows have an order only if they differ by more than this.
ORDERED = 2  # percent

# As htsim prints it: one for all flows to begin with, lowered to the shortest round trip that a flow
# sees. Here each connection has its own from the start.
BASE_RTT = {"ls32_100.topo": "8351.68ns", "ls32_400.topo": "7337.92ns"}


def attributes(topology, deal, selector, mrc):
    """What is set for a run: 64 EVs, no host overhead, and htsim's queues and base RTT."""
    settings = {
        "FabricProfile::HostDelay": "0ns",
        "EvProfile::Selector": selector,
        "EvProfile::Active": 64,
        "EvProfile::Backup": 0,
        "EvProfile::RandomDeal": "true" if deal == "random" else "false",
    }
    if not mrc:
        settings["FabricProfile::EcnOnLastHop"] = "true"
        settings["FabricProfile::LastHopLimit"] = 1
        settings["FabricProfile::TrimVictim"] = "Either"
        settings["CcProfile::BaseRtt"] = BASE_RTT[topology]
        settings["CcProfile::LearnBaseRtt"] = "true"
    return [f"--ns3::mrc::{name}={value}" for name, value in settings.items()]


def run(case, selector, seed, mrc):
    """Returns tail FCT in us and trims of one run."""
    matrix, topology, deal = case
    with tempfile.TemporaryDirectory() as folder:
        command = [EXAMPLE, f"--matrix={matrix}", f"--topology={topology}", "--planes=1"]
        command += ["--fail=none", "--quiet", f"--RngRun={seed}", f"--csv={folder}"]
        command += attributes(topology, deal, selector, mrc)
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        with open(pathlib.Path(folder) / "summary.csv", encoding="utf-8") as file:
            figures = {row["figure"]: row["value"] for row in csv.DictReader(file)}
    return float(figures["flow completion time, max"]), int(figures["trims"])


def rows():
    """Returns (case, our selector, htsim's time and trims) of each row."""
    found = []
    for case, theirs in PERMUTATIONS.items():
        for selector in ["Mrc", "Oblivious", "Random", "Bitmap", "Reps"]:
            found.append((case, selector, theirs[COUNTERPARTS.get(selector, selector)]))
    return found + [(case, "Mrc", theirs) for case, theirs in INCASTS.items()]


def cells(row, runs):
    """Returns the cells of a row, given times and trims of some runs, and its mean and verdict."""
    (matrix, topology, deal), selector, (htsim, htsim_trims) = row
    times = [time for time, _ in runs]
    trims = sorted(count for _, count in runs)
    mean = sum(times) / len(times)
    differ = (mean / (htsim * WIRE_RATIO) - 1) * 100
    miss = abs(differ) > TOLERANCE
    texts = [
        matrix,
        topology.replace(".topo", ""),
        deal,
        selector,
        f"{mean:.1f} ({min(times):.1f}-{max(times):.1f})",
        f"{trims[0]}-{trims[-1]}" if trims[0] != trims[-1] else str(trims[0]),
        f"{htsim:.1f}",
        f"{htsim * WIRE_RATIO:.1f}",
        htsim_trims,
        f"{differ:+.1f} %",
        "miss" if miss else "pass",
    ]
    return texts, mean, not miss


def orders(means):
    """Returns of each two of htsim's balancers that differ a line and whether ours do, given our
    means by case and selector."""
    found = []
    for case, theirs in PERMUTATIONS.items():
        names = sorted(theirs, key=lambda name: theirs[name][0])
        for i, fast in enumerate(names):
            for slow in names[i + 1 :]:
                if theirs[slow][0] > theirs[fast][0] * (1 + ORDERED / 100):
                    alike = means[case, slow] > means[case, fast]
                    verdict = "pass" if alike else "miss"
                    found.append((f"{' '.join(case)}: {fast} before {slow}: {verdict}", alike))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--mrc", action="store_true")
    options = parser.parse_args()
    subprocess.run(
        [ROOT / "mrc", "run", "mrc-fabric", "--PrintGroups"], check=True, stdout=subprocess.DEVNULL
    )
    widths = [20, 9, 7, 10, 21, 8, 6, 7, 8, 8, 5]
    print(" ".join(f"{name:{width}}" for name, width in zip(COLUMNS, widths)))
    misses = 0
    means = {}
    for row in rows():
        case, selector, _ = row
        runs = [run(case, selector, seed, options.mrc) for seed in range(1, options.seeds + 1)]
        texts, means[case, selector], near = cells(row, runs)
        print(" ".join(f"{text:{width}}" for text, width in zip(texts, widths)), flush=True)
        misses += not near
    for line, alike in orders(means):
        print(line)
        misses += not alike
    return 1 if misses else 0


if __name__ == "__main__":
    sys.exit(main())
