#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Runs the paper's experiments and puts its figures beside ours, in a table and a page with pictures.

usage: ./mrc reproduce [NAME]... [--quick] [--output=FOLDER] [--again] [--jobs=N] [--minutes=N] [--plan]
       ./mrc reproduce STUDY... [--quick] [--output=FOLDER] [--again] [--jobs=N] [--write]
       ./mrc reproduce --tables|--write [--jobs=N] [--seeds=N] [--target=NAME]...
       ./mrc reproduce --losses [--jobs=N] [--seeds=N] [--target=LOAD]...
       ./mrc reproduce --short [--renew|--drawn] [--stored=FILE] [--jobs=N] [--target=NAME]...

A STUDY is one of doc/studies: x16, q-timeout and so on. Each writes FOLDER/STUDY with a table, a picture and
a text; --write makes its page of the documents again.

The first form writes FOLDER/table.csv and FOLDER/report.html; a NAME is an experiment such as fig9a, or a target such as
T3. Results are kept in FOLDER/runs: the same command goes on where it was interrupted. Results of another
program, version, argument or seed are not taken. The status is 1 if a run failed, and 0 though figures miss.
With --minutes no run begins after so long. A row of each experiment then says how many are left.
With --plan nothing runs. Printed is how many runs there are, how many are kept, and how long the others may take by
like ones.

With --tables the tables of doc/validation.rst are made, at full length; --write puts them into
the page. With --short runs are shorter, and the status is 1 if a figure leaves its stored band, in
either direction, or has another verdict. The option --renew makes three runs of each and stores new bands. With --drawn the present
commit draws a third of the targets, or with MRC_ALL=1 in the environment all. The option --target, which may be
given several times, leaves all others as they are.

"htsim" is the target of our side of htsim's rows. "three-tiers" is that of its three tiers, of which
doc/validation/three-tiers.py makes a table of its own. "losses" is that of losses that were none, of
which --losses makes a table of its own, over the seeds that it names.
"""

import argparse
import concurrent.futures
import csv
import io
import importlib
import itertools
import os
import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True  # the sources may be somebody else's
sys.path += [str(ROOT / "utils"), str(ROOT / "test/command-line")]

import drawn  # noqa: E402
import htsim  # noqa: E402
import losses  # noqa: E402
import paper  # noqa: E402
import studies  # noqa: E402
import study  # noqa: E402
import tables  # noqa: E402

three_tiers = importlib.import_module("three-tiers")

EXAMPLES = pathlib.Path(os.environ.get("MRC_BUILD_DIR", ROOT / "build/release")) / "examples"
STORED = ROOT / "examples/mrc-short-figures.csv"
PAGE = ROOT / "doc/validation.rst"
OUTPUT = pathlib.Path("reproduced")
COLUMNS = ["program", "target", "figure", "low", "stored", "high", "verdicts"]
HEADER = """# SPDX-License-Identifier: GPL-2.0-only
# Figures of runs at reduced length, and the bands that ./mrc reproduce --short accepts: from the least to
# the greatest of {runs} runs (--RngRun), widened by as much on either side and by 0.5 % at least. Stored
# is run 1, with its verdicts against the published and the expected figure, which have to come out too.
# Made by ./mrc reproduce --short --renew.
"""
RENEWAL_RUNS = 3
HTSIM_SEEDS = 10
LEAST_MARGIN = 0.005  # of a figure


def targets(program):
    """Returns the names of a program's targets, as its error message lists them."""
    told = subprocess.run([EXAMPLES / program, "--target=?"], capture_output=True, text=True, check=False)
    listed = re.search(r"expected (.*?),? or all", told.stderr)
    if not listed:
        sys.exit(f"{program} lists no targets: {told.stderr}")
    return listed[1].split(", ")


