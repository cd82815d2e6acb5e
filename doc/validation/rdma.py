#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Runs RoCEv2 as a public simulator of RDMA ran it, and compares the flow completion times.

usage: doc/validation/rdma.py [--seeds=N] [--case=NAME]
       doc/validation/rdma.py --commands=FOLDER [--case=NAME]

The status is 1 if the mean or the last of a row's completion times is more than a tenth away. Rows with an
explanation do not count. With --commands nothing runs. Fabric and flows of each case are written into the folder, and
the command of each row is printed.
"""

import argparse
import csv
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLE = pathlib.Path(os.environ.get("MRC_BUILD_DIR", ROOT / "build/release")) / "examples/mrc-fabric"

# A data packet of 4096 bytes on the line: ours with preamble, gap, BTH, ICRC and FCS, and the peer's.
WIRE_RATIO = (4096 + 20 + 14 + 20 + 8 + 12 + 4 + 4) / (4096 + 14 + 20 + 8 + 6)
TOLERANCE = 10  # percent

# The peer is aliyun/ns-3-alibabacloud c2bfbf4 on ns-3.36.1. The peer has links of 100 Gb/s and 1 us, one queue
# pair a flow, and packets of 4096 bytes with an ACK each. ACKs and CNPs are ahead of data. PFC has a
# buffer of 32 MiB and an exponent of -3. Marks go from 100 to 400 KB with 20 % at the most. Control is
# CC_MODE 1 (DCQCN) or none.
# For the cases of HARDER one line of the peer was mended. A port that may go on asks a queue pair by the number
# of its priority, which most ports lack, and the program ends there.
# (case, DCQCN's set, or none): mean over 20 seeds of mean and last completion time, in us.
PEER = {
    ("incast", "hpcc"): (2505.3, 2648.7),
    ("incast", "conweave"): (1686.3, 1771.5),
    ("incast", "none"): (650.7, 650.9),
    ("permutation", "hpcc"): (1316.6, 1401.8),
    ("permutation", "conweave"): (873.3, 958.1),
    ("permutation", "none"): (335.8, 336.0),
}
HARDER = {
    ("pauses", "hpcc"): (1168.1, 1294.9),
    ("pauses", "conweave"): (855.8, 958.5),
    ("pauses", "none"): (643.4, 650.9),
    ("wide", "hpcc"): (2364.4, 2377.8),
    ("wide", "conweave"): (2061.5, 2250.2),
    ("wide", "none"): (1295.0, 1297.1),
    ("ties", "hpcc"): (2366.2, 2382.2),
    ("ties", "conweave"): (2067.7, 2254.9),
    ("ties", "none"): (1297.0, 1297.4),
    ("permutation of 32", "hpcc"): (1317.4, 1448.2),
    ("permutation of 32", "conweave"): (862.8, 962.1),
    ("permutation of 32", "none"): (335.8, 336.0),
}
EXPLAINED = ["ties"]  # several packets come at one instant: doc/validation.rst says what follows

# case: flows to one NIC, and nanoseconds from the start of one flow to the next
INCASTS = {"incast": (8, 0), "pauses": (8, 0), "wide": (16, 20), "ties": (16, 0)}
# case: NICs, and NICs of a switch
PERMUTATIONS = {"permutation": (16, 4), "permutation of 32": (32, 4)}
SIZE = 1000000  # bytes of a flow

# What the peer has, by the names that it has here.
FABRIC = {
    "Encapsulation": "Ipv4",
    "LosslessDscps": 26,
    "BufferSize": 32 << 20,
    "PfcThreshold": -3,
    "EcnOnLastHop": "true",
    "EcnMinimumBytes": 100000,
    "EcnMaximumBytes": 400000,
    "EcnProbability": 0.2,
    "HostDelay": "0ns",
}
# The peer's buffer of 1 MiB holds its headroom of 37,500 bytes for each of nine links, which lies beside ours.
PAUSES = {"BufferSize": (1 << 20) - 9 * 37500, "PfcHeadroom": 37500, "PfcXonOffset": 3072, "PfcResponse": "1ns"}


def write_case(folder, case):
    """Writes graph.dot and flows.cm. An incast is NICs to one on a switch. A permutation is NICs to the next of
    some switches, which share one link each to a switch above."""
    senders, step = INCASTS.get(case, (0, 0))
    nics, below = PERMUTATIONS.get(case, (senders + 1, senders + 1))
    lines = ["graph fabric {", "node [role=nic];"]
    lines += [f"nic{nic};" for nic in range(nics)]
    lines += ['node [role=switch, latency="0ns"];', 'edge [rate="100Gbps", delay="1us"];']
    lines += [f"t{nic // below} -- nic{nic};" for nic in range(nics)]
    lines += [f"t{switch} -- top;" for switch in range(nics // below) if nics > below]
    (folder / "graph.dot").write_text("\n".join([*lines, "}\n"]), encoding="utf-8")
    flows = [(nic, 0 if senders else (nic + below) % nics) for nic in range(nics)]
    flows = [flow for flow in flows if flow[0] != flow[1]]
    rows = [f"Nodes {nics}", f"Connections {len(flows)}"]
    rows += [f"{a}->{b} id {n + 1} start {n * step * 1000} size {SIZE}" for n, (a, b) in enumerate(flows)]
    (folder / "flows.cm").write_text("\n".join([*rows, ""]), encoding="utf-8")


def options(case, preset, folder):
    """Returns the options of a row: what the peer has, by the names that it has here. folder: of the case's files."""
    fabric = {**FABRIC, **PAUSES} if case == "pauses" else FABRIC
    settings = {f"FabricProfile::{name}": value for name, value in fabric.items()}
    settings["EvProfile::Format"] = "Udp"
    settings["RoceTransport::AckInterval"] = 1
    settings["RoceTransport::AckClass"] = "Cnp"
    settings["RoceTransport::RateControl"] = "None" if preset == "none" else "Dcqcn"
    if preset != "none":
        settings["RoceTransport::DcqcnPreset"] = preset
    words = ["--transport=roce", f"--topology={folder}/graph.dot", f"--matrix={folder}/flows.cm", "--fail=none", "--quiet"]
    return words + [f"--ns3::mrc::{attribute}={value}" for attribute, value in settings.items()]


