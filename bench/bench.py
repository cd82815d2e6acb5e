#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Measures what a packet-hop costs, beside the same load on ns-3's own devices.

./mrc bench calls it with the directory of the release build. Times are processor seconds of the
event loop. Each is the best of several runs, and the programs take turns. The instruction count is
exact to a percent. A change is judged by this count (--gate).
"""

import json
import os
import pathlib
import re
import sys

import options as command_line
import prototype
import scale
import steps
from facts import build_facts, machine
from programs import Failure, Programs
from rows import print_events, print_table, row

MIB = 1 << 20

# NICs, NICs on a leaf, bytes of a flow, the same with --quick. Then, each required and aimed:
# million hops per second, and times the stock reference (None: not compared).
SIZES = [
    (128, 16, 32 * MIB, 4 * MIB, 7, 16, 8, 20),
    (1024, 32, 4 * MIB, 1 * MIB, 5, 10, 10, 27),
    (8192, 64, 2 * MIB, MIB // 4, 2.5, 5.5, None, None),
]
# NICs with 8 planes, bytes of a flow; processor seconds and GiB that are required and aimed for
LARGE = [
    (32768, MIB, (60, 10), (4, 1)),
    (131072, MIB // 4, (None, None), (None, None)),
]
ROW_PACKETS, ROW_ROUTERS = (100, 1100), (1, 5)
GATE_BYTES = (MIB // 2, MIB)
# Bytes on every hop take ten times as many instructions, so sizes are small. Both have more than the 32 packets for which
# EVs are found one by one. From then on there is a table: that is set-up, which the difference leaves out.
TRACE_BYTES = (MIB // 16 * 3, MIB // 4)
WIRE_MODE = "ns3::mrc::FabricProfile::WireMode"
BUFFER_SIZE = "ns3::mrc::FabricProfile::BufferSize"
CAPTURE_SIZE = "ns3::PcapFileWrapper::CaptureSize"
SNAP_LENGTH = "ns3::mrc::Port::SnapLength"
PORT_SOURCES = ("Enqueue", "PhyTxBegin", "PhyRxEnd", "Mark", "Trim", "Drop")
QP_SOURCES = (
    "Completed", "Delivered", "Resent", "State", "CongestionWindow", "BytesInFlight", "Rtt", "Nack",
    "Planes", "PathState", "PlaneBytes",
)
PACKET_SOURCES = ("Enqueue", "PhyTxBegin", "PhyRxEnd")  # fire on every hop
# what watches all ports -> options of mrc-bench, most instructions per packet-hop (None: no limit)
TRACES = {
    "nothing": ({}, None),
    **{
        f"a sink of {source} that does nothing": (
            {"watch": source}, 15000 if source in PACKET_SOURCES else None
        )
        for source in PORT_SOURCES
    },
    **{
        f"one of {source}, SnapLength=160": ({"watch": source, SNAP_LENGTH: 160}, 3100)
        for source in PACKET_SOURCES
    },
    "one of PhyTxBegin, SnapLength=0": ({"watch": "PhyTxBegin", SNAP_LENGTH: 0}, 3000),
    "sinks of all six of a port": ({"watch": "all"}, None),
    **{f"one of the queue pairs' {source}": ({"watch": source}, None) for source in QP_SOURCES},
    "pcap, 160 bytes of a frame": ({"watch": "pcap", CAPTURE_SIZE: 160}, 4100),
    "pcap, whole frames": ({"watch": "pcap"}, 15000),
    "ascii trace": ({"watch": "ascii"}, 30000),
    "FlowMonitor, Install": ({"watch": "flows"}, None),
    "FlowMonitor, InstallAll": ({"watch": "allFlows"}, None),
    "nothing, but WireMode": ({WIRE_MODE: "true"}, None),
    "nothing, but buffers that ports share": ({BUFFER_SIZE: 64 * MIB}, None),
}
GATED_TRACES = ("one of PhyRxEnd, SnapLength=160", "pcap, 160 bytes of a frame")  # the dearest of those with little room
MOST_FOR_A_GRAPH = 1.15  # instructions per packet-hop, to those of the same fabric by numbers
MOST_FOR_A_CAPTURE = 0.1  # of the main job's instructions, for one port of a NIC, 160 bytes of a frame
GATE_FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "gate.json")


def instructions_per_hop(programs, sizes=GATE_BYTES, **options):
    counts = [
        programs.instructions({"nics": 128, "nicsPerT0": 16, "bytes": size, **options})
        for size in sizes
    ]
    (few, few_hops), (many, many_hops) = counts
    return (many - few) / (many_hops - few_hops)


def stock_hop_instructions(programs, segments):
    """Returns what one more router takes for a packet, by uN or by a plain route."""
    (few, many), (short, long) = ROW_PACKETS, ROW_ROUTERS
    of_packets = [
        programs.row_instructions(segments, routers, many) - programs.row_instructions(segments, routers, few)
        for routers in (short, long)
    ]
    return (of_packets[1] - of_packets[0]) / ((long - short) * (many - few))


def stock_rows(programs):
    """Returns rows of a packet-hop on ns-3's own IPv6 stack, over its own devices."""
    plain = stock_hop_instructions(programs, False)
    segments = stock_hop_instructions(programs, True)
    return [
        row("ns-3's IPv6 stack, a plain route: instructions per hop", "", plain),
        row("the same stack, uN: instructions per hop", "", segments),
        row("uN to a plain route", "x", segments / plain, most=1.1),
    ]