def measure(program, target, options):
    """Runs one target of a program. Returns its rows, as dictionaries by column."""
    command = [EXAMPLES / program, f"--target={target}", "--csv", *options]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode not in (0, 1) or result.stderr:
        sys.exit(f"{' '.join(map(str, command))}: status {result.returncode}\n{result.stderr}")
    return [{"program": program, **row} for row in csv.DictReader(io.StringIO(result.stdout))]


def measure_htsim(row, seed):
    """Runs our side of one of htsim's rows. Returns its time and trims."""
    return htsim.run(row[0], row[1], seed, False)


def length(program, target, short):
    """Returns the options that set how long a target runs."""
    if not short:
        return []
    if program == "mrc-incast":
        return ["--runs=2", "--trims=500"]
    quick = target.startswith(("T1", "T2", "T8", "T9")) and not target.startswith(("T13", "T14"))
    return ["--second=20", "--length=2ms", f"--fixedWindow={'true' if quick else 'false'}"]


def everything():
    """Returns (program, target) of all that there is; of htsim ("htsim", row), of three tiers
    ("three-tiers", row), of losses ("losses", load)."""
    programs = ("mrc-validation", "mrc-incast")
    found = [(program, target) for program in programs for target in targets(program)]
    found += [("htsim", row) for row in htsim.rows()] + [("three-tiers", row) for row in three_tiers.rows()]
    return found + [("losses", load) for load in losses.CHEAP]


