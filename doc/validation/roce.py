#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Runs the RoCEv2 side of the paper's incasts on 16 NICs of 400G (figures 18, 21 and 22), over many hashes.

usage: doc/validation/roce.py [incast] [queue] [trace] [--seeds=N] [--sets=conweave,...] [--jobs=N] [--values] [--short]

Fabric and transport are those of --transport=roce-lossless with the switches of the cluster's preset. One set is
judged. The status is 1 if one of its rows is more than a quarter from what was published. The status is also 1 if the spread
of the victim's row leaves the published figure out.
"""

import argparse
import collections
import concurrent.futures
import csv
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLE = pathlib.Path(os.environ.get("MRC_BUILD_DIR", ROOT / "build/release")) / "examples/mrc-fabric"

JUDGED = "conweave"  # chosen before the first comparison
SETS = [JUDGED, "hpcc", "ns3-rdma", "attribute-defaults"]
TOLERANCE = 25  # percent
FLOWS = [(nic, 0) for nic in range(4, 11)] + [(11, 1)]  # the last is the victim, in the rack of NIC 0
SIZE, REPEAT = 4000000000, 9  # more than a line carries in a run
SAI = "--saiCounters"

# (name, queue pairs of each flow, rate control): Gb/s of the victim, of the seven together, and the figure
INCASTS = {
    ("DCQCN", 1): (320, 392, "18a"),
    ("DCQCN", 8): (363, 391, "18b"),
    ("PFC only", 1): (96.7, 391.4, "21b"),
    ("PFC only", 8): (24.6, None, "21c"),
}


def matrix(flows, queue_pairs, step_ms=0):
    """Returns a traffic matrix, each flow so many times, and one flow after another."""
    rows = [
        f"{source}->{target} id {at * queue_pairs + n + 1} start {at * step_ms * 1000000000} size {SIZE}"
        for at, (source, target) in enumerate(flows)
        for n in range(queue_pairs)
    ]
    return "\n".join(["Nodes 16", f"Connections {len(rows)}", *rows, ""])


def run(text, settings, sample_us, stop_ms):
    """Returns the samples of queue pairs and of ports of one run of a traffic matrix, and SAI's counters if they are
    among the settings."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "flows.cm").write_text(text, encoding="utf-8")
        command = [EXAMPLE, "--topology=leaf-spine-16x400g", f"--matrix={folder}/flows.cm", f"--repeat={REPEAT}"]
        command += ["--quiet", f"--csv={folder}/out", f"--sample={sample_us}us", "--sampleOf=all"]
        command += [f"--stop={stop_ms}ms", "--ns3::mrc::FabricProfile::SwitchProfile=preset", *settings]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if "stop-time" not in done.stdout:
            raise RuntimeError(f"{' '.join(map(str, command))}\n{done.stderr}")
        tables = []
        counters = ["sai-counters"] if SAI in settings else []
        for name in ["sample-qps", "sample-ports", *counters]:
            with open(folder / f"out/{name}.csv", encoding="utf-8") as file:
                tables.append(list(csv.DictReader(file)))
        return tables


def placed(samples, at_ms):
    """Returns the bytes that each source has placed by then."""
    total = collections.Counter()
    for row in samples:
        if float(row["time_ns"]) == at_ms * 1e6:
            total[int(row["source"])] += int(row["placed_bytes"])
    return total


def transport(control, preset):
    """Returns the options of RoCEv2."""
    options = ["--transport=roce-lossless"]
    if control == "PFC only":
        return options + ["--ns3::mrc::RoceTransport::RateControl=None"]
    return options + [f"--ns3::mrc::RoceTransport::DcqcnPreset={preset}"]


def incast(control, preset, queue_pairs, seed, times):
    """Returns Gb/s of the victim and of the seven together, in the time that is measured."""
    warm, length = times
    settings = [*transport(control, preset), f"--RngRun={seed}"]
    qps, _ = run(matrix(FLOWS, queue_pairs), settings, length * 1000, warm + length)
    gained = placed(qps, warm + length)
    gained.subtract(placed(qps, warm))
    rate = {source: count * 8 / (length * 1e6) for source, count in gained.items()}
    return rate[FLOWS[-1][0]], sum(rate[source] for source, _ in FLOWS[:-1])


