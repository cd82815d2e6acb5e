# SPDX-License-Identifier: GPL-2.0-only
"""How loaded ports were, as far as the tables of a run say."""

import re

OVERHEAD = 20  # preamble, start delimiter and gap of a frame: bytes of line time (LINE_OVERHEAD_BYTES of mrc-frame.h)
OCTETS, FRAMES = "SAI_PORT_STAT_IF_OUT_OCTETS", "SAI_PORT_STAT_IF_OUT_UCAST_PKTS"


def plane_of(port):
    """The plane of a port by its name, p1.t0.2.up7 or nic3.p1; None in a graph."""
    match = re.match(r"p(\d{1,9})\.|nic\d+\.p(\d{1,9})$", port)
    return int(match[1] or match[2]) if match else None


def rate_of(port, links):
    """Bit/s of a port by its name; None if that does not tell."""
    if links["differ"]:
        return None
    if re.match(r"nic\d+\.|p\d+\.t0\.\d+\.down", port):
        return links["nic_bit_per_s"]
    if re.match(r"p\d+\.(t0\.\d+\.up|t1\.\d+\.down)", port):
        return links["t0_t1_bit_per_s"]
    if re.match(r"p\d+\.(t1\.\d+\.up|t2\.\d+\.down)", port):
        return links["t1_t2_bit_per_s"]
    return None


def counted(results):
    """{port: load} from counters of switches over the whole run; ports without a frame are missing."""
    seconds = results.record["end"]["simulated_ns"] * 1e-9
    octets, frames = {}, {}
    for row in results.tables.get("sai-counters", []):
        if row["object"] == "port" and row["counter"] in (OCTETS, FRAMES):
            (octets if row["counter"] == OCTETS else frames)[row["index"]] = row["value"]
    loads = {}
    for port, count in octets.items():
        rate = rate_of(port, results.record["links"])
        if rate and seconds:
            loads[port] = 8 * (count + OVERHEAD * frames.get(port, 0)) / (rate * seconds)
    return loads


def sampled(results):
    """{port: its rows in order of time}."""
    ports = {}
    for row in results.tables.get("sample-ports", []):
        ports.setdefault(row["port"], []).append(row)
    return ports


def mean_loads(results):
    """({port: mean load}, which files have them); the samples, which have NICs too, if they are of more ports."""
    means = {}
    for port, rows in sampled(results).items():
        means[port] = sum(row["load"] for row in rows) / len(rows)
    counters = counted(results)
    if len(means) >= len(counters):
        return means, "sample-ports.csv"
    source = "sai-counters.csv" if means.keys() <= counters.keys() else "sai-counters.csv, of other ports sample-ports.csv"
    return {**means, **counters}, source
