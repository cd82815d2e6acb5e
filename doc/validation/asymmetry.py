#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Traces why studies x3 and x9 miss: which senders are slow, what links leave them, and what their windows are.

usage: doc/validation/asymmetry.py [STUDY CASE] [--seed=N]

Without a case there are some of both studies. A row is a pair of T0s, with the times of messages, the least times that
links allow, and windows. *Linked* is the correlation of windows and times over senders. Of the two least times one
has each plane carry as much, so that the worst plane sets the pace. The other has planes carry what they can.
"""

import argparse
import csv
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.dont_write_bytecode = True
sys.path.append(str(ROOT / "utils"))

import study  # noqa: E402
from sweep.grid import FOLDER, text_of  # noqa: E402

EXAMPLE = pathlib.Path(os.environ.get("MRC_BUILD_DIR", ROOT / "build/release")) / "examples/mrc-fabric"
CASES = (
    ("x3", "all links"), ("x3", "known, draw 1"), ("x3", "known, draw 1, Oblivious"), ("x3", "known, draw 1, fixed window"),
    ("x3", "known, draw 2"), ("x9", "0 %, MRC"), ("x9", "25 %, MRC"), ("x9", "50 %, MRC"), ("x9", "50 %, Oblivious"),
    ("x9", "75 %, MRC"),
)
PLANES, NICS_PER_T0, T1S, T0S = 4, 16, 16, 4  # of clos-4x100g with 64 NICs
PERIOD = "10us"


def links_of(words):
    """Returns {(plane, T0, T1): (part of the rate upwards, downwards)} of links that differ, by --links."""
    found = {}
    for kind, plane, t0, t1, effect in re.findall(r"(link(?:-up|-down)?):(\d+)\.(\d+)\.(\d+)/(missing|rate=[\d.]+%)", words):
        part = 0.0 if effect == "missing" else float(effect[5:-1]) / 100
        up, down = found.get((int(plane), int(t0), int(t1)), (1.0, 1.0))
        found[int(plane), int(t0), int(t1)] = (up if kind == "link-down" else part, down if kind == "link-up" else part)
    return found


def least(links, loads):
    """Returns how much longer messages have to take than on a whole fabric, as {(T0, T0): (even planes, free planes)}.

    LOADS is {(T0, T0): senders}. Links above a T0 are shared by all of its pairs alike. A pair has the T1s that both ends
    have, each with the lesser of two rates."""
    found = {}
    for pair in loads:
        source, destination = pair
        if source == destination:
            found[pair] = (1.0, 1.0)
            continue
        out = sum(count for (a, b), count in loads.items() if a == source and b != source)
        into = sum(count for (a, b), count in loads.items() if b == destination and a != destination)
        parts = []
        for plane in range(PLANES):
            up = [links.get((plane, source, t1), (1.0, 1.0))[0] for t1 in range(T1S)]
            down = [links.get((plane, destination, t1), (1.0, 1.0))[1] for t1 in range(T1S)]
            both = sum(min(a / out, b / into) for a, b in zip(up, down))  # of a NIC's line in this plane
            parts.append(min(1.0, both))
        found[pair] = (1 / min(parts), PLANES / sum(parts))
    return found


def correlation(points):
    """Returns the correlation of pairs of numbers, 0 without a spread."""
    xs, ys = zip(*points)
    spread = statistics.pstdev(xs) * statistics.pstdev(ys)
    mean_x, mean_y = statistics.fmean(xs), statistics.fmean(ys)
    return sum((x - mean_x) * (y - mean_y) for x, y in points) / len(points) / spread if spread else 0.0


def run(name, case, seed):
    """Runs a case with its first values of the grid. Returns (--links, rows of flows.csv, {(NIC, NIC): mean window in kB})."""
    one = study.read(name)
    arguments = {**one.arguments, **{option: values[0] for option, values in one.grid.items()}, **one.case(case).arguments}
    words = [f"--{option}={text_of(value)}".replace(FOLDER, str(study.FOLDER)) for option, value in arguments.items()]
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out"
        command = [EXAMPLE, *words, f"--csv={out}", f"--sample={PERIOD}", "--sampleOf=all", f"--RngRun={seed}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stderr}")
        with open(out / "flows.csv", encoding="utf-8", newline="") as file:
            flows = list(csv.DictReader(file))
        windows = {}
        with open(out / "sample-qps.csv", encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                if int(row["in_flight_bytes"]):
                    windows.setdefault((int(row["source"]), int(row["destination"])), []).append(float(row["window_bytes"]))
    return arguments.get("links", ""), flows, {pair: statistics.fmean(some) / 1000 for pair, some in windows.items()}


def rows(links, flows, windows):
    """Yields texts of each pair of T0s that has flows, the slowest last: T0s, flows, times, least times, and the window."""
    times = {}
    for flow in flows:
        times.setdefault((int(flow["source"]), int(flow["destination"])), []).append(float(flow["fct_ns"]) / 1000)
    groups = {}
    for nics in times:
        groups.setdefault(tuple(nic // NICS_PER_T0 for nic in nics), []).append(nics)
    bounds = least(links_of(links), {pair: len(nics) for pair, nics in groups.items()})
    for pair, nics in sorted(groups.items(), key=lambda item: max(max(times[each]) for each in item[1])):
        means = {each: statistics.fmean(times[each]) for each in nics}
        known = [(windows[each], means[each]) for each in nics if each in windows]
        linked = f"{correlation(known):.2f}" if len(known) > 2 else "-"
        window = f"{statistics.fmean(w for w, _ in known):.0f}" if known else "-"
        some = sorted(means.values())
        told = [f"{some[0]:.0f}", f"{statistics.median(some):.0f}", f"{some[-1]:.0f}", f"{max(max(times[each]) for each in nics):.0f}"]
        yield [f"{pair[0]}-{pair[1]}", str(len(nics)), *told, f"{bounds[pair][0]:.2f}", f"{bounds[pair][1]:.2f}", window, linked]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("case", nargs="*", metavar="STUDY CASE", help="without them some of x3 and x9")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if len(options.case) not in (0, 2):
        parser.error("expected a study and the name of a case, such as x3 'all links'")
    for name, case in [options.case] if options.case else CASES:
        if case not in [each.name for each in study.read(name).cases]:
            parser.error(f"'{case}' is no case of {name}")
        print(f"{name}, {case}\nT0s  senders  mean us of a sender: least, median, most  longest  least time: even, free  window kB  linked")
        for texts in rows(*run(name, case, options.seed)):
            print("{:4} {:8} {:>26} {:>7} {:>5} {:>8} {:>16} {:>5} {:>10} {:>7}".format(*texts), flush=True)
        print()


if __name__ == "__main__":
    main()