def emptying(seed, times):
    """Returns by the millisecond how many links have a queue, with PFC only and 8 queue pairs. The first are those down to
    the victim's rack, the second uplinks of the senders' racks. Then come MB in a queue of the first, and Gb/s of the
    victim in that millisecond."""
    qps, ports = run(matrix(FLOWS, 8), [*transport("PFC only", "-"), f"--RngRun={seed}"], 1000, max(times) + 1)
    queues = collections.Counter()
    for row in ports:
        kind = "down" if row["port"].startswith("p0.t1.") and row["port"].endswith(".down0") else "up"
        if (kind == "down" or row["port"][:9] in ("p0.t0.1.u", "p0.t0.2.u")) and int(row["data_bytes"]) > 0:
            ms = round(float(row["time_ns"]) / 1e6)
            queues[ms, kind] += 1
            queues[ms, f"{kind} MB"] += int(row["data_bytes"]) / 1e6
    victim = FLOWS[-1][0]
    rates = [(placed(qps, ms)[victim] - placed(qps, ms - 1)[victim]) * 8 / 1e6 for ms in times]
    return [
        (queues[ms, "down"], queues[ms, "up"], queues[ms, "down MB"] / max(queues[ms, "down"], 1), rate)
        for ms, rate in zip(times, rates)
    ]


def paths(options, pool):
    """Prints how paths empty with PFC only and eight queue pairs."""
    times = [ms for ms in (5, 10, 20, 40, 60) if ms < options.warm + options.length]
    seeds = range(1, min(options.seeds, 16) + 1)
    runs = list(pool.map(lambda seed: emptying(seed, times), seeds))
    print(f"PFC only, 8 queue pairs, {len(runs)} hashes: of 4 links down and 8 up those with a queue, MB of a former, Gb/s of the victim")
    for ms, rows in zip(times, zip(*runs)):
        down, up, waits, rate = (sum(values) / len(values) for values in zip(*rows))
        print(f"at {ms} ms {down:4.1f} {up:4.1f} {waits:6.1f} {rate:6.1f}", flush=True)


def verdict(values, published, whole):
    """Returns the mean, its difference and the verdict as text, and whether it is a miss. Of what fills its line, as
    whole says, the spread is too narrow to judge by."""
    mean = sum(values) / len(values)
    text = f"{mean:6.1f} ({min(values):5.1f}-{max(values):5.1f})"
    if published is None:
        return f"{text}        -                  -", False
    differ = (mean / published - 1) * 100
    inside = whole or min(values) <= published <= max(values)
    words = "pass" if abs(differ) <= TOLERANCE and inside else "miss"
    if words == "miss":
        words += ": far" if abs(differ) > TOLERANCE else ": outside"
    return f"{text} {published:9.1f} {differ:+7.1f} %  {words}", words != "pass"


def incasts(options, pool):
    """Prints the rows of figures 18 and 21; returns how many of those that are judged are misses."""
    print(f"7:1 and a victim, {options.seeds} hashes, measured from {options.warm} to {options.warm + options.length} ms; Gb/s")
    print("control   QPs  set                 of     mean (range)          published  differs  verdict", flush=True)
    misses = 0
    for (control, queue_pairs), (victim, seven, figure) in INCASTS.items():
        for preset in options.sets if control == "DCQCN" else ["-"]:
            jobs = [
                pool.submit(incast, control, preset, queue_pairs, seed, (options.warm, options.length))
                for seed in range(1, options.seeds + 1)
            ]
            for of, values, published in zip(["victim", "seven"], zip(*(job.result() for job in jobs)), [victim, seven]):
                text, miss = verdict(values, published, of == "seven")
                judged = preset in (JUDGED, "-")
                text = text if judged else text.split("%")[0] + "%  (not judged)" if "%" in text else text
                print(f"{control:9} {queue_pairs:3}  {preset:18}  {of:6} {text}  Fig. {figure}", flush=True)
                if options.values:
                    print(" ".join(f"{value:.0f}" for value in sorted(values)), flush=True)
                misses += miss and judged
    return misses


