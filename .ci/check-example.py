#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Runs one of the examples of test/examples-to-run.py and checks what it prints.

usage: check-example.py COMMAND     such as "mrc-verbs --wrongKey"

Each row of EXPECTED is a line that must be printed, as a pattern, and the bounds of the number that its
group holds. Tables of targets must have rows, and none of their verdicts may be a miss.
"""

import os
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]

# 1 MB is 245 packets of 4,096 bytes; two ports of 100 Gb/s take 41.7 us for it, with all headers.
FIRST = (
    (r"Write 0 is complete after ([\d.]+) us", 43, 48),
    (r"(\d+) packets were sent, 12[23] and 12[23] in the two planes", 245, 245),
)

# 40 MB at 193 Gb/s of payload take 1.66 ms; with one T1 of 16 dead for 0.6 ms a little more
TUTORIAL = (
    (r"(\d+) Writes are complete", 64, 64),
    (r"64 Writes are complete, the last one after ([\d.]+) us", 1700, 2000),
    (r"(\d+) packets were sent again", 100, 2000),
)

# Seven NICs send 10 MB each to one at 400 Gb/s: 4,220 us and, with a window of constant size, 357,000 trims.
CONTROLLER = (
    (r"end +(finished)", None, None),
    (r"flows complete +(\d+)  flows", 7, 7),
    (r"goodput +([\d.]+)", 370, 390),
)

# One link of each kind and plane: all are named, and no other.
CLUSTERMAPPER = tuple(
    (rf"{fault} +{link} +2 +([\d.]+)", named, named) for fault, named in (("none", 0), ("silent", 100), ("loss=3%", 100)) for link in ("port", "link")
) + ((r"silent +link +2 +100.0 +([\d.]+)", 0, 0), (r"loss=10% +link +2 +100.0 +0.0 +([\d.]+)", 0.3, 4))

EXPECTED = {
    # 14 steps, each 2.7 us on the line at 400 Gb/s, 8.9 us in two hosts and 1 us or 2 us on the way
    "mrc-astra": ((r"ring of 8: the last rank ended after ([\d.]+) us", 170, 200),),
    "mrc-astra --ranks=32": ((r"ring of 32: the last rank ended after ([\d.]+) us", 600, 760),),
    "mrc-clustermapper --seeds=1 --stride=8": CLUSTERMAPPER,
    # 16 MB over 400 Gb/s take 333 us with headers
    # HPCC keeps queues shortest, and aims at 95 % of the line
    "mrc-controllers": (
        (r"NSCC +([\d.]+) +0\.9\d+ ", 650, 760),
        (r"NSCC +[\d.]+ +0\.9\d+ +([\d.]+) ", 6, 11),
        (r"credit +[\d.]+ +(?:1\.0|0\.99)\d+ +([\d.]+) ", 1, 3),
        (r"HPCC +([\d.]+) +0\.9\d+ ", 680, 900),
        (r"HPCC +[\d.]+ +0\.9\d+ +([\d.]+) ", 0, 0.8),
    ),
    "mrc-credit": tuple(
        (rf"{windows} +\d+\.\d +{index} +(\d+)", least, most)
        for windows, index, least, most in (
            ("NSCC", r"0\.9\d+", 2000, 3500),
            ("fixed window", r"[\d.]+", 20000, 50000),
            ("fixed share", r"(?:1\.0|0\.99)\d+", 0, 50),
            ("credit", r"(?:1\.0|0\.99)\d+", 1000, 2300),
            ("credit, first share", r"(?:1\.0|0\.99)\d+", 0, 50),
        )
    ),
    "mrc-first": FIRST,
    "mrc-first.py": FIRST,
    "mrc-stock-traffic": (
        (r"TCP delivered (\d+) bytes", 2000000, 2000000),
        (r"stock flow 2: \d+ packets sent, 1893 received, mean delay ([\d.]+) us", 1.8, 2.5),
        (r"mrc flow 9: \d+ packets sent, (\d+) received", 489, 489),  # 2 MB
    ),
    # a path through the link loses 5 % each way
    "mrc-grey-link --workload='all-to-all size=16MiB window=8' --from=20us --until=40us --loss=5": (
        (r"link named +(\d+)", 100, 100),
        (r"time until named +([\d.]+)", 5, 200),
        (r"other links named +(\d+)", 0, 0),
    ),
    "mrc-convergence --end=40ms --fail=t1:0.1@10ms --table=/dev/null": tuple(
        (rf"{name}: (\d+) of 8 queue pairs failed", 0, 0) for name in ("MRC", "RoCE Instant", "RoCE 10ms", "RoCE 100ms", "RoCE BgpFast")
    ),
    # a table that follows within a millisecond keeps all flows, at some cost in timeouts of 1 ms
    "mrc-fabric --transport=roce --routing=adaptive --repeat=2 --fail=t1:0.1@200us "
    "--ns3::mrc::FabricProfile::Convergence=1ms --ns3::mrc::RoceTransport::AckTimeoutExponent=8": (
        (r"end +(finished)", None, None),
        (r"flows complete +(\d+)  flows", 64, 64),
        (r"routing, changes seen +(\d+)", 8, 8),
        (r"routing, longest convergence +([\d.]+)", 600, 1000),
        (r"drops, link-down +(\d+)", 1, 100000),
    ),
    # a path of four links that lose 0.25 % each
    "mrc-fabric --qp=metaroce-like --repeat=2 --fail=plane:0/loss=0.25%@0ns,plane:1/loss=0.25%@0ns": (
        (r"end +(finished)", None, None),
        (r"flows complete +(\d+)  flows", 64, 64),
        (r"goodput per sending NIC +([\d.]+)", 35, 90),
        (r"trims +(\d+)", 0, 0),
        (r"drops, random-loss +(\d+)", 200, 700),
    ),
    # a deadlock of pauses that a watchdog breaks
    "mrc-fabric --topology=ring_of_5.dot --matrix=ring_of_5.cm --transport=roce-lossless "
    "--ns3::mrc::RoceTransport::RateControl=None --ns3::mrc::RoceTransport::AckTimeoutExponent=8 "
    "--ns3::mrc::FabricProfile::BufferSize=4000000 --ns3::mrc::FabricProfile::PfcWatchdogDetect=200us "
    "--ns3::mrc::FabricProfile::PfcWatchdogRestore=100us": (
        (r"end +(finished)", None, None),
        (r"flows complete +(\d+)  flows", 5, 5),
        (r"drops, pfc-watchdog +(\d+)", 1000, 100000),
    ),
    "mrc-tutorial": TUTORIAL,
    "mrc-tutorial.py": TUTORIAL,
    "mrc-fabric --transport=roce --qps=4 --repeat=2 --fail=none "
    "--ns3::mrc::FabricProfile::Encapsulation=Ipv4 --ns3::mrc::EvProfile::Format=Udp": (
        (r"end +(finished)", None, None),
        (r"flows complete +(\d+)  flows", 64, 64),
        (r"data packets sent +(\d+)", 64 * 489, 64 * 489 + 20000),  # going back after drops
        (r"probes sent +(\d+)", 0, 0),  # which are MRC's
        (r"CNPs received +(\d+)", 1, 100000),
    ),
    # 2 rings of 62 steps over 32 NICs, a transfer of 16 KiB in each, in 4 packets on 4 queue pairs
    "mrc-fabric --workload='ring-allreduce size=1MiB channels=2' --transport=roce --qps=4 --fail=link:0.1.7/loss=0.1%@0ns": (
        (r"end +(finished)", None, None),
        (r"flows complete +(\d+)  flows", 2 * 62 * 32, 2 * 62 * 32),
        (r"data packets sent +(\d+)", 4 * 2 * 62 * 32, 4 * 2 * 62 * 32 + 1000),
        (r"collective, time +([\d.]+)", 62 * 9.9, 100000),
    ),
    # two chunks: 56 exchanges in each of 4 nodes, rings of 6 steps for each of 8 GPUs of 4 nodes, 56 again
    "mrc-fabric --workload='two-level-allreduce size=8MiB gpus=8 chunks=2' --planes=2": (
        (r"end +(finished)", None, None),
        (r"flows complete +(\d+)  flows", 2 * (2 * 4 * 56 + 6 * 32), 2 * (2 * 4 * 56 + 6 * 32)),
        (r"collective, time +([\d.]+)", 6 * 9.9, 1000),
    ),
    "mrc-fabric --workload='all-to-all-v size=1MiB window=4'": (
        (r"end +(finished)", None, None),
        (r"flows complete +(\d+)  flows", 32 * 31, 32 * 31),
    ),
    # 32 NICs at 40 Gb/s for 200 us: 32 MB in flows of 1.7 MB
    "mrc-fabric --workload='poisson cdf=websearch.cdf load=40 us=200'": (
        (r"end +(finished)", None, None),
        (r"flows complete +(\d+)  flows", 5, 45),
    ),
    # 8 x 503.5 KB in 123 or 124 packets to one NIC at 100 Gb/s, 32 x 1 MB in 245, from 2 s on
    "mrc-fabric --matrix=flow_32n.txt": (
        (r"end +(finished)", None, None),
        (r"flows complete +(\d+)  flows", 40, 40),
        (r"simulated time +([\d.]+)", 2000.3, 2000.8),
    ),
    # 6 steps of 256 KiB on each of 4 NICs of 100 Gb/s: 22 us, and 11 that hosts take
    "mrc-fabric --matrix=ring_4.goal": (
        (r"end +(finished)", None, None),
        (r"flows complete +(\d+)  flows", 24, 24),
        (r"simulated time +([\d.]+)", 0.19, 0.21),
    ),
    # the first two steps of six on each of 4 NICs
    "mrc-fabric --matrix=ring_4.goal --sends=2": (
        (r"end +(finished)", None, None),
        (r"flows complete +(\d+)  flows", 8, 8),
        (r"simulated time +([\d.]+)", 0.06, 0.07),
    ),
    # flows of a NIC follow each other, the first ones from 2 s on
    "mrc-fabric --matrix=flow_32n.txt --loop=closed": (
        (r"end +(finished)", None, None),
        (r"flows complete +(\d+)  flows", 40, 40),
        (r"simulated time +([\d.]+)", 2000.3, 2000.9),
    ),
    # 120 us of work, sums for 2 layers and of the last gradients, each of two steps of 128 KiB: 20 us, and a barrier
    "mrc-fabric --matrix=step_4.0.et": (
        (r"end +(finished)", None, None),
        (r"flows complete +(\d+)  flows", 100, 100),
        (r"simulated time +([\d.]+)", 0.26, 0.29),
    ),
    "mrc-fabric --topology=rails8-1x400g --matrix=perm_32n_32c_2MB.cm --fail=none": (
        (r"end +(finished)", None, None),
        (r"flows complete +(\d+)  flows", 32, 32),
        (r"slow-down, max +([\d.]+)", 1, 1.1),
        (r"drops +(\d+)", 0, 0),
    ),
    "mrc-fabric --repeat=2 --fail=link:0.1.7@50us..150us": (
        (r"end +(finished)", None, None),
        (r"flows complete +(\d+)  flows", 64, 64),  # 32 of the matrix, twice
        (r"directed links with faults +(\d+)", 2, 2),
        (r"data packets sent +(\d+)", 64 * 489, 64 * 489 + 1000),  # 2 MB: 489 packets
        (r"drops, link-down +(\d+)", 50, 400),
        (r"slow-down, p50 +([\d.]+)", 1, 1.2),
        (r"slow-down, max +([\d.]+)", 1, 1.5),
        (r"goodput per sending NIC +([\d.]+)", 110, 193),  # of 200 Gb/s on the line
        (r"retransmissions, timeout +(\d+)", 0, 0),
    ),
    # 4,096 of 4,202 bytes on the line, and a dead link that only losses tell of
    "mrc-fabric --repeat=2 --fail=link:0.1.7/silent@50us "
    "--ns3::mrc::FabricProfile::Encapsulation=Ipv4 --ns3::mrc::EvProfile::Format=Udp": (
        (r"end +(finished)", None, None),
        (r"flows complete +(\d+)  flows", 64, 64),
        (r"drops, silent-fault +(\d+)", 10, 2000),
        (r"EVs retired +(\d+)", 10, 1000),
        (r"goodput per sending NIC +([\d.]+)", 60, 195),
    ),
    # 4,096 of 4,286 bytes on the line between racks
    "mrc-fabric --repeat=2 --fail=link:0.1.7/silent@50us "
    "--ns3::mrc::FabricProfile::CarrierUsids=2 --ns3::mrc::FabricProfile::TrimSize=132": (
        (r"end +(finished)", None, None),
        (r"flows complete +(\d+)  flows", 64, 64),
        (r"drops, silent-fault +(\d+)", 10, 2000),
        (r"goodput per sending NIC +([\d.]+)", 60, 191.2),
    ),
    "mrc-incast --target=4:1-400G --runs=2": ((r"4:1-400G +mean last completion +([\d.]+)", 0.9, 1.1),),
    "mrc-own-controller": (*CONTROLLER, (r"trims +(\d+)", 7000, 15000)),
    "mrc-own-controller --ns3::mrc::CcProfile::AlgorithmFactory=ns3::AimdFactory[Target=2us]": (
        *CONTROLLER,
        (r"trims +(\d+)", 2000, 6000),
    ),
    "mrc-own-selector": (
        (r"end +(finished)", None, None),
        (r"flows complete +(\d+)  flows", 640, 640),  # 32 of the matrix, 20 times
        (r"trims +(\d+)", 0, 50),  # 340 with a random choice of one EV
        (r"marks +(\d+)", 0, 200),  # 1,540
        (r"slow-down, p99 +([\d.]+)", 1, 1.8),  # 2.46
    ),
    "mrc-ping6": (
        (r"56 bytes from fd00:6d72:6300::1, hop limit 64, ([\d.]+) us", 1.2, 1.4),
        (r"56 bytes from fd00:6d72:6300::5, hop limit 64, ([\d.]+) us", 4, 4.6),
        (r"(\d+) of 5 answered", 5, 5),
    ),
    "mrc-ping6 --bytes=8952": ((r"(\d+) of 5 answered", 5, 5),),
    "mrc-plan --nics=131072": (
        (r" +8 +2 +512 +131072 +4096 +2048 +0 +0 +(\d+)", 6144, 6144),
        (r" +1 +3 +64 +(\d+)$", 65536, 65536),
        (r" +8 +2 +T0-T1 link +([\d.]+)", 0.39, 0.4),
    ),
    "mrc-plan --topology=clos-8x100g-256": (
        (r" +8 +2 +512 +131072 +4096 +2048 +0 +0 +(\d+)", 6144, 6144),
        (r" +8 +2 +T0-T1 link +([\d.]+)", 0.39, 0.4),
    ),
    "mrc-plan --topology=fat_tree_1024_1os.topo": (
        (r" +1 +3 +16 +1024 +128 +128 +64 +0 +(\d+)", 320, 320),
        (r" +1 +3 +T1-T2 link +([\d.]+)", 1.56, 1.57),
    ),
    "mrc-plan --topology=rails8-1x400g --nics=128 --rails=8": (
        (r" +1 +2 +32 +128 +8 +16 +0 +0 +(\d+)", 24, 24),
        (r" +1 +2 +T1 +([\d.]+)", 6.25, 6.25),
    ),
    "mrc-plan --topology=three_tiers.graphml": (
        (r" +1 +3 +10 +16 +4 +4 +3 +0 +(\d+)", 11, 11),
        (r" +1 +3 +T2 +([\d.]+)", 40, 40),
    ),
    "mrc-srv6": (
        (r".*node 4: fcbb:bb00:9003::, (\d+) hops left", 61, 61),
        (r".*node 0: fcbb:bb00:9001::, (\d+) hops left", 61, 61),
    ),
    "mrc-srv6-tcp --spine=2": (
        (r"host B got (\d+) bytes", 1000000, 1000000),
        (r".*over spine 2: (\d+)", 1866, 2500),  # 536 bytes each
    ),
    # 54 days with 384 faults of nodes and NICs, or 407 with switches and cables; a crash costs half an interval and ten minutes
    "mrc-job-life --seeds=2": (
        (r"MRC,([\d.]+),", 86, 90),
        (r"MRC,.*,([\d.]+),[\d.]+,\d+$", 330, 440),
        (r"RoCE-10ms,([\d.]+),", 85, 89),
        (r"RoCE-seconds,([\d.]+),", 0, 0.1),
        (r"RoCE-seconds-no-flap,([\d.]+),", 84, 89),
    ),
    # two stages and four micro-batches: a fifth of the time is the bubble's; transfers are exposed too
    "mrc-training": (
        (r"(GPT-6.7B): 6.44 10\^9 parameters on 32 ranks", None, None),
        (r"0,([\d.]+),", 2000, 5000),
        (r"1,[\d.]+,([\d.]+),", 20, 60),
        (r"1,.*,(gradient|tensor),\d+,\d+,", None, None),
    ),
    # the work of all rows, with one forward pass again, takes 381 us
    "mrc-training --job=simai_8.txt --gpus=2": (
        (r".*: (\d+) rows of SimAI on 8 ranks \(data 4, tensor 2, expert 2\), 2 GPUs in a node", 5, 5),
        (r"0,([\d.]+),", 381, 600),
    ),
    # 120 us of work of each rank, and what its messages take besides
    "mrc-training --job=step_4.0.et": (
        (r".*: traces of (\d+) ranks, 100 operations, 1 GPUs in a node", 4, 4),
        (r"0,([\d.]+),", 200, 240),
        (r"0,[\d.]+,([\d.]+),", 40, 50),
        (r"0,.*,(message|reduction|exchange),\d+,\d+,", None, None),
    ),
    "mrc-training --job=step_4.0.et --ranks --fail=port-up:1.0/loss=5%@0ns": (
        (r"0,([\d.]+),", 200, 2000),
        (r"(step),rank,idle_percent,exposed_us", None, None),
        (r"0,3,([\d.]+),[\d.]+", 40, 95),
    ),
    # four exchanges of 157 us at full rate, 300 us of work, and gradients; an incast meets them
    "mrc-training --job=moe-16.job --apart=4 --beside=incast8_32.cm": (
        (r"MoE-16: ([\d.]+) 10\^9 parameters on 16 ranks", None, None),
        (r"0,([\d.]+),", 900, 3000),
        (r"0,.*,(expert|gradient),\d+,\d+,", None, None),
    ),
    "mrc-training --job=mixtral-8x7b.job --fail=nic:3/loss=1%@0ns": (
        (r"0,([\d.]+),", 30000, 60000),
        (r"0,.*,(expert|tensor|pipeline|gradient),\d+,\d+,", None, None),
    ),
    "mrc-validation --target=T1": ((r"T1 +half round trip T0-local +us +([\d.]+)", 4.9, 5.3),),
    "mrc-validation --target=T6-T0 --second=10": ((r"T6-T0 +steady against before +% +([\d.]+)", 85, 90),),
    "mrc-validation --target=T13 --second=10": ((r"T13 +most losses of a QP +([\d.]+)", 1, 4),),
    "mrc-verbs --wrongKey": (
        (r"NIC 0: Write 0 SUCCESS, 100000 bytes, after ([\d.]+) us", 6, 10),
        (r"NIC 0: Write 1 SUCCESS, 100000 bytes, after ([\d.]+) us", 10, 15),
        (r"NIC 0: Write 2 REM_ACCESS_ERR, 100000 bytes, after ([\d.]+) us", 10, 16),
        (r"NIC 1: receive buffer 1 SUCCESS, 100000 bytes, after ([\d.]+) us", 9, 15),
        (r"NIC 1: receive buffer 2 WR_FLUSH_ERR, (\d+) bytes", 0, 0),
        (r"NIC 0's queue pair is in state (ERR)", None, None),
    ),
}


def problems_of(command, printed):
    """Returns what is wrong with the standard output of a command, a line each."""
    if command not in EXPECTED:
        return [f"'{command}' is not in EXPECTED of .ci/check-example.py"]
    problems = []
    for pattern, least, most in EXPECTED[command]:
        found = re.search("^" + pattern, printed, re.MULTILINE)
        if found is None:
            problems.append(f"no line like '{pattern}'")
        elif least is not None and not least <= float(found[1]) <= most:
            problems.append(f"'{found[0]}'; expected {least} .. {most}")
    if "--target=" in command:
        rows = [line for line in printed.splitlines() if not line.startswith("target ")]
        if len(rows) < 2:
            problems.append("the table of the target has no rows")
        problems += [f"a miss: {row}" for row in rows if re.search(r"\b(miss|fail)\b", row)]
    return problems


def words_of(command):
    """Returns the words to execute: ./mrc run, or in CI a program that was built, as looking for changes takes a second."""
    name, *options = shlex.split(command)
    built = pathlib.Path(os.environ.get("MRC_BUILD_DIR", ROOT / "build/release"), "examples", name)
    if "MRC_CI" in os.environ and built.is_file():
        return [built, *options]
    return [ROOT / "mrc", "run", name, *options]


def main():
    command = sys.argv[1]
    audited = {**os.environ, "NS_GLOBAL_VALUE": "MrcAudit=true"}  # no frame is lost without a count [frames-conserved]
    words = words_of(command)
    run = subprocess.run(words, env=audited, stdout=subprocess.PIPE, text=True, check=False)
    print(run.stdout)
    problems = problems_of(command, run.stdout)
    if run.returncode != 0:
        problems.insert(0, f"it ended with status {run.returncode}")
    for problem in problems:
        print(f"{command}: {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