def run(case, preset, seed):
    """Returns mean and last completion time of one run, in us."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_case(folder, case)
        command = [EXAMPLE, *options(case, preset, folder), f"--RngRun={seed}", f"--csv={folder}/results"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        with open(folder / "results/flows.csv", encoding="utf-8") as file:
            times = [float(row["fct_ns"]) / 1000 for row in csv.DictReader(file)]
    return sum(times) / len(times), max(times)


def compare(ours, theirs):
    """Returns the peer's time with our headers, by how many percent ours differs, and whether that is
    near enough."""
    scaled = theirs * WIRE_RATIO
    differ = (ours / scaled - 1) * 100
    return scaled, differ, abs(differ) <= TOLERANCE


def tell(rows, folder):
    """Writes the files of the cases of some rows, and prints the command of each row."""
    for case, preset in rows:
        place = folder / case.replace(" ", "-")
        place.mkdir(parents=True, exist_ok=True)
        write_case(place, case)
        print(f"# {case}, {preset}")
        print(shlex.join(["./mrc", "run", "mrc-fabric", *options(case, preset, place), "--RngRun=1"]), flush=True)


def chosen(name):
    """Returns the rows of a case, all rows without one."""
    rows = {row: times for row, times in {**PEER, **HARDER}.items() if name in (None, row[0])}
    if not rows:
        sys.exit(f"--case='{name}'; expected one of {', '.join([*INCASTS, *PERMUTATIONS])}")
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--case", help="only this one")
    parser.add_argument("--commands", metavar="FOLDER", type=pathlib.Path, help="write the cases there, and print commands")
    arguments = parser.parse_args()
    rows, seeds = chosen(arguments.case), arguments.seeds
    if arguments.commands:
        tell(rows, arguments.commands)
        return 0
    print("case              DCQCN     time  ours, us (range)            peer    scaled  differs  verdict")
    misses = 0
    for (case, preset), theirs in rows.items():
        runs = [run(case, preset, seed) for seed in range(1, seeds + 1)]
        for index, figure in enumerate(["mean", "last"]):
            times = [times[index] for times in runs]
            mean = sum(times) / len(times)
            scaled, differ, near = compare(mean, theirs[index])
            spread = f"{mean:.1f} ({min(times):.1f}-{max(times):.1f})"
            verdict = "pass" if near else "explained" if case in EXPLAINED else "miss"
            print(
                f"{case:17} {preset:9} {figure:5} {spread:27} {theirs[index]:7.1f} {scaled:7.1f}"
                f"  {differ:+5.1f} %  {verdict}",
                flush=True,
            )
            misses += verdict == "miss"
    return 1 if misses else 0


if __name__ == "__main__":
    sys.exit(main())
