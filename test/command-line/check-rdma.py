#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Compares RoCEv2's completion times with those of a public simulator. Argument: the folder of the
built examples. Clauses: [dcqcn-reaction], [dcqcn-presets]
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "doc/validation"))
import rdma

SEEDS = 5
CASES = ["pauses"]  # of the harder ones; others take 20 seeds


def main():
    rdma.EXAMPLE = pathlib.Path(sys.argv[1]) / "mrc-fabric"
    errors = []
    ours = {}
    peer = {**rdma.PEER, **{row: times for row, times in rdma.HARDER.items() if row[0] in CASES}}
    for case, preset in peer:
        runs = [rdma.run(case, preset, seed) for seed in range(1, SEEDS + 1)]
        ours[case, preset] = [sum(times) / len(times) for times in zip(*runs)]
    for row, theirs in peer.items():
        for figure, time, expected in zip(["mean", "last"], ours[row], theirs):
            _, differ, near = rdma.compare(time, expected)
            if not near:
                errors.append(f"{row}, {figure}: {differ:+.1f} %")
    # Another set of DCQCN, or none, is no match: the comparison can tell them apart.
    for case in ["incast", "permutation"]:
        for preset, other in [("hpcc", "conweave"), ("conweave", "none")]:
            if rdma.compare(ours[case, preset][0], rdma.PEER[case, other][0])[2]:
                errors.append(f"{case}: {preset} passes for {other}")
    print("\n".join(errors) or "ok")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
