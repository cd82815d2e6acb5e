#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Shows weaknesses of NSCC and of spraying that others have published, each beside a window that nothing changes.

usage: doc/validation/weaknesses.py [incast] [minority] [slow] [--seeds=N]

incast: senders of one incast end far apart, and receiver credit draws them together, as with htsim_uec. minority: a few slow
uplinks take the rate of all. slow: 1,024 NICs without trimming, some links at a quarter of their rate. The status is 1 if a
row of the incast misses, or if a collapse does not show. How near the last part comes to what is published does not count.
"""

import argparse
import csv
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from htsim import EXAMPLE, ROOT, TOLERANCE, WIRE_RATIO  # noqa: E402

DATA = ROOT / "examples/data"
FIXED = {"CcProfile::Algorithm": "fixed"}
CREDIT = {"CcProfile::AlgorithmFactory": "ns3::mrc::CreditFactory", "QpProfile::ReceiverCredit": "true"}

# What htsim_uec has in a fabric of three tiers at 100 Gb/s, by the names that it has here.
HTSIM = {
    "FabricProfile::HostDelay": "0ns",
    "FabricProfile::EcnOnLastHop": "true",
    "FabricProfile::LastHopLimit": 1,
    "FabricProfile::TrimVictim": "Either",
    "CcProfile::BaseRtt": "14027.52ns",
    "CcProfile::LearnBaseRtt": "true",
    "QpProfile::AskEachTime": "true",
    "EvProfile::Active": 64,
    "EvProfile::Backup": 0,
    "EvProfile::RandomDeal": "true",
    "EvProfile::Selector": "Oblivious",
}

# First and last flow of 15 to one, in us, of htsim_uec 40ccb05 with seeds 1 to 3. Options are -linkspeed 100000 -mtu 4160
# -paths 64 -load_balancing_algo oblivious, and -sender_cc_algo nscc or -receiver_cc_only.
SENDERS, BYTES = 15, 2000000
INCASTS = {
    "NSCC": ({}, (1982.1, 2477.1)),
    "credit": ({"FabricProfile::EcnOnLastHop": "false", **CREDIT}, (2440.4, 2466.6)),
}
LARGEST = 263016  # bytes: htsim's largest window, 1.5 bandwidth-delay products

# The slow uplinks of 16, at a quarter of their rate. NSCC collapses if it keeps less than this part of what links could carry.
MINORITIES, COLLAPSED = (0, 2, 4), 0.6

# Published goodputs with 0, 8 and 48 links that failed, from the table of a repository, PRISM. Beside them stand last completions
# of htsim_uec in us, means of seeds 1 to 3, with -disable_trim -failed N. Without trimming a queue has 5 BDP there.
FAILED = (0, 8, 48)
SLOW = {
    "Reps": ((3758, 1962, 1479), None),
    "Oblivious": ((3459, 1490, 1139), (245.7, 804.2, 1057.4)),
    "Mrc": (None, None),
}
NEAR = 25  # percent, as for the paper's rows of RoCEv2
UNTRIMMED = {"FabricProfile::Trimming": "false", "FabricProfile::DataLimit": 5, "FabricProfile::LastHopLimit": 5}


def run(arguments, settings, seed):
    """Returns the sorted completion times of one run, in us, and its figures by name."""
    with tempfile.TemporaryDirectory() as folder:
        command = [EXAMPLE, *arguments, "--planes=1", "--fail=none", "--quiet", f"--RngRun={seed}", f"--csv={folder}/out"]
        command += [f"--ns3::mrc::{name}={value}" for name, value in settings.items()]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stderr}")
        with open(f"{folder}/out/flows.csv", encoding="utf-8") as file:
            times = sorted(float(row["fct_ns"]) / 1000 for row in csv.DictReader(file))
    return times, dict(re.findall(r"^(.*?)  +([\d.]+)  ", done.stdout, re.MULTILINE))


def mean(values):
    """Returns the mean."""
    return sum(values) / len(values)


def incast(seeds, folder):
    """Prints the rows of the incast; returns how many miss."""
    file = folder / "incast.cm"
    flows = "".join(f"{16 + 7 * i}->0 id {i + 1} start 0 size {BYTES}\n" for i in range(SENDERS))
    file.write_text(f"Nodes 128\nConnections {SENDERS}\n{flows}", encoding="utf-8")
    arguments = [f"--matrix={file}", f"--topology={DATA}/fat_tree_128_1os.topo"]

    def ends(settings):
        runs = [run(arguments, {**HTSIM, **settings}, seed)[0] for seed in range(1, seeds + 1)]
        return mean([times[0] for times in runs]), mean([times[-1] for times in runs])

    share = ends({**FIXED, "CcProfile::MaxWindow": LARGEST // SENDERS, "CcProfile::LearnBaseRtt": "false"})
    print(f"{SENDERS} senders of {BYTES:,} bytes; us\nwindows  flow      ours   htsim  scaled  differs  verdict  fixed share")
    misses = 0
    for name, (settings, theirs) in INCASTS.items():
        for flow, ours, htsim, simple in zip(("first", "last"), ends(settings), theirs, share):
            scaled = htsim * WIRE_RATIO
            differs, simpler = ((time / scaled - 1) * 100 for time in (ours, simple))
            miss = abs(differs) > TOLERANCE
            misses += miss
            print(
                f"{name:7}  {flow:5}  {ours:7.1f}  {htsim:6.1f}  {scaled:6.1f}  {differs:+5.1f} %  {'miss' if miss else 'pass':7}"
                f"  {simple:6.1f} {'passes too' if abs(simpler) <= TOLERANCE else 'misses'}",
                flush=True,
            )
    return misses


def minority(seeds, _):
    """Prints the rows of slow uplinks; returns how many do not show what is published."""
    arguments = ["--topology=clos-4x200g", "--nics=32", "--workload=tornado size=32MB"]
    print("Gb/s of each sender\nslow of 16  links could    NSCC  left  fixed window  left  shown")
    whole = {}
    misses = 0
    for slow in MINORITIES:
        rules = ",".join(f"link:0.0.{uplink}/rate=25%" for uplink in range(slow))
        links = [f"--links={rules}"] if rules else []
        rates = []
        for settings in ({}, FIXED):
            figures = [run(arguments + links, settings, seed)[1] for seed in range(1, seeds + 1)]
            rates.append(mean([float(each["goodput per sending NIC"]) for each in figures]))
        whole = whole or dict(enumerate(rates))
        could = 1 - 0.75 * slow / 16
        left = [rate / (whole[i] * could) for i, rate in enumerate(rates)]
        shown = slow == 0 or left[0] < COLLAPSED <= left[1]
        misses += not shown
        words = "-" if slow == 0 else "yes" if shown else "no"
        print(
            f"{slow:10}  {whole[0] * could:11.1f}  {rates[0]:6.1f}  {left[0]:4.0%}  {rates[1]:12.1f}  {left[1]:4.0%}  {words}",
            flush=True,
        )
    return misses


def slow_links(seeds, folder):
    """Prints the rows of links that failed; returns how many of htsim's order or of the collapse are not there."""
    file = folder / "slow.topo"
    text = (DATA / "fat_tree_1024_1os.topo").read_text(encoding="utf-8")
    file.write_text(text.replace("Downlink_speed_Gbps 200", "Downlink_speed_Gbps 100"), encoding="utf-8")
    arguments = [f"--matrix={DATA}/perm_1024n_1024c_0u_2000000b.cm", f"--topology={file}"]
    print("last completion in us; goodput is all bytes divided by that, in % of none slow\nselector   slow     us  goodput"
          "  published  differs  verdict  fixed window  htsim, us  scaled  differs", flush=True)
    misses = 0
    for selector, (published, htsim) in SLOW.items():
        lasts = {}
        for slow in FAILED:
            rules = ",".join(f"upper-link-down:0.{i // 8}.{i % 8}/rate=25%" for i in range(slow))
            links = [f"--links={rules}"] if rules else []
            for words, more in (("ours", {}), ("fixed", FIXED)):
                settings = {**HTSIM, **UNTRIMMED, "EvProfile::Selector": selector, **more}
                runs = [run(arguments + links, settings, seed)[0] for seed in range(1, seeds + 1)]
                lasts[slow, words] = mean([times[-1] for times in runs])
            left, simple = (lasts[0, words] / lasts[slow, words] for words in ("ours", "fixed"))
            row = f"{selector:9}  {slow:4}  {lasts[slow, 'ours']:5.1f}  {left:7.1%}"
            if published and slow:
                theirs = published[FAILED.index(slow)] / published[0]
                differs = (left / theirs - 1) * 100
                miss = abs(differs) > NEAR
                row += f"  {theirs:9.1%}  {differs:+5.0f} %  {'miss' if miss else 'pass':7}  {simple:6.1%}"
                row += f" {'passes' if abs(simple / theirs - 1) * 100 <= NEAR else 'misses'}"
            else:
                row += f"  {'-':>9}  {'-':>7}  {'-':7}  {simple:6.1%}       "
            if htsim:
                scaled = htsim[FAILED.index(slow)] * WIRE_RATIO
                row += f"  {htsim[FAILED.index(slow)]:8.1f}  {scaled:6.1f}  {(lasts[slow, 'ours'] / scaled - 1) * 100:+5.1f} %"
            print(row.rstrip(), flush=True)
            misses += slow != 0 and left > COLLAPSED
    return misses


PARTS = {"incast": incast, "minority": minority, "slow": slow_links}


def main():
    """Prints the tables that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=3, help="runs of each")
    parser.add_argument("parts", nargs="*", help=", ".join(PARTS) + "; without: all")
    options = parser.parse_args()
    for part in options.parts:
        if part not in PARTS:
            parser.error(f"'{part}'; expected {', '.join(PARTS)}")
    misses = 0
    with tempfile.TemporaryDirectory() as folder:
        for part in options.parts or PARTS:
            misses += PARTS[part](options.seeds, pathlib.Path(folder))
    return 1 if misses else 0


if __name__ == "__main__":
    sys.exit(main())
