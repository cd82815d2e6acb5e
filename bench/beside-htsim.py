#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Times whole runs of uet-htsim's htsim_uec and of mrc-fabric: same fabric, matrix and bytes.

usage: bench/beside-htsim.py PATH/TO/htsim_uec [--runs=N] [--nics=N] [--quick]

Figures are processor seconds of the whole program and its peak memory, the best of several runs in
turns. The load is that of ./mrc bench: a permutation between racks on one plane at 100 Gb/s.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
BUILD = pathlib.Path(os.environ.get("MRC_BUILD_DIR", ROOT / "build/release"))
EXAMPLE = BUILD / "examples/mrc-fabric"
MIB = 1 << 20
# NICs, NICs of a rack, bytes of a flow
SIZES = [(128, 16, 32 * MIB), (1024, 32, 4 * MIB), (8192, 64, 2 * MIB)]
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


def matrix(nics, rack, size):
    """Returns the text of a .cm file: every NIC writes to one of the next rack."""
    flows = (f"{i}->{(i + rack) % nics} id {i + 1} start 0 size {size}\n" for i in range(nics))
    return f"Nodes {nics}\nConnections {nics}\n" + "".join(flows)


def measure(command, folder):
    """Runs a program and returns its processor seconds, its peak memory in MiB and its output."""
    with open(folder / "output", "w+", encoding="utf-8", errors="replace") as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read()
    if process.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: exit status {process.returncode}\n{text[-2000:]}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, text


def compare(htsim, nics, rack, size, runs):
    """Prints the row of one size."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        topo, flows = folder / "fabric.topo", folder / "flows.cm"
        topo.write_text(topology(nics, rack), encoding="utf-8")
        flows.write_text(matrix(nics, rack, size), encoding="utf-8")
        theirs = [htsim, "-topo", topo, "-tm", flows, "-linkspeed", "100000", "-mtu", "4160"]
        theirs += ["-sender_cc_algo", "nscc", "-load_balancing_algo", "oblivious"]
        theirs += ["-paths", str(PATHS), "-seed", "1", "-end", "100000"]
        ours = [EXAMPLE, f"--matrix={flows}", f"--topology={topo}", "--planes=1", "--fail=none"]
        ours += ["--quiet"]
        best = {}
        for _ in range(runs):
            for who, command in (("htsim", theirs), ("ours", ours)):
                seconds, memory, text = measure(command, folder)
                if who == "htsim" and text.count(" finished at ") != nics:
                    sys.exit(f"{htsim}: expected {nics} flows to finish\n{text[-2000:]}")
                best[who] = min(best.get(who, (seconds, memory)), (seconds, memory))
    (slow, slow_memory), (fast, fast_memory) = best["htsim"], best["ours"]
    print(
        f"{nics:6}{size / MIB:8.1f}{slow:10.2f}{fast:10.2f}{slow / fast:8.1f}"
        f"{slow_memory:12.0f}{fast_memory:10.0f}",
        flush=True,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("htsim", metavar="htsim_uec", type=os.path.abspath, help="built for speed")
    parser.add_argument("--runs", type=int, default=3, help="runs of which the best counts")
    parser.add_argument("--nics", type=int, help="only this size: 128, 1024 or 8192")
    parser.add_argument("--quick", action="store_true", help="flows of half a MiB")
    options = parser.parse_args()
    sizes = [size for size in SIZES if options.nics in (None, size[0])]
    if not sizes or options.runs < 1 or not os.access(options.htsim, os.X_OK):
        parser.error("expected an executable htsim_uec, at least one run, and a size that there is")
    if "MRC_BUILD_DIR" not in os.environ:
        command = [ROOT / "mrc", "run", "mrc-fabric", "--PrintGroups"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    print(
        f"{'NICs':>6}{'MiB':>8}{'htsim, s':>10}{'ours, s':>10}{'times':>8}"
        f"{'htsim, MiB':>12}{'ours, MiB':>10}"
    )
    for nics, rack, size in sizes:
        compare(options.htsim, nics, rack, MIB // 2 if options.quick else size, options.runs)


if __name__ == "__main__":
    main()