def stock(programs):
    """Prints what uN takes on the stock stack, and returns whether that is within its bound."""
    rows = stock_rows(programs)
    print_table(rows)
    return all(entry["met"] is not False for entry in rows)


def graph_rows(programs):
    """Returns rows of a packet-hop of one Clos network, by its numbers and as a graph."""
    numbers = instructions_per_hop(programs)
    graph = instructions_per_hop(programs, graph="true")
    return [
        row("instructions per packet-hop, 128 NICs by numbers", "", numbers),
        row("the same fabric, as a graph", "", graph),
        row("graph to numbers", "x", graph / numbers, most=MOST_FOR_A_GRAPH),
    ]


def graphs(programs):
    """Prints what a packet-hop takes in a graph, and returns whether that is within its bound."""
    rows = graph_rows(programs)
    print_table(rows)
    return all(entry["met"] is not False for entry in rows)


def roce_rows(programs):
    """Returns rows of a packet-hop of RoCEv2 beside MRC's: over hashed paths that drop, and with PFC, under which
    ports are served by events."""
    mrc = instructions_per_hop(programs)
    lossy = instructions_per_hop(programs, qp="roce")
    lossless = instructions_per_hop(programs, qp="roce-lossless")
    return [
        row("instructions per packet-hop, MRC", "", mrc),
        row("RoCEv2 over hashed paths", "", lossy, most=mrc),
        row("RoCEv2 with PFC", "", lossless, most=mrc),
    ]


def roce(programs):
    """Prints what a packet-hop of RoCEv2 takes, and returns whether that is within its bound."""
    rows = roce_rows(programs)
    print_table(rows)
    return all(entry["met"] is not False for entry in rows)


def speed_rows(programs, size, runs, quick):
    """Runs mrc and stock in turns and compares the best of each."""
    nics, leaf, full, small, least, aim, least_ratio, aim_ratio = size
    flow = small if quick else full
    mrc, stock = [], []
    for _ in range(runs):
        mrc.append(programs.run("mrc-bench", nics=nics, nicsPerT0=leaf, bytes=flow))
        if least_ratio is not None:
            stock.append(programs.run("mrc-bench-stock", nics=nics, nicsPerLeaf=leaf, bytes=flow))
    best = max(mrc, key=lambda figures: figures["hopsPerSecond"])
    speed = best["hopsPerSecond"]
    rows = [row(f"packet-hops, {nics} NICs", "M/s", speed / 1e6, least=least, aim=aim)]
    if stock:
        reference = max(figures["hopsPerSecond"] for figures in stock)
        rows.append(row(f"stock packet-hops, {nics} NICs", "M/s", reference / 1e6))
        ratio = speed / reference
        rows.append(row(f"to stock, {nics} NICs", "x", ratio, least=least_ratio, aim=aim_ratio))
    rows.append(row(f"build, {nics} NICs", "s", best["buildCpuSeconds"]))
    rows.append(row(f"peak memory, {nics} NICs", "MiB", best["peakBytes"] / MIB))
    rows.append(row(f"packet-hops of a run, {nics} NICs", "M", best["hops"] / 1e6))
    return rows


