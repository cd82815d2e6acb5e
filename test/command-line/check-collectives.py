#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Runs the small rows of the ring all-reduce under loss, and checks what tells them apart. Argument: the
folder of the built examples. Clauses: [target-ring], [bus-bandwidth]
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "doc/validation"))
import collectives

SIZE = 2  # MB


def main():
    collectives.EXAMPLE = pathlib.Path(sys.argv[1]) / "mrc-fabric"
    errors = []

    def expect(what, value, least, most):
        if not least <= value <= most:
            errors.append(f"{what}: {value:.3f}; expected {least} .. {most}")

    # There are 126 steps of 8 packets, in two for each plane. With two posts and hops of 0.7 us a step takes
    # some 10 us. Across T1s it has two hops more.
    best = collectives.run("MRC", SIZE, 0, 1)
    expect("MRC across T0s, Gb/s", best, 18.5, 20.5)
    expect("MRC in order, Gb/s", collectives.run("MRC", SIZE, 0, 1, across=False), 22.3, 24.3)
    # Four times the rate, one path: a packet is on each link for a quarter of the time.
    expect("RoCE to MRC", collectives.run("RoCE, 16", SIZE, 0, 1) / best, 1.0, 1.15)
    expect("MRC with losses to MRC", collectives.run("MRC", SIZE, 1, 1) / best, 0.45, 0.7)
    expect("MRC that waits to MRC", collectives.run("MRC, waits", SIZE, 1, 1) / best, 0.08, 0.25)
    expect("RoCE with losses to MRC", collectives.run("RoCE, 1", SIZE, 1, 1) / best, 0, 0.05)
    # A ring across T0s has 16 flows for 16 uplinks; a hash puts some of them together, and the slowest holds all.
    bandwidth, flows = collectives.crowd("RoCE, 1", 16, 1)
    expect("flows on the most crowded link", flows, 3.5, 4.1)
    expect("what they leave each other, Gb/s", bandwidth, 0.8 * collectives.LINE / 4, collectives.LINE / 4)
    # NAKs repair what was lost, but for those that are lost themselves: then whole timeouts of 67.1 ms stop the ring.
    took, dropped, naks, timeouts = collectives.repaired("RoCE, 1", SIZE, 1, 1)
    expect("lost packets with 1 %, of 79,000, repeats and answers", dropped, 800, 1050)
    expect("NAKs of these", naks / dropped, 0.6, 0.9)
    expect("timeouts", timeouts, took // 67.109, 40)
    expect("ms beside whole timeouts", took % 67.109, 0.5, 10)
    took, dropped, naks, timeouts = collectives.repaired("RoCE, 1", SIZE, 0.1, 1)
    expect("timeouts with 0.1 %", timeouts, 0, 0)
    expect("ms with 0.1 %", took, 1.3, 1.7)
    row = collectives.row(("RoCE, 1", 1024, 0.1, True), [40.0, 60.0], 500.0)
    if row[4:] != ["50.0 (40.0-60.0)", "83.6", "0.100", "0.221", "-55 %", "miss"]:
        errors.append(f"a row is {row}")
    if len(collectives.cells([2, 16], [0, 0.1, 1])) != 2 * (3 + 4 + 4 + 3):
        errors.append("the table has rows of each size, loss and kind")
    # A ring of 1 ms and 0.05 ms for each MB lies on its line. One that is 10 % slower at one size does not.
    straight = {mb: collectives.time_of(mb, 1 + 0.05 * mb) for mb in (32, 64, 128)}
    gbps, misses = collectives.said(straight, 1024)
    expect("ms of 1,024 MB by the line", collectives.time_of(1024, gbps), 52.1999, 52.2001)
    expect("by how much it misses", misses, 0, 1e-6)
    expect("by how much it misses a bent one", collectives.said({**straight, 64: 0.9 * straight[64]}, 1024)[1], 2, 10)
    half = {mb: gbps / 2 for mb, gbps in straight.items()}
    rows = list(collectives.scaled_rows({("MRC", 0): {1: straight, 2: straight}, ("RoCE, 1", 0.1): {1: half}}))
    if len(rows) != 8 or rows[5][1:3] != ["0.1 %", "1024"] or rows[5][5:] != ["83.6", "0.500", "0.221", "+126 %", "miss"]:
        errors.append(f"rows of the scaling method are {rows}")
    large = {mb: collectives.time_of(mb, 1 + 0.05 * mb) for mb in (256, 512, 1024)}
    if [texts[2] for texts in collectives.scaled_rows({("MRC", 0): {1: large}})] != ["4096", "16384"]:
        errors.append("lines say something of sizes that are their own")
    for text in ("32,64", "32,64,64", "32,64,0", "32,64,x"):
        try:
            errors.append(f"--through={text} gives {collectives.through(text)}")
        except SystemExit as error:
            if f"--through={text}; expected three sizes" not in str(error):
                errors.append(f"--through={text}: {error}")
    if rows[1][8:] != ["+0 %", "none: the measure"]:
        errors.append(f"the measure of the scaling method is {rows[1]}")
    alone = list(collectives.scaled_rows({("RoCE, 1", 0.1): {1: half}}))
    if alone[0][9] != "none: no measure":
        errors.append(f"without MRC a row of the scaling method is {alone[0]}")
    print("\n".join(errors) or "ok")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
