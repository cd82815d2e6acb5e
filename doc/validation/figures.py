# SPDX-License-Identifier: GPL-2.0-only
"""Pictures in the manner of the paper's figures, with its values beside ours. Each takes results by job and the
setting of the runs, and returns HTML; what is missing is left out."""

import itertools

import claims
import optic
import published
import rerouting
import roce
from mrc_report import plots
from mrc_report.beside import Bar, Curve, bars, curves

SAMPLE = 0.2  # of the paper's seconds
QUEUES = (roce.JUDGED, "attribute-defaults", "MRC")  # sets of DCQCN, and MRC


def steps_of(results, target):
    """The steps of a target, none if it has no result."""
    return next((found["steps"] for job, found in results.items() if job.kind == "target" and job.words[0] == target), [])


def goodput(results, target, setting, begin=0.0):
    """[seconds of the paper since begin, Gb/s] of a target, in samples of 0.2 of these seconds."""
    steps = steps_of(results, target)
    many = max(round(SAMPLE * setting.second), 1)
    groups = [steps[i : i + many] for i in range(0, len(steps) - many + 1, many)]
    middle = [sum(end for end, _, _ in group) / many for group in groups]
    rates = [sum(rate for _, rate, _ in group) / many for group in groups]
    return [(ms / setting.second - begin, rate) for ms, rate in zip(middle, rates)]


def over_time(results, setting, targets, theirs):
    """A picture of goodput since a fault; theirs: points of the paper."""
    drawn = [Curve("published", list(theirs), 7, True)]
    drawn += [Curve(name, goodput(results, target, setting, begin), i) for i, (target, name, begin) in enumerate(targets)]
    return curves(drawn, "time since the first fault (the paper's seconds)", "goodput of both directions (Gb/s)")


def stairs(step, dips):
    """Fig. 9a with so many seconds between changes: points of the paper's levels, with its dips if asked for."""
    levels = [*published.PORTS_DOWN, *published.PORTS_BACK]
    points = []
    for i, level in enumerate(levels):
        begin = i * step
        if dips and 2 <= i < len(published.PORTS_DOWN):
            points += [(begin, published.DIP), (begin + published.DIP_SECONDS, published.DIP)]
            begin += published.DIP_SECONDS
        points += [(begin, level), ((i + 1) * step, level)]
    return points


def ports(results, setting):
    """Fig. 9a: ports go down one by one, and come back."""
    labels = "time (the paper's seconds, waits shortened)", "goodput of both directions (Gb/s)"
    ideal = [Curve("published levels", stairs(1, False), 7, True), Curve("T3, ideal", goodput(results, "T3", setting))]
    like = [Curve("published, with its gaps", stairs(2, True), 7, True)]
    like.append(Curve("T3-CX8, gaps are an input", goodput(results, "T3-CX8", setting), 1))
    return curves(ideal, *labels) + curves(like, *labels)


def half(results, setting):
    """Fig. 9b: four of eight ports."""
    targets = ("T4", "T4, ideal", 5.7), ("T4-CX8", "T4-CX8", 5.7)
    return over_time(results, setting, targets, published.HALF_THE_PORTS)


def twenty_links(results, setting):
    """Fig. 9c: twenty links, one each second."""
    targets = ("T5", "T5", 2), ("T5-256-random", "T5-256-random", 2)
    return over_time(results, setting, targets, published.TWENTY_LINKS)


def eight_links(results, setting):
    """Fig. 9d: eight links at once."""
    targets = ("T5-eight", "T5-eight", 2), ("T5-eight-256-random", "T5-eight-256-random", 2)
    return over_time(results, setting, targets, published.EIGHT_LINKS)


def t0_dead(results, setting):
    """Fig. 10: a T0 dies for good."""
    names = ("T6-T0", "T6-T0-CX8", "T6-T0-silent")
    return over_time(results, setting, [(name, name, 2) for name in names], published.T0_DEAD)


