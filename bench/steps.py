# SPDX-License-Identifier: GPL-2.0-only
"""What training steps on 1,024 NICs take: ./mrc bench --steps, which bench.py calls."""

import pathlib

import scale

GIB = 1 << 30
DATA = pathlib.Path(__file__).resolve().parents[1] / "examples/data"
DENSE, DENSE_BYTES, DENSE_GIB = "gpt-13b-1024.job", 512e6, 2  # file, bytes that a NIC sends at least, GiB at most
MOE, MOE_BYTES, MOE_GIB = "moe-1024.job", 64e6, 6
MOE_NICS = (128, 256, 512, 1024)  # each of them has all others as peers
MOE_WINDOWS = (0, 16)  # messages of an exchange that a NIC sends at a time; 0: all, as jobs have it without a key
# Of the count of instructions: one layer in each stage and one micro-batch. Messages of a ring have 31 and 61 kB.
LIGHT = {"job": str(DATA / DENSE), "layers": 8, "microbatches": 1}
LIGHT_SHRINKS = (160, 80)
BENCH = {"nics": 1024, "nicsPerT0": 32}  # the row of 1,024 NICs that the count is compared with
BENCH_BYTES = (1 << 20, 2 << 20)
MOST = 1.2  # of that row's instructions


def per_hop(count, options):
    """Returns instructions per packet-hop, of the difference of two sizes. COUNT returns (instructions, hops)."""
    (less, few), (more, many) = (count(*each) for each in options)
    return (more - less) / (many - few)


def instructions(programs):
    """Returns instructions per packet-hop of a light step, and of the bench's row of 1,024 NICs."""
    step = per_hop(programs.counted, [("mrc-bench-step", {**LIGHT, "shrink": shrink}) for shrink in LIGHT_SHRINKS])
    bench = per_hop(programs.counted, [("mrc-bench", {**BENCH, "bytes": size}) for size in BENCH_BYTES])
    return step, bench


def dense(programs, row, threads=1):
    """Runs the GPT-like step. Returns rows of the bench's table; ROW makes one."""
    figures = programs.run("mrc-bench-step", job=str(DATA / DENSE), threads=threads)
    name = f"GPT-like step, {figures['nics']:,} NICs"
    return [
        row(f"{name}: for each NIC", "MB", figures["bytesPerNic"] / 1e6, least=DENSE_BYTES / 1e6),
        row(f"{name}: packet-hops", "10^6", figures["hops"] / 1e6),
        row(f"{name}: plan", "GiB", figures["planBytes"] / GIB),
        row(f"{name}: peak", "GiB", figures["peakBytes"] / GIB, most=DENSE_GIB),
        row(f"{name}: run", "s", figures["runSeconds"]),
        row(f"{name}: of a packet-hop", "ns", 1e9 * figures["runSeconds"] / figures["hops"]),
    ]


def expected(peaks, nics):
    """Returns the peak that so many NICs may have: pairs of NICs take as much as between the last two sizes. 0: unknown."""
    if len(peaks) < 2:
        return 0
    (few, less), (many, more) = peaks[-2:]
    return more + (more - less) / (many**2 - few**2) * (nics**2 - many**2)


def experts(programs, row, window=0):
    """Runs growing MoE steps while they fit the memory that is free. Returns rows; the last one is said where it did not run."""
    peaks, found = [], []
    at_a_time = f", {window} at a time" if window else ""
    for nics in MOE_NICS:
        name, most = f"MoE step, {nics - 1:,} peers{at_a_time}", MOE_GIB if nics == MOE_NICS[-1] else None
        peak = expected(peaks, nics)
        if peak > scale.available_bytes():
            found.append(row(f"{name}: peak by the slope, did not fit", "GiB", peak / GIB, most=most))
            continue
        figures = programs.run("mrc-bench-step", job=str(DATA / MOE), data=nics, window=window)
        peaks.append((nics, figures["peakBytes"]))
        found.append(row(f"{name}: for each NIC", "MB", figures["bytesPerNic"] / 1e6, least=MOE_BYTES / 1e6))
        found.append(row(f"{name}: plan", "GiB", figures["planBytes"] / GIB))
        found.append(row(f"{name}: peak", "GiB", figures["peakBytes"] / GIB, most=most))
        found.append(row(f"{name}: run", "s", figures["runSeconds"]))
    return found


def steps(programs, row):
    """Runs and counts. Returns all rows."""
    found = dense(programs, row)
    for window in MOE_WINDOWS:
        found += experts(programs, row, window)
    step, bench = instructions(programs)
    found.append(row("GPT-like step: instructions per packet-hop", "", step))
    found.append(row("bench, 1,024 NICs: instructions per packet-hop", "", bench))
    found.append(row("the one to the other", "x", step / bench, most=MOST))
    return found
