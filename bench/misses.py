#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Says which part of the code misses the caches, for each packet-hop: a run under callgrind, by function.

A hint for the processor is no access to callgrind. A step of HotPrefetch reads what the step before has named, and
what it reads first counts as its own. All figures are differences of two sizes of flow, so that what building and
ending take drops out."""

import argparse
import collections
import json
import os
import re
import subprocess
import sys
import tempfile

# The first pattern that is found in a function's name says its part.
PARTS = (
    ("wheel", "EventBuckets|SliceSort|EventSort|EventChunk|TimingWheel|PlaceFew|PlaceSome|memset"),
    ("hints: links, heads of links, NICs", "HotPrefetch::(Split|HintFrames)"),
    ("hints: frames, switches, slots", "HotPrefetch::HintOuts"),
    ("hints: ports that frames leave by, datagrams", "HotPrefetch::HintTails"),
    ("hints: slots, first lines of queue pairs", r"HotPrefetch::(HintPairs|HintStates|HintRecords|operator)"),
    ("hints: members of queue pairs", "(Connection|Sender|Receiver)::Prefetch"),
    ("hops: frames and ports", "DrainRun|DrainRuns|PortService|PortAdmission|FabricEvents|LinkArrivals"),
    ("NICs", "NicPump|NicInbox|NicClock|NicTimers|EndpointDesk|EndpointService|OwnPaths|SourceRouting"),
    ("a data packet at its sender", "DataSender|(Connection|Sender)::NextData|SenderTimeouts"),
    ("a data packet at its receiver", r"(Connection|Receiver)::Receive\(|DataReceiver|ReceivedSet::Insert"),
    (
        "a SACK that is written",
        "Reply|(Connection|Receiver)::NextControl|ReceiverGrants|ReceivedSet::Bitmap|ReverseP|QueueReverse",
    ),
    (
        "a SACK that is read",
        "Sack|SenderAnswers|Nscc|StampAges|LossFinder|SentPackets|SentRecords|PathCare|PathSelector|PathSeats|PathSkips|"
        r"RttEst|Sender::Receive\(|Connection::(ReceiveControl|CurrentAgenda|RefreshReverse|NextWakeup|OnSack)",
    ),
)


def functions(path):
    """Reads {function: [instructions, first-level misses, last-level misses]} of callgrind's output."""
    names, own, function, called = {}, collections.defaultdict(lambda: [0, 0, 0]), None, False
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            found = re.match(r"c?fn=\((\d+)\)(?: (.*))?$", line)
            if found:
                if found.group(2):
                    names[found.group(1)] = found.group(2)
                function = function if line.startswith("c") else found.group(1)
            elif line.startswith("calls="):
                called = True  # the line behind has what the callee took
            elif line[:1] in "0123456789+-*":
                if not called:
                    costs = [int(word) for word in line.split()[1:]] + [0] * 9
                    for i, cost in enumerate((costs[0], costs[4] + costs[5], costs[7] + costs[8])):
                        own[function][i] += cost
                called = False
    return {names[number]: costs for number, costs in own.items()}


def counted(program, arguments, size):
    """Returns (functions, packet-hops) of one run."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out")
        done = subprocess.run(
            ["valgrind", "-q", "--tool=callgrind", "--cache-sim=yes", f"--D1={arguments.first}"]
            + [f"--LL={arguments.last}", f"--callgrind-out-file={out}", program, f"--nics={arguments.nics}"]
            + [f"--nicsPerT0={arguments.per_t0}", f"--bytes={size}"],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            sys.exit(f"bench/misses.py: valgrind or {program} failed\n{done.stderr}")
        return functions(out), json.loads(done.stdout)["hops"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default="build/release", help="folder of the build")
    parser.add_argument("--nics", type=int, default=2048)
    parser.add_argument("--per-t0", type=int, default=32, help="NICs of a T0")
    parser.add_argument("--sizes", default="131072,262144", help="bytes of a flow, of two runs")
    parser.add_argument("--first", default="32768,8,64", help="first level: bytes, ways, bytes of a line")
    parser.add_argument("--last", default="2097152,16,64", help="last level, likewise")
    parser.add_argument("--functions", type=int, default=0, help="also shows so many functions with the most misses")
    arguments = parser.parse_args()
    program = os.path.join(arguments.build, "bench", "mrc-bench")
    (few, few_hops), (many, hops) = (counted(program, arguments, int(size)) for size in arguments.sizes.split(","))
    rows = {
        name: [(cost - before) / (hops - few_hops) for cost, before in zip(costs, few.get(name, (0, 0, 0)))]
        for name, costs in many.items()
    }
    parts = collections.defaultdict(lambda: [0.0, 0.0, 0.0])
    for name, costs in rows.items():
        part = next((part for part, pattern in PARTS if re.search(pattern, name)), "other")
        for total in (parts[part], parts["all"]):
            for i, cost in enumerate(costs):
                total[i] += cost
    print(f"{'for each packet-hop':46} {'instructions':>12} {'first level':>12} {'last level':>12}")
    for part in [part for part, _ in PARTS] + ["other", "all"]:
        print(f"{part:46} {parts[part][0]:12.1f} {parts[part][1]:12.2f} {parts[part][2]:12.2f}")
    for name, costs in sorted(rows.items(), key=lambda row: -row[1][2])[: arguments.functions]:
        print(f"{name[:46]:46} {costs[0]:12.1f} {costs[1]:12.2f} {costs[2]:12.2f}")


if __name__ == "__main__":
    main()
