#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Runs rows of doc/validation.rst with a window or rate that nothing changes: which pass without congestion control too?

usage: doc/validation/simpler.py [GROUP]... [--seeds=N] [--all]

Groups are those tables of the page that have no such column. MRC's windows are fixed ones of NSCC's largest size. RoCEv2 sends at the
port's rate, or at each flow's share of the link where flows meet. Printed are rows that pass, with --all the others too, and their number.
"""

import argparse
import contextlib
import csv
import importlib
import io
import pathlib
import shlex
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import collectives  # noqa: E402
import htsim  # noqa: E402
import incasts  # noqa: E402
import rdma  # noqa: E402
import roce  # noqa: E402

three_tiers = importlib.import_module("three-tiers")

SCRIPTS = (collectives, htsim, incasts, rdma, roce, three_tiers)
ROCE = "--ns3::mrc::RoceTransport::"
WINDOW = ["--ns3::mrc::CcProfile::Algorithm=fixed"]
LINE = [f"{ROCE}RateControl=None"]
BURSTS = [f"{senders}:1-{rate}G{manner}" for rate in (100, 400) for senders in (4, 8, 15) for manner in ("", "-deep", "-htsim")]
CROWDS = ["512", "1023"]  # the rows of incasts.py that take seconds
LEAST_PAYLOAD, MOST_PROBES = 60, 0.3  # % of the line; for each packet
RINGS = [("RoCE, 1", 2, 0, False)]  # those that pass
SAMPLE = (4, 2)  # ms of a run with fixed rates, which need no time to settle, before and while rates are measured


def rate(bits):
    """Returns the options of a fixed rate."""
    return [f"{ROCE}RateControl=Fixed", f"{ROCE}FixedRate={bits:.0f}"]


def use(program, module=None):
    """Has a script run this program as mrc-fabric; without a script, all of them."""
    for each in [module] if module else SCRIPTS:
        setattr(each, "FABRIC" if each is incasts else "EXAMPLE", program)


@contextlib.contextmanager
def adding(options, script):
    """While this lasts, a script runs a program that has these options as well."""
    fabric = script.FABRIC if script is incasts else script.EXAMPLE
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "mrc-fabric"
        program.write_text(f'#!/bin/sh\nexec {shlex.quote(str(fabric))} "$@" {shlex.join(options)}\n', encoding="utf-8")
        program.chmod(0o755)
        use(program, script)
        try:
            yield
        finally:
            use(fabric, script)


def mean(values):
    """Returns the mean."""
    return sum(values) / len(values)


def near(ours, scaled):
    """Returns a figure beside htsim's as text, and whether it passes."""
    differs = (ours / scaled - 1) * 100
    return f"{ours:.1f} ({differs:+.1f} %)", abs(differs) <= htsim.TOLERANCE


def bursts(seeds):
    """Yields rows of mrc-incast."""
    program = htsim.EXAMPLE.with_name("mrc-incast")
    for target in BURSTS:
        tables = []
        for options in ([], WINDOW):
            command = [program, f"--target={target}", "--csv", f"--runs={seeds}", *options]
            run = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
            tables.append(list(csv.DictReader(io.StringIO(run.stdout))))
        for ours, simple in zip(*tables):
            if ours["figure"].startswith("mean"):
                yield f"{target}, {ours['figure']}", *((row["ours"], row["against_expected"] == "pass") for row in (ours, simple))


def leaf_spine(seeds):
    """Yields rows of htsim.py."""
    for row in htsim.rows():
        case, selector, (theirs, _) = row
        found = []
        for options in ([], WINDOW):
            with adding(options, htsim):
                times = [htsim.run(case, selector, seed, False)[0] for seed in range(1, seeds + 1)]
            found.append(near(mean(times), theirs * htsim.WIRE_RATIO))
        name = " ".join([case[0].split("_", maxsplit=1)[0], case[1].removesuffix(".topo"), case[2], selector])
        yield name, *found


def tiers(seeds):
    """Yields the judged rows of three-tiers.py."""
    words = three_tiers.ASKS[three_tiers.JUDGED]
    for load, selector in three_tiers.rows():
        theirs = next(time for (name, balancer), time in three_tiers.HTSIM.items()
                      if name == load and selector in three_tiers.selectors_of(load, balancer))
        found = []
        for options in ([], WINDOW):
            with adding(options, three_tiers):
                times = [three_tiers.run((load, selector), seed)[words] for seed in range(1, seeds + 1)]
            found.append(near(mean(times), theirs * htsim.WIRE_RATIO))
        yield f"{load} {selector}", *found


