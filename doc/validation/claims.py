# SPDX-License-Identifier: GPL-2.0-only
"""Claims of the paper beside what came out: a row for each, with its verdict and the reason."""

import dataclasses
import math
import re

import collectives
import flaps
import optic
import published
import rerouting
import roce

COLUMNS = ["claim", "published", "ours", "difference", "verdict", "why"]
VERDICTS = ("pass", "miss", "none", "failed", "not run")
SIGNS = {"at_least": "at least ", "at_most": "at most "}

# By how much a figure may be misread, as examples/validation has it: Gb/s that are 0.3 % of the axis, or percent.
MISREAD = {"Fig. 9a": 4.8, "Fig. 9b": 4.8, "Fig. 18c": 1.2}
MISREAD_PERCENT = {"Fig. 9c": 0.6, "Fig. 9d": 0.6, "Fig. 10": 0.6, "Fig. 11": 0.6, "sec. 3: no effect": 1}
HASHES = 30  # of each row of RoCEv2's incasts

# Reasons of misses: of targets, of figures, and the words. The first that fits is taken.
REASONS = (
    (r"T9$|T10$", r".", "the published figure fits packets without SRv6, which those of -stev are"),
    (r"T9-udp", r".", "a hash of 128 EVs loads four uplinks unevenly"),
    (r"T10-marks", r"victim", "the published figure fits packets without SRv6"),
    (r"T10-marks", r".", "the template marks on the last hop too, so windows fall and differ"),
    (r"T10-default", r"victim", "the published figure fits packets without SRv6"),
    (r"T10-default", r".", "queues of 1.5 BDP trim, and nothing draws the windows together"),
    (r"T4-CX8", r"without goodput", "the mode stops the NIC at every removal"),
    (r"T13-random|T14-random", r"losses", "several EVs share the dead path when chance deals them"),
    (r"T8$", r"one EV", "a skip of one turn leaves a third of the other flow's packets there"),
    (r"T8", r"trimmed", "a round trip's packets meet before the first mark is back"),
)


@dataclasses.dataclass(frozen=True)
class Claim:
    """A row, and the numbers that are drawn of it."""

    claim: str
    published: str
    ours: str
    difference: str
    verdict: str
    why: str
    unit: str = ""
    numbers: tuple = (None, None)  # published, ours
    allowed: tuple = (None, None)  # the least, the greatest

    def row(self):
        """The texts by COLUMNS."""
        return [getattr(self, name) for name in COLUMNS]


def number(text):
    """What a field says, None if that is no number."""
    value = math.nan if text in ("-", "") else float(text)
    return value if math.isfinite(value) else None


def plain(value):
    """A number with four digits that matter."""
    return f"{value:.4g}" if abs(value) < 10000 else f"{value:.0f}"


def percent(ours, theirs):
    """By how much ours is above theirs."""
    if ours is None or theirs is None:
        return ""
    if theirs == 0:
        return "" if ours else "+0.0 %"
    return f"{round((ours / theirs - 1) * 100, 1) + 0.0:+.1f} %"  # a sum, so that there is no -0.0


def bounds(reference, bound, allowed, source=""):
    """The least and the greatest value that is allowed, None where there is none."""
    if reference is None or bound not in ("within", "at_least", "at_most"):
        return None, None
    margin = abs(reference) * ((allowed or 0) + MISREAD_PERCENT.get(source, 0)) / 100 + MISREAD.get(source, 0)
    return None if bound == "at_most" else reference - margin, None if bound == "at_least" else reference + margin


def reason(row, verdict):
    """Why a row has its verdict: what the program says, and of a miss what we know."""
    words = [row["note"]] if row["note"] else []
    if verdict == "miss":
        words += [text for at, of, text in REASONS if re.match(at, row["target"]) and re.search(of, row["figure"])][:1]
    if row["against_published"] not in ("-", row["against_expected"]) and row["against_expected"] != "-":
        expected = SIGNS.get(row["bound"], "") + plain(float(row["expected"]))
        words.append(f"against {expected}, which the target expects: {row['against_expected']}")
    return "; ".join(dict.fromkeys(words))


