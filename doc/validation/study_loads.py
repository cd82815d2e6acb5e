# SPDX-License-Identifier: GPL-2.0-only
"""How evenly uplinks were used, from what switches counted (mrc-fabric --saiCounters), and how flows were served."""

import csv
import math

SIZES = ((100_000, "up to 100 kB"), (1_000_000, "up to 1 MB"), (math.inf, "above 1 MB"))
MOST_KINDS = 4  # of messages, by their length, that have figures of their own
OCTETS = "SAI_PORT_STAT_IF_OUT_OCTETS"


def busiest(path):
    """The bytes of the busiest uplink of a T0 as a multiple of their mean, None where nothing was counted."""
    try:
        with open(path, encoding="utf-8", newline="") as file:
            counted = [int(row["value"]) for row in csv.DictReader(file) if row["counter"] == OCTETS and ".up" in row["index"]]
    except OSError:
        return None
    return max(counted) * len(counted) / sum(counted) if sum(counted) else None


def by_size(path):
    """{name of a figure: slow-down at most of 99 % of the flows of some sizes}, by nearest rank, of those that are complete."""
    found = {}
    try:
        with open(path, encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                if row["slowdown"]:
                    name = next(name for most, name in SIZES if int(row["bytes"]) <= most)
                    found.setdefault(name, []).append(float(row["slowdown"]))
    except OSError:
        return {}
    return {name: sorted(values)[math.ceil(0.99 * len(values)) - 1] for name, values in found.items()}


def fairness(path):
    """Jain's index of the goodput of flows that are complete, None without any: 1 if all are equal."""
    try:
        with open(path, encoding="utf-8", newline="") as file:
            rates = [int(row["bytes"]) / float(row["fct_ns"]) for row in csv.DictReader(file) if row["fct_ns"]]
    except OSError:
        return None
    return sum(rates) ** 2 / (len(rates) * sum(rate * rate for rate in rates)) if any(rates) else None


def by_length(path):
    """Figures of the messages of each length, where there are few: their time, and their bytes in it for each sender.

    The time is from the first post to the last completion. A length of which a message is not complete has none."""
    kinds = {}
    try:
        with open(path, encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                kinds.setdefault(int(row["bytes"]), []).append(row)
    except OSError:
        return []
    found = []
    for length, rows in sorted(kinds.items()) if len(kinds) <= MOST_KINDS else ():
        if not all(row["finish_ns"] for row in rows):
            continue
        taken = max(float(row["finish_ns"]) for row in rows) - min(float(row["start_ns"]) for row in rows)
        senders = len({row["source"] for row in rows})
        found.append([f"time of messages of {length} B", f"{taken / 1000:.3f}", "us"])
        found.append([f"goodput of messages of {length} B", f"{8 * length * len(rows) / taken / senders:.3f}", "Gb/s a sender"])
    return found