def t1_dead(results, setting):
    """Fig. 11: a T1 dies and comes back."""
    return over_time(results, setting, [("T6-T1", "T6-T1", 2)], published.T1_DEAD)


def start_up(results, setting):
    """Fig. 4: losses from the start on; the paper's job starts over minutes, ours at once."""
    points = [(minute, losses / published.START_UP_NICS) for minute, losses in published.START_UP.items()]
    theirs = curves([Curve("published", points, 7, True)], "time (minutes)", "packets lost in a second by each NIC")
    names = ("T13", "T13-random", "T13-256", "T13-16th")
    ours = []
    for i, name in enumerate(names):
        per_nic = [(end, lost / 8) for end, _, lost in steps_of(results, name)]
        ours.append(Curve(name, per_nic[:20], i))
    return theirs + curves(ours, "time since all queue pairs started (ms)", "packets lost in a millisecond by each NIC")


def flapping(results, setting):
    """Fig. 7: losses of nodes beside a transceiver that flaps, added up over time."""
    drawn = []
    names = {"flapping": "nodes with a port that flaps", "senders": "nodes that send to these"}
    whole = sum(sum(map(sum, samples)) for samples in published.OPTIC.values())
    found = claims.lost_by(results)
    for i, (role, name) in enumerate(names.items()):
        sums = list(itertools.accumulate(map(sum, published.OPTIC[role])))
        theirs = [(0, 0), *((optic.SAMPLE * (n + 1), 100 * each / whole) for n, each in enumerate(sums))]
        drawn.append(Curve(f"{name}, published", theirs, i, True))
        for ranks in [max(found)] if found else []:
            lost = max(sum(map(sum, found[ranks].values())), 1)
            ours = [(n + 1, 100 * each / lost) for n, each in enumerate(itertools.accumulate(found[ranks][role]))]
            drawn.append(Curve(f"{name}, ours, {ranks} NICs", ours, i))
    return curves(drawn, "time (the paper's seconds)", "packets lost so far, of all (%)")


def silent(results, setting):
    """Fig. 8: a T1 that drops everything; the time that it does so is the unit."""
    whole = published.SILENT_TO - published.SILENT_FROM
    usual = published.SILENT_USUAL
    theirs = [((t - published.SILENT_FROM) / whole, 100 * rate / usual) for t, rate in published.SILENT.items()]
    drawn = [Curve("published, by minute", theirs, 7, True)]
    for i, name in enumerate(("T14", "T14-256-random")):
        begin, length = 0.4 * setting.second, 0.4 * setting.second
        steps = steps_of(results, name)
        before = [rate for end, rate, _ in steps if 1 < end <= begin]
        if before:
            mean = sum(before) / len(before)
            points = [((end - 0.5 - begin) / length, 100 * rate / mean) for end, rate, _ in steps]
            drawn.append(Curve(f"{name}, by ms", points, i))
    unit = f"13 min, ours {0.4 * setting.second:g} ms, are 1"
    return curves(drawn, f"time since the T1 died ({unit})", "goodput against before (%)")


def send_receive(results, setting):
    """Fig. 15: bandwidth by size."""
    drawn = [Curve("published, 42,020 GPUs", list(published.SEND_RECEIVE.items()), 7, True)]
    found = {job.words: rate for job, rate in results.items() if job.kind == "send-receive"}
    for place, nics in enumerate(sorted({nics for _, nics in found})):
        drawn.append(Curve(f"ours, {nics:,} NICs", sorted((size, rate) for (size, many), rate in found.items() if many == nics), place))
    return curves(drawn, "size (MB)", "bandwidth of a NIC (Gb/s)")


