#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Runs RoCEv2 as a public simulator of RDMA ran it, and compares the flow completion times.

usage: doc/validation/rdma.py [--seeds=N]

The status is 1 if the mean or the last of a row's completion times is more than a tenth away.
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

# A data packet of 4096 bytes on the line: ours with preamble, gap, BTH, ICRC and FCS, and the peer's.
WIRE_RATIO = (4096 + 20 + 14 + 20 + 8 + 12 + 4 + 4) / (4096 + 14 + 20 + 8 + 6)
TOLERANCE = 10  # percent

# The peer is aliyun/ns-3-alibabacloud c2bfbf4 on ns-3.36.1. The peer has links of 100 Gb/s and 1 us, one queue
# pair a flow, and packets of 4096 bytes with an ACK each. ACKs and CNPs are ahead of data. PFC has a
# buffer of 32 MiB and an exponent of -3. Marks go from 100 to 400 KB with 20 % at the most. Control is
# CC_MODE 1 (DCQCN) or none.
# (case, DCQCN's set, or none): mean over 20 seeds of mean and last completion time, in us.
PEER = {
    ("incast", "hpcc"): (2505.3, 2648.7),
    ("incast", "conweave"): (1686.3, 1771.5),
    ("incast", "none"): (650.7, 650.9),
    ("permutation", "hpcc"): (1316.6, 1401.8),
    ("permutation", "conweave"): (873.3, 958.1),
    ("permutation", "none"): (335.8, 336.0),
}
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


def write_case(folder, case):
    """Writes graph.dot and flows.cm. The incast is eight NICs to one on a switch. The permutation is
    16 NICs to the next of four switches, which share one link each to a switch above."""
    nics, below = (9, 9) if case == "incast" else (16, 4)
    lines = ["graph fabric {", "node [role=nic];"]
    lines += [f"nic{nic};" for nic in range(nics)]
    lines += ['node [role=switch, latency="0ns"];', 'edge [rate="100Gbps", delay="1us"];']
    lines += [f"t{nic // below} -- nic{nic};" for nic in range(nics)]
    lines += [f"t{switch} -- top;" for switch in range(nics // below) if nics > below]
    (folder / "graph.dot").write_text("\n".join([*lines, "}\n"]), encoding="utf-8")
    flows = [(nic, 0 if case == "incast" else (nic + below) % nics) for nic in range(nics)]
    flows = [flow for flow in flows if flow[0] != flow[1]]
    rows = [f"Nodes {nics}", f"Connections {len(flows)}"]
    rows += [f"{a}->{b} id {n + 1} start 0 size {SIZE}" for n, (a, b) in enumerate(flows)]
    (folder / "flows.cm").write_text("\n".join([*rows, ""]), encoding="utf-8")


def run(case, preset, seed):
    """Returns mean and last completion time of one run, in us."""
    settings = {f"FabricProfile::{name}": value for name, value in FABRIC.items()}
    settings["EvProfile::Format"] = "Udp"
    settings["RoceTransport::AckInterval"] = 1
    settings["RoceTransport::AckClass"] = "Cnp"
    settings["RoceTransport::RateControl"] = "None" if preset == "none" else "Dcqcn"
    if preset != "none":
        settings["RoceTransport::DcqcnPreset"] = preset
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_case(folder, case)
        command = [EXAMPLE, "--transport=roce", f"--topology={folder}/graph.dot"]
        command += [f"--matrix={folder}/flows.cm", "--fail=none", "--quiet"]
        command += [f"--RngRun={seed}", f"--csv={folder}/results"]
        command += [f"--ns3::mrc::{attribute}={value}" for attribute, value in settings.items()]
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


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=20)
    seeds = parser.parse_args().seeds
    print("case         DCQCN     time  ours, us (range)            peer    scaled  differs  verdict")
    misses = 0
    for (case, preset), theirs in PEER.items():
        runs = [run(case, preset, seed) for seed in range(1, seeds + 1)]
        for index, figure in enumerate(["mean", "last"]):
            times = [times[index] for times in runs]
            mean = sum(times) / len(times)
            scaled, differ, near = compare(mean, theirs[index])
            spread = f"{mean:.1f} ({min(times):.1f}-{max(times):.1f})"
            print(
                f"{case:12} {preset:9} {figure:5} {spread:27} {theirs[index]:7.1f} {scaled:7.1f}"
                f"  {differ:+5.1f} %  {'pass' if near else 'miss'}",
                flush=True,
            )
            misses += not near
    return 1 if misses else 0


if __name__ == "__main__":
    sys.exit(main())
