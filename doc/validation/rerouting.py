# SPDX-License-Identifier: GPL-2.0-only
"""X1: how much longer collectives take when a T1 dies during them and switches need a while to route around it.

Times are compressed by 16 together: bytes, convergence and RoCEv2's ACK timeout. 32 NICs of 4 x 100 Gb/s, planes of
4 T0s and 8 T1s. A seed draws the hashes, which T1 of which plane dies, and when.
"""

import collections
import random

FACTOR = 16  # by which all times are shorter than those that are named
CONVERGENCE = (0, 1, 10, 100, 300)  # ms, before the compression
PUBLISHED = {10: 20, 100: 53, 300: 260}  # ms: percent that the P99 is longer by (arXiv 2605.21187, 256,000 GPUs)
WITHIN = 2  # a factor; own bound, as fabric and collectives of the source are not known
TOPOLOGY = "ls32_100.topo"
PLANES, NICS, T1S = 4, 32, 8
LATEST_US = 6000  # of the fault: collectives of all kinds are under way
COLLECTIVES = {
    "all-to-all": f"all-to-all ranks={NICS} size=270MB window=8",
    "ring": f"ring-allreduce ranks={NICS} size=140MB",
}
SEEDS = {"all-to-all": 5, "ring": 10}
# of RoCEv2: lossless queues, so that a fault alone loses packets; 67 ms, the default, divided by FACTOR
ROCE = ["--transport=roce-lossless", f"--qps={PLANES}", "--ns3::mrc::RoceTransport::AckTimeoutExponent=10"]
KINDS = {
    "MRC": [],
    "ECMP": [*ROCE, "--routing=ecmp"],
    "adaptive": [
        *ROCE, "--routing=adaptive", "--ns3::mrc::RoceTransport::Recovery=SelectiveRepeat",
        "--ns3::mrc::RoceTransport::ReorderTime=20us",
    ],
}


def fault(seed):
    """Which T1 dies and when, as --fail takes it."""
    draw = random.Random(seed)
    plane, t1, micros = draw.randrange(PLANES), draw.randrange(T1S), draw.randrange(LATEST_US)
    return f"t1:{plane}.{t1}@{micros}us"


def options(kind, collective, convergence, seed):
    """The options of mrc-fabric; convergence in ms before the compression, None without a fault."""
    words = [f"--workload={COLLECTIVES[collective]}", f"--topology={TOPOLOGY}", f"--planes={PLANES}", f"--nics={NICS}"]
    words += ["--quiet", "--stallLimit=20s", f"--RngRun={seed}", *KINDS[kind]]
    words.append("--fail=none" if convergence is None else f"--fail={fault(seed)}")
    if kind != "MRC" and convergence is not None:
        seconds = convergence / 1000 / FACTOR
        words.append("--ns3::mrc::FabricProfile::Convergence=Instant")
        words.append(f"--ns3::mrc::FabricProfile::RouteDetection=ns3::ConstantRandomVariable[Constant={seconds}]")
    return words


def cells(collectives):
    """(kind, collective, convergence) of all that is run."""
    found = []
    for collective in collectives:
        for kind in KINDS:
            times = (None, 0) if kind == "MRC" else (None, *CONVERGENCE)
            found += [(kind, collective, time) for time in times]
    return found


def quantile(values, share):
    """A quantile, between the two values that are next to it."""
    values = sorted(values)
    place = share * (len(values) - 1)
    low = int(place)
    return values[low] + (place - low) * (values[min(low + 1, len(values) - 1)] - values[low])


# How much longer: percents of P99 and median, the seeds with a run on both sides, and those that others have.
Longer = collections.namedtuple("Longer", "p99 median seeds lacking")


def longer(times):
    """{(kind, collective, convergence): Longer than without a fault}, of {cell: {seed: time}}."""
    found = {}
    for (kind, collective, convergence), some in times.items():
        usual = times.get((kind, collective, None), {})
        both = some.keys() & usual.keys()
        if both and convergence is not None:
            asked = set().union(*(runs for cell, runs in times.items() if cell[1] == collective))
            percents = [
                100 * (quantile([some[seed] for seed in both], share) / quantile([usual[seed] for seed in both], share) - 1)
                for share in (0.99, 0.5)
            ]
            found[kind, collective, convergence] = Longer(*percents, len(both), len(asked) - len(both))
    return found