def of_target(rows):
    """The claims of a target of mrc-validation: of each row that has a source or a verdict."""
    for row in rows:
        by_source = row["against_published"] != "-"
        verdict = row["against_published"] if by_source else row["against_expected"]
        if not row["source"] and verdict == "-":
            continue
        theirs, ours, expected = (number(row[name]) for name in ("published", "ours", "expected"))
        text = row["source"] or "not published"
        if theirs is not None:
            sign = SIGNS.get(row["bound"], "") if theirs == expected else ""
            text = f"{sign}{plain(theirs)} ({text})"
        if not by_source and verdict != "-":
            text += f", asked for: {SIGNS.get(row['bound'], '')}{plain(expected)}"
        reference = theirs if by_source else expected
        misread = row["source"] if by_source and row["unit"] in ("Gb/s", "%") else ""
        allowed = bounds(reference, row["bound"], number(row["allowed_%"]), misread)
        yield Claim(
            f"{row['target']}: {row['figure']}" + (f", {row['unit']}" if row["unit"] else ""),
            text,
            row["ours"] if ours is None else plain(ours),
            percent(ours, reference if theirs is None else theirs),
            {"-": "none"}.get(verdict, verdict),
            reason(row, verdict),
            row["unit"],
            (theirs, ours),
            allowed if verdict != "-" else (None, None),
        )


def why_ring(kind, loss, verdict, seeds):
    """The reason of a row of the ring."""
    words = f"{seeds} seed" + ("s" if seeds > 1 else "")
    if verdict != "miss":
        return words
    if kind == "MRC":
        return words + "; our NIC acts on a loss as soon as it is revealed, the paper's takes longer"
    if loss:
        return words + "; a timeout of 67 ms here; the paper's is not published, nor what its NICs do after a NAK"
    return words + "; which hops share uplinks decides, and the paper does not say where ranks are"


def of_rings(results):
    """The claims of figure 16: bandwidths as shares of what MRC has without losses."""
    cells = {}
    for job, bandwidth in results.items():
        if job.kind == "ring":
            cells.setdefault(job.words, []).append(bandwidth)
    for cell, bandwidths in cells.items():
        best = cells.get(("MRC", cell[1], 0, cell[3]))
        if best is None or "waits" in cell[0]:
            continue
        texts = collectives.row(cell, bandwidths, sum(best) / len(best))
        mean = sum(bandwidths) / len(bandwidths)
        name = f"T12: ring of {cell[1]} MB, {cell[0].replace(', ', ' with ')}{' QP' if 'RoCE' in cell[0] else ''}, "
        name += f"{cell[2]:g} % lost, {texts[1]}"
        if texts[-1] not in ("pass", "miss"):
            theirs = float(texts[5])
            text = f"{theirs:g} (Fig. 16)"
            columns = text, plain(mean), percent(mean, theirs), "none", "ratios are to this"
            yield Claim(f"{name}, Gb/s", *columns, "Gb/s", (theirs, mean))
            continue
        ours, theirs = mean / (sum(best) / len(best)), float(texts[7])
        why = why_ring(cell[0], cell[2], texts[-1], len(bandwidths))
        allowed = bounds(theirs, "within", collectives.TOLERANCE[cell[2]])
        columns = f"{theirs:.3f} (Fig. 16)", f"{ours:.3f}", percent(ours, theirs), texts[-1], why
        yield Claim(f"{name}: to MRC without losses", *columns, "of MRC without losses", (theirs, ours), allowed)


def of_incasts(results):
    """The claims of figures 18a, 18b, 21b and 21c, of RoCEv2: means over hashes."""
    mine = {job: result for job, result in results.items() if job.kind == "incast"}
    for (control, queue_pairs), (victim, seven, figure) in roce.INCASTS.items():
        runs = [result for job, result in mine.items() if job.words[:2] == (control, queue_pairs)]
        for index, (of, theirs) in enumerate((("victim", victim), ("seven senders together", seven))):
            values = [run[index] for run in runs]
            if not values or theirs is None:
                continue
            mean = sum(values) / len(values)
            is_miss = roce.verdict(values, theirs, index == 1)[1]
            asked = "" if len(values) >= HASHES else f" of the {HASHES} that are asked for"
            why = f"{len(values)} hashes{asked}, {min(values):.0f} to {max(values):.0f}"
            if is_miss and abs(mean / theirs - 1) * 100 <= roce.TOLERANCE:
                why += "; the published figure lies outside of them"
            name = f"T10: RoCE {control}, {queue_pairs} QP, {of}, Gb/s"
            columns = f"{theirs:g} (Fig. {figure})", plain(mean), percent(mean, theirs), "miss" if is_miss else "pass"
            yield Claim(name, *columns, why, "Gb/s", (theirs, mean), bounds(theirs, "within", roce.TOLERANCE))


