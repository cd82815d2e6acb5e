#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Runs a ring all-reduce of 64 NICs with lost packets, as the paper's figure 16 has it, and compares bandwidths.

usage: doc/validation/collectives.py [--sizes=2,16,128,1024] [--losses=0,0.1,1] [--seeds=N] [--jobs=N] [--trace]
       doc/validation/collectives.py --scaling [--through=32,64,128] [--kinds='MRC;RoCE, 1'] [--losses=0,0.1,1] [--seeds=N]
                                     [--jobs=N]

Bandwidths are bus bandwidths in Gb/s, means over seeds. Ratios are to MRC of the same size without losses. --trace says
why RoCE is slower. Without losses that are flows that share a link, with losses repairs by NAKs and timeouts. With
--scaling three sizes a factor of two apart are run, those of --through. The time of a ring is taken for a line of its
size, which says what larger sizes would take.
"""

import argparse
import collections
import concurrent.futures
import csv
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import published

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLE = pathlib.Path(os.environ.get("MRC_BUILD_DIR", ROOT / "build/release")) / "examples/mrc-fabric"

NICS, T0S, T1S = 64, 4, 16
# [target-ring]: the paper, figure 16, Gb/s, read off by size in MB: loss in percent: MRC, RoCE with 1 and with 16 queue
# pairs.
PUBLISHED = {
    2: {0: (23.4, 23.2, 22.4), 0.1: (7.6, 1.1, 1.0), 1: (3.7, 0.3, 0.3)},
    16: {0: (103.5, 101.6, 95.6), 0.1: (31.4, 6.8, 4.9), 1: (16.9, 1.3, 1.0)},
    128: {0: (213.9, 126.0, 208.9), 0.1: (86.4, 22.1, 11.4), 1: (46.2, 3.6, 2.3)},
    1024: {0: (377.9, 199.7, 301.5), 0.1: (220.2, 83.6, 47.9), 1: (106.0, 11.7, 7.5)},
}
LINE = 392.3  # Gb/s of payload in 400: 4096 of 4178 bytes on the line, less headers of first packets
SAID = (256, 1024, 4096, 16384)  # MB that the line says something of
TOLERANCE = {0: 5, 0.1: 15, 1: 15}  # percent, by loss

# RoCE's fabric: of marks and buffer those of doc/validation/rdma.py, marks times four for four times the rate.
ROCE = {
    "FabricProfile::Encapsulation": "Ipv4",
    "EvProfile::Format": "Udp",
    "FabricProfile::LosslessDscps": 26,
    "FabricProfile::BufferSize": 32 << 20,
    "FabricProfile::PfcThreshold": -3,
    "FabricProfile::EcnOnLastHop": "true",
    "FabricProfile::EcnMinimumBytes": 400000,
    "FabricProfile::EcnMaximumBytes": 1600000,
    "FabricProfile::EcnProbability": 0.2,
}
# name: (column of PUBLISHED, planes, their rate in Gb/s, queue pairs, attributes)
KINDS = {
    "MRC": (0, 4, 100, 1, {}),
    "MRC, waits": (0, 4, 100, 1, {"QpProfile::LossDelay": "262us"}),
    "RoCE, 1": (1, 1, 400, 1, ROCE),
    "RoCE, 16": (2, 1, 400, 16, ROCE),
}


def graph(planes, rate, across):
    """Returns the fabric in DOT. Across T0s the next NIC is below the next T0, else below the same one."""
    t0 = (lambda nic: nic % T0S) if across else (lambda nic: nic * T0S // NICS)
    lines = ["graph fabric {", "node [role=nic];"]
    lines += [f"nic{nic};" for nic in range(NICS)]
    lines += ["node [role=switch];", f'edge [rate="{rate}Gbps"];']
    for plane in range(planes):
        lines += [f'p{plane}a{t0(nic)} -- nic{nic} [delay="20ns"];' for nic in range(NICS)]
        lines += [f'p{plane}a{a} -- p{plane}b{b} [delay="125ns"];' for a in range(T0S) for b in range(T1S)]
    return "\n".join([*lines, "}\n"])


def summary(kind, size, loss, seed, across=True, more=()):
    """Returns the summary that one run prints. more: other options."""
    _, planes, rate, pairs, attributes = KINDS[kind]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "fabric.dot").write_text(graph(planes, rate, across), encoding="utf-8")
        places = [f"port-down:{nic}.{plane}" for nic in range(NICS) for plane in range(planes)]
        faults = "".join(f"{place}/loss={loss}%@0ns\n" for place in places)
        (folder / "loss.faults").write_text(faults, encoding="utf-8")
        command = [EXAMPLE, f"--workload=ring-allreduce size={size}MB", f"--nics={NICS}", "--quiet"]
        command += [f"--topology={folder}/fabric.dot", f"--qps={pairs}", f"--RngRun={seed}", "--stallLimit=20s"]
        command += [f"--transport={'roce' if kind.startswith('RoCE') else 'mrc'}"]
        command += [f"--faults={folder}/loss.faults"] if loss else []
        command += [*(f"--ns3::mrc::{attribute}={value}" for attribute, value in attributes.items()), *more]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0 or "collective, busbw" not in result.stdout:
        sys.exit(f"{' '.join(map(str, command))}: status {result.returncode}\n{result.stderr}")
    return result.stdout


def figure(text, name):
    """Returns a figure of a summary."""
    return float(re.search(rf"^{name} +([\d.]+)", text, re.MULTILINE)[1])


def run(kind, size, loss, seed, across=True, more=()):
    """Returns the bus bandwidth of one run, in Gb/s. more: other options."""
    return figure(summary(kind, size, loss, seed, across, more), "collective, busbw") * 8


def crowd(kind, size, seed):
    """Returns the bus bandwidth of RoCE across T0s without losses, and how many flows the most crowded link carries.
    That is the link's frames over those of a NIC, and all NICs send the same."""
    with tempfile.TemporaryDirectory() as name:
        out = pathlib.Path(name) / "out"
        sampling = [f"--csv={out}", f"--sample={size * 5 // 4}us", "--sampleOf=all"]
        bandwidth = run(kind, size, 0, seed, more=sampling)
        frames = collections.Counter()
        with open(out / "sample-ports.csv", encoding="utf-8") as file:
            for sample in csv.DictReader(file):
                frames[sample["port"]] += int(sample["frames"])
    of_nics = [count for port, count in frames.items() if port.startswith("nic")]
    return bandwidth, max(frames.values()) * len(of_nics) / sum(of_nics)