def queue_of(name, options):
    """Returns MB in the queue towards NIC 0, mean and most, and Gb/s of all, for each number of senders."""
    step = options.step
    settings = ["--transport=mrc"] if name == "MRC" else transport("DCQCN", name)
    qps, ports = run(matrix([(nic, 0) for nic in range(1, 16)], 1, step), settings, 500, 15 * step)
    rows = []
    for senders in range(1, 16):
        begin, end = (senders - 1) * step, senders * step
        depths = [
            int(row["data_bytes"]) / 1e6
            for row in ports
            if row["port"] == "p0.t0.0.down0" and begin * 1e6 < float(row["time_ns"]) <= end * 1e6
        ]
        gained = sum(placed(qps, end).values()) - sum(placed(qps, begin).values())
        rows.append((sum(depths) / len(depths), max(depths), gained * 8 / (step * 1e6)))
    return rows


def queues(options, pool):
    """Prints the queue of figure 22 in kind: one sender more each so many milliseconds, up to 15."""
    print(f"15:1, a sender more each {options.step} ms: MB in the queue towards NIC 0, mean / most, and Gb/s of all")
    names = [*options.sets, "MRC"]
    jobs = [pool.submit(queue_of, name, options) for name in names]
    columns = [job.result() for job in jobs]
    print("senders" + "".join(f"  {name:>24}" for name in names))
    for senders in range(1, 16):
        cells = (f"{mean:8.2f} /{most:6.2f} {rate:7.1f}" for mean, most, rate in (rows[senders - 1] for rows in columns))
        print(f"{senders:7}" + "".join(f"  {cell:>24}" for cell in cells), flush=True)


def ways(seed):
    """Returns over which T1 the hash takes each flow: a few packets of one after the other show the uplink of each."""
    # flows of other NICs behind them keep the run going until the last sample
    rows = [f"{a}->{b} id {n + 1} start {n * 1000000000} size 40960" for n, (a, b) in enumerate([*FLOWS, (12, 13), (12, 13)])]
    text = "\n".join(["Nodes 16", f"Connections {len(rows)}", *rows, ""])
    _, ports = run(text, [*transport("PFC only", "-"), f"--RngRun={seed}"], 1000, len(FLOWS) + 1)
    found = collections.defaultdict(list)
    for row in ports:
        # ACKs leave the racks of the senders by links down only
        if row["port"][:9] in ("p0.t0.1.u", "p0.t0.2.u") and int(row["frames"]) >= 10:
            found[round(float(row["time_ns"]) / 1e6) - 1].append(int(row["port"][len("p0.t0.1.up"):]))
    return [found[n][0] for n in range(len(FLOWS))]