def large_rows(programs, size, quick):
    """Many NICs in 8 planes, or a tenth of the load with --quick."""
    nics, full_flow, (most_seconds, aim_seconds), (most_memory, aim_memory) = size
    flow = full_flow // 10 if quick else full_flow
    figures = programs.run("mrc-bench", nics=nics, nicsPerT0=256, planes=8, bytes=flow)
    seconds = figures["runCpuSeconds"] + figures["buildCpuSeconds"]
    memory = figures["peakBytes"] / MIB / 1024
    name = f"{nics:,} NICs x 8 planes, {flow / MIB:.2g} MiB each"
    return [
        row(f"{name}: CPU", "s", seconds, most=most_seconds, aim=aim_seconds),
        row(f"{name}: of it build", "s", figures["buildCpuSeconds"]),
        row(f"{name}: memory", "GiB", memory, most=most_memory, aim=aim_memory),
        row(f"{name}: packet-hops", "M/s", figures["hopsPerSecond"] / 1e6),
    ]


def idle_rows(programs):
    bare = programs.run("mrc-bench", nics=8192, nicsPerT0=128, planes=8, idle=1)
    faced = programs.run("mrc-bench", nics=2048, nicsPerT0=64, planes=8, idle=1, faces=1)
    name = "idle NIC of 8 ports"
    return [
        row(f"{name}, without faces", "KiB", bare["idleBytesPerNic"] / 1024, most=6, aim=3.3),
        row(f"{name}, with faces", "KiB", faced["idleBytesPerNic"] / 1024, most=40, aim=16),
    ]


def gate(programs):
    """Prints instruction counts, and returns whether they are within their limits."""
    with open(GATE_FILE, encoding="utf-8") as lines:
        limits = json.load(lines)
    limit = limits["instructionsPerHop"] * (1 + limits["slackPercent"] / 100)
    measured = instructions_per_hop(programs)
    is_ok = measured <= limit
    print(f"{'ok' if is_ok else 'FAIL'} {measured:.0f} instructions per packet-hop, at most "
          f"{limit:.0f} ({limits['reason']})")
    rival = instructions_per_hop(programs, qp="roce")
    is_rival_ok = rival <= measured
    print(f"{'ok' if is_rival_ok else 'FAIL'} {rival:.0f} of RoCEv2 over hashed paths, at most those of MRC")
    lossless = instructions_per_hop(programs, qp="roce-lossless")
    most = min(limits["instructionsPerLosslessHop"], round(measured))
    is_lossless_ok = lossless <= most
    print(f"{'ok' if is_lossless_ok else 'FAIL'} {lossless:.0f} of RoCEv2 with PFC, at most {most}")
    print("with all ports watched by")
    watched = [trace_row(programs, name) for name in GATED_TRACES]
    print("bytes of the allocator")
    return all([is_ok, is_rival_ok, is_lossless_ok, *watched, *allocated_rows(programs, limits["allocatedBytes"])])


def allocated_rows(programs, limits):
    """Prints what the allocator has given out, which a build counts the same each time; returns what is within its limit."""
    idle = programs.run("mrc-bench-memory", load="idle")
    rest = programs.run("mrc-bench-memory", load="rest")
    flows = programs.run("mrc-bench-memory", load="flows", bytes=4096, nics=32, flows=200000)
    measured = {
        "queue pair that has not sent": idle["bytesPerConnection"] / 2,
        "queue pair at rest after it has sent": rest["bytesPerConnection"] / 2,
        "100,000 flows more": flows["lastAllocated"] - flows["earlyAllocated"],
    }
    met = []
    for name, most in limits.items():
        met.append(measured[name] <= most)
        print(f"{name:40} {measured[name]:27,.0f}  {verdict(measured[name], most)}")
    return met


def verdict(measured, most):
    if most is None:
        return ""
    return f"at most {most:,}: {'met' if measured <= most else 'MISSED'}"