def trace(sizes, seeds):
    """Prints why RoCE is slower across T0s: how many flows hash to one link, and what that leaves each of them."""
    print("kind        MB    hash  Gb/s   flows on the most crowded link, Gb/s of each")
    for kind in ("RoCE, 1", "RoCE, 16"):
        for size in sizes:
            for seed in range(1, seeds + 1):
                bandwidth, flows = crowd(kind, size, seed)
                print(f"{kind:9} {size:5} {seed:6} {bandwidth:7.1f} {flows:6.2f} {LINE / flows:8.1f}", flush=True)


def repaired(kind, size, loss, seed):
    """Returns ms of a ring with losses; packets that were lost, NAKs and timeouts."""
    text = summary(kind, size, loss, seed)
    counts = [round(figure(text, name)) for name in ("drops", "NAKs sent", "timeouts")]
    return [figure(text, "collective, time") / 1e3, *counts]


def repairs(sizes, losses, seeds):
    """Prints what RoCE's losses cost: NAKs repair them after a round trip, timeouts stop the ring."""
    print("kind        MB    loss    hash     ms   dropped  NAKs  timeouts")
    for kind in ("RoCE, 1", "RoCE, 16"):
        for size in sizes:
            for loss in losses:
                for seed in range(1, seeds + 1):
                    took, dropped, naks, timeouts = repaired(kind, size, loss, seed)
                    cell = f"{kind:9} {size:5} {f'{loss:g} %':>7} {seed:6} {took:8.1f}"
                    print(f"{cell} {dropped:8} {naks:6} {timeouts:8}", flush=True)


