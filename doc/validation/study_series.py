# SPDX-License-Identifier: GPL-2.0-only
"""Goodput by time, from samples of queue pairs (mrc-fabric --sample), for how long it was low, and loads and queues of ports."""

import csv

LOW = 0.7  # of the greatest: three planes of four are above


def placed(path):
    """{time in ns: bytes that all sampled queue pairs have placed by then}, empty without the file."""
    found = {}
    try:
        with open(path, encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                time = float(row["time_ns"])
                found[time] = found.get(time, 0) + int(row["placed_bytes"])
    except OSError:
        return {}
    return found


def goodputs(path):
    """[(end of the period in ns, its length in ns, Gb/s)]"""
    last, before, found = 0.0, 0, []
    for time, total in placed(path).items():
        found.append((time, time - last, 8 * (total - before) / (time - last)))
        last, before = time, total
    return found


def figures(path):
    """Figures of a run: goodput of each period by its end, and for how long it was below 70 % of the greatest."""
    periods = goodputs(path)
    if not periods:
        return []
    least = LOW * max(rate for _, _, rate in periods)
    low_ns = sum(length for _, length, rate in periods if rate < least)
    found = [[f"goodput at {end / 1e6:.4g} ms", f"{rate:.2f}", "Gb/s"] for end, _, rate in periods]
    return [*found, ["time below 70 % of the greatest goodput", f"{low_ns / 1e6:.4f}", "ms"]]


def ports(path):
    """Figures of sampled ports by time: the mean and the least load, and the most bytes of data that wait at one of them."""
    loads, queues = {}, {}
    try:
        with open(path, encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                time = float(row["time_ns"])
                loads.setdefault(time, []).append(float(row["load"]))
                queues[time] = max(queues.get(time, 0), int(row["data_bytes"]))
    except OSError:
        return []
    found = []
    for time, some in loads.items():
        when = f"at {time / 1e6:.4g} ms"
        found.append([f"load of ports {when}", f"{100 * sum(some) / len(some):.2f}", "%"])
        found.append([f"least load of a port {when}", f"{100 * min(some):.2f}", "%"])
        found.append([f"longest queue of a port {when}", f"{queues[time] / 1000:.3f}", "kB"])
    return found