def shared(by):
    """Returns the links that the victim shares with the seven by the T1 of each flow, and over how many T1s they go."""
    seven, victim = by[:-1], by[-1]
    rack = [at for (source, _), at in zip(FLOWS, seven) if source // 4 == FLOWS[-1][0] // 4]
    links = "uplink and link down" if victim in rack else "link down" if victim in seven else "none"
    return links, len(set(seven))


def classes(options, pool):
    """Prints what the victim gets with PFC only and one queue pair, by the links that it shares with the seven."""
    seeds = range(1, options.seeds + 1)
    kinds = list(pool.map(lambda seed: shared(ways(seed)), seeds))
    rates = list(pool.map(lambda seed: incast("PFC only", "-", 1, seed, (4, 2))[0], seeds))
    found = collections.defaultdict(list)
    for kind, rate in zip(kinds, rates):
        found[kind].append(rate)
    print("PFC only, 1 queue pair, 4 to 6 ms: links that the victim shares, T1s of the seven, hashes, Gb/s of the victim")
    for (links, spines), values in sorted(found.items(), key=lambda item: sum(item[1]) / len(item[1])):
        mean = sum(values) / len(values)
        print(f"{links:20} {spines:3} {len(values):3} {mean:6.1f} ({min(values):5.1f}-{max(values):5.1f})", flush=True)


def pauses(counters):
    """Returns how many pause frames ports have got."""
    return sum(int(row["value"]) for row in counters if "_PFC_" in row["counter"] and row["counter"].endswith("_RX_PKTS"))


def course(seed, preset, stop_ms):
    """Returns by the millisecond Gb/s of victim and seven, MB that wait for NIC 0, and in T1s; and pauses by the end."""
    settings = [*transport("DCQCN", preset), f"--RngRun={seed}", SAI]
    qps, ports, counters = run(matrix(FLOWS, 8), settings, 1000, stop_ms)
    waits = collections.Counter()
    for row in ports:
        place = "nic" if row["port"] == "p0.t0.0.down0" else "t1" if row["port"].startswith("p0.t1.") else "other"
        waits[round(float(row["time_ns"]) / 1e6), place] += int(row["data_bytes"]) / 1e6
    rows, before = {}, collections.Counter()
    for ms in range(1, stop_ms):
        gained = placed(qps, ms)
        step = {source: (gained[source] - before[source]) * 8 / 1e6 for source, _ in FLOWS}
        seven = sum(step[source] for source, _ in FLOWS[:-1])
        rows[ms] = step[FLOWS[-1][0]], seven, waits[ms, "nic"], waits[ms, "t1"]
        before = gained
    return rows, pauses(counters)


def courses(options, pool):
    """Prints how DCQCN with eight queue pairs gets from its start to the rates that are judged."""
    end = options.warm + options.length
    times = [ms for ms in (2, 5, 10, 20, 30, 40, 50, 60, 80, end - 1) if ms < end]
    seeds = range(1, min(options.seeds, 3) + 1)
    jobs = [(pool.submit(course, seed, JUDGED, end), pool.submit(course, seed, JUDGED, end // 2)) for seed in seeds]
    print("DCQCN, 8 queue pairs, at ms: Gb/s of the victim / of the seven, MB waiting for NIC 0 / in T1s")
    for seed, (whole, half) in zip(seeds, jobs):
        rows, all_pauses = whole.result()
        cells = "; ".join("{}: {:.0f} / {:.0f}, {:.1f} / {:.0f}".format(ms, *rows[ms]) for ms in times)
        print(f"hash {seed}: {cells}; pause frames by {end // 2} ms {half.result()[1]}, by {end} ms {all_pauses}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", choices=["incast", "queue", "trace", []], help="what to run; incast and queue without")
    parser.add_argument("--seeds", type=int, default=30)
    parser.add_argument("--sets", type=lambda text: text.split(","), default=SETS)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--warm", type=int, default=100, help="ms before the measurement, a multiple of --length")
    parser.add_argument("--length", type=int, default=20, help="ms of the measurement")
    parser.add_argument("--step", type=int, default=20, help="ms from one sender to the next")
    parser.add_argument("--values", action="store_true", help="print what each hash gave too")
    parser.add_argument("--short", action="store_true", help="two hashes, one set, a few ms")
    options = parser.parse_args()
    if options.short:
        options.seeds, options.sets, options.warm, options.length, options.step = 2, [JUDGED], 4, 2, 1
    parts = options.parts or ["incast", "queue"]
    if "trace" in parts and options.warm + options.length < 6:
        parser.error("trace needs 6 ms; expected a --warm and a --length of so much together")
    misses = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        misses += incasts(options, pool) if "incast" in parts else 0
        if "queue" in parts:
            queues(options, pool)
        if "trace" in parts:
            classes(options, pool)
            courses(options, pool)
            paths(options, pool)
    return 1 if misses else 0


if __name__ == "__main__":
    sys.exit(main())