def verdict(kind, loss, differs):
    """Returns the verdict on a ratio that differs by so many percent from the paper's."""
    if (kind, loss) == ("MRC", 0):
        return "none: the measure"
    if "waits" in kind:
        return "none: a fit"
    return "pass" if abs(differs) <= TOLERANCE[loss] else "miss"


def row(cell, bandwidths, best):
    """Returns the texts of a row: its cell, ours, the ratios and how they differ. best: of MRC without losses."""
    kind, size, loss, across = cell
    mean = sum(bandwidths) / len(bandwidths)
    ratio = mean / best
    theirs = PUBLISHED[size]
    published = theirs[loss][KINDS[kind][0]] / theirs[0][0]
    differs = (ratio / published - 1) * 100
    return [
        kind,
        "across" if across else "in order",
        f"{size}",
        f"{loss:g} %",
        f"{mean:.1f} ({min(bandwidths):.1f}-{max(bandwidths):.1f})",
        f"{theirs[loss][KINDS[kind][0]]:g}",
        f"{ratio:.3f}",
        f"{published:.3f}",
        f"{differs:+.0f} %",
        verdict(kind, loss, differs),
    ]


def cells(sizes, losses):
    """Returns what the table has rows of: kind, size, loss, and whether the ring goes across T0s."""
    free = [kind for kind in KINDS if "waits" not in kind]
    found = [(kind, size, loss, True) for size in sizes for loss in losses for kind in (KINDS if loss else free)]
    return found + [(kind, size, 0, False) for size in sizes for kind in free]


def line_of(points):
    """Returns (time at size 0, time for each MB) of the line through (MB, time), by least squares."""
    mean_x, mean_y = (sum(values) / len(points) for values in zip(*points))
    slope = sum((x - mean_x) * (y - mean_y) for x, y in points) / sum((x - mean_x) ** 2 for x, _ in points)
    return mean_y - slope * mean_x, slope


def time_of(size, bandwidth):
    """Returns ms of a ring of so many MB with a bus bandwidth in Gb/s; the same the other way round."""
    return 2 * (NICS - 1) / NICS * size * 8 / bandwidth


def said(bandwidths, size):
    """Returns the bandwidth of a size by the line through {MB: Gb/s}, and by how many percent the line misses one of them."""
    start, slope = line_of([(mb, time_of(mb, gbps)) for mb, gbps in bandwidths.items()])
    misses = [abs(time_of(mb, start + slope * mb) / gbps - 1) * 100 for mb, gbps in bandwidths.items()]
    return time_of(size, start + slope * size), max(misses)


def scaled_rows(results):
    """Yields texts of what lines say of sizes beyond their own; results: {(kind, loss): {seed: {MB: Gb/s}}}."""
    for (kind, loss), by_seed in results.items():
        column = 3 * published.RING_LOSSES.index(loss) + KINDS[kind][0]
        largest = max(mb for bandwidths in by_seed.values() for mb in bandwidths)
        for size in (size for size in SAID if size > largest):
            ours, misses = zip(*(said(bandwidths, size) for bandwidths in by_seed.values()))
            mean = sum(ours) / len(ours)
            free = results.get(("MRC", 0), {})
            best = [said(bandwidths, size)[0] for bandwidths in free.values()]
            ratio = mean / (sum(best) / len(best)) if best else float("nan")
            theirs = published.RING[size]
            differs = (ratio * theirs[0] / theirs[column] - 1) * 100
            yield [
                kind, f"{loss:g} %", f"{size}", f"{mean:.1f} ({min(ours):.1f}-{max(ours):.1f})", f"{max(misses):.1f} %",
                f"{theirs[column]:g}", f"{ratio:.3f}", f"{theirs[column] / theirs[0]:.3f}",
                f"{differs:+.0f} %", verdict(kind, loss, differs) if best else "none: no measure",
            ]


