# SPDX-License-Identifier: GPL-2.0-only
"""How evenly uplinks were used, from what switches counted (mrc-fabric --saiCounters)."""

import csv

OCTETS = "SAI_PORT_STAT_IF_OUT_OCTETS"


def busiest(path):
    """The bytes of the busiest uplink of a T0 as a multiple of their mean, None where nothing was counted."""
    try:
        with open(path, encoding="utf-8", newline="") as file:
            counted = [int(row["value"]) for row in csv.DictReader(file) if row["counter"] == OCTETS and ".up" in row["index"]]
    except OSError:
        return None
    return max(counted) * len(counted) / sum(counted) if sum(counted) else None