def crowds(seeds):
    """Yields rows of incasts.py: payload of the line, and probes."""
    for name in CROWDS:
        row = incasts.ROWS[name]
        most = MOST_PROBES * row[0] * -(-row[1] // incasts.PAYLOAD)
        found = []
        for options in ([], WINDOW):
            with adding(options, incasts):
                runs = [incasts.run(row, seed) for seed in range(1, seeds + 1)]
            found.append((mean([run[0] for run in runs]), mean([run[1] for run in runs])))
        yield f"{name}, % of the line", *((f"{line:.1f}", line >= LEAST_PAYLOAD) for line, _ in found)
        yield f"{name}, probes", *((f"{probes:.0f}", probes <= most) for _, probes in found)


def peers(seeds):
    """Yields rows of rdma.py: a flow's share is that of the link where flows meet."""
    shares = {"incast": 100e9 / 8, "permutation": 100e9 / 4}
    for (case, preset), theirs in rdma.PEER.items():
        found = []
        for options in ([], rate(shares[case])):
            with adding(options, rdma):
                found.append([mean(times) for times in zip(*(rdma.run(case, preset, seed) for seed in range(1, seeds + 1)))])
        for which, figure in enumerate(["mean", "last"]):
            compared = [rdma.compare(times[which], theirs[which]) for times in found]
            yield f"{case} {preset} {figure}", *((f"{times[which]:.1f} ({differs:+.1f} %)", passes)
                                                 for times, (_, differs, passes) in zip(found, compared))


def victims(seeds):
    """Yields rows of roce.py: ours are not run again, as DCQCN takes 100 ms to settle."""
    page = {("DCQCN", 1): (True, True), ("DCQCN", 8): (False, True), ("PFC only", 1): (False, True), ("PFC only", 8): (False, None)}
    for (control, pairs), published in roce.INCASTS.items():
        with adding(rate(400e9 / 7 / pairs), roce):
            runs = [roce.incast(control, roce.JUDGED, pairs, seed, SAMPLE) for seed in range(1, seeds + 1)]
        for which, of in enumerate(["victim", "seven"]):
            if page[control, pairs][which] is not None:
                values = [run[which] for run in runs]
                miss = roce.verdict(values, published[which], of == "seven")[1]
                differs = (mean(values) / published[which] - 1) * 100
                yield f"{control} {pairs} {of}", ("-", page[control, pairs][which]), (f"{mean(values):.1f} ({differs:+.1f} %)", not miss)


def rings(seeds):
    """Yields the rows of collectives.py that pass."""
    for cell in RINGS:
        kind, size, loss, across = cell
        best = mean([collectives.run("MRC", size, loss, seed, across) for seed in range(1, seeds + 1)])
        found = []
        for options in ([], LINE):
            with adding(options, collectives):
                widths = [collectives.run(kind, size, loss, seed, across) for seed in range(1, seeds + 1)]
            texts = collectives.row(cell, widths, best)
            found.append((f"{texts[4].split()[0]} ({texts[8]})", texts[9] == "pass"))
        yield f"{kind}, {size} MB, {'across' if across else 'in order'}", *found


GROUPS = {"bursts": bursts, "htsim": leaf_spine, "three-tiers": tiers, "crowds": crowds, "rdma": peers, "roce": victims, "rings": rings}


def main():
    """Prints the rows of the groups that are asked for, and how many pass."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=3, help="runs of each")
    parser.add_argument("--all", action="store_true", help="rows that miss too")
    parser.add_argument("groups", nargs="*", help=", ".join(GROUPS) + "; without: all")
    options = parser.parse_args()
    for group in options.groups:
        if group not in GROUPS:
            parser.error(f"'{group}'; expected {', '.join(GROUPS)}")
    print(f"{'group':11}  {'row':36}  {'ours':17}  {'nothing changes':20}  which")
    for group in options.groups or GROUPS:
        passes = both = 0
        for name, (ours, passed), (simple, simple_passed) in GROUPS[group](options.seeds):
            passes += passed
            both += passed and simple_passed
            if passed or options.all:
                words = ("passes too" if passed else "passes") if simple_passed else "misses"
                print(f"{group:11}  {name:36}  {ours if passed else ours + ', miss':17}  {simple:20}  {words}", flush=True)
        print(f"{group:11}  {passes} rows pass, {both} of these with what nothing changes too", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