CAPTURE_ROW = "the main job with --pcap of one NIC, 160"


def trace_row(programs, name):
    """Prints what a packet-hop costs when all ports are watched so; returns whether it is within its limit."""
    options, most = TRACES[name]
    count = instructions_per_hop(programs, TRACE_BYTES, **options)
    print(f"{name:40} {count:27,.0f}  {verdict(count, most)}".rstrip(), flush=True)
    return most is None or count <= most


def capture_row(programs):
    """Prints what a capture adds to the main job; returns whether that is within its limit."""
    bare = programs.main_job_instructions()
    captured = programs.main_job_instructions(pcap="job", pcapPorts="nic0", **{CAPTURE_SIZE: 160})
    more = captured / bare - 1
    is_met = more <= MOST_FOR_A_CAPTURE
    print(f"{CAPTURE_ROW}: {100 * more:.1f} % more instructions than without ({bare:,}), "
          f"at most {100 * MOST_FOR_A_CAPTURE:.0f} %: {'met' if is_met else 'MISSED'}")
    return is_met


def traces(programs, pattern):
    """Prints the rows that have the pattern; returns whether all are within their limits."""
    rows = [name for name in TRACES if re.search(pattern, name)]
    with_capture = re.search(pattern, CAPTURE_ROW) is not None
    if not rows and not with_capture:
        raise Failure(f"--traces={pattern}: no row has this; expected a part of one of: "
                      + ", ".join([*TRACES, CAPTURE_ROW]))
    print(f"{'all ports are watched by':40} {'instructions per packet-hop':>27}")
    met = [trace_row(programs, name) for name in rows]
    if with_capture:
        met.append(capture_row(programs))
    return all(met)


def memory_rows(programs):
    """What a connection keeps, which is a queue pair at both ends, and how many flows grow."""
    idle = programs.run("mrc-bench-memory", load="idle")["bytesPerConnection"]
    rest = programs.run("mrc-bench-memory", load="rest")["bytesPerConnection"]
    many = programs.run("mrc-bench-memory", load="idle", nics=1024, pairs=500)
    # 250 connections of which a NIC is the source, and as many to it
    used = programs.run("mrc-bench-memory", load="rest", nics=1024, pairs=250)
    flows = programs.run("mrc-bench-memory", load="flows", bytes=4096, nics=32)
    growth = 100 * (flows["lastBytes"] / flows["earlyBytes"] - 1)
    return [
        row("queue pair that has not sent", "B", idle / 2, most=1500),
        row("its connection, both ends", "B", idle, most=1500),
        row("queue pair at rest after it has sent", "B", rest / 2, most=3500),
        row("its connection, both ends", "B", rest),
        row("1,024 NICs x 500 connections, unused: peak", "GiB",
            many["peakBytes"] / MIB / 1024, most=2),
        row("1,024 NICs x 500 queue pairs, at rest: peak", "GiB",
            used["peakBytes"] / MIB / 1024, most=2e9 / MIB / 1024),
        row(f"{flows['flows']:,} flows: growth since the 100,000th", "%", growth, most=5),
    ]


def memory(programs):
    """Prints what queue pairs and flows keep, and returns whether all is within its bound."""
    rows = memory_rows(programs)
    print_table(rows)
    return all(entry["met"] is not False for entry in rows)


# NICs, NICs on a T0, bytes of a flow, planes. With flows of 0.5 MB half of the time is that of the start.
RANK_SIZES = ((1024, 32, 4_000_000, 1), (8192, 128, 500_000, 1), (8192, 128, 4_000_000, 1))
THREAD_SIZES = ((128, 16, 16_000_000, 1), *RANK_SIZES, (1024, 32, 4_000_000, 8))


BOUNDS = {("ranks", 2, 8192): (1.3, 1.6)}  # what is required and aimed at, of kind, count and NICs


