# SPDX-License-Identifier: GPL-2.0-only
"""How large a run may be: ./mrc bench --scale, which bench.py calls.

A random permutation across racks, on NICs with 8 planes, while a T1 reboots and links flap. Sizes grow. Each
says what the next one may take, so that one which does not fit the memory or the time is skipped."""

import json
import math
import os
import subprocess
import time

GIB = 1 << 30
SIZES = (1024, 8192, 32768, 131072)  # NICs
BYTES = 16_000_000  # of each message
FLAPS = 1000
PLANES = 8
THREADS = (2, 1)  # the faster first, so that a short time still gives it at the largest size
MARGIN = 1.3  # what a size may take beyond that of a NIC of the size before
MILLION = 1_000_000
HUGE_PAGES = {"GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}  # as ./mrc run asks for them


def available_bytes():
    """Returns the memory that a new process may take: the machine's, or what its container has left."""
    with open("/proc/meminfo", encoding="ascii") as lines:
        facts = dict(line.split(":", 1) for line in lines)
    free = int(facts["MemAvailable"].split()[0]) * 1024
    try:
        with open("/sys/fs/cgroup/memory.max", encoding="ascii") as limit, open(
            "/sys/fs/cgroup/memory.current", encoding="ascii"
        ) as used:
            free = min(free, int(limit.read()) - int(used.read()))
    except (OSError, ValueError):  # there is no container, or no limit
        pass
    return free


def expected(before, nics, figure):
    """Returns what a size may take of a figure, by the largest size before; 0 if there is none."""
    return before[figure] / before["nics"] * nics * MARGIN if before else 0


def misfit(before, nics, threads, left):
    """Returns why a size is skipped, in words; None: it fits. BEFORE may have more threads. LEFT is in seconds."""
    memory, free = expected(before, nics, "peakBytes"), available_bytes()
    if memory > free:
        return f"some {memory / GIB:.1f} GiB are expected, and {free / GIB:.1f} GiB are free"
    seconds = expected(before, nics, "wallSeconds") * (max(1, before["threads"] / threads) if before else 1)
    if seconds > left:
        return f"some {seconds / 60:.1f} min are expected, and {max(left, 0) / 60:.1f} min are left of --minutes"
    return None


def measure(program, options, left):
    """Returns the figures of one run, or words that say why there are none."""
    words = [program] + [f"--{name}={value}" for name, value in options.items()]
    begin = time.monotonic()
    try:
        done = subprocess.run(
            words, capture_output=True, text=True, check=False, timeout=max(left, 1), env={**HUGE_PAGES, **os.environ}
        )
    except subprocess.TimeoutExpired:
        return "stopped, as the time of --minutes was over"
    if done.returncode != 0:
        text = (done.stdout + done.stderr).strip()
        return f"exit status {done.returncode}: {text[-300:]}"
    figures = json.loads(done.stdout)
    figures["wallSeconds"] = time.monotonic() - begin
    return figures


def show(figures):
    """Prints what one run took."""
    hop = 1e9 * figures["runSeconds"] / figures["hops"]
    rest = figures["peakBytes"] - figures["fabricBytes"] - figures["pairBytes"]
    print(
        f"{figures['nics']:>9,} {figures['threads']:>7} {figures['buildSeconds']:>8.1f} {figures['runSeconds']:>9.1f} "
        f"{figures['hops'] / 1e6:>10,.1f} {figures['hops'] / figures['runSeconds'] / 1e6:>8.2f} {hop:>7.0f} "
        f"{figures['fabricBytes'] / GIB:>8.2f} {figures['pairBytes'] / GIB:>8.2f} {rest / GIB:>8.2f} "
        f"{figures['peakBytes'] / GIB:>8.2f}  {figures['fingerprint']}",
        flush=True,
    )


def head():
    """Prints what the columns are."""
    print(
        f"{'':>9} {'':>7} {'build':>8} {'run':>9} {'M hops':>10} {'M hops':>8} {'ns per':>7} "
        f"{'fabric':>8} {'pairs':>8} {'traffic':>8} {'peak':>8}\n"
        f"{'NICs':>9} {'threads':>7} {'s':>8} {'s':>9} {'':>10} {'per s':>8} {'hop':>7} "
        f"{'GiB':>8} {'GiB':>8} {'GiB':>8} {'GiB':>8}  fingerprint",
        flush=True,
    )


def ns_per_hop(figures):
    return 1e9 * figures["runSeconds"] / figures["hops"]


def line_through(one, two, value):
    """Returns VALUE of a million NICs, on the line through two sizes."""
    slope = (value(two) - value(one)) / (two["nics"] - one["nics"])
    return value(two) + slope * (MILLION - two["nics"])


def extrapolate(runs):
    """Prints what a million NICs would take, by the two largest sizes. Memory, the build and hops grow with the
    NICs, and a hop takes so much more with each doubling."""
    if len(runs) < 2:
        print("a million NICs: two sizes are needed, to have a slope")
        return
    one, two = runs[-2:]
    doublings = math.log2(two["nics"] / one["nics"])
    more = (ns_per_hop(two) - ns_per_hop(one)) / doublings
    hop = ns_per_hop(two) + max(more, 0) * math.log2(MILLION / two["nics"])
    hops = line_through(one, two, lambda each: each["hops"])
    build = line_through(one, two, lambda each: each["buildSeconds"])
    memory = line_through(one, two, lambda each: each["peakBytes"])
    print(
        f"a million NICs, {two['threads']} thread{'s' if two['threads'] > 1 else ''}, by the slopes from {one['nics']:,} "
        f"to {two['nics']:,}: {build / 60:.1f} min to build, {hops / 1e9:,.1f} G hops of {hop:.0f} ns in "
        f"{hops * hop / 3.6e12:,.1f} h, {memory / GIB:,.0f} GiB"
    )


def are_same(runs):
    """Returns whether a size had one fingerprint on all numbers of threads."""
    by_size = {}
    for figures in runs:
        by_size.setdefault(figures["nics"], set()).add(figures["fingerprint"])
    return all(len(each) == 1 for each in by_size.values())


def scale(program, sizes, load, minutes):
    """Runs all sizes that fit. LOAD has bytes and flaps. Returns whether all went well, and the figures."""
    end = time.monotonic() + 60 * minutes
    before, runs, is_good = {}, [], True
    print(f"messages of {load['bytes'] / 1e6:g} MB, {PLANES} planes, a T1 that reboots, {load['flaps']} flaps\n")
    head()
    for nics in sizes:
        for threads in THREADS:
            left = end - time.monotonic()
            reason = misfit(before.get(threads) or before.get(THREADS[0]), nics, threads, left)
            if reason:
                print(f"{nics:>9,} {threads:>7} skipped: {reason}", flush=True)
                continue
            figures = measure(program, {"nics": nics, "planes": PLANES, **load, "threads": threads}, left)
            if isinstance(figures, str):
                print(f"{nics:>9,} {threads:>7} {figures}", flush=True)
                is_good = is_good and figures.startswith("stopped")
                continue
            before[threads] = figures
            runs.append(figures)
            show(figures)
    print()
    for threads in sorted(THREADS):
        extrapolate([figures for figures in runs if figures["threads"] == threads])
    if not are_same(runs):
        print("FAIL: fingerprints differ")
    if not runs:
        print("FAIL: no run came to its end")
    return is_good and bool(runs) and are_same(runs), runs
