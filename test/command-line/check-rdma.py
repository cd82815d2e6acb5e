#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Compares RoCEv2's completion times with those of a public simulator. Argument: the folder of the
built examples. Clauses: [dcqcn-reaction], [dcqcn-presets]
"""

import contextlib
import csv
import io
import pathlib
import shlex
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "doc/validation"))
import rdma

SEEDS = 5
CASES = ["pauses"]  # of the harder ones; others take 20 seeds


def check_commands():
    """Returns what is wrong with the command of a row: run by hand it has the times of the row."""
    with tempfile.TemporaryDirectory() as name:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            rdma.tell([("permutation of 32", "none")], pathlib.Path(name))
        comment, command = printed.getvalue().splitlines()
        words = shlex.split(command)
        if comment != "# permutation of 32, none" or words[:3] != ["./mrc", "run", "mrc-fabric"]:
            return [f"unexpected: {printed.getvalue()}"]
        subprocess.run([rdma.EXAMPLE, *words[3:], f"--csv={name}/out"], check=True, stdout=subprocess.DEVNULL)
        with open(f"{name}/out/flows.csv", encoding="utf-8") as file:
            times = [float(row["fct_ns"]) / 1000 for row in csv.DictReader(file)]
    found = sum(times) / len(times), max(times)
    return [] if found == rdma.run("permutation of 32", "none", 1) else [f"by its command the row has {found}"]


def main():
    rdma.EXAMPLE = pathlib.Path(sys.argv[1]) / "mrc-fabric"
    errors = check_commands()
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