def sharing(programs, kind, counts, runs, sizes):
    """Prints how much sooner several threads or ranks end than one, in turns; returns whether results are the same."""
    rows, same = [], True
    for nics, leaf, flow, planes in sizes:
        best = {}
        for _ in range(runs):
            for count in (1, *counts):
                load = {"nics": nics, "nicsPerT0": leaf, "bytes": flow, "planes": planes}
                figures = programs.run("mrc-bench", **load, **{kind: count})
                before = best.setdefault(count, figures)
                same = same and before["fingerprint"] == best[1]["fingerprint"] == figures["fingerprint"]
                best[count] = min(before, figures, key=lambda each: each["runWallSeconds"])
        one = best[1]["runWallSeconds"]
        size = f"{nics} NICs{f' x {planes} planes' if planes > 1 else ''}, flows of {flow / 1e6:g} MB"
        for count in counts:
            least, aim = BOUNDS.get((kind, count, nics), (None, None))
            gain = one / best[count]["runWallSeconds"]
            rows.append(row(f"{count} {kind} to one, {size}", "x", gain, least=least, aim=aim))
        rows.append(row(f"one of {kind}, {size}", "s", one))
    print_table(rows)
    print("the same fingerprints" if same else "FAIL: fingerprints differ")
    return same and all(entry["met"] is not False for entry in rows)


def full(programs, options):
    runs = 1 if options.quick else max(1, options.runs)
    rows = []
    for size in SIZES:
        rows += speed_rows(programs, size, runs, options.quick)
    count = instructions_per_hop(programs)
    rows.append(row("instructions per packet-hop, 128 NICs", "", count, most=700, aim=420))
    rows += graph_rows(programs)[1:] + stock_rows(programs) + idle_rows(programs)
    for size in LARGE[:1] if options.quick else LARGE:
        rows += large_rows(programs, size, options.quick)
    facts = {"machine": machine(), "build": build_facts(options.build)}
    print(f"{facts['machine']['processor']}, load {facts['machine']['load']:.1f}; "
          f"ns-3 {facts['build']['ns3']}, {facts['build']['compiler']}, {facts['build']['flags']}")
    print(f"best of {runs}{', quick: too short to judge' if options.quick else ''}\n")
    print_table(rows)
    print()
    print_events(programs.runs)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as out:
            json.dump({**facts, "figures": rows, "runs": programs.runs}, out, indent=2)
            out.write("\n")


def training_steps(programs):
    """Prints what training steps take, and returns whether all is within its bounds."""
    rows = steps.steps(programs, row)
    print_table(rows)
    return all(entry["met"] is not False for entry in rows)


def scales(programs, options):
    """Prints how large a run may be, and returns whether all went well."""
    program = os.path.join(programs.folder, "mrc-bench-scale")
    load = {"bytes": options.bytes, "flaps": options.flaps}
    print(f"{machine()['processor']}, load {machine()['load']:.1f}")
    is_good, runs = scale.scale(program, options.nics, load, options.minutes)
    if options.json:
        text = json.dumps({"machine": machine(), "runs": runs}, indent=2)
        pathlib.Path(options.json).write_text(text + "\n", encoding="utf-8")
    return is_good


def main():
    options = command_line.arguments(__doc__.split("\n")[0])
    programs = Programs(options.build)
    try:
        if options.gate:
            return 0 if gate(programs) else 1
        if options.scale:
            return 0 if scales(programs, options) else 1
        if options.steps:
            return 0 if training_steps(programs) else 1
        if options.prototype or options.threads or options.ranks:
            print(f"{machine()['processor']}, load {machine()['load']:.1f}")  # figures are of this processor
        if options.prototype:
            print_table(prototype.beside(programs, options.prototype, max(1, options.runs), row))
            return 0
        if options.threads:
            return 0 if sharing(programs, "threads", options.threads, max(1, options.runs), THREAD_SIZES) else 1
        if options.ranks:
            return 0 if sharing(programs, "ranks", options.ranks, max(1, options.runs), RANK_SIZES) else 1
        if options.srv6:
            return 0 if stock(programs) else 1
        if options.graph:
            return 0 if graphs(programs) else 1
        if options.roce:
            return 0 if roce(programs) else 1
        if options.memory:
            return 0 if memory(programs) else 1
        if options.traces is not None:
            return 0 if traces(programs, options.traces) else 1
        full(programs, options)
    except (Failure, prototype.PrototypeError) as failure:
        print(f"bench: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
