#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Shows why a T1 that dies costs X1's all-to-all over ECMP so little: which messages wait, how long, and what that takes.

usage: doc/validation/held.py [--convergence=MS] [--megabytes=N] [--seeds=N] [--jobs=N]

Each seed runs without a fault, with tables that change at once, and with tables that change after the time of --convergence.
Times are ms before the compression, as in doc/convergence.rst. Collectives of other --megabytes than X1's are shorter or
longer. The T1 then dies at the same part of them. Columns:

dies           when the T1 dies
none, 0, 10    how long the collective takes without a fault, and with these times of convergence
by itself      by how many percent the last of these three is longer than the first
held           messages of which packets were sent again
timers         timeouts of queue pairs
each           by how much the median of the messages held takes longer than that of the others
a slot         what they all take longer, divided by the messages that may be under way at once: 8 of each NIC
over 0         by how much the collective takes longer than with tables that change at once
before         for how long the collective goes on when the last message that was held has ended
"""

import argparse
import collections
import concurrent.futures
import csv
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

import rerouting

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLE = pathlib.Path(os.environ.get("MRC_BUILD_DIR", ROOT / "build/release")) / "examples/mrc-fabric"
MEGABYTES, WINDOW = map(int, re.search(r"size=(\d+)MB window=(\d+)", rerouting.COLLECTIVES["all-to-all"]).groups())
SLOTS = rerouting.NICS * WINDOW

# Of a run, in ms before the compression: its length; messages that were held, timeouts; and the last three columns but one.
Account = collections.namedtuple("Account", "took held timers each slot before")


def options(convergence, seed, megabytes):
    """The options of mrc-fabric; convergence as rerouting.options has it."""
    words = rerouting.options("ECMP", "all-to-all", convergence, seed)
    words = [word.replace(f"size={MEGABYTES}MB", f"size={megabytes}MB") for word in words]
    return [re.sub(r"(?<=@)\d+(?=us)", lambda at: str(int(at[0]) * megabytes // MEGABYTES), word) for word in words]


def account(rows, timers):
    """The account of a run, of the rows of its flows.csv."""
    ms = {row["flow"]: float(row["fct_ns"]) * rerouting.FACTOR / 1e6 for row in rows}
    ends = {row["flow"]: float(row["finish_ns"]) * rerouting.FACTOR / 1e6 for row in rows}
    held = {row["flow"] for row in rows if row["retransmissions"] != "0"}
    took = max(ends.values())
    if not held or len(held) == len(rows):
        return Account(took, len(held), timers, 0, 0, took)
    usual = statistics.median(time for flow, time in ms.items() if flow not in held)
    longer = [ms[flow] - usual for flow in held]
    return Account(
        took, len(held), timers, statistics.median(longer), sum(longer) / SLOTS, took - max(ends[flow] for flow in held)
    )


def run(convergence, seed, megabytes=MEGABYTES):
    """Runs one collective; convergence in ms, None without a fault. Returns its account."""
    with tempfile.TemporaryDirectory() as name:
        command = [EXAMPLE, *options(convergence, seed, megabytes), f"--csv={name}"]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        if result.returncode != 0:
            sys.exit(f"{' '.join(map(str, command))}: status {result.returncode}\n{result.stderr}")
        with open(pathlib.Path(name) / "flows.csv", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
    return account(rows, int(re.search(r"^timeouts +(\d+)", result.stdout, re.MULTILINE)[1]))


def dies(seed, megabytes):
    """When the T1 of a seed dies, in ms before the compression."""
    return int(re.search(r"@(\d+)us", " ".join(options(0, seed, megabytes)))[1]) * rerouting.FACTOR / 1e3


def row(when, none, fast, slow):
    """The columns of a seed, of its accounts without a fault, with 0 ms and with more."""
    return (
        f"{when:6.1f} {none.took:7.1f} {fast.took:7.1f} {slow.took:7.1f} {100 * (slow.took / none.took - 1):+9.1f} {slow.held:6}"
        f" {slow.timers:7} {slow.each:6.1f} {slow.slot:7.1f} {slow.took - fast.took:7.1f} {slow.before:7.1f}"
    )


def totals(found):
    """The line below all seeds, of {seed: accounts}."""
    none, fast, slow = zip(*found.values())
    p99 = [rerouting.quantile([one.took for one in some], 0.99) for some in (none, slow)]
    means = [statistics.mean(one.took for one in some) for some in (none, fast, slow)]
    return (
        f"P99 {p99[0]:.1f} without a fault and {p99[1]:.1f} with: {100 * (p99[1] / p99[0] - 1):+.1f} %. Means {means[0]:.1f},"
        f" {means[1]:.1f} and {means[2]:.1f}: {100 * (means[2] / means[0] - 1):+.1f} %. A slot loses"
        f" {statistics.mean(one.slot for one in slow):.1f}"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--convergence", type=float, default=10, metavar="MS")
    parser.add_argument("--megabytes", type=int, default=MEGABYTES, metavar="N")
    parser.add_argument("--seeds", type=int, default=rerouting.SEEDS["all-to-all"], metavar="N")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N")
    given = parser.parse_args()
    times = (None, 0, given.convergence)
    print(f"seed   dies    none       0 {given.convergence:7g} by itself   held  timers   each  a slot  over 0  before")
    found = {}
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        asked = {seed: [pool.submit(run, time, seed, given.megabytes) for time in times] for seed in range(1, given.seeds + 1)}
        for seed, runs in asked.items():
            found[seed] = [one.result() for one in runs]
            print(f"{seed:4} {row(dies(seed, given.megabytes), *found[seed])}", flush=True)
    print(totals(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