def rings(results, setting):
    """Fig. 16: bandwidth by size, a picture for each loss."""
    means = {}
    for job, rate in results.items():
        if job.kind == "ring":
            means.setdefault(job.words, []).append(rate)
    pictures = []
    for place, loss in enumerate(published.RING_LOSSES):
        drawn = []
        for i, kind in enumerate(published.RING_KINDS):
            theirs = [(size, row[3 * place + i]) for size, row in published.RING.items()]
            drawn.append(Curve(f"{kind}, published", theirs, i, True))
            ours = [(c[1], sum(r) / len(r)) for c, r in sorted(means.items()) if (c[0], c[2], c[3]) == (kind, loss, True)]
            drawn.append(Curve(f"{kind}, ours", ours, i))
        waits = [(c[1], sum(r) / len(r)) for c, r in sorted(means.items()) if (c[0], c[2]) == ("MRC, waits", loss)]
        drawn.append(Curve("MRC, waits (a fit)", waits, 4))
        pictures.append(f"<div><h3>{loss:g} % lost</h3>{curves(drawn, 'size (MB)', 'bus bandwidth (Gb/s)')}</div>")
    return "".join(pictures)


def queue(results, setting):
    """Fig. 22: the queue of an incast by senders."""
    drawn = [Curve("DCQCN, published in words", list(published.INCAST_QUEUE.items()), 7, True)]
    for i, name in enumerate(QUEUES):
        rows = next((rows for job, rows in results.items() if job.kind == "queue" and job.words[0] == name), [])
        label = "MRC" if name == "MRC" else f"DCQCN ({name})"
        drawn.append(Curve(label, [(n, row[0]) for n, row in enumerate(rows, 1)], i))
    return curves(drawn, "senders", "mean queue towards the receiver (MB)")


def cables(results, setting):
    """Fig. 19a: three of four cables."""
    samples = next((found for job, found in results.items() if job.kind == "cables"), [])
    ours = [(end / 10, rate) for end, rate in samples if end > 10]
    drawn = [Curve("published", [(0, 383), (41, 383)], 7, True), Curve("ours", ours)]
    return curves(drawn, "time (the paper's seconds)", "goodput (Gb/s)")


def around_a_fault(results, setting):
    """X1: P99s by convergence, and how long collectives took."""
    times = claims.times_of(results)
    longer = rerouting.longer(times)
    pictures = []
    for collective in dict.fromkeys(cell[1] for cell in longer):
        drawn = [Curve("published (256,000 GPUs)", list(rerouting.PUBLISHED.items()), 7, True)]
        for i, kind in enumerate(rerouting.KINDS):
            points = [(time, longer[cell][0]) for cell in longer for time in cell[2:] if cell[:2] == (kind, collective)]
            if kind == "MRC":  # which has tables that never change
                points = [(time, rate) for _, rate in points for time in (1, 300)]
            drawn.append(Curve(kind if kind == "MRC" else f"RoCEv2, {kind}", [point for point in points if point[0]], i))
        labels = "convergence (ms, before the compression)", "P99 longer than without a fault (%)"
        pictures.append(f"<div><h3>{collective}</h3>{curves(drawn, *labels)}</div>")
        drawn = []
        for i, (kind, time) in enumerate((("MRC", 0), ("ECMP", 0), ("ECMP", 10), ("ECMP", 100), ("ECMP", 300))):
            ms = [micros / 1000 * rerouting.FACTOR for micros in times.get((kind, collective, time), {}).values()]
            label = kind if kind == "MRC" else f"{kind}, {time} ms"
            drawn.append(Curve(label, plots.cumulative(ms) if ms else [], i))
        labels = "time of the collective (ms, before the compression)", "share of the seeds"
        pictures.append(f"<div><h3>{collective}: all seeds</h3>{curves(drawn, *labels)}</div>")
    return "".join(pictures)


def beside(rows):
    """Bars of claims, a picture for each unit."""
    by_unit = {}
    for claim in rows:
        if claim.numbers[1] is not None:
            by_unit.setdefault(claim.unit, []).append(claim)
    return "".join(bars([bar_of(claim) for claim in some], unit or "count") for unit, some in by_unit.items())


def bar_of(claim):
    """The bar of a claim."""
    return Bar(claim.claim, *claim.numbers, *claim.allowed, claim.verdict == "miss")
