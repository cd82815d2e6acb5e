#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Runs what htsim_uec ran on its own fabric of three tiers and compares the tail flow completion times.

usage: doc/validation/three-tiers.py [--seeds=N] [--htsim=PATH/TO/htsim_uec]

128 hosts in 8 pods (fat_tree_128_1os.topo), settings as in htsim.py. Each row is there twice. Judged is the one
with senders that ask for a SACK each time the window is full, as htsim's do: like settings. The other one has our
default, for information: its misses count for nothing here. With --htsim that program runs the same matrices, too,
and its own figures stand in the table instead of those recorded here.
"""

import argparse
import csv
import itertools
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from htsim import EXAMPLE, ROOT, TOLERANCE, WIRE_RATIO  # noqa: E402

TOPOLOGY = ROOT / "examples/data/fat_tree_128_1os.topo"
NICS = 128
# (load, htsim's balancer): tail FCT in us, the mean of htsim_uec 40ccb05 with seeds 1 to 3
HTSIM = {
    ("permutation", "bitmap"): 206.1,
    ("permutation", "oblivious"): 247.3,
    ("permutation", "reps"): 210.8,
    ("4:1", "oblivious"): 344.7,
    ("8:1", "oblivious"): 680.8,
    ("16:1", "oblivious"): 1340.8,
    ("32:1", "oblivious"): 2637.9,
    ("64:1", "oblivious"): 5251.0,
}
SELECTORS = {"bitmap": ["Mrc", "Bitmap"], "oblivious": ["Oblivious", "Random"], "reps": ["Reps"]}
# QpProfile::AskEachTime: when a sender with a full window asks for a SACK
ASKS = {"false": "by half", "true": "each time"}
JUDGED = "true"  # htsim's rule
SETTINGS = {
    "FabricProfile::HostDelay": "0ns",
    "FabricProfile::EcnOnLastHop": "true",
    "FabricProfile::LastHopLimit": 1,
    "FabricProfile::TrimVictim": "Either",
    "CcProfile::BaseRtt": "14027.52ns",  # as htsim prints it
    "CcProfile::LearnBaseRtt": "true",
    "EvProfile::Active": 64,
    "EvProfile::Backup": 0,
    "EvProfile::RandomDeal": "true",
}


def matrix(load):
    """Returns the text of a .cm file: a permutation of 2 MB each, or N hosts that send 1 MB to host 0."""
    if load == "permutation":
        pairs, size = [(i, (45 * i + 17) % NICS) for i in range(NICS)], 2000000
    else:
        many = int(load.removesuffix(":1"))
        pairs, size = [(16 + i * (112 // many), 0) for i in range(many)], 1000000
    lines = "".join(f"{a}->{b} id {i} start 0 size {size}\n" for i, (a, b) in enumerate(pairs, 1))
    return f"Nodes {NICS}\nConnections {len(pairs)}\n{lines}"


def selectors_of(load, balancer):
    """Returns our selectors that are compared with a balancer of htsim's."""
    return SELECTORS[balancer] if load == "permutation" else ["Mrc"]


def rows():
    """Returns (load, our selector) of each row."""
    return [(load, selector) for load, balancer in HTSIM for selector in selectors_of(load, balancer)]


def ours(folder, file, selector, seed, asks):
    """Returns the tail FCT in us of a run of mrc-fabric."""
    command = [EXAMPLE, f"--matrix={file}", f"--topology={TOPOLOGY}", "--fail=none", "--quiet", "--force"]
    command += [f"--RngRun={seed}", f"--csv={folder}", f"--ns3::mrc::EvProfile::Selector={selector}"]
    command += [f"--ns3::mrc::QpProfile::AskEachTime={asks}"]
    command += [f"--ns3::mrc::{name}={value}" for name, value in SETTINGS.items()]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    with open(pathlib.Path(folder) / "summary.csv", encoding="utf-8") as table:
        figures = {row["figure"]: row["value"] for row in csv.DictReader(table)}
    return float(figures["flow completion time, max"])


def run(row, seed):
    """Returns {asks: tail FCT in us} of a row."""
    load, selector = row
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "load.cm"
        file.write_text(matrix(load), encoding="utf-8")
        return {words: ours(folder, file, selector, seed, asks) for asks, words in ASKS.items()}


def theirs(program, folder, file, balancer):
    """Returns the mean tail FCT in us of three runs of htsim_uec."""
    times = []
    for seed in (1, 2, 3):
        command = [program, "-topo", TOPOLOGY, "-tm", file, "-linkspeed", "100000", "-mtu", "4160", "-paths", "64"]
        command += ["-sender_cc_algo", "nscc", "-load_balancing_algo", balancer, "-seed", str(seed), "-end", "100000"]
        run = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, cwd=folder)
        times.append(max(float(time) for time in re.findall(r"finished at ([\d.]+)", run.stdout)))
    return sum(times) / len(times)


def main():
    """Prints lines for each load and selector; the status is 1 if a judged one differs by more than allowed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--htsim", type=pathlib.Path)
    options = parser.parse_args()
    misses = 0
    print(f"{'load':11}  {'selector':9}  {'asks':9}  {'ours, us':22}  {'htsim':>7}  {'scaled':>7}  differs")
    for (load, balancer), recorded in HTSIM.items():
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "load.cm"
            file.write_text(matrix(load), encoding="utf-8")
            htsim = theirs(options.htsim.resolve(), folder, file, balancer) if options.htsim else recorded
            for selector, asks in itertools.product(selectors_of(load, balancer), ASKS):
                times = [ours(folder, file, selector, seed, asks) for seed in range(1, options.seeds + 1)]
                mean = sum(times) / len(times)
                differs = (mean / (htsim * WIRE_RATIO) - 1) * 100
                misses += asks == JUDGED and abs(differs) > TOLERANCE
                spread = f"{mean:.1f} ({min(times):.1f}-{max(times):.1f})"
                verdict = "miss" if abs(differs) > TOLERANCE else "pass"
                print(f"{load:11}  {selector:9}  {ASKS[asks]:9}  {spread:22}  {htsim:7.1f}  {htsim * WIRE_RATIO:7.1f}  "
                      f"{differs:+.1f} %  {verdict}")
    return 1 if misses else 0


if __name__ == "__main__":
    sys.exit(main())