def of_send_receive(results):
    """The claims of figure 15."""
    for job, ours in results.items():
        if job.kind == "send-receive":
            size, nics = job.words
            theirs = published.SEND_RECEIVE[size]
            scale = "as many NICs" if nics == 42020 else f"{nics:,} NICs for 42,020"
            why = f"{scale}, and no NCCL; no tolerance is asked for"
            columns = f"{theirs} (Fig. 15)", plain(ours), percent(ours, theirs), "none", why
            yield Claim(f"sendrecv of {size} MB, {nics:,} NICs, Gb/s of a NIC", *columns, "Gb/s", (theirs, ours))


def of_cables(results):
    """The claim of figure 19a."""
    for samples in (result for job, result in results.items() if job.kind == "cables"):
        rates = [rate for end, rate in samples if end > 10]
        for what, ours, theirs in (("mean", sum(rates) / len(rates), 383), ("least sample", min(rates), 381)):
            columns = f"{theirs} (Fig. 19a)", plain(ours), percent(ours, theirs), "none"
            why = "10 ms for each second; no tolerance is asked for"
            yield Claim(f"three of four cables fail: {what}, Gb/s", *columns, why, "Gb/s", (theirs, ours))


def of_queues(results):
    """The claims of figure 22, in kind."""
    found = {job.words[0]: rows for job, rows in results.items() if job.kind == "queue"}
    rows = found.get(roce.JUDGED)
    for senders, theirs in ((8, "3 to 4 (Fig. 22)"), (15, "some 22 (Fig. 22)")) if rows else ():
        ours = rows[senders - 1][0]
        why = f"with the set {roce.JUDGED}; the paper's is not published, and steps are shorter than 5 s"
        yield Claim(f"DCQCN, {senders}:1: mean queue, MB", theirs, plain(ours), "", "none", why, "MB", (None, ours))


def times_of(results):
    """{cell: {seed: time in us}} of collectives around a fault."""
    times = {}
    for job, micros in results.items():
        if job.kind == "collective":
            times.setdefault(job.words, {})[job.seed] = micros
    return times


def costs_more_and_more(longer, kind, collective):
    """Whether what converges later costs more: "yes", "no", or "" where runs are lacking."""
    cells = [longer.get((kind, collective, time)) for time in rerouting.CONVERGENCE]
    if not all(cells) or any(cell.lacking for cell in cells):
        return ""
    values = [cell.p99 for cell in cells]
    return "yes" if values == sorted(values) and values[0] < values[-1] else "no"


def of_rerouting(results):
    """The claims of X1: that what takes longer to converge costs more, and how much."""
    longer = rerouting.longer(times_of(results))
    for (kind, collective, time), (ours, median, runs, lacking) in longer.items():
        theirs = None if kind == "MRC" else rerouting.PUBLISHED.get(time)
        name = f"X1: {collective}, " + (kind if kind == "MRC" else f"{kind}, {time} ms") + ": P99 longer by, %"
        why = f"{runs} seeds; median longer by {abs(median):.1f} %"
        if lacking:
            why += f"; no verdict, as {lacking} more seeds lack a run"
        if theirs is None:
            yield Claim(name, "", f"{ours:.1f}", "", "none", why, "%", (None, ours))
            continue
        low, high = theirs / rerouting.WITHIN, theirs * rerouting.WITHIN
        verdict = "none" if lacking else "pass" if low <= ours <= high else "miss"
        if ours > high:
            why += "; lost ends of messages wait for the ACK timeout, 67 ms (doc/convergence.rst)"
        if ours < low and (kind, collective) == ("ECMP", "all-to-all"):
            why += "; most messages that lost packets end before the others, and hashes move P99s (doc/validation/held.py)"
        columns = f"some {theirs} (arXiv 2605.21187)", f"{ours:.1f}", percent(ours, theirs), verdict
        yield Claim(name, *columns, why, "%", (theirs, ours), (low, high))
    for kind, collective in dict.fromkeys((kind, collective) for kind, collective, _ in longer if kind != "MRC"):
        answer = costs_more_and_more(longer, kind, collective)
        verdict = {"yes": "pass", "no": "miss"}.get(answer, "none")
        columns = "yes", answer, "", verdict, "" if answer else "runs are lacking"
        yield Claim(f"X1: {collective}, {kind}: what converges later costs more", *columns)


def mean_time(results, *words):
    """The mean time of a ring beside such faults, None if there is none; and its runs."""
    some = [micros for job, micros in results.items() if job.kind == "flaps" and job.words == words]
    return (sum(some) / len(some), len(some)) if some else (None, 0)


