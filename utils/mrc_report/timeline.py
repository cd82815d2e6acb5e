# SPDX-License-Identifier: GPL-2.0-only
"""Writes what happened in a run as events of Chrome's trace format, which Perfetto opens."""

import itertools
import json

# Beginning of the file, by which an older one is known.
MARK = '{"otherData": {"generator": "mrc report"'
MOST_ROWS = 1_000_000  # of path-changes.csv, as the program writes them: what comes later is not known
MOST_PATHS = 100_000  # stretches without an EV: a blackout of a large fabric has more than a viewer can show
IN_USE = ("GOOD", "SKIP")  # states of an EV
FAULTS, PORTS, OPERATIONS, NICS = 1, 2, 3, 4  # numbers of what the format calls processes; a NIC's is this and its own
COUNTERS = {
    "sample-ports": ("data_bytes", "load", "marks", "trims", "drops"),
    "sample-qps": ("window_bytes", "in_flight_bytes", "evs_good", "evs_skip", "evs_assumed_bad", "evs_denied"),
}


def named(process, name):
    """The event that names a process."""
    return {"ph": "M", "pid": process, "name": "process_name", "args": {"name": name}}


def span(process, category, number, name, times, members):
    """The two events of what lasts from one time to the other, in ns; others may go on meanwhile."""
    event = {"pid": process, "tid": 0, "cat": category, "id": number, "name": name}
    yield {"ph": "b", "ts": times[0] * 1e-3, **event, "args": members}
    yield {"ph": "e", "ts": times[1] * 1e-3, **event}


def faults(results, end):
    """The faults that began before the end of the run, and up to then."""
    for number, fault in enumerate(results.record["faults"]):
        times = fault["begin_ns"], end if fault["end_ns"] is None else min(fault["end_ns"], end)
        if times[0] < end:
            yield from span(FAULTS, "fault", number, fault["fault"], times, {})


def collective(results):
    """The collective operation of a run, if there was one that finished."""
    buffer = results.record.get("collective")
    time = results.number("collective, time")
    if buffer and time:
        begin = min((row["start_ns"] for row in results.tables.get("flows", [])), default=0)
        workload = results.record.get("workload")
        name = workload.get("name") if isinstance(workload, dict) else None
        yield named(OPERATIONS, "collective operations")
        members = {"buffer_bytes": buffer["buffer_bytes"], "busbw": results.number("collective, busbw")}
        yield from span(OPERATIONS, "collective", 0, str(name or "collective"), (begin, begin + 1e3 * time), members)


def steps(results):
    """The steps of a training job: each from the end of the one before."""
    begin = 0
    rows = results.tables.get("steps", [])
    if rows or results.tables.get("collectives"):
        yield named(OPERATIONS, "training steps")
    for row in rows:
        until = begin + 1e3 * row["time_us"]
        members = {name: row[name] for name in ("idle_percent", "exposed_us", "held_by", "late_for", "late_fault")}
        yield from span(OPERATIONS, "step", row["step"], f"step {row['step']}", (begin, until), members)
        begin = until


def collectives(results):
    """What is sent for one purpose in a step of a training job, beside the steps: several may go on at a time."""
    for number, row in enumerate(results.tables.get("collectives", [])):
        first, last = row["first_rank"], row["last_rank"]
        name = f"{row['part']} of rank {first}" if first == last else f"{row['part']} of ranks {first} .. {last}"
        times = 1e3 * row["begin_us"], 1e3 * row["end_us"]
        members = {name: row[name] for name in ("step", "collectives", "transfers", "bytes")}
        yield from span(OPERATIONS, "collective", number, name, times, members)


def flows(results, end):
    """The flows, those that did not finish up to the end of the run."""
    rows = results.tables.get("flows", [])
    sources = {row["source"] for row in itertools.chain(rows, results.tables.get("path-changes", []))}
    for source in sorted(sources):
        yield named(NICS + source, f"nic{source}")
    for row in rows:
        times = row["start_ns"], end if row["finish_ns"] is None else row["finish_ns"]
        name = f"flow {row['flow']} to nic{row['destination']}"
        members = {name: row[name] for name in ("status", "bytes", "retransmissions", "trims", "slowdown")}
        yield from span(NICS + row["source"], "flow", row["flow"], name, times, members)


def outages(results):
    """(path, cause, from, to) of the stretches in which a queue pair did not use an EV; one that stays so has no end."""
    begun = {}
    for row in results.tables.get("path-changes", []):
        path = tuple(row[name] for name in ("source", "destination", "qp", "plane", "ev"))
        was, causes = begun.pop(path, (None, ()))
        if row["to"] not in IN_USE:
            begun[path] = (row["time_ns"] if was is None else was), (*causes, row["cause"])
        elif was is not None:
            yield path, (*causes, row["cause"]), was, row["time_ns"]
    for path, (was, causes) in begun.items():
        yield path, causes, was, None


def paths(results, end):
    """The first of those stretches, in the rows of the NICs that send. What a cut table lacks is not known."""
    rows = results.tables.get("path-changes", [])
    known = rows[-1]["time_ns"] if len(rows) >= MOST_ROWS else end
    first = sorted(outages(results), key=lambda stretch: stretch[2])[:MOST_PATHS]
    for number, (path, causes, begin, until) in enumerate(first):
        source, destination, pair, plane, value = path
        members = {"plane": plane, "ev": value, "lost_by": causes[0], "back_by": None if until is None else causes[-1]}
        name = f"qp {pair} to nic{destination} without EV {value:#x}"
        times = begin, min(end, known if until is None else until)
        yield from span(NICS + source, "path", number, name, times, members)


def counters(results):
    """What was sampled of ports and queue pairs, but for values that are those before."""
    before = {}
    for table, names in COUNTERS.items():
        for row in results.tables.get(table, []):
            of_port = table == "sample-ports"
            process = PORTS if of_port else NICS + row["source"]
            what = row["port"] if of_port else f"qp {row['qp']} to nic{row['destination']}"
            for name in names:
                counter = process, f"{what} {name}"
                if before.get(counter) == row[name]:
                    continue
                before[counter] = row[name]
                place = {"pid": process, "ts": row["time_ns"] * 1e-3, "name": counter[1]}
                yield {"ph": "C", **place, "args": {name: row[name]}}


def texts(results):
    """The texts of the file, one behind the other: a long run has millions of events."""
    end = results.record["end"]["simulated_ns"]
    more = max(0, sum(1 for _ in outages(results)) - MOST_PATHS)
    yield f'{MARK}, "paths left out": {more}}}, "displayTimeUnit": "ns", "traceEvents": [\n'
    yield json.dumps(named(FAULTS, "faults"))
    operations = collective(results), steps(results), collectives(results)
    parts = faults(results, end), *operations, flows(results, end), paths(results, end), counters(results)
    for event in itertools.chain([named(PORTS, "ports")], *parts):
        yield f",\n{json.dumps(event)}"
    yield "\n]}\n"
