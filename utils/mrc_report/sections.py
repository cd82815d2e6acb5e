# SPDX-License-Identifier: GPL-2.0-only
"""The sections of a report. Each takes all runs, one or two, and returns HTML."""

import html
import statistics

from . import fabric, graph, loads, plots
from .record import is_number

MOST_ROWS = 16  # of tables of links, and of flows of a fault
MOST_STEPS = 100  # of a job
FLOAT_BYTES = 4  # of nccl-tests' default type


def cell(value):
    """A cell of a table; numbers stand at the right."""
    if value is None:
        return "<td></td>"
    if is_number(value):
        is_small = 0 < abs(value) < 0.1  # three digits that matter
        text = f"{value:,}" if isinstance(value, int) else f"{value:#.3g}" if is_small else f"{value:,.3f}"
        return f'<td class="number">{text}</td>'
    return f"<td>{html.escape(str(value))}</td>"


def table(names, rows, marks=(), kind=""):
    """A table; rows with an index in marks are marked. The first column of the kind "named" has room for words."""
    head = "".join(f"<th>{html.escape(name)}</th>" for name in names)
    body = []
    for index, row in enumerate(rows):
        mark = ' class="differs"' if index in marks else ""
        body.append(f"<tr{mark}>{''.join(map(cell, row))}</tr>")
    style = f' class="{kind}"' if kind else ""
    return f"<table{style}><thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody></table>"


def note(text):
    """A sentence."""
    return f'<p class="note">{html.escape(text)}</p>'


def each(runs, draw):
    """What is drawn of each run, beside each other, under its label if there are two."""
    parts = []
    for label, results in runs:
        head = f"<h3>{html.escape(label)}</h3>" if len(runs) > 1 else ""
        parts.append(f"<div>{head}{draw(results)}</div>")
    return f'<div class="beside">{"".join(parts)}</div>'


def beside(runs, values):
    """A table of {name: value} of each run, rows that differ marked."""
    names = list(dict.fromkeys(name for each_run in values for name in each_run))
    rows = [[name, *(of_run.get(name) for of_run in values)] for name in names]
    marks = {index for index, row in enumerate(rows) if len(set(map(str, row[1:]))) > 1}
    return table(["", *(label for label, _ in runs)], rows, marks, "named")


def told(value):
    """What a member of run.json says, for a person."""
    if isinstance(value, list):
        return " ".join(map(str, value))
    return "yes" if value is True else "no" if value is False else value


def record(runs):
    """run.json as a table, without faults, figures and the graph, which have sections of their own."""
    values, notes = [], []
    for label, results in runs:
        if "tables" not in results.record:
            notes.append(note(f"{label}: run.json names no tables. All that are there were taken, also of earlier runs."))
        members = {}
        for name, value in results.record.items():
            if name in ("faults", "figures", "graph"):
                continue
            if isinstance(value, dict):
                members.update((f"{name}: {part}", told(leaf)) for part, leaf in value.items())
            else:
                members[name] = told(value)
        values.append({name: str(value) for name, value in members.items()})
    return beside(runs, values) + "".join(notes)


def summary(runs):
    """The figures, and of two runs what the second one has of the first."""
    names = list(dict.fromkeys(name for _, results in runs for name in results.figures))
    rows, marks = [], set()
    for name in names:
        found = [results.figures.get(name, {}) for _, results in runs]
        values = [figure.get("value") for figure in found]
        row = [name, *values, next((figure["unit"] for figure in found if figure.get("unit")), "")]
        if len(runs) == 2:
            are_numbers = all(map(is_number, values))
            row.append(values[1] / values[0] if are_numbers and values[0] else None)
            if values[0] != values[1]:
                marks.add(len(rows))
        rows.append(row)
    ratio = ["second / first"] if len(runs) == 2 else []
    return table(["figure", *(label for label, _ in runs), "unit", *ratio], rows, marks, "named")


def drawing(runs):
    """The fabric, a picture a plane."""

    def draw(results):
        shape = results.record["topology"]
        if shape["is_graph"] and "graph" not in results.record:
            return note(f"run.json has no links of this graph: those of a plane are more than {fabric.MOST_LINKS}, or the run is older.")
        known, source = loads.mean_loads(results)
        draw_plane = graph.draw_plane if shape["is_graph"] else fabric.draw_plane
        pictures = [draw_plane(results.record, plane, known) for plane in range(shape["planes"])]
        if None in pictures:
            return note(f"More than {fabric.MOST_LINKS} links a plane are not drawn.")
        words = "Loads of links are not known: --saiCounters, or --sample and --sampleOf=all, writes them."
        if known:
            scale = "".join(f'<span style="color:{fabric.colour(i / 4)}">&#9632;</span> {25 * i} % ' for i in range(5))
            words = f"Mean loads are from {source}, the greater one of both directions."
            return f"<p>{scale}</p>" + note(words) + "".join(pictures)
        return note(words) + "".join(pictures)

    words = "NICs are at the bottom, T0s above them, and so on. What a fault names is dashed."
    if any(results.record["topology"]["is_graph"] for _, results in runs):
        words += " Of a graph each row is as far from NICs, and those of a switch are one dot with their count."
    return note(words) + each(runs, draw)