def of_flaps(results):
    """The claims of figures 5 and 6, of rings."""
    usual, _ = mean_time(results, "none", flaps.RANKS[0])
    asked = max(mean_time(results, str(count), flaps.RANKS[0])[1] for count in flaps.FLAPS)
    for count in flaps.FLAPS:
        mean, runs = mean_time(results, str(count), flaps.RANKS[0])
        if usual and mean:
            ours = 100 * (mean / usual - 1)
            is_judged = count == 1 and runs == asked
            verdict = ("pass" if ours <= flaps.MOST_LONGER else "miss") if is_judged else "none"
            text = "almost no effect (Fig. 5)" + (f"; own bound: {flaps.MOST_LONGER}" if is_judged else "")
            name = f"flaps of links, {count} in a ring of {usual / 1000:.1f} ms: longer by, %"
            why = f"{runs} seeds; a minute of the paper's has 4"
            yield Claim(name, text, f"{ours:.2f}", "", verdict, why, "%", (None, ours))
    for ranks in flaps.RANKS:
        usual, dead = (mean_time(results, name, ranks)[0] for name in ("none", "transceiver"))
        if usual and dead:
            ours, (low, high) = 100 * (1 - usual / dead), flaps.PUBLISHED_LOSS
            text = f"{low} and {high} (Fig. 6)"
            gbps = 8 * 2 * (ranks - 1) * flaps.STEP_MB * 1000 / usual
            why = f"without it the ring has {gbps:.0f} of 400 Gb/s; three planes have 288 Gb/s of payload"
            name = f"four links of a transceiver down, ring of {ranks} NICs: rate lower by, %"
            theirs = (low + high) / 2
            yield Claim(name, text, f"{ours:.1f}", percent(ours, theirs), "none", why, "%", (theirs, ours))


def lost_by(results):
    """{ranks: {role: packets in each second, means of seeds}} beside a transceiver that flaps."""
    found = {}
    for job, roles in results.items():
        if job.kind == "optic":
            found.setdefault(job.words[0], []).append(roles)
    return {
        ranks: {name: [sum(each) / len(some) for each in zip(*(run[name] for run in some))] for name in optic.ROLES}
        for ranks, some in found.items()
    }


def of_optic(results):
    """The claims of figure 7: packets of a minute, of the largest size that ran."""
    found = {ranks: {name: sum(each) for name, each in roles.items()} for ranks, roles in sorted(lost_by(results).items())}
    if not found:
        return
    largest = max(found)
    ours = found[largest]
    theirs = {name: optic.SAMPLE * sum(map(sum, samples)) for name, samples in published.OPTIC.items()}
    words = {"flapping": "nodes with a port that flaps", "senders": "nodes that send to these"}
    drawn = f"{optic.OUTAGES} outages are drawn, of {optic.SHORTEST} to {optic.LONGEST} s; a NIC sees its port after 10 us, an input"
    for name, what in words.items():
        others = "".join(f"; {ranks} NICs: {plain(by_role[name])}" for ranks, by_role in found.items() if ranks != largest)
        columns = f"{theirs[name]} (Fig. 7)", plain(ours[name]), "", "none", drawn + others
        yield Claim(f"fig7, {largest} NICs: packets lost in a minute, {what}", *columns, "packets", (theirs[name], ours[name]))
    part = 100 * theirs["senders"] / sum(theirs.values())
    of_ours = 100 * ours["senders"] / (sum(ours.values()) or 1)
    columns = f"{part:.1f} (Fig. 7)", f"{of_ours:.1f}", percent(of_ours, part), "none", "it depends on who sees a flap first, a NIC or a T0"
    yield Claim(f"fig7, {largest} NICs: nodes that send to these, of all losses, %", *columns, "%", (part, of_ours))
    verdict = "miss" if ours["others"] else "pass"
    columns = "0 (Fig. 7)", plain(ours["others"]), percent(ours["others"], 0), verdict, "the paper's has no other node either"
    yield Claim(f"fig7, {largest} NICs: packets lost in a minute, all other nodes", *columns, "packets", (0, ours["others"]), (0, 0))


def of_failure(job, words):
    """The row of what did not run well."""
    return Claim(f"{job.name()}: all of its figures", "", "", "", "failed", words)


def not_run(claim, source, why):
    """The row of what nobody runs here."""
    return Claim(claim, source, "", "", "not run", why)


def of_left(name, left, count):
    """The row of an experiment of which runs are left; its other rows are of those that have ended."""
    return not_run(f"{name}: {left} of {count} runs", "", "the time of --minutes was over; rows above are of the others")


def targets_of(results):
    """The claims of all targets, in their order."""
    return [claim for job, result in results.items() if job.kind == "target" for claim in of_target(result["rows"])]
