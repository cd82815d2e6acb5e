#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Says which part of the code misses the caches, for each packet-hop: a run under callgrind, by function.

A hint for the processor is no access to callgrind. A step of HotPrefetch reads what the step before has named, and
what it reads first counts as its own. All figures are differences of two sizes of flow, so that what building and
ending take drops out. What belongs to no part is told at the end, with the names of what costs most there."""

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
    ("wheel", "HotKernel::NextRun|FastSimulatorImpl|EventBuckets|SliceSort|EventSort|EventChunk|TimingWheel|PlaceFew|PlaceSome|memset"),
    ("hints: links, heads of links, NICs", "HotPrefetch::(Split|HintFrames)"),
    ("hints: frames, switches, slots", "HotPrefetch::HintOuts"),
    ("hints: ports that frames leave by, datagrams", "HotPrefetch::HintTails"),
    ("hints: slots, first lines of queue pairs", r"HotPrefetch::(HintPairs|HintStates|HintRecords|operator)"),
    ("hints: members of queue pairs", "(Connection|Sender|Receiver)::Prefetch"),
    ("hops: frames and ports", "DrainRun|DrainRuns|PortService|PortAdmission|FabricEvents|LinkArrivals|QueueOverflow"),
    ("NICs", "NicPump|NicInbox|NicClock|NicTimers|EndpointDesk|EndpointService|OwnPaths|SourceRouting"),
    (
        "a data packet at its sender",
        r"DataSender|(Connection|Sender)::NextData|SenderTimeouts|(LoneRole<.*>|Connection|Sender)::(Wake|NextWakeup)\(|MessageQueue"
        "|Sprayer|SkipWalk|PathStrikes",
    ),
    ("a data packet at its receiver", r"(Connection|Receiver)::Receive\(|DataReceiver|ReceivedSet::Insert"),
    (
        "a SACK that is written",
        "Reply|(LoneRole<.*>|Connection|Receiver)::NextControl|ReceiverGrants|ReceivedSet::Bitmap|ReverseP|QueueReverse",
    ),
    (
        "a SACK that is read",
        "Sack|SenderAnswers|Nscc|StampAges|LossFinder|SentPackets|SentRecords|PathCare|PathSelector|PathSeats|PathSkips|"
        r"RttEst|Sender::Receive\(|Connection::(ReceiveControl|CurrentAgenda|RefreshReverse|OnSack)|FlightStore|PathBlame",
    ),
    ("EVs that are dealt", "DealtEvs|SprayPaths"),
    ("probes", "Probing|EvProbe|PathInquiries|ProbeLog|SenderProbes|ReliabilityProbes|PathProber"),
    ("what users are told", "QpEvents|QueuePairSeats|HostSide|Listener::"),
    ("memory taken and given back", "malloc|calloc|free|memalign|operator (new|delete)|realloc_insert|unlink_chunk|sbrk|::Grow"),
)
NONE = "without a part"
KINDS = "instructions", "first-level misses", "last-level misses"
TOLD = 0.001  # of all instructions or misses, from which on a function without a part is named


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


def part_of(name):
    """The part that a function belongs to."""
    return next((part for part, pattern in PARTS if re.search(pattern, name)), NONE)


def print_parts(rows):
    """Prints what each part costs, then which share belongs to none, and the functions that make it."""
    parts = collections.defaultdict(lambda: [0.0, 0.0, 0.0])
    for name, costs in rows.items():
        for total in (parts[part_of(name)], parts["all"]):
            for i, cost in enumerate(costs):
                total[i] += cost
    print(f"{'for each packet-hop':46} {'instructions':>12} {'first level':>12} {'last level':>12}")
    for part in [part for part, _ in PARTS] + [NONE, "all"]:
        print(f"{part:46} {parts[part][0]:12.1f} {parts[part][1]:12.2f} {parts[part][2]:12.2f}")
    shares = {name: [cost / (total or 1) for cost, total in zip(costs, parts["all"])] for name, costs in rows.items() if part_of(name) == NONE}
    totals = [sum(column) for column in zip(*shares.values())] or [0.0] * len(KINDS)
    print(f"{NONE}: " + ", ".join(f"{total:.1%} of {kind}" for total, kind in zip(totals, KINDS)))
    for name, costs in sorted(shares.items(), key=lambda share: -max(map(abs, share[1]))):
        if max(map(abs, costs)) >= TOLD:
            print(f"  {name}: " + ", ".join(f"{cost:.1%}" for cost in costs))


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
    print_parts(rows)
    for name, costs in sorted(rows.items(), key=lambda row: -row[1][2])[: arguments.functions]:
        print(f"{name[:46]:46} {costs[0]:12.1f} {costs[1]:12.2f} {costs[2]:12.2f}")


if __name__ == "__main__":
    main()