def completion(runs):
    """Which part of the flows had ended after so long, and with what slow-down."""
    flows = {label: results.finished() for label, results in runs}
    flows = {label: rows for label, rows in flows.items() if rows}
    if not flows:
        return note("There is no flows.csv with a flow that finished.")
    parts = []
    for name, scale, words in (("fct_ns", 1e-3, "flow completion time (µs)"), ("slowdown", 1, "slow-down (x ideal)")):
        values = {label: [row[name] * scale for row in rows if row[name] is not None] for label, rows in flows.items()}
        curves = {label: plots.cumulative(numbers) for label, numbers in values.items() if numbers}
        parts.append(plots.chart(curves, words, "part of flows"))
    return f'<div class="beside">{"".join(parts)}</div>'


def collective(runs):
    """A table with the columns of nccl-tests."""
    rows = []
    for label, results in runs:
        buffer = results.record.get("collective")
        time = results.number("collective, time")
        if buffer and time:
            size = buffer["buffer_bytes"]
            rates = [results.number(f"collective, {name}") for name in ("algbw", "busbw")]
            rows.append([label, size, size // FLOAT_BYTES, time, *rates])
    if not rows:
        return note("No run here is a collective operation that finished.")
    words = "As nccl-tests prints them: count is of floats of 4 bytes, bandwidths are in 10^9 bytes a second."
    return note(words) + table(["", "size (B)", "count (elements)", "time (us)", "algbw (GB/s)", "busbw (GB/s)"], rows)


def steps(runs):
    """The steps of training jobs: how long each took, what held it, and which fault its late transfer met."""
    names = ("step", "time_us", "idle_percent", "exposed_us", "slowest_rank", "held_by", "late_for", "late_us", "late_fault")

    def draw(results):
        rows = results.tables.get("steps", [])
        shown = [[row[name] for name in names] for row in rows[:MOST_STEPS]]
        more = note(f"{len(rows) - len(shown)} steps more are in steps.csv.") if len(rows) > len(shown) else ""
        return table(names, shown) + more if rows else note("There is no steps.csv; mrc-training --csv=FOLDER writes one.")

    return each(runs, draw)


def lives(runs):
    """Where the time of each job went, in the mean of all seeds."""

    def draw(results):
        rows = results.tables.get("lives", [])
        if not rows:
            return note("There is no lives.csv.")
        names = [name for name in rows[0] if name != "job"]
        shown = [[row["job"], *(row[name] for name in names), row["ettr_percent"] / 100] for row in rows]
        return bars(["job", *names], shown) + note("The bars are effective training time.")

    return each(runs, draw)


def seeds(runs):
    """Which part of the lives of each job had at most so much effective training time."""

    def draw(results):
        values = {}
        for row in results.tables.get("seeds", []):
            values.setdefault(row["job"], []).append(row["ettr_percent"])
        if not values:
            return note("There is no seeds.csv.")
        curves = {job: plots.cumulative(numbers) for job, numbers in values.items()}
        return plots.chart(curves, "effective training time (%)", "part of lives")

    return each(runs, draw)


def bar(share):
    """A bar of this part of the column."""
    return f'<td class="bar"><div style="width:{100 * min(max(share, 0), 1):.1f}%"></div></td>'


def bars(names, rows):
    """A table of rows that end with a bar; the share is the last value of each."""
    head = "".join(f"<th>{html.escape(name)}</th>" for name in names) + "<th></th>"
    body = "".join(f"<tr>{''.join(map(cell, row[:-1]))}{bar(row[-1])}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def planes(runs):
    """What each plane carried."""

    def draw(results):
        known, source = loads.mean_loads(results)
        rows = []
        for plane in range(results.record["topology"]["planes"]):
            share = results.number(f"share of plane {plane}")
            of_plane = [load for port, load in known.items() if loads.plane_of(port) == plane]
            mean = 100 * statistics.mean(of_plane) if of_plane else None
            most = 100 * max(of_plane) if of_plane else None
            rows.append([f"plane {plane}", share, mean, most, (share or 0) / 100])
        words = f"Loads are those of ports in {source}." if known else "No table here has loads of ports."
        return bars(["", "data packets sent (%)", "mean load (%)", "greatest load (%)"], rows) + note(words)

    return each(runs, draw)


def links(runs):
    """The ports that were loaded most, and their loads and queues over time."""

    def draw(results):
        known, source = loads.mean_loads(results)
        if not known:
            words = "No table here has loads of ports."
            if results.record["links"]["differ"] and "sai-counters" in results.tables:
                words = "Links differ, so counters do not tell loads; samples would (--sample, --sampleOf=all)."
            return note(words + " --saiCounters, or --sample and --sampleOf, write some.")
        samples = loads.sampled(results)
        first = sorted(known, key=lambda port: (-known[port], port))
        rows = []
        for port in first[:MOST_ROWS]:
            queue = max((row["data_bytes"] for row in samples.get(port, [])), default=None)
            rows.append([port, 100 * known[port], queue, known[port]])
        words = f"{min(MOST_ROWS, len(first))} of {len(first)} ports, by their mean load in {source}."
        parts = [note(words), bars(["port", "mean load (%)", "longest queue of data seen (B)"], rows)]
        busy = [port for port in first if port in samples][:8]
        if busy:
            curves = {port: [(row["time_ns"] * 1e-3, row["load"]) for row in samples[port]] for port in busy}
            parts.append(plots.chart(curves, "simulated time (µs)", "load", bands(results), True))
            queues = {port: [(row["time_ns"] * 1e-3, row["data_bytes"]) for row in samples[port]] for port in busy}
            parts.append(plots.chart(queues, "simulated time (µs)", "data waiting (B)", bands(results), True))
        return "".join(parts)

    return each(runs, draw)


def end_of(fault):
    """When a fault ends, in ns; never is infinite."""
    return float("inf") if fault["end_ns"] is None else fault["end_ns"]


def bands(results):
    """The faults as a chart takes them."""
    return [(fault["begin_ns"] * 1e-3, end_of(fault) * 1e-3, fault["fault"]) for fault in results.record["faults"]]


def goodput(runs):
    """Gb/s of all queue pairs that were sampled together."""
    curves = {}
    for label, results in runs:
        placed = {}
        for row in results.tables.get("sample-qps", []):
            placed[row["time_ns"]] = placed.get(row["time_ns"], 0) + row["placed_bytes"]
        points, before = [], (0.0, 0)
        for time, total in sorted(placed.items()):
            if time > before[0]:  # a reading at the start is the one that others are compared with
                points.append((time * 1e-3, 8 * (total - before[1]) / (time - before[0])))
            before = time, total
        curves[label] = points
    if not any(curves.values()):
        return note("There is no sample-qps.csv; --sample and --sampleOf=all, or qp:3, write one.")
    marked = bands(runs[0][1]) if len(runs) == 1 else ()
    return plots.chart(curves, "simulated time (µs)", "goodput (Gb/s)", marked, True)


def hit(results, fault):
    """(flows under way during the fault, those of them that were hurt, the worst first)."""
    meets, hurt = [], []
    for row in results.tables.get("flows", []):
        finish = float("inf") if row["finish_ns"] is None else row["finish_ns"]
        if row["start_ns"] < end_of(fault) and finish > fault["begin_ns"]:
            meets.append(row)
            if row["retransmissions"] or row["status"] != "finished":
                hurt.append(row)
    hurt.sort(key=lambda row: (row["status"] == "finished", -(row["slowdown"] or 0), row["flow"]))
    return meets, hurt


def faults(runs):
    """What failed when, and which flows it may have hurt."""

    def draw(results):
        if not results.record["faults"]:
            return note("Nothing was told to fail.")
        rows, worst = [], []
        for fault in results.record["faults"]:
            meets, hurt = hit(results, fault)
            slow = [row["slowdown"] for row in meets if row["slowdown"] is not None]
            times = [None if fault[name] is None else fault[name] * 1e-3 for name in ("begin_ns", "end_ns")]
            rows.append([fault["fault"], *times, len(meets), len(hurt), statistics.median(slow) if slow else None])
            for row in hurt[: max(MOST_ROWS // len(results.record["faults"]), 3)]:
                ends = f"{row['source']} -> {row['destination']}"
                worst.append([fault["fault"], row["flow"], ends, row["retransmissions"], row["slowdown"], row["status"]])
        parts = [table(["fault", "begin (us)", "end (us)", "flows under way", "of them hurt", "median slow-down"], rows)]
        if worst:
            names = ["fault", "flow", "NICs", "retransmissions", "slow-down", "status"]
            parts.append(note("The flows hurt most during each fault:") + table(names, worst[: 4 * MOST_ROWS]))
        return "".join(parts)

    words = (
        "Tables do not say which way a packet took. A flow counts as hurt if it was under way during the fault, "
        "and sent data again or did not finish. Other causes of that are possible."
    )
    return note(words) + each(runs, draw)