def through(text):
    """Returns the sizes in MB of --through, of which lines are made."""
    sizes = [int(size) if size.isdecimal() else 0 for size in text.split(",")]
    if len(set(sizes)) != len(sizes) or len(sizes) < 3 or min(sizes) < 1:
        sys.exit(f"--through={text}; expected three sizes in MB or more, once each, such as 32,64,128")
    return sizes


def scale(sizes, kinds, losses, seeds, jobs):
    """Runs some sizes and prints what their lines say of larger ones."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        runs = {
            (kind, loss, seed, size): pool.submit(run, kind, size, loss, seed)
            for kind in kinds for loss in losses for seed in range(1, seeds + 1) for size in sizes
        }
        results = {}
        for (kind, loss, seed, size), future in runs.items():
            results.setdefault((kind, loss), {}).setdefault(seed, {})[size] = future.result()
            print(f"{kind}, {loss:g} %, seed {seed}, {size} MB: {future.result():.1f} Gb/s", flush=True)
    print("kind     loss   MB     Gb/s by the line (seeds)  line misses  paper  ratio  paper's  differs  verdict")
    for texts in scaled_rows(results):
        print("{:8} {:6} {:6} {:25} {:12} {:6} {:6} {:8} {:8} {}".format(*texts))


def chosen(text, known):
    """Returns the numbers of an option, some of those that are known."""
    numbers = [number for number in known if f"{number:g}" in text.split(",")]
    if len(numbers) != len(text.split(",")):
        sys.exit(f"'{text}'; expected some of {', '.join(f'{number:g}' for number in known)}, once each")
    return numbers


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", default="2,16,128")
    parser.add_argument("--losses", default="0,0.1,1")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--trace", action="store_true", help="only tell how many flows share a link without losses, and what repairs losses")
    parser.add_argument("--scaling", action="store_true", help="only tell what three sizes say of larger ones")
    parser.add_argument("--through", default="32,64,128", help="MB of --scaling that are run, three or more")
    parser.add_argument("--kinds", default="MRC;RoCE, 1;RoCE, 16", help="of --scaling, with semicolons between")
    arguments = parser.parse_args()
    sizes = chosen(arguments.sizes, PUBLISHED)
    losses = chosen(arguments.losses, TOLERANCE)
    if 0 not in losses:
        parser.error("without a loss of 0 ratios have no measure")
    kinds = arguments.kinds.split(";")
    if not set(kinds) <= set(KINDS):
        parser.error(f"--kinds={arguments.kinds}; expected some of {'; '.join(KINDS)}")
    if arguments.scaling:
        scale(through(arguments.through), kinds, losses, arguments.seeds, arguments.jobs)
        return
    if arguments.trace:
        trace(sizes, arguments.seeds)
        repairs(sizes, [loss for loss in losses if loss], arguments.seeds)
        return
    means = {}
    print("kind        ring      MB    loss   Gb/s (range)            paper  ratio  paper's  differs  verdict")
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        runs = {
            (kind, size, loss, across): [
                pool.submit(run, kind, size, loss, seed, across) for seed in range(1, arguments.seeds + 1)
            ]
            for kind, size, loss, across in cells(sizes, losses)
        }
        for cell, futures in runs.items():
            bandwidths = [future.result() for future in futures]
            means[cell] = sum(bandwidths) / len(bandwidths)
            texts = row(cell, bandwidths, means["MRC", cell[1], 0, cell[3]])
            print("{:11} {:9} {:5} {:6} {:23} {:6} {:6} {:8} {:8} {}".format(*texts), flush=True)


if __name__ == "__main__":
    main()
