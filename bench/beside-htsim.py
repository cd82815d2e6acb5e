#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Times whole runs of uet-htsim's htsim_uec and of mrc-fabric: same fabric, matrix and bytes.

usage: bench/beside-htsim.py PATH/TO/htsim_uec [--load=NAME] [--nics=N] [--runs=N] [--quick]

Figures are processor seconds of the whole program and its peak memory, the best of several runs in
turns, and packets that were trimmed. The loads run on one plane at 100 Gb/s. The
permutation is that between racks of ./mrc bench. In the all-to-all each NIC writes to each other one. In
the incast all write to NIC 0. In the marked incast our last hop marks too, as that of htsim does. Both programs
get transparent huge pages, as ./mrc run asks for them.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from programs import HUGE_PAGES

ROOT = pathlib.Path(__file__).resolve().parents[1]
BUILD = pathlib.Path(os.environ.get("MRC_BUILD_DIR", ROOT / "build/release")).resolve()
EXAMPLE = BUILD / "examples/mrc-fabric"
KIB = 1 << 10
MIB = 1 << 20
# load, NICs, NICs of a rack, bytes of a flow
SIZES = [
    ("permutation", 128, 16, 32 * MIB),
    ("permutation", 1024, 32, 4 * MIB),
    ("permutation", 8192, 64, 2 * MIB),
    ("alltoall", 64, 8, MIB),
    ("alltoall", 128, 16, 256 * KIB),
    ("incast", 16, 4, 16 * MIB),
    ("incast", 64, 8, 4 * MIB),
    ("incast", 1024, 32, 256 * KIB),
    ("marked-incast", 64, 8, 4 * MIB),
    ("marked-incast", 1024, 32, 256 * KIB),
]
MARKS = "--ns3::mrc::FabricProfile::EcnOnLastHop=true"
PATHS = 128


def topology(nics, rack):
    """Returns the text of a .topo file: racks of NICs, and as many spines as a rack has NICs."""
    return (
        f"Nodes {nics}\nTiers 2\nPodsize {nics}\n"
        f"Tier 0\nDownlink_speed_Gbps 100\nRadix_Down {rack}\nRadix_Up {rack}\n"
        "Downlink_Latency_ns 500\nSwitch_Latency_ns 500\n"
        f"Tier 1\nDownlink_speed_Gbps 100\nRadix_Down {nics // rack}\n"
        "Downlink_Latency_ns 500\nSwitch_Latency_ns 500\n"
    )


def flows(load, nics, rack):
    """Returns (source, destination) of each flow of a load."""
    if load == "permutation":  # to one of the next rack
        return [(i, (i + rack) % nics) for i in range(nics)]
    if load.endswith("incast"):
        return [(i, 0) for i in range(1, nics)]
    return [(i, (i + k) % nics) for k in range(1, nics) for i in range(nics)]


def matrix(nics, pairs, size):
    """Returns the text of a .cm file: all flows begin at once."""
    lines = (f"{a}->{b} id {i} start 0 size {size}\n" for i, (a, b) in enumerate(pairs, 1))
    return f"Nodes {nics}\nConnections {len(pairs)}\n" + "".join(lines)


def measure(command, folder):
    """Runs a program and returns its processor seconds, its peak memory in MiB and its output. What
    it writes (htsim_uec leaves files where it runs) goes into the folder."""
    with open(folder / "output", "w+", encoding="utf-8", errors="replace") as output:
        process = subprocess.Popen(
            command, cwd=folder, stdout=output, stderr=subprocess.STDOUT, env={**HUGE_PAGES, **os.environ}
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read()
    if process.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: exit status {process.returncode}\n{text[-2000:]}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, text


def trims(who, text):
    """Returns how many packets a program trimmed, as it says itself."""
    said = re.search(r" NACKs: (\d+)" if who == "htsim" else r"(?m)^trims +(\d+)", text)
    return int(said[1]) if said else 0


def commands(htsim, folder, load):
    """Returns the commands of both programs by name, for the load of that name."""
    theirs = [htsim, "-topo", folder / "fabric.topo", "-tm", folder / "flows.cm"]
    theirs += ["-linkspeed", "100000", "-mtu", "4160"]
    theirs += ["-sender_cc_algo", "nscc", "-load_balancing_algo", "oblivious"]
    theirs += ["-paths", str(PATHS), "-seed", "1", "-end", "100000"]
    ours = [EXAMPLE, f"--matrix={folder / 'flows.cm'}", f"--topology={folder / 'fabric.topo'}"]
    ours += ["--planes=1", "--fail=none", "--quiet"]
    if load.startswith("marked"):
        ours += [MARKS]
    return {"htsim": theirs, "ours": ours}


def compare(htsim, load, size, runs):
    """Prints the row of a load, (name, NICs, NICs of a rack, bytes of a flow); size are its bytes."""
    name, nics, rack, _ = load
    pairs = flows(name, nics, rack)
    best = {}
    trimmed = {}
    with tempfile.TemporaryDirectory() as path:
        folder = pathlib.Path(path)
        (folder / "fabric.topo").write_text(topology(nics, rack), encoding="utf-8")
        (folder / "flows.cm").write_text(matrix(nics, pairs, size), encoding="utf-8")
        for _ in range(runs):
            for who, command in commands(htsim, folder, name).items():
                seconds, memory, text = measure(command, folder)
                if who == "htsim" and text.count(" finished at ") != len(pairs):
                    sys.exit(f"{htsim}: expected {len(pairs)} flows to finish\n{text[-2000:]}")
                best[who] = min(best.get(who, (seconds, memory)), (seconds, memory))
                trimmed[who] = trims(who, text)
    (slow, slow_memory), (fast, fast_memory) = best["htsim"], best["ours"]
    print(
        f"{name:13}{nics:6}{len(pairs):7}{size / KIB:7.0f}{slow:10.2f}{fast:9.2f}{slow / fast:7.1f}"
        f"{trimmed['htsim']:13}{trimmed['ours']:12}{slow_memory:12.0f}{fast_memory:10.0f}",
        flush=True,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("htsim", metavar="htsim_uec", type=os.path.abspath, help="built for speed")
    parser.add_argument("--runs", type=int, default=3, help="runs of which the best counts")
    parser.add_argument("--load", help="only this: permutation, alltoall, incast or marked-incast")
    parser.add_argument("--nics", type=int, help="only fabrics of this size")
    parser.add_argument("--quick", action="store_true", help="flows of a sixteenth of the length")
    options = parser.parse_args()
    loads = [
        load
        for load in SIZES
        if options.load in (None, load[0]) and options.nics in (None, load[1])
    ]
    if not loads or options.runs < 1 or not os.access(options.htsim, os.X_OK):
        parser.error("expected an executable htsim_uec, at least one run, and a load and size that there is")
    if "MRC_BUILD_DIR" not in os.environ:
        command = [ROOT / "mrc", "run", "mrc-fabric", "--PrintGroups"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    print(
        f"{'load':13}{'NICs':>6}{'flows':>7}{'KiB':>7}{'htsim, s':>10}{'ours, s':>9}{'times':>7}"
        f"{'htsim trims':>13}{'our trims':>12}{'htsim, MiB':>12}{'ours, MiB':>10}"
    )
    for load in loads:
        compare(options.htsim, load, load[3] // 16 if options.quick else load[3], options.runs)


if __name__ == "__main__":
    main()