def chosen(options):
    """Returns of everything what is asked for."""
    jobs = everything()
    named = [job for job in jobs if {job[0], job[1]}.intersection(options.target)] if options.target else jobs
    if not named:
        sys.exit(f"no target of these: {', '.join(options.target)}")
    if not options.drawn:
        return named
    names = drawn.drawn([" ".join(name_of(job)) for job in named], -(-len(named) // 3), what="reproduce")
    return [job for job in named if " ".join(name_of(job)) in names]


def work(job, options, seed):
    """Does one job with a run number. Returns rows, of htsim (time, trims), of three tiers {asks: time}."""
    program, target = job
    if program == "htsim":
        return measure_htsim(target, seed)
    if program == "three-tiers":
        return three_tiers.run(target, seed)
    if program == "losses":
        return losses.run(target, seed)
    return measure(program, target, [*length(program, target, options.short), f"--RngRun={seed}"])


def run_all(jobs, options, seeds):
    """Returns the results of all jobs, each a list over its seeds; several run at a time. Seeds by job
    number are what seeds returns of a job."""
    tasks = [(i, seed) for i, job in enumerate(jobs) for seed in seeds(job)]
    results = [[] for _ in jobs]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        done = pool.map(lambda task: work(jobs[task[0]], options, task[1]), tasks)
        for count, ((i, _), result) in enumerate(zip(tasks, done), 1):
            results[i].append(result)
            if sys.stderr.isatty():
                print(f"\rmrc reproduce: {count}/{len(tasks)} ", end="", file=sys.stderr)
    return results


def name_of(job):
    """Returns (program, target) as the stored figures have it."""
    program, target = job
    if program == "htsim":
        (matrix, topology, deal), selector, _ = target
        return program, f"{matrix} {topology} {deal} {selector}"
    if program == "three-tiers":
        return program, " ".join(target)
    return program, target


def figures_of(job, result):
    """Returns the figures of one run of a job: numbers, or "-", by (program, target, figure)."""
    program, target = job
    if program == "htsim":
        name = name_of(job)
        return {(*name, "slowest flow"): result[0], (*name, "trims"): result[1]}
    if program == "three-tiers":
        return {(*name_of(job), f"slowest flow, asks {asks}"): f"{value:.1f}" for asks, value in result.items()}
    if program == "losses":
        return {(program, target, "data packets"): result[0], (program, target, "sent twice"): result[2]}
    found = {}
    for row in result:
        key = (program, row["target"], row["figure"])
        found[key] = row["ours"]
        if row["fixed"] != "-":
            found[(*key[:2], key[2] + " (fixed window)")] = row["fixed"]
    return found


def verdicts_of(job, result):
    """Returns the verdicts of one run of a job, against the published and the expected figure, by the same keys."""
    if job[0] in ("htsim", "three-tiers", "losses"):
        return {}  # theirs are of several seeds
    return {
        (job[0], row["target"], row["figure"]): f"{row['against_published']} {row['against_expected']}" for row in result
    }


def band(values):
    """Returns the least and greatest figure to accept, given those of some runs."""
    if "-" in values:
        return "-", "-"
    numbers = [float(value) for value in values]
    spread = max(numbers) - min(numbers)
    margin = max(spread, LEAST_MARGIN * max(abs(number) for number in numbers))
    return f"{min(numbers) - margin:.4f}", f"{max(numbers) + margin:.4f}"


def stored_rows(path):
    """Returns (low, figure, high, verdicts) by (program, target, figure)."""
    with open(path, encoding="utf-8") as file:
        rows = csv.reader(line for line in file if not line.startswith("#"))
        rows = [row for row in rows if row != COLUMNS]
    for row in rows:
        if len(row) != len(COLUMNS):
            sys.exit(f"{path}: {len(row)} columns in '{','.join(row)}'; expected {','.join(COLUMNS)}")
    return {tuple(row[:3]): tuple(row[3:]) for row in rows}


def complaint(key, value, accepted):
    """Returns what is wrong with a figure, empty if nothing is; accepted: (low, _, high, ...) or None."""
    name = ", ".join(key)
    if accepted is None:
        return f"{name}: {value} has no stored band"
    if "-" in (value, accepted[0]):
        return "" if value == accepted[0] else f"{name}: {value}, stored {accepted[0]}"
    low, high = float(accepted[0]), float(accepted[2])
    if low <= float(value) <= high:
        return ""
    side = "below" if float(value) < low else "above"
    return f"{name}: {value} lies {side} its band, {low:g} to {high:g}"


def other_verdicts(verdicts, stored):
    """Returns which verdicts are not those that are stored, in words; of what is not stored complaint tells."""
    return [
        f"{', '.join(key)}: verdicts {words}, stored {stored[key][3] or 'none'}"
        for key, words in verdicts.items()
        if key in stored and words != stored[key][3]
    ]


def compare(measured, verdicts, stored):
    """Prints which figures are not within their bands, and which verdicts are others. Returns how many."""
    complaints = [complaint(key, value, stored.get(key)) for key, value in measured.items()]
    names = {key[:2] for key in measured}
    complaints += [
        f"{', '.join(key)}: stored, but not measured"
        for key in stored
        if key not in measured and key[:2] in names
    ]
    complaints = [line for line in complaints if line] + other_verdicts(verdicts, stored)
    print("".join(line + "\n" for line in complaints), end="")
    if complaints:
        print("if that is meant: ./mrc reproduce --short --renew, and say why in CHANGES.md")
    return len(complaints)


def renew(path, jobs, results):
    """Writes the stored figures; those of other jobs stay."""
    rows = stored_rows(path) if path.exists() else {}
    done = {name_of(job) for job in jobs}
    rows = {key: row for key, row in rows.items() if key[:2] not in done}
    for job, runs in zip(jobs, results):
        found = [figures_of(job, run) for run in runs]
        verdicts = verdicts_of(job, runs[0])
        for key, value in found[0].items():
            low, high = band([figures.get(key, "-") for figures in found])
            rows[key] = (low, value, high, verdicts.get(key, ""))
    with open(path, "w", encoding="utf-8") as file:
        file.write(HEADER.format(runs=RENEWAL_RUNS))
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for name in map(name_of, everything()):
            writer.writerows([*key, *row] for key, row in rows.items() if key[:2] == name)


def short(options):
    """Compares with what is stored, or stores anew. Returns the status."""
    jobs = chosen(options)
    begin = time.monotonic()
    runs = range(1, 1 + (RENEWAL_RUNS if options.renew else 1))
    results = run_all(jobs, options, lambda job: runs)
    if options.renew:
        renew(options.stored, jobs, results)
        print(f"{options.stored} renewed")
        return 0
    measured, verdicts = {}, {}
    for job, runs_of_job in zip(jobs, results):
        measured.update(figures_of(job, runs_of_job[0]))
        verdicts.update(verdicts_of(job, runs_of_job[0]))
    stored = stored_rows(options.stored)
    wrong = compare(measured, verdicts, stored)
    if not options.target:
        others = {name_of(job) for job in everything()} - set(map(name_of, jobs))
        known = {key[:2] for key in measured} | (others if options.drawn else set())
        missing = {key[:2] for key in stored} - known
        wrong += len(missing)
        for program, target in sorted(missing):
            print(f"{program}, {target}: stored, but nothing was measured")
        if options.drawn:
            left = f"; left out: {', '.join(map(' '.join, sorted(others)))}" if others else ""
            print(f"{len(jobs)} of {len(jobs) + len(others)} targets{left}")
    seconds = time.monotonic() - begin
    print(f"{len(measured)} figures with {len(verdicts)} pairs of verdicts, {wrong} not as stored, {seconds:.0f} s")
    return 1 if wrong else 0


def is_whole(name, jobs):
    """Returns whether jobs measure all rows of a table."""
    if name == "htsim":
        return True
    program = "mrc-validation" if name in tables.STREAMS else "mrc-incast"
    stems = tables.STREAMS.get(name)
    needed = [(p, t) for p, t in everything() if p == program]
    return all(job in jobs for job in needed if stems is None or tables.belongs(job[1], stems))


def full(options):
    """Prints all tables, or puts them into the page. Returns the status."""
    jobs = [job for job in chosen(options) if job[0] not in ("losses", "three-tiers")]  # these have tables of their own
    seeds = range(1, 1 + (options.seeds or HTSIM_SEEDS))
    results = run_all(jobs, options, lambda job: seeds if job[0] == "htsim" else [1])
    rows = [run[0] for job, run in zip(jobs, results) if job[0] != "htsim"]
    against_htsim = [(job[1], run) for job, run in zip(jobs, results) if job[0] == "htsim"]
    made = tables.make(list(itertools.chain.from_iterable(rows)), against_htsim)
    if options.write:
        text = PAGE.read_text(encoding="utf-8")
        for name in [name for name in made if not is_whole(name, jobs)]:
            sys.exit(f"--target leaves out rows of the table {name}, which cannot be written then")
        for name, table in made.items():
            text = tables.replace(text, name, table)
        PAGE.write_text(text, encoding="utf-8")
        print(f"{PAGE}: {len(made)} tables written")
        return 0
    for name, table in made.items():
        print(f"{name}\n\n{table}\n")
    return 0


def invented(options):
    """Prints the table of losses that were none. Returns the status: 1 if one misses its bound."""
    loads = options.target or list(losses.LOADS)
    unknown = set(loads) - set(losses.LOADS)
    if unknown:
        sys.exit(f"no load {', '.join(sorted(unknown))}; there are {', '.join(losses.LOADS)}")
    jobs = [("losses", load) for load in loads]
    results = run_all(jobs, options, lambda job: range(1, 1 + (options.seeds or losses.LOADS[job[1]][3])))
    rows = [losses.row(load, runs) for load, runs in zip(loads, results)]
    print(losses.table(rows))
    return 1 if any(row[-1] == "miss" for row in rows) else 0


def of_studies(parser, options):
    """Whether studies are asked for, and nothing else."""
    known = study.names()
    mine = [name for name in options.names if name in known]
    others = [name for name in options.names if name not in known]
    if mine and others:
        parser.error(f"{others[0]} beside the study {mine[0]}; expected studies only: {', '.join(known)}")
    modes = [f"--{mode}" for mode in ("tables", "short", "losses", "target", "seeds") if getattr(options, mode)]
    if mine and (options.plan or options.minutes is not None):
        parser.error(f"{mine[0]} with --plan or --minutes; expected experiments of the paper")
    if mine and modes:
        parser.error(f"{mine[0]} with {modes[0]}; expected --quick, --output, --again, --jobs or --write")
    if mine and options.write and options.quick:
        parser.error("--write needs runs of full length")
    return bool(mine)


def check(parser, options):
    """Ends the program if options do not go together."""
    if options.jobs < 1 or (options.seeds is not None and options.seeds < 1):
        parser.error("expected at least 1 job and 1 seed")
    if options.renew and not options.short:
        parser.error("--renew goes with --short")
    if options.drawn and (options.renew or not options.short):
        parser.error("--drawn goes with --short, and not with --renew")
    if options.write and options.short:
        parser.error("--write needs runs of full length")
    if options.losses and (options.short or options.write):
        parser.error("--losses goes with --jobs, --seeds and --target")
    if of_studies(parser, options):
        return
    options.tables = options.tables and not options.write  # which makes the same tables
    modes = [f"--{mode}" for mode in ("tables", "short", "losses", "write") if getattr(options, mode)]
    if len(modes) > 1:
        parser.error(f"{' and '.join(modes)}; expected one of them")
    if modes and options.names:
        parser.error(f"{options.names[0]} with {modes[0]}; expected --target={options.names[0]}, or no {modes[0]}")
    own = options.quick or options.again or options.plan or options.minutes is not None or options.output != OUTPUT
    if modes and own:
        words = "--quick, --again, --output, --minutes and --plan go with names of experiments"
        parser.error(f"{words}, not with {modes[0]}")
    if options.minutes is not None and options.minutes <= 0:
        parser.error(f"--minutes={options.minutes:g}; expected more than 0")
    tables_only = options.target or options.seeds
    if not (options.tables or options.write or options.short or options.losses) and tables_only:
        parser.error("--target and --seeds go with --tables, --short or --losses; expected names of experiments")
    if options.second < 10:
        parser.error(f"--second={options.second}; expected at least 10")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", 1)[1], usage=argparse.SUPPRESS,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="an experiment, or a target; without names all")
    parser.add_argument("--quick", action="store_true", help="fewer seeds and sizes: at most 20 minutes of two cores")
    parser.add_argument("--output", type=pathlib.Path, default=OUTPUT, metavar="FOLDER",
                        help="where everything is written; without it reproduced")
    parser.add_argument("--again", action="store_true", help="run what has a kept result too")
    parser.add_argument("--minutes", type=float, metavar="N", help="begin no run after so long")
    parser.add_argument("--plan", action="store_true", help="run nothing; tell what is kept and what is left")
    parser.add_argument("--second", type=int, default=50, help="ms that stand for one of the paper's seconds (50)")
    parser.add_argument("--tables", action="store_true", help="print the tables of doc/validation.rst")
    parser.add_argument("--short", action="store_true", help="shorter runs, against stored figures")
    parser.add_argument("--renew", action="store_true", help="with --short: store new figures")
    parser.add_argument("--drawn", action="store_true", help="with --short: the third that the commit draws")
    parser.add_argument("--stored", type=pathlib.Path, default=STORED, help="file of these figures")
    parser.add_argument("--losses", action="store_true", help="how many losses were none")
    parser.add_argument("--write", action="store_true", help="put the tables into doc/validation.rst")
    parser.add_argument("--target", action="append", help="only this one")
    parser.add_argument("--seeds", type=int, help="runs of htsim's rows at full length, or of each load of --losses")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="programs at a time")
    options = parser.parse_args()
    studies_of = {name.lower(): name for name in study.names()}
    options.names = [studies_of.get(name.lower(), name) for name in options.names]  # X16 is x16
    check(parser, options)
    if options.names and options.names[0] in study.names():
        return studies.run(options, EXAMPLES)
    if options.losses:
        return invented(options)
    if options.short:
        return short(options)
    return full(options) if options.tables or options.write else paper.run(options)


if __name__ == "__main__":
    sys.exit(main())
